"""Each board leads to the charts of the match, which are on the tab of the history."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.log.history_rows import history_tab
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.workbooks.boards.history_link import with_history_link
from sheets_gm.gm.workbooks.boards.score_row import has_score_row
from sheets_gm.sheet.grid import Cell, Run, grid
from tests.gm.table import Evening
from tests.gm.test_heads_of_boards import SCORE, STATE, boards_of, open_evening, row_data

LINK = "tab:history!A1"


@pytest.mark.parametrize("name", sorted(games()))
def test_every_board_leads_to_the_charts(name: str) -> None:
    evening = open_evening(name)
    session, book = evening.table.session, evening.record.workbooks[0]
    tab = history_tab(session.journal.tabs)
    assert tab is not None
    wanted = f"#gid={book.tabs[tab.key]}&range=A1"
    boards = boards_of(evening, book)
    first = next(iter(book.tabs))
    linked = {each.key: has_score_row(session.game, each) for each in boards}
    for key in (each.key for each in boards if linked[each.key] or each.key == first):
        cell = row_data(evening, key, SCORE if linked[key] else STATE)
        text = cell["userEnteredValue"]["stringValue"].encode("utf-16-le")
        (run,) = (each for each in cell["textFormatRuns"] if each["format"].get("link", {}).get("uri") == wanted)
        assert text[2 * run["startIndex"] :].decode("utf-16-le") == f"📈 {session.template.tabs[tab.key].title}"
    assert evening.tick().writes == 0


def test_a_private_workbook_without_the_history_has_no_link() -> None:
    evening = Evening(plays="win_or_die", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    drawn = evening.table.workbooks.looks.shown
    for key, tabs in drawn.items():
        words = [cell.value for cell in tabs[next(iter(tabs))].rows[STATE] if "📈" in str(cell.value)]
        assert bool(words) is (key == "public"), key


def test_the_link_stands_behind_the_text_and_its_runs() -> None:
    made = grid([[Cell("Board")], [Cell("Blue 9", "score", runs=(Run(0, "lead"), Run(4)))], [Cell("C5")]])
    cell = with_history_link(made, 1, "📈 History", LINK).rows[1][0]
    assert cell == Cell("Blue 9  ·  📈 History", "score", runs=(Run(0, "lead"), Run(4), Run(6), Run(11, link=LINK)))
    ended = made._replace(rows=((Cell("Board", runs=(Run(5),)),), *made.rows[1:]))
    assert with_history_link(ended, 0, "📈 History", LINK).rows[0][0].runs == (Run(5), Run(10, link=LINK))


def test_a_row_without_a_text_and_a_match_without_charts_stay_as_they_are() -> None:
    made = grid([[Cell("Board")], [Cell(None), Cell("x")]])
    assert with_history_link(made, 1, "📈 History", LINK) is made
    assert with_history_link(made, 0, "", "") is made
    assert with_history_link(made, 5, "📈 History", LINK) is made
