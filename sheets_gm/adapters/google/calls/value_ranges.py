"""The answers of `values:batchGetByDataFilter`, identified by the tabs that they repeat.

Google promises no order: each answer names the filters that it belongs to, and its position means nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.kernel.forms import Typed

Part: TypeAlias = tuple[int, int]
"""A part of a tab: its sheet id, and its first row, from 0."""


def values_by_sheet(answer: Mapping[str, Any], wanted: Collection[int]) -> dict[int, list[list[Typed]]]:
    """Return the tabs *wanted* by sheet id. Raises `SheetsDown` if one is missing, repeated or unexpected."""
    return {sheet: values for (sheet, _), values in values_by_part(answer, [(each, 0) for each in wanted]).items()}


def values_by_part(answer: Mapping[str, Any], wanted: Collection[Part]) -> dict[Part, list[list[Typed]]]:
    """Return the values of the parts of tabs *wanted*. The row matters only if several parts of a tab are wanted.

    Raises `SheetsDown` if an answer is missing, repeated or unexpected.
    """
    number = Counter(sheet for sheet, _ in wanted)
    alone = {sheet: top for sheet, top in wanted if number[sheet] == 1}
    values: dict[Part, list[list[Typed]]] = {}
    for each in answer.get("valueRanges", ()):
        areas = [area["gridRange"] for area in each.get("dataFilters", ()) if "gridRange" in area]
        sheets = {area.get("sheetId", 0): area.get("startRowIndex", 0) for area in areas}
        echoed = {(sheet, alone.get(sheet, top)) for sheet, top in sheets.items()}
        if len(echoed) != 1 or not echoed <= set(wanted) - set(values):
            raise SheetsDown(_WRONG.format(f"for the tabs {sorted(sheets)}, where each tab is due once"))
        values[echoed.pop()] = each["valueRange"].get("values", [])
    if len(values) != len(wanted):
        raise SheetsDown(_WRONG.format(f"for {len(values)} tabs instead of {len(wanted)}"))
    return values


_WRONG = "The spreadsheet service sent values {}. Nothing of it is used; the next poll asks again."
