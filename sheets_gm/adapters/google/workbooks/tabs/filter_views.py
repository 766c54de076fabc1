"""Filter views of a tab: added, and changed where they are there already. Those that people made stay as they are.

The id of a view is computed from its tab and its name, so that the same request can be sent twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.adapters.google.calls.cell_requests import grid_range, own_id, tab_id
from sheets_gm.sheet.filter_views import FilterView
from sheets_gm.sheet.grid import a1
from sheets_gm.sheet.reading import HEADING_ROW

MASK = "filterViews(filterViewId)"
"""The fields of a sheet to fetch for `ids_of`."""


def ids_of(sheet: Mapping[str, Any]) -> tuple[int, ...]:
    """The ids of the filter views that a sheet has, from an answer with `MASK`."""
    return tuple(each["filterViewId"] for each in sheet.get("filterViews", ()))


def changes(tab: str, views: Sequence[FilterView], rows: int, known: Collection[int] = ()) -> Iterator[Body]:
    """The requests that give a tab of so many *rows* these *views*, of which it has those with the ids *known*."""
    for view in views:
        own = _id(tab, view)
        if not view.title:
            yield from ([{"deleteFilterView": {"filterId": own}}] if own in known else ())
            continue
        made = {
            "filterViewId": own,
            "title": view.title,
            "range": _range(tab, view, rows),
            "filterSpecs": [_spec(view)],
        }
        if own in known:
            yield {"updateFilterView": {"filter": made, "fields": "title,range,filterSpecs"}}
        else:
            yield {"addFilterView": {"filter": made}}


def extended(tab: str, views: Sequence[FilterView], rows: int, known: Collection[int]) -> Iterator[Body]:
    """The requests that extend those of *views* that a tab has to its new number of *rows*."""
    there = (view for view in views if view.title and _id(tab, view) in known)
    for view in there:
        made = {"filterViewId": _id(tab, view), "range": _range(tab, view, rows)}
        yield {"updateFilterView": {"filter": made, "fields": "range"}}


def _range(tab: str, view: FilterView, rows: int) -> Body:
    """The rows of a list with its headings, in the columns up to that by which *view* chooses."""
    return grid_range(tab_id(tab), (HEADING_ROW, 0, rows, view.column + 1))


def _spec(view: FilterView) -> Body:
    rule: Body = {}
    if view.hidden:
        rule["hiddenValues"] = [*view.hidden]
    if view.holds:
        type, value = ("CUSTOM_FORMULA", _finds(view)) if view.exactly else ("TEXT_CONTAINS", view.holds)
        rule["condition"] = {"type": type, "values": [{"userEnteredValue": value}]}
    return {"columnIndex": view.column, "filterCriteria": rule}


def _finds(view: FilterView) -> str:
    """The formula that tests the first row below the headings, and in its place each of the others."""
    text = view.holds.replace('"', '""')
    return f'=ISNUMBER(FIND("{text}";${a1(HEADING_ROW + 1, view.column)}))'


def _id(tab: str, view: FilterView) -> int:
    return own_id(f"{tab} filter view {view.name}")
