"""Exported files of any kind, and the record that each contains."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sheets_gm.adapters.export.origin import Origin, read_origin
from sheets_gm.adapters.export.packing import unpacked
from sheets_gm.adapters.export.past import past_of
from sheets_gm.adapters.export.record import BadExport, MatchRecord, read_record
from sheets_gm.adapters.installation.version import running
from sheets_gm.gm.story.past import Past
from sheets_gm.kernel.errors import UserError, plain_reason

XLSX, HTML = b"PK", b"<"
"""The first bytes of the files."""


class Exported(NamedTuple):
    """An exported file: its *record*, and its *origin*, None for a record alone."""

    path: Path
    record: MatchRecord
    origin: Origin | None = None
    is_page: bool = False

    @property
    def other_version(self) -> str | None:
        """The version of the program that wrote the file, "" if it does not say; None if it is the running version."""
        version = self.origin.version if self.origin else running()
        return None if version == running() else version

    @property
    def compared(self) -> str:
        """What can be compared with the record; "" for a record alone."""
        return "" if self.origin is None else "part of the page" if self.is_page else "cell of its lists"


def read_exported(path: Path) -> Exported:
    """Return the exported file *path*. Raises `BadExport`, or `UnknownKeys` if its record has unknown content."""
    try:
        with path.open("rb") as file:
            begin = file.read(2)
    except OSError:
        begin = b""  # the record's own reader says what is wrong
    if begin == XLSX:
        from sheets_gm.adapters.export.match_sheet.reading import record_of_workbook

        origin, text = record_of_workbook(path)
    elif begin[:1] == HTML:
        from sheets_gm.adapters.export.report.reading import record_of_page

        origin, text = record_of_page(path)
    else:
        return Exported(path, read_record(path))
    whole = unpacked(text)
    if not text or whole is None:
        lost = "is damaged" if text else "is missing"
        raise BadExport(f"{path}: the record that it should carry {lost}. Verify its .json file, or export it again.")
    return Exported(path, read_record(path, whole), read_origin(origin, path), begin != XLSX)


def past_in_file(path: Path) -> Past:
    """Return the match in the exported file *path*, to look back at. Raises `BadExport`."""
    file = read_exported(path)
    with fitting(path):
        return past_of(file.record, file.origin.zone if file.origin else None)


@contextmanager
def fitting(path: Path) -> Iterator[None]:
    """Guard a look back at the exported file *path*, whose values may be valid but not fit together.

    Raises `BadExport` with the error of the rules, or of other code.
    """
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        raise BadExport(
            f"{path} is damaged: what it holds does not fit together ({plain_reason(error)}). Export the match again."
        ) from error
