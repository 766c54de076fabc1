"""Arrays that fill the inputs of other people: they are removed before a lock takes what they show.

A formula in an input counts as the value that it shows. But its array also fills empty cells beside it and below it,
and those may be inputs of somebody else. No poll reads formulas, so they are searched only when a lock is due.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.sheet.cleaning import is_blank
from sheets_gm.sheet.grid import from_a1
from sheets_gm.sheet.reading import Key, RowRead
from sheets_gm.sheet.tabs import FormTab


def end_arrays(books: Workbooks, rows: Mapping[Key, RowRead]) -> bool:
    """Replace formulas by their values if they may fill inputs of other seats in *rows*. Return whether there were any.

    In a sealed match only a team shares a workbook, and its captain may fill in all of its rows anyway.
    """
    if books.session.record.policy.layout != "shared":
        return False
    touched: dict[str, list[RowRead]] = {}
    for key, row in rows.items():
        if row.touched:
            touched.setdefault(key[0], []).append(row)
    ended = False
    for layout in books.layouts:
        places: list[tuple[str, int, int]] = []
        for tab in books.session.journal.tabs:
            if isinstance(tab, FormTab) and tab.key in layout.tabs:
                form_rows = touched.get(tab.form, ())
                if len({row.key[1] for row in form_rows}) > 1:
                    places += ((tab.key, *from_a1(cell)) for row in form_rows for cell in _filled(row))
        ended |= books.sheets.stop_spilling(books.workbook(layout), places)
    return ended


def _filled(row: RowRead) -> list[str]:
    """Return the addresses of the cells of a row that are not empty."""
    return [cell for name, cell in row.cells.items() if not is_blank(row.typed.get(name))]
