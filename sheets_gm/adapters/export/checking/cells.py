"""The cells of a match sheet that do not follow from its record."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from math import isclose
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sheets_gm.adapters.export.match_sheet import cover, dice, statistics, turns
from sheets_gm.adapters.export.match_sheet.reading import opened
from sheets_gm.adapters.export.match_sheet.workbook import write_match_sheet
from sheets_gm.adapters.export.origin import Origin
from sheets_gm.adapters.export.past import past_of
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.sheet.picture.signs import in_plain_signs

TABS = (cover.TITLE, turns.TURNS, turns.ORDERS, turns.FIGHTS, statistics.TITLE, turns.ACTS, dice.TITLE)
"""The tabs that are compared. The boards are left out, because most of them is formats."""

NEARLY = 1e-9
"""The largest relative error of a number: programs differ in the last digits."""


def altered_cells(path: Path, record: MatchRecord, origin: Origin) -> Iterator[str]:
    """Yield each cell of the workbook *path* that differs from the match sheet of *record*, with its tab."""
    with TemporaryDirectory() as folder:
        right = Path(folder) / "match.xlsx"
        write_match_sheet(right, past_of(record, origin.zone), origin.audience, Proof(lambda: record))
        with opened(path) as book, opened(right) as expected:
            for title in TABS:
                if title not in expected.sheetnames:
                    if title in book.sheetnames:
                        yield f"The tab {title} does not follow from the record."
                elif title not in book.sheetnames:
                    yield f"The tab {title} is missing."
                else:
                    yield from _compared(title, book[title], expected[title])


def _compared(title: str, sheet: Any, expected: Any) -> Iterator[str]:
    from openpyxl.utils import get_column_letter

    rows = zip_longest(_rows(sheet), _rows(expected), fillvalue=())
    for row, (shown, right) in enumerate(rows, start=1):
        for column, (one, other) in enumerate(zip_longest(shown, right), start=1):
            if not _same(one, other):
                place = f"{title}, cell {get_column_letter(column)}{row}"
                yield f"{place} shows {_quoted(one)}. From the record follows {_quoted(other)}."


def _rows(sheet: Any) -> Iterator[list[Any]]:
    """Yield the values of each row. A formula differs from a text that looks like one."""
    if hasattr(sheet, "reset_dimensions"):
        sheet.reset_dimensions()  # a file may say that it has more cells than it has
    for row in sheet.iter_rows():
        yield [(cell.value,) if getattr(cell, "data_type", "") == "f" else cell.value for cell in row]


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return isclose(one, other, rel_tol=NEARLY, abs_tol=NEARLY)
    if isinstance(one, str) and isinstance(other, str):
        # files that were written before have the signs that games use
        return other in (one, in_plain_signs(one))
    return (one in (None, "") and other in (None, "")) or one == other


def _quoted(value: Any) -> str:
    if isinstance(value, tuple):
        return f"the formula {value[0]}"
    return "nothing" if value in (None, "") else f"“{value}”"
