"""What no poll reads: formats, notes, sizes and frozen rows are as the template has them, whatever people did."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from sheets_gm.adapters.google.calls.cell_requests import value_at
from sheets_gm.adapters.installation import templates
from sheets_gm.gm.between.pauses import Pause
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.match_record.pending_lock import ASKED_FOR
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.sheet.writes import Grow
from tests.gm.table import Evening
from tests.simulation.appearance import look_of


@pytest.fixture
def evening() -> Evening:
    made = Evening(on="google", plays="gvg", players=4)
    made.tick()
    return made


def look(evening: Evening, tab: str) -> dict[str, Any]:
    """What of a tab no poll reads."""
    book = evening.record.workbooks[0]
    return look_of(evening.service.documents[book.document].sheets[book.tabs[tab]])


def is_as_built(evening: Evening, tab: str, built: dict[str, Any]) -> bool:
    """Whether a tab looks as it did; it may be longer."""
    now = look(evening, tab)
    return {**now, "sizes": {name: now["sizes"].get(name) for name in built["sizes"]}} == built


def lines(evening: Evening, tab: str, dimension: str, start: int, end: int) -> dict[str, Any]:
    return {"sheetId": evening.sheet_id(tab), "dimension": dimension, "startIndex": start, "endIndex": end}


MOVES = ("insertDimension", "deleteDimension")


@pytest.mark.parametrize("tab", ["orders", "board"])
def test_a_workbook_in_which_lines_have_moved_is_built_again(evening: Evening, tab: str) -> None:
    built = look(evening, tab)
    for what, (dimension, start) in product(MOVES, (("ROWS", 1), ("COLUMNS", 3))):
        evening.change({what: {"range": lines(evening, tab, dimension, start, start + 1)}})
        assert look(evening, tab) != built
        for _ in range(3):
            evening.tick()
        assert is_as_built(evening, tab, built), (what, dimension)
        assert evening.tick().writes == 0


@pytest.mark.parametrize("tab", ["log", "history"])
def test_a_growing_tab_whose_head_has_moved_is_built_again(evening: Evening, tab: str) -> None:
    evening.play(2)
    evening.tick()
    built, values = look(evening, tab), evening.values(tab)
    for what, dimension in product(MOVES, ("ROWS", "COLUMNS")):
        evening.change({what: {"range": lines(evening, tab, dimension, 1, 2)}})
        for _ in range(3):
            evening.tick()
        assert evening.values(tab) == values, (what, dimension)
    assert is_as_built(evening, tab, built)
    assert evening.tick().writes == 0


@pytest.mark.parametrize("cell", ["A1", "A2", "B3"])
def test_what_somebody_typed_over_the_head_of_the_log_is_put_back(evening: Evening, cell: str) -> None:
    evening.play(2)
    evening.tick()
    built, values = look(evening, "log"), evening.values("log")
    evening.type("log", {cell: "mine"})
    evening.tick()
    assert evening.values("log") == values
    assert look(evening, "log") == built
    assert evening.tick().writes == 0


@pytest.mark.parametrize("what", MOVES)
def test_a_process_that_did_not_draw_a_form_sees_that_its_columns_have_moved(evening: Evening, what: str) -> None:
    built = look(evening, "orders")
    evening.change({what: {"range": lines(evening, "orders", "COLUMNS", 3, 4)}})
    evening.table = evening.poller("another")
    for _ in range(3):
        evening.tick()
    assert is_as_built(evening, "orders", built)


@pytest.mark.parametrize("is_new", [False, True])
def test_a_column_of_the_roster_comes_back_with_its_formats_where_only_its_heading_was_filled(
    evening: Evening, *, is_new: bool
) -> None:
    built, last = look(evening, "roster"), len(evening.values("roster")[2]) - 1
    evening.change({"deleteDimension": {"range": lines(evening, "roster", "COLUMNS", last, last + 1)}})
    if is_new:
        evening.table = evening.poller("another")
    for _ in range(3):
        evening.tick()
    assert look(evening, "roster") == built


def test_one_heading_that_somebody_typed_over_does_not_build_a_workbook_again(evening: Evening) -> None:
    heading, watched = evening.values("orders")[2][3], evening.record.workbooks[0].watched
    evening.now += 10
    evening.type("orders", {"D3": "mine"})
    evening.tick()
    assert evening.values("orders")[2][3] == heading
    assert evening.record.workbooks[0].watched == watched


def test_a_format_that_is_pasted_with_a_value_is_taken_away(evening: Evening) -> None:
    built = look(evening, "board")
    cell = {
        "userEnteredValue": {"stringValue": "mine"},
        "userEnteredFormat": {"textFormat": {"strikethrough": True}},
        "note": "x",
    }
    start = {"sheetId": evening.sheet_id("board"), "rowIndex": 4, "columnIndex": 1}
    evening.change({"updateCells": {"start": start, "rows": [{"values": [cell]}], "fields": "*"}})
    evening.tick()
    assert look(evening, "board") == built


def test_rows_by_which_a_tab_grows_are_as_tall_as_those_above(evening: Evening) -> None:
    book = evening.record.workbooks[0]
    rows = evening.service.documents[book.document].sheets[book.tabs["board"]].size[0]
    evening.sync.write(book, [Grow("board", rows + 3, 5, evening.table.session.template.tabs["board"])], {})
    sizes = look(evening, "board")["sizes"]
    assert {sizes["rowMetadata", str(at)] for at in range(rows - 2, rows + 3)} == {31}


def test_a_row_that_is_drawn_where_nothing_was_is_as_tall_as_its_template_has_it() -> None:
    template = templates.template("gvg")
    tall = template.tabs["gm"].but(height=40)
    evening = Evening(on="google", players=4, template=template.but(tabs={**template.tabs, "gm": tall}))
    evening.tick()
    bottom = len(evening.values("gm"))
    evening.change({"insertDimension": {"range": lines(evening, "gm", "ROWS", bottom, bottom + 3)}})
    assert ("rowMetadata", str(bottom)) not in look(evening, "gm")["sizes"]
    evening.change(value_at(evening.sheet_id("orders"), 0, 0, "mine"))  # the GM tab has a line about it
    evening.tick()
    sizes = look(evening, "gm")["sizes"]
    assert [sizes.get(("rowMetadata", str(at))) for at in (bottom - 1, bottom, bottom + 1)] == [40, 40, None]
    assert len(evening.values("gm")) == bottom + 1


def test_a_workbook_that_is_built_again_has_its_conditional_formats_down_to_the_last_row(evening: Evening) -> None:
    book = evening.record.workbooks[0]
    rules = look(evening, "orders")["rules"]
    evening.sync.write(book, [Grow("orders", 40, 5, evening.table.session.template.tabs["orders"])], {})
    evening.tick(rebuild=True)
    assert look(evening, "orders")["rules"] == rules


def test_a_substitute_is_named_in_the_headings_of_the_history() -> None:
    evening = Evening(on="google", plays="champions", players=3, policy=Policy(open_hands=True))
    evening.play(2)
    evening.tick(actions=[Substitute(seat="p2", player="Zoe")])
    evening.tick()
    headings = evening.values("history")[2]
    assert any("Zoe" in str(each) for each in headings)
    assert not any("Ben" in str(each) for each in headings)


# -- the marker --------------------------------------------------------------------------------------------------------


def away(*_given: Any, **_named: Any) -> None:
    """What a call to a service that is away does."""
    raise SheetsDown("the quota is used up")


def ready_in_a_torn_workbook(evening: Evening, what: str) -> None:
    """Everybody is ready, and somebody has inserted a row above the marker, or deleted the marker with its row."""
    evening.order("blue1", move_to="A1")
    evening.all_ready()
    evening.change({what: {"range": lines(evening, "board", "ROWS", 0, 1)}})


@pytest.mark.parametrize("what", MOVES)
def test_a_turn_that_could_not_be_shown_in_a_torn_workbook_is_played_once(
    evening: Evening, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready_in_a_torn_workbook(evening, what)
    for turn in ("remake", "write"):
        with monkeypatch.context() as patch:
            patch.setattr(evening.sync, turn, away)
            with suppress(SheetsDown):
                evening.tick()
    for _ in range(3):
        evening.tick()
    assert evening.store.last_number("evening") == 1
    assert evening.row("orders", "blue1")["at"] == "A1"
    assert not evening.row("orders", "blue1")["ready"]


@pytest.mark.parametrize("what", MOVES)
def test_a_process_that_finds_a_torn_workbook_behind_the_journal_plays_no_turn_twice(
    evening: Evening, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.order("blue1", move_to="A1")
    evening.all_ready()
    with monkeypatch.context() as patch:
        patch.setattr(evening.sync, "write", away)
        with pytest.raises(SheetsDown):
            evening.tick()
    evening.change({what: {"range": lines(evening, "board", "ROWS", 0, 1)}})
    evening.table = evening.poller("another")
    for _ in range(3):
        evening.tick()
    assert evening.store.last_number("evening") == 1
    assert evening.row("orders", "blue1")["at"] == "A1"


@pytest.mark.parametrize("what", MOVES)
def test_what_was_typed_into_a_torn_workbook_counts(evening: Evening, what: str) -> None:
    ready_in_a_torn_workbook(evening, what)
    evening.tick()
    assert evening.store.last_number("evening") == 1
    assert evening.row("orders", "blue1")["at"] == "A1"


def test_a_match_stays_paused_though_the_columns_beside_its_box_have_moved(evening: Evening) -> None:
    evening.tick(actions=[Pause()])
    for what, start in product(MOVES, range(3)):
        evening.change({what: {"range": lines(evening, "gm", "COLUMNS", start, start + 1)}})
        for _ in range(2):
            assert evening.tick().status is Status.PAUSED
        assert evening.values("gm")[4][1] is True, (what, start)


def test_a_box_that_was_ticked_counts_though_somebody_inserted_a_column_before_it(evening: Evening) -> None:
    evening.type("gm", {"B4": True})
    evening.change({"insertDimension": {"range": lines(evening, "gm", "COLUMNS", 1, 2)}})
    assert [step.entry.why for step in evening.tick().steps] == [ASKED_FOR]


def test_a_match_goes_on_where_the_gm_emptied_the_box(evening: Evening) -> None:
    evening.tick(actions=[Pause()])
    evening.type("gm", {"B5": None})
    assert evening.tick().status is Status.LIVE
