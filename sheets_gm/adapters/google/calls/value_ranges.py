"""The answers of `values:batchGetByDataFilter`, known by the tabs that they echo.

Google promises no order of them: each answer names the filters that it belongs to, and its position means nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.kernel.forms import Typed


def values_by_sheet(answer: Mapping[str, Any], wanted: Collection[int]) -> dict[int, list[list[Typed]]]:
    """The values of the tabs *wanted* by sheet id. `SheetsDown` if an answer is missing, repeated or unexpected."""
    found: dict[int, list[list[Typed]]] = {}
    for each in answer.get("valueRanges", ()):
        echoed = {area["gridRange"].get("sheetId", 0) for area in each.get("dataFilters", ()) if "gridRange" in area}
        if len(echoed) != 1 or not echoed <= set(wanted) - set(found):
            raise SheetsDown(_WRONG.format(f"for the tabs {sorted(echoed)}, where each tab is due once"))
        found[echoed.pop()] = each["valueRange"].get("values", [])
    if len(found) != len(wanted):
        raise SheetsDown(_WRONG.format(f"for {len(found)} tabs instead of {len(wanted)}"))
    return found


_WRONG = "The spreadsheet service sent values {}. Nothing of it is used; the next poll asks again."
