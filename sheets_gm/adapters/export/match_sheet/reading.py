"""Reading a match sheet back, even after another program has saved it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from sheets_gm.adapters.export.match_sheet.record_tab import MOST_LINES, TITLE, record_in
from sheets_gm.adapters.export.record import BadExport
from sheets_gm.kernel.errors import UserError

LARGEST, TEXTS = 64_000_000, 16_000_000
"""Bytes of an unpacked workbook that is read, and of the list of its texts, which is held in memory as a whole."""

SHARED = "xl/sharedStrings.xml"
"""The list of texts."""


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """Yield the workbook *path*, whose rows are read one after the other. Raises `BadExport`."""
    import openpyxl

    try:
        with ZipFile(path) as parts:
            sizes = {each.filename: each.file_size for each in parts.infolist()}
        if sum(sizes.values()) > LARGEST or sizes.get(SHARED, 0) > TEXTS:
            raise BadExport(f"{path} is too large to be a match sheet.")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the library warns of what it leaves out
            book = openpyxl.load_workbook(path, read_only=True)
        try:
            yield book
        finally:
            book.close()
    except UserError:
        raise
    except Exception as error:  # the library raises whatever a damaged part leads to, also while rows are read
        raise BadExport(f"{path} is no workbook that can be read: give a file that sheets-gm export wrote.") from error


def record_of_workbook(path: Path) -> tuple[str, str]:
    """Return the origin and the packed record in the workbook *path*; "" for what is missing. Raises `BadExport`."""
    with opened(path) as book:
        if TITLE not in book.sheetnames:
            return "", ""
        tab = book[TITLE]
        if not hasattr(tab, "reset_dimensions"):
            return "", ""
        tab.reset_dimensions()  # a file may say that it has more cells than it has
        rows = tab.iter_rows(max_row=MOST_LINES, max_col=1, values_only=True)
        return record_in([str(row[0] or "") for row in rows if row])
