"""What the owner of a spreadsheet may do to it, whatever is protected: nothing is misread, and no order is lost."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS, batch_update
from sheets_gm.adapters.installation import templates
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.workbooks.live.inspection import CHANGE_CHECKED
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from sheets_gm.sheet.grid import Area, a1, from_a1
from sheets_gm.sheet.writes import Grow, Merge
from tests.few import by_day, few
from tests.gm.table import Evening

COLUMNS = [column.field for column in templates.template("gvg").tabs["orders"].columns]
TYPED = {"blue1": "A1", "blue3": "C1", "red2": "E15"}


@pytest.fixture
def evening() -> Evening:
    """Three seats have typed, are ready, and have their answers."""
    made = Evening(on="google")
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


LOST = [(name,) for name in COLUMNS] + list(combinations(COLUMNS[4:], 2))
"""The columns that somebody deletes."""

EDITS = list(product(LOST, (False, True)))
"""With these, and whether the rows are sorted, too."""


@pytest.mark.parametrize(("names", "sorted_too"), by_day(*few(EDITS, 6), of=EDITS), ids=str)
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


# -- tables ------------------------------------------------------------------------------------------------------------


def convert(evening: Evening, tab: str, area: Mapping[str, int], *columns: Mapping[str, Any]) -> None:
    """Convert cells to a table, as the owner can whatever is protected."""
    made = {"name": "Table1", "range": {"sheetId": evening.sheet_id(tab), **area}, "columnProperties": list(columns)}
    evening.change({"addTable": {"table": made}})


def tables(evening: Evening) -> list[Any]:
    address = f"{SHEETS}/{evening.record.workbooks[0].document}"
    answer = evening.sync.call("get", address, params={"fields": "sheets(tables)"})
    return [table for sheet in answer["sheets"] for table in sheet.get("tables", ())]


TABLE = {"startRowIndex": 2, "endRowIndex": 13, "startColumnIndex": 0, "endColumnIndex": len(COLUMNS)}
WIDER = {**TABLE, "endColumnIndex": len(COLUMNS) + 2}
CHECKBOXES = {"columnIndex": COLUMNS.index("ready"), "columnName": "Ready", "columnType": "BOOLEAN"}


@pytest.mark.parametrize("area", [TABLE, WIDER], ids=["as wide as the tab", "with headings of its own"])
def test_a_table_made_of_the_orders_is_read_played_on_and_made_plain_again(
    evening: Evening, area: Mapping[str, int]
) -> None:
    plain = evening.values("orders")
    convert(evening, "orders", area, CHECKBOXES)
    evening.order("blue2", move_to="B2")
    evening.tick()
    assert {**orders(evening), "blue2": evening.row("orders", "blue2")["move_to"]} == {**TYPED, "blue2": "B2"}
    assert "B2" in evening.receipt("blue2") or evening.receipt("blue2").startswith("✓")
    evening.now += CHANGE_CHECKED
    evening.table.workbooks.has_changed = True
    evening.tick()
    assert tables(evening) == []
    assert any(
        "somebody had made a table of cells of “Orders”" in line
        for line in Repairs.of(evening.table.session.record).mended
    )
    evening.tick()
    assert orders(evening) == TYPED
    assert evening.values("orders")[2] == plain[2]
    assert evening.tick().writes == 0
    evening.tick(resolve=True)
    locked = {typed.seat: typed.cells["move_to"] for typed in evening.table.session.entry.typed if typed.seat in TYPED}
    assert locked == TYPED


def test_headings_that_a_table_writes_again_and_again_are_ended_by_a_look_at_it(evening: Evening) -> None:
    """Google gives an empty heading a text each time that it is emptied."""
    evening.now += CHANGE_CHECKED
    convert(evening, "orders", WIDER)
    written = [evening.tick().writes for _ in range(4)]
    assert written[0] > 0
    assert written[-1] == 0
    assert tables(evening) == []


def test_a_table_and_a_filter_in_the_way_of_a_write_are_taken_away(evening: Evening) -> None:
    sync, book = evening.sync, evening.record.workbooks[0]
    area = {"startRowIndex": 30, "endRowIndex": 33, "startColumnIndex": 0, "endColumnIndex": 2}
    sync.write(book, [Grow("board", 40, 20)], {})
    evening.type("board", {"A31": "one", "B31": "two", "A32": "typed"})
    convert(evening, "board", area)
    filtered = {"sheetId": evening.sheet_id("board"), "startRowIndex": 35, "endRowIndex": 38, "endColumnIndex": 2}
    evening.change({"setBasicFilter": {"filter": {"range": filtered}}})
    merges = (Area(31, 0, 32, 3), Area(36, 1, 37, 4))
    sync.write(book, [Merge("board", merges, ())], {})
    assert tables(evening) == []
    rows = evening.values("board")
    assert [list(rows[30][:2]), rows[31][0]] == [["one", "two"], "typed"]


def test_a_match_is_built_again_over_a_table(evening: Evening) -> None:
    convert(evening, "orders", WIDER)
    evening.tick(rebuild=True)
    assert tables(evening) == []
    assert orders(evening) == TYPED


# -- what may be typed -------------------------------------------------------------------------------------------------


def test_several_choices_of_a_drop_down_are_answered_at_their_cell(evening: Evening) -> None:
    """A drop-down that lets people select several gives them in one cell, with commas."""
    for typed in ("A1, C1", "a1,C1"):
        evening.order("blue1", move_to=typed)
        evening.tick()
        assert "There is room for one choice here, not for 2: write A1 or C1. Try A1." in evening.receipt("blue1")


@pytest.mark.parametrize("typed", ["Ana Smith", "ana@example.com", "Friday's plan.pdf", "12 Jan 2026", "📍 Lisbon"])
def test_a_chip_reads_as_its_text_and_is_answered_at_its_cell(evening: Evening, typed: str) -> None:
    evening.order("blue1", move_to=typed)
    evening.tick()
    assert evening.cell("orders", "blue1", "move_to") in evening.receipt("blue1")
    assert not answers(evening)["blue1"]


@pytest.mark.parametrize("chip", [
    {"personProperties": {"email": "ana@example.com", "displayFormat": "DEFAULT"}},
    {"richLinkProperties": {"uri": "https://drive.google.com/file/d/1/view"}},
])  # fmt: skip
def test_a_chip_is_answered_and_cleared_with_its_turn_and_leaves_nothing_behind(
    evening: Evening, chip: Mapping[str, Any]
) -> None:
    """A program writes a chip as a mark in the text of a cell; what the cell has beside its text is kept."""
    at = evening.cell("orders", "blue1", "move_to")
    row, column = from_a1(at)
    cell = {"userEnteredValue": {"stringValue": "@"}, "chipRuns": [{"chip": chip}]}
    start = {"sheetId": evening.sheet_id("orders"), "rowIndex": row, "columnIndex": column}
    fields = "userEnteredValue,chipRuns"
    evening.change({"updateCells": {"start": start, "rows": [{"values": [cell]}], "fields": fields}})
    evening.tick()
    assert at in evening.receipt("blue1")
    assert not answers(evening)["blue1"]
    evening.tick(resolve=True)
    assert evening.row("orders", "blue1")["move_to"] == ""
    params = {"fields": "sheets.data.rowData.values.chipRuns", "ranges": f"Orders!{at}"}
    answer = evening.sync.call("get", f"{SHEETS}/{evening.record.workbooks[0].document}", params=params)
    assert "chipRuns" not in str(answer)


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


# -- formulas ----------------------------------------------------------------------------------------------------------


def formula(evening: Evening, tab: str, address: str, text: str) -> None:
    row, column = from_a1(address)
    start = {"sheetId": evening.sheet_id(tab), "rowIndex": row, "columnIndex": column}
    cells = [{"values": [{"userEnteredValue": {"formulaValue": text}}]}]
    evening.change({"updateCells": {"start": start, "rows": cells, "fields": "userEnteredValue"}})


def formulas(evening: Evening, tab: str) -> dict[str, str]:
    """The formulas on a tab, by address."""
    sheet = evening.service.documents[evening.record.workbooks[0].document].sheets[evening.sheet_id(tab)]
    held = {a1(*place): cell.get("userEnteredValue", {}) for place, cell in sheet.cells.items()}
    return {place: value["formulaValue"] for place, value in held.items() if "formulaValue" in value}


def test_an_array_that_spills_from_an_input_over_other_cells_ends_and_the_input_keeps_its_value(
    evening: Evening,
) -> None:
    formula(evening, "desk", "D7", "=SEQUENCE(3,2)")
    formula(evening, "desk", "D4", '="A"&1')
    assert [row[3:5] for row in evening.values("desk")[6:]] == [[1, 2], [3, 4], [5, 6]]
    assert "Desk!D8 contained “3”" in evening.tick().mended
    assert [row[3:5] for row in evening.values("desk")[6:]] == [[1, ""]]
    assert formulas(evening, "desk") == {}
    evening.tick()
    assert evening.tick().writes == 0


@pytest.mark.parametrize("typed", ["A4", "D4", "B9"])
def test_a_formula_that_cannot_fill_what_was_typed_over_stays_as_it_is(evening: Evening, typed: str) -> None:
    formula(evening, "desk", "D5", '="B"&2')
    evening.type("desk", {typed: "mine"})
    evening.tick()
    evening.type("board", {"E9": "mine"})
    evening.tick()
    assert formulas(evening, "desk") == {"D5": '="B"&2'}


@pytest.mark.parametrize("locale", ["de_DE", "fr_FR", "en_GB"])
def test_a_match_in_another_locale_goes_as_in_en_us(locale: str) -> None:
    here, there = Evening(on="google"), Evening(on="google")
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


def by_the_player(evening: Evening, seat: str, field: str, text: str) -> None:
    """A player pastes a formula into a cell of their own."""
    row, column = from_a1(evening.cell("orders", seat, field))
    start = {"sheetId": evening.sheet_id("orders"), "rowIndex": row, "columnIndex": column}
    cells = [{"values": [{"userEnteredValue": {"formulaValue": text}}]}]
    change = {"updateCells": {"start": start, "rows": cells, "fields": "userEnteredValue"}}
    account = next(each.account for each in evening.seats if each.id == seat)
    batch_update(evening.person(account or ""), evening.record.workbooks[0].document, [change])


@pytest.mark.parametrize("how", ["everybody is ready", "the GM resolves"])
def test_an_array_of_a_player_fills_no_order_of_another(evening: Evening, how: str) -> None:
    evening.order("blue1", ready=True)
    by_the_player(evening, "blue1", "move_to", '={"A1";"A1"}')
    assert evening.row("orders", "blue2")["move_to"] == "A1"
    if how == "the GM resolves":
        evening.tick()
        evening.type("gm", {"B4": True})
    else:
        evening.all_ready()
    (step,) = evening.tick().steps
    filled = [each.seat for each in step.entry.typed if each.cells.get("move_to")]
    assert "blue1" in filled
    assert "blue2" not in filled
    assert [step.state.player(seat).at for seat in ("blue1", "blue2")] == ["A1", "BASE_B"]


def test_a_formula_of_a_player_that_fills_nothing_counts_as_what_it_shows(evening: Evening) -> None:
    by_the_player(evening, "blue1", "move_to", '="A"&1')
    evening.order("blue2", move_to="E1")
    evening.all_ready()
    (step,) = evening.tick().steps
    assert [step.state.player(seat).at for seat in ("blue1", "blue2")] == ["A1", "E1"]
    assert formulas(evening, "orders") == {}


def test_formulas_are_looked_for_only_when_a_lock_takes_what_several_seats_typed() -> None:
    evening = Evening(on="google")
    evening.tick()

    def reads(**options: Any) -> int:
        before = evening.sync.calls["read"]
        evening.tick(**options)
        return int(evening.sync.calls["read"] - before)

    evening.order("blue1", move_to="A1")
    assert reads() == 1
    assert reads(resolve=True) == 1
    evening.tick()
    evening.order("blue1", ready=True)
    evening.order("red1", ready=True)
    assert reads() == 1
    assert reads(resolve=True) == 2


def test_tabs_that_somebody_makes_long_and_wide_stop_no_match() -> None:
    """All of them are drawn again in one batch, with what lies below and beside them."""
    evening = Evening(on="google")
    evening.tick()
    grown = {"rowCount": 1500, "columnCount": 50}
    fields = "gridProperties(rowCount,columnCount)"
    for tab in ("orders", "log", "dice"):
        properties = {"sheetId": evening.sheet_id(tab), "gridProperties": grown}
        evening.change({"updateSheetProperties": {"properties": properties, "fields": fields}})
    evening.table = evening.poller()
    evening.tick(rebuild=True)
    assert evening.tick(resolve=True).steps
    assert evening.tick().writes == 0
