"""What the owner of a spreadsheet may do to it, whatever is protected: nothing is misread, and no order is lost."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from sheets_gm.adapters import wiring
from sheets_gm.adapters.google.api import SHEETS
from sheets_gm.kernel.integrity import Fault
from sheets_gm.kernel.proof import verify
from tests.gm.table import Evening

COLUMNS = [column.field for column in wiring.template("gvg").tabs["orders"].columns]
TYPED = {"blue1": "A1", "blue3": "C1", "red2": "E15"}


@pytest.fixture
def evening() -> Evening:
    """Three seats have typed, are ready, and have their answers."""
    made = Evening()
    made.tick()
    for seat, tile in TYPED.items():
        made.order(seat, move_to=tile, ready=True)
    made.tick()
    assert answers(made) == dict.fromkeys(TYPED, True)
    return made


def answers(evening: Evening) -> dict[str, bool]:
    """Whether the sheet accepts the row of each seat that has typed."""
    return {seat: evening.receipt(seat).startswith("✓") for seat in TYPED}


def orders(evening: Evening) -> dict[str, Any]:
    return {seat: evening.row("orders", seat)["move_to"] for seat in TYPED}


def delete(evening: Evening, *names: str) -> None:
    for at in sorted((COLUMNS.index(name) for name in names), reverse=True):
        area = {"sheetId": evening.sheet_id("orders"), "dimension": "COLUMNS", "startIndex": at, "endIndex": at + 1}
        evening.change({"deleteDimension": {"range": area}})


def rows_of(evening: Evening) -> dict[str, int]:
    return {"sheetId": evening.sheet_id("orders"), "startRowIndex": 3, "endRowIndex": 13, "startColumnIndex": 0}


def sort(evening: Evening) -> None:
    area = {**rows_of(evening), "endColumnIndex": len(COLUMNS) - 2}
    specs = [{"dimensionIndex": 0, "sortOrder": "DESCENDING"}]
    evening.change({"sortRange": {"range": area, "sortSpecs": specs}})


# -- columns and rows --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sorted_too", [False, True])
@pytest.mark.parametrize("names", [(name,) for name in COLUMNS] + list(combinations(COLUMNS[4:], 2)), ids="-".join)
def test_a_deleted_column_costs_nobody_an_order_that_was_accepted(
    evening: Evening, names: tuple[str, ...], sorted_too: bool
) -> None:
    delete(evening, *names)
    if sorted_too:
        sort(evening)
    evening.tick()
    evening.tick()
    assert orders(evening) == TYPED
    assert answers(evening) == dict.fromkeys(TYPED, True)
    evening.tick(resolve=True)
    locked = {typed.seat: typed.cells["move_to"] for typed in evening.table.session.entry.typed if typed.seat in TYPED}
    assert locked == TYPED


# -- filters -----------------------------------------------------------------------------------------------------------


def test_rows_that_a_filter_hides_are_read_and_shown_as_all_others(evening: Evening) -> None:
    criteria = {"6": {"hiddenValues": ["A1", ""]}}
    area = {**rows_of(evening), "startRowIndex": 2, "endColumnIndex": len(COLUMNS)}
    evening.change({"setBasicFilter": {"filter": {"range": area, "criteria": criteria}}})
    evening.order("blue2", move_to="B2")
    evening.tick()
    assert orders(evening) == TYPED
    assert "B2" in evening.receipt("blue2") or evening.receipt("blue2")
    evening.tick(resolve=True)
    assert set(orders(evening).values()) == {""}
    assert evening.tick().writes == 0


def test_a_filter_view_that_sorts_moves_nothing(evening: Evening) -> None:
    area = {**rows_of(evening), "startRowIndex": 2, "endColumnIndex": len(COLUMNS)}
    view = {"title": "Mine", "range": area, "sortSpecs": [{"dimensionIndex": 6, "sortOrder": "DESCENDING"}]}
    evening.change({"addFilterView": {"filter": view}})
    assert evening.tick().writes == 0
    assert orders(evening) == TYPED


def test_a_tab_that_was_moved_is_the_same_tab(evening: Evening) -> None:
    properties = {"sheetId": evening.sheet_id("orders"), "index": 0}
    evening.change({"updateSheetProperties": {"properties": properties, "fields": "index"}})
    assert evening.tick().writes == 0
    evening.order("blue1", move_to="C1")
    evening.tick()
    assert evening.row("orders", "blue1")["move_to"] == "C1"


# -- what may be typed -------------------------------------------------------------------------------------------------


def test_several_choices_of_a_drop_down_are_answered_at_their_cell(evening: Evening) -> None:
    """A drop-down that lets people select several gives them in one cell, with commas."""
    for typed in ("A1, C1", "a1,C1"):
        evening.order("blue1", move_to=typed)
        evening.tick()
        assert "There are 2 choices here: choose one. Try A1." in evening.receipt("blue1")


@pytest.mark.parametrize("typed", ["Ana Smith", "ana@example.com", "Friday's plan.pdf", "12 Jan 2026", "📍 Lisbon"])
def test_a_chip_reads_as_its_text_and_is_answered_at_its_cell(evening: Evening, typed: str) -> None:
    evening.order("blue1", move_to=typed)
    evening.tick()
    assert evening.cell("orders", "blue1", "move_to") in evening.receipt("blue1")
    assert not answers(evening)["blue1"]


# -- the owner's locale ------------------------------------------------------------------------------------------------


def typing(evening: Evening, cells: Mapping[str, str]) -> None:
    """Type into cells of the Orders tab as a person does."""
    document = evening.record.workbooks[0].document
    for address, text in cells.items():
        evening.sync.call(
            "put",
            f"{SHEETS}/{document}/values/Orders!{address}",
            {"values": [[text]]},
            {"valueInputOption": "USER_ENTERED"},
        )


@pytest.mark.parametrize("locale", ["de_DE", "fr_FR", "en_GB"])
def test_a_match_in_another_locale_goes_as_in_en_us(locale: str) -> None:
    here, there = Evening(), Evening()
    change = {"properties": {"locale": locale}, "fields": "locale"}
    there.change({"updateSpreadsheetProperties": change})
    for evening in (here, there):
        evening.tick()
        for turn in range(2):
            typing(evening, {evening.cell("orders", seat, "move_to"): tile for seat, tile in TYPED.items()})
            typing(evening, {evening.cell("orders", "blue2", "move_to"): "1-2", "P20": "1,5"} if turn else {})
            evening.tick()
            evening.tick(resolve=True)
            assert set(orders(evening).values()) == {""}
        assert evening.tick().writes == 0
    assert here.table.session.entry.after == there.table.session.entry.after
    checked = list(verify(there.game, there.record.charter, there.store.entries(there.name)))
    assert not any(isinstance(each, Fault) for each in checked)
