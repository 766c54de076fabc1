"""Reading a match sheet back, also after another program has saved it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from sheets_gm.adapters.export.match_sheet.record_tab import TITLE, record_in
from sheets_gm.adapters.export.record import BadExport

LARGEST = 1_000_000_000
"""Bytes of an unpacked workbook that is read."""


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """The workbook *path*, whose rows are read one after the other. `BadExport`."""
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with ZipFile(path) as parts:
            large = sum(each.file_size for each in parts.infolist()) > LARGEST
        book = None if large else openpyxl.load_workbook(path, read_only=True)
    except (BadZipFile, InvalidFileException, KeyError, ValueError, OSError) as error:
        raise BadExport(f"{path} is no workbook that can be read: give a file that sheets-gm export wrote.") from error
    if book is None:
        raise BadExport(f"{path} is too large to be a match sheet.")
    try:
        yield book
    finally:
        book.close()


def record_of_workbook(path: Path) -> tuple[str, str]:
    """The origin and the packed record that the workbook *path* carries; "" where they are missing. `BadExport`."""
    with opened(path) as book:
        if TITLE not in book.sheetnames:
            return "", ""
        return record_in([str(row[0] or "") for row in book[TITLE].iter_rows(max_col=1, values_only=True) if row])
