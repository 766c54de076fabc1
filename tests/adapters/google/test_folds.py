"""Columns that are seldom needed are folded into a group, and stay one when the tab is formatted again."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.workbooks.tabs.folds import fold, unfold
from sheets_gm.sheet.template import Column, TabTemplate
from tests.gm.table import Evening


def columns(start: int, end: int) -> dict[str, Any]:
    return {"sheetId": 7, "dimension": "COLUMNS", "startIndex": start, "endIndex": end}


def test_neighbouring_rare_columns_are_one_group() -> None:
    made = [Column(field=str(at), heading=str(at), rare=at in (1, 2, 4)) for at in range(5)]
    requests = list(fold(7, TabTemplate(title="Orders", columns=tuple(made))))
    assert [each["addDimensionGroup"]["range"] for each in requests[::2]] == [columns(1, 3), columns(4, 5)]
    folded = [each["updateDimensionGroup"]["dimensionGroup"] for each in requests[1::2]]
    assert folded == [{"range": columns(*each), "depth": 1, "collapsed": True} for each in ((1, 3), (4, 5))]
    assert list(fold(7, TabTemplate(title="Board"))) == []


def test_a_group_is_removed_with_what_it_hides() -> None:
    deleted, shown = unfold(7, [{"dimension": "COLUMNS", "startIndex": 2, "endIndex": 3}])
    assert deleted == {"deleteDimensionGroup": {"range": columns(2, 3)}}
    assert shown["updateDimensionProperties"]["properties"] == {"hiddenByUser": False}


def folds(evening: Evening, tab: str) -> tuple[list[str], list[str]]:
    """The headings of the columns that are in groups, and of those that are hidden."""
    book = evening.book(tab)
    fields = "sheets(properties.sheetId,columnGroups,data(columnMetadata.hiddenByUser))"
    answer = evening.sync.call("get", f"{SHEETS}/{book.document}", params={"fields": fields, "includeGridData": "true"})
    sheet = next(each for each in answer["sheets"] if each["properties"].get("sheetId", 0) == book.tabs[tab])
    headings = evening.values(tab)[2]
    spans = [group["range"] for group in sheet.get("columnGroups", ())]
    grouped = [headings[at] for span in spans for at in range(span["startIndex"], span["endIndex"])]
    metadata = sheet["data"][0]["columnMetadata"]
    return grouped, [headings[at] for at, each in enumerate(metadata) if each.get("hiddenByUser")]


def test_the_rare_columns_of_a_game_are_folded_also_after_they_have_moved() -> None:
    evening = Evening(on="google", plays="wesnoth", players=2)
    rare = ["Route", "Reroll", "Advance to", "Seat", "Player"]
    assert folds(evening, "actions") == (rare, rare)
    actions = evening.looks.tabs["actions"]
    last = next(column for column in actions.columns if column.heading == "Advance to")
    others = [column for column in actions.columns if column is not last]
    moved = actions.but(columns=(others[0], last, *others[1:]))
    evening.template = evening.looks.but(tabs={**evening.looks.tabs, "actions": moved})
    evening.table = evening.poller("another")
    evening.tick()
    assert evening.values("actions")[2][1] == "Advance to"
    assert sorted(folds(evening, "actions")[0]) == sorted(rare)
    assert sorted(folds(evening, "actions")[1]) == sorted(rare)
