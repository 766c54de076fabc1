"""The charts of the match stand below each board whose workbook has the history too."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.games.finding import games
from sheets_gm.gm.log.history_rows import history_tab
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.workbooks import tab_sizes
from sheets_gm.gm.workbooks.live import inspection
from tests.gm.table import Evening
from tests.gm.test_heads_of_boards import boards_of, open_evening

SEALED = Policy(layout="sealed", gm=("gm@table",))
MASK = "sheets(properties(sheetId,gridProperties(rowCount,columnCount)),charts)"


def tabs_of(evening: Evening, book: Workbook) -> dict[str, dict[str, Any]]:
    """The tabs of a workbook as the service has them, by key: their sizes and charts."""
    answer = evening.sync.call("get", f"{SHEETS}/{book.document}", params={"fields": MASK})
    keys = {sheet: key for key, sheet in book.tabs.items()}
    return {keys[each["properties"]["sheetId"]]: each for each in answer["sheets"]}


def place(chart: dict[str, Any]) -> int:
    """The row on which a chart stands."""
    return int(chart["position"]["overlayPosition"]["anchorCell"]["rowIndex"])


def titles(tab: dict[str, Any]) -> list[str]:
    """The titles of the charts of a tab."""
    return [chart["spec"]["title"] for chart in tab.get("charts", ())]


def ranges(chart: dict[str, Any]) -> list[dict[str, int]]:
    """The ranges of the cells that a chart shows."""
    basic = chart["spec"]["basicChart"]
    parts = [*(each["domain"] for each in basic["domains"]), *(each["series"] for each in basic["series"])]
    return [part["sourceRange"]["sources"][0] for part in parts]


@pytest.mark.parametrize("name", sorted(games()))
def test_each_board_has_the_charts_of_the_history_below_its_last_row(name: str) -> None:
    evening = open_evening(name)
    session, book = evening.table.session, evening.record.workbooks[0]
    history = history_tab(session.journal.tabs)
    assert history is not None
    tabs, drawn = tabs_of(evening, book), evening.table.workbooks.looks.shown[book.key]
    own = tabs[history.key]
    assert titles(own) == [graph.title for graph in session.template.tabs[history.key].graphs]
    for key in (board.key for board in boards_of(evening, book)):
        tab, size = tabs[key], tabs[key]["properties"]["gridProperties"]
        assert titles(tab) == titles(own)
        for chart, above in zip(tab["charts"], own["charts"], strict=True):
            assert ranges(chart) == ranges(above)
            assert {each["sheetId"] for each in ranges(chart)} == {book.tabs[history.key]}
            assert (
                drawn[key].bottom
                <= place(chart)
                < size["rowCount"] - chart["position"]["overlayPosition"]["heightPixels"] / 40
            )
        assert len({str(chart["position"]) for chart in tab["charts"]}) == len(tab["charts"])
    assert evening.tick().writes == 0


def test_a_private_workbook_has_no_chart_as_it_has_no_history() -> None:
    evening = Evening(on="google", plays="champions", policy=SEALED)
    evening.tick()
    for book in evening.record.workbooks:
        tabs = tabs_of(evening, book)
        for board in boards_of(evening, book):
            assert bool(titles(tabs[board.key])) is ("history" in book.tabs) is (book.key == "public"), book.key


def test_charts_move_down_with_the_end_of_a_board_that_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tab_sizes, "BELOW", 2)
    evening = Evening(on="google", plays="champions", policy=Policy(layout="shared", open_hands=True))
    evening.tick()
    (book,), key = evening.record.workbooks, "map"
    tops = set()
    for _ in range(3):
        evening.play(bot="keen")
        shown = evening.table.workbooks.looks.shown[book.key][key]
        (chart,) = tabs_of(evening, book)[key]["charts"]
        tops.add(place(chart))
        assert shown.bottom <= place(chart)
    assert len(tops) > 1


def test_charts_of_boards_show_a_history_that_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tab_sizes, "GROWTH", 20)
    evening = Evening(on="google")
    evening.tick()
    evening.play(18)
    (book,) = evening.record.workbooks
    tabs = tabs_of(evening, book)
    tall = tabs["history"]["properties"]["gridProperties"]["rowCount"]
    assert tall == 40
    (key,) = (board.key for board in boards_of(evening, book))
    assert {each["endRowIndex"] for chart in tabs[key]["charts"] for each in ranges(chart)} == {tall}


def test_charts_of_boards_show_the_history_again_that_somebody_had_deleted() -> None:
    evening = Evening(on="google")
    evening.play(3)
    (book,) = evening.record.workbooks
    (key,) = (board.key for board in boards_of(evening, book))
    before, values = tabs_of(evening, book)[key]["charts"], evening.values(key)
    evening.change({"deleteSheet": {"sheetId": evening.sheet_id("history")}})
    evening.tick()
    assert tabs_of(evening, book)[key]["charts"] == before
    assert evening.values(key) == values
    assert evening.tick().writes == 0


def test_a_chart_that_somebody_deleted_below_a_board_comes_back() -> None:
    evening = Evening(on="google")
    evening.play()
    (book,) = evening.record.workbooks
    (key,) = (board.key for board in boards_of(evening, book))
    before = tabs_of(evening, book)[key]["charts"]
    evening.change({"deleteEmbeddedObject": {"objectId": before[0]["chartId"]}})
    evening.now += 2 * inspection.PROTECTION_CHECKED
    evening.play()
    assert sorted(tabs_of(evening, book)[key]["charts"], key=str) == sorted(before, key=str)
