"""The hidden tab Record, with which `sheets-gm verify` checks the workbook. Spreadsheet programs keep it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheets_gm.adapters.export.origin import Origin
from sheets_gm.adapters.export.packing import packed

TITLE = "Record"
HELP = "The record of this match. sheets-gm verify plays it again and compares the other tabs with it."

LETTERS = 30_000
"""Letters of a cell; Excel takes 32,767."""

MOST_LINES = 2_000
"""The most cells that a record may fill."""


def write_record_tab(book: Any, origin: Origin, record: Iterable[str]) -> None:
    """Write the tab with the text of the *record*."""
    sheet = book.add_worksheet(TITLE)
    text = packed(record)
    lines = [HELP, origin.model_dump_json(), *(text[at : at + LETTERS] for at in range(0, len(text), LETTERS))]
    for row, line in enumerate(lines):
        sheet.write_string(row, 0, line)
    sheet.hide()


def record_in(lines: list[str]) -> tuple[str, str]:
    """Return the origin and the packed record from the tab's first column; "" for what is missing."""
    return (lines[1] if len(lines) > 1 else ""), "".join(lines[2:])
