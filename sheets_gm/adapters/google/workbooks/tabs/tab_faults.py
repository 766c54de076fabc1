"""Faults of a tab apart from its cells: lost or foreign overlays, frozen lines, hidden rows and columns.

Editors of a spreadsheet can change some of it despite the protection, and its owner all of it. A tab with a fault is
built again. Columns that somebody folded with the sign above them are not hidden, and stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.adapters.google.calls.cell_requests import tab_id
from sheets_gm.adapters.google.workbooks.tabs import overlays
from sheets_gm.gm.ports.sheets import TabPlan

FIELDS = (
    "conditionalFormats(booleanRule(condition(values(userEnteredValue)))),bandedRanges(bandedRangeId),"
    "charts(chartId),columnGroups(range),rowGroups(range),"
    "data(rowMetadata(hiddenByUser),columnMetadata(hiddenByUser))"
)
"""The fields of a sheet to fetch for `faults`, apart from its properties."""


def faults(answer: Mapping[str, Any], tabs: Iterable[TabPlan]) -> Iterator[str]:
    """Yield the faults of those *tabs* that exist, a line each, from an answer that has `FIELDS`."""
    held = {each["properties"].get("sheetId", 0): each for each in answer["sheets"]}
    for tab in tabs:
        sheet = held.get(tab_id(tab.key))
        if sheet is not None:
            yield from (fault.format(f"the tab “{sheet['properties']['title']}”") for fault in _faults(sheet, tab))


def _faults(sheet: Body, tab: TabPlan) -> Iterator[str]:
    wanted = overlays.expected(tab)
    rules = [overlays.formula_of(each) for each in sheet.get("conditionalFormats", ())]
    bands = {each["bandedRangeId"] for each in sheet.get("bandedRanges", ())}
    if rules != [overlays.formula_of(each) for each in wanted.rules] or bands != set(wanted.bands):
        yield "the colours of {} had been changed"
    if {each["chartId"] for each in sheet.get("charts", ())} != set(wanted.charts):
        yield "the charts of {} had been changed"
    if _hidden(sheet, "rowMetadata", sheet.get("rowGroups", ())):
        yield "rows of {} had been hidden"
    if _hidden(sheet, "columnMetadata", sheet.get("columnGroups", ())):
        yield "columns of {} had been hidden"


def _hidden(sheet: Body, lines: str, groups: Sequence[Body]) -> bool:
    """Return whether somebody hid *lines* of a sheet that are in none of its *groups*."""
    folded = {at for group in groups for at in range(group["range"].get("startIndex", 0), group["range"]["endIndex"])}
    held = chain.from_iterable(part.get(lines, ()) for part in sheet.get("data", ()))
    return any(line.get("hiddenByUser") and at not in folded for at, line in enumerate(held))
