"""The history: a row a turn, and the charts over it."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.google.calls import api
from sheets_gm.gm.log.history_rows import history_row
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.workbooks import tab_sizes
from sheets_gm.sheet.history import history_rows
from sheets_gm.sheet.tabs import Tally
from sheets_gm.sheet.writes import Put
from tests.gm.table import Evening


@pytest.fixture
def evening() -> Evening:
    made = Evening()
    made.tick()
    return made


def rows(evening: Evening) -> list[list[Any]]:
    """The rows of the history, without its head and what was never filled."""
    return [list(line) for line in evening.values("history")[3:]]


def expected(evening: Evening) -> list[list[Any]]:
    """What the journal says that the history must be."""
    states = [
        evening.table.session.journal.recorder.codec.state(entry.state) for entry in evening.store.entries(evening.name)
    ]
    found = [history_row(evening.game, evening.table.session.journal.tabs, state) for state in states]
    return [[tally.turn, *order(tally)] for tally in history_rows(tally for tally in found if tally)]


def order(tally: Tally) -> list[Any]:
    return [tally.values[name] for name in ("blue_coins", "red_coins", "blue_hearts", "red_hearts")]


def history_tab_of(evening: Evening) -> dict[str, Any]:
    """The properties, charts and bands of the History tab."""
    book = evening.table.session.record.workbooks[0]
    mask = "sheets(properties(sheetId,gridProperties),charts,bandedRanges)"
    answer = evening.sync.call("get", f"{api.SHEETS}/{book.document}", params={"fields": mask})
    return next(each for each in answer["sheets"] if each["properties"]["sheetId"] == book.tabs["history"])


def test_every_turn_has_its_row(evening: Evening) -> None:
    assert rows(evening) == [[0, 0, 0, 15, 15]]
    evening.play(9)
    assert rows(evening) == expected(evening)
    assert [row[0] for row in rows(evening)] == list(range(10))


def test_a_turn_writes_its_own_row_and_no_other(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.play(6)
    written: list[Any] = []
    plain = evening.sync.write

    def write(book: Any, writes: Any, *others: Any) -> Any:
        written.extend(writes)
        return plain(book, writes, *others)

    monkeypatch.setattr(evening.sync, "write", write)
    evening.tick(resolve=True)
    history_writes = [write for write in written if write.tab == "history"]
    assert [(type(write), write.row) for write in history_writes] == [(Put, 3 + 7)]


def test_a_process_that_starts_again_draws_nothing_anew(evening: Evening) -> None:
    evening.play(6)
    evening.table = evening.poller("another")
    assert evening.tick().writes == 0
    evening.play(1)
    assert rows(evening) == expected(evening)


def test_turns_that_a_crash_left_out_are_shown_after_it(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.play(2)

    def away(*_: Any) -> None:
        raise SheetsDown("away")

    with monkeypatch.context() as patch:
        patch.setattr(evening.sync, "write", away)
        for _ in range(3):
            evening.table = evening.poller("crashing")
            with pytest.raises(SheetsDown):
                evening.tick(resolve=True)
    assert len(rows(evening)) == 3
    evening.table = evening.poller("another")
    evening.tick()
    assert rows(evening) == expected(evening)
    assert len(rows(evening)) == 6


def test_a_match_that_goes_back_loses_the_rows_it_went_back_behind(evening: Evening) -> None:
    evening.play(8)
    evening.do("rewind", "Turn 4")
    evening.tick()
    assert rows(evening) == expected(evening)
    assert len(rows(evening)) == 4
    evening.play(2)
    assert rows(evening) == expected(evening)


def test_a_history_that_was_deleted_comes_back_whole_with_its_charts() -> None:
    evening = Evening(on="google")
    evening.play(5)
    before, charts = rows(evening), history_tab_of(evening)["charts"]
    evening.sync.delete_tab(evening.book("history"), "history")
    evening.tick()
    assert rows(evening) == before
    assert history_tab_of(evening)["charts"] == charts


def test_charts_and_bands_reach_as_far_as_the_history_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tab_sizes, "GROWTH", 20)
    evening = Evening(on="google")
    evening.tick()
    assert history_tab_of(evening)["properties"]["gridProperties"]["rowCount"] == 20
    evening.play(18)
    grown = history_tab_of(evening)
    tall = grown["properties"]["gridProperties"]["rowCount"]
    assert tall == 40
    assert [band["range"]["endRowIndex"] for band in grown["bandedRanges"]] == [tall]
    assert len(grown["charts"]) == 2
    for chart in grown["charts"]:
        basic = chart["spec"]["basicChart"]
        parts = [basic["domains"][0]["domain"], *(each["series"] for each in basic["series"])]
        assert {part["sourceRange"]["sources"][0]["endRowIndex"] for part in parts} == {tall}
    assert rows(evening) == expected(evening)


def test_in_a_sealed_match_the_history_is_public() -> None:
    evening = Evening(policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.play(3)
    assert [book.key for book in evening.record.workbooks if "history" in book.tabs] == ["public"]
    assert rows(evening) == expected(evening)


def test_of_several_positions_after_a_turn_the_first_holds() -> None:
    found = [Tally(turn, {"x": at}) for at, turn in enumerate((0, 1, 1, 2, 3, 1, 2, 2))]
    assert [(tally.turn, tally.values["x"]) for tally in history_rows(found)] == [(0, 0), (1, 5), (2, 6)]


def test_what_a_round_begins_with_stays_in_the_history_while_the_round_is_played() -> None:
    evening = Evening(plays="wesnoth", players=2)
    evening.tick()
    before = rows(evening)
    evening.play(2)
    assert evening.table.session.state.round == 1
    assert rows(evening) == before
    evening.table = evening.poller("another")
    evening.tick()
    assert rows(evening) == before
