"""What a page is told about clicks on boards: which rows were played, and what each piece has in reach."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sheets_gm.games.finding import game, games
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.sheet.tabs import Tab, ViewTab
from tests.gm.table import Evening

OPEN = Policy(gm=("gm@table",))


def mark(evening: Evening, tab: str, key: str) -> Any:
    """A mark of *tab*; None without one."""
    return json.loads(evening.sync.marks(evening.book(tab), tab).get(key, "null"))


def filled_in(evening: Evening, tab: str, row: str, **cells: Any) -> None:
    evening.type(tab, {evening.cell(tab, row, name): value for name, value in cells.items()})
    evening.tick()


def test_a_played_row_is_marked_until_somebody_changes_it() -> None:
    evening = Evening(plays="wesnoth", players=2, policy=OPEN)
    evening.tick()
    assert mark(evening, "actions", "page.played") is None
    (leader,) = mark(evening, "actions", "page.reach")
    filled_in(evening, "actions", "blue #1", unit=leader, action="Recruit", recruit="Spearman", ready=True)
    assert mark(evening, "actions", "page.played") == [3]
    filled_in(evening, "actions", "blue #1", recruit="Mage")
    assert mark(evening, "actions", "page.played") is None


def test_only_pieces_that_can_act_have_anything_in_reach() -> None:
    evening = Evening(plays="wesnoth", players=2, policy=OPEN)
    evening.play(6)
    match = evening.table.session.state
    able = {unit.label for unit in match.units if unit.seat == match.acting and unit.spent != "spent"}
    spent = {unit.label for unit in match.units if unit.label not in able}
    reach = mark(evening, "actions", "page.reach")
    assert set(reach) == able
    assert not spent & set(reach)
    assert all(set(found) == {"To", "Target"} for found in reach.values())


def test_a_row_tells_what_it_can_name_as_things_stand_where_it_can_name_more() -> None:
    """From a Base whose team can buy a charge, every open tile can be reached by a flight, and few by walking."""
    evening = Evening(players=4, policy=OPEN, settings={"skill_costs": {"Ballista Charges": 0}})
    evening.tick()
    near = mark(evening, "orders", "page.near")["3"]["Move to"]
    (orders,) = (form for form in evening.table.session.forms if (form.key, form.seat) == ("orders", "blue1"))
    assert set(near) < set(orders.fields[0].choices)
    assert len(near) * 2 < len(orders.fields[0].choices)


def test_a_click_on_a_square_with_an_army_says_whom_the_order_means_and_how() -> None:
    evening = Evening(plays="war_game", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    rows = mark(evening, "moves", "page.beside").values()
    found = [(square, named) for row in rows for square, named in row.items() if named]
    assert (
        0 < len(found) < sum(map(len, rows)) / 2
    )  # the other squares are empty, and named too: a list may leave them out
    assert {heading for _, named in found for heading in named} == {"Order", "Whom"}
    assert {named["Order"] for _, named in found} <= {"engage", "replace"}
    armies = {(each.place.split()[-1], each.name) for each in evening.table.session.state.armies}
    assert all((square, named["Whom"]) in armies for square, named in found)


def test_a_tab_on_which_people_only_ask_says_so() -> None:
    evening = Evening(plays="win_or_die", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    assert mark(evening, "look", "page.clicks")["ask"] is True
    assert "ask" not in mark(evening, "commands", "page.clicks")


@pytest.mark.parametrize("name", sorted(games()))
def test_a_board_has_the_headlines_of_what_happened_last(name: str) -> None:
    secret = game(name).secrecy is not Secrecy.OPEN
    evening = Evening(plays=name, policy=Policy(layout="sealed" if secret else "shared", gm=("gm@table",)))
    board = next(tab.key for tab in evening.game.tabs_for(evening.record.charter.settings) if is_board(tab))
    news = None
    for _ in range(8):  # not every phase of every game has headlines for everybody
        evening.play(1)
        news = news or mark(evening, board, "page.news")
        if news:
            break
    assert news
    told = {str(row[0]) for row in evening.values("report", evening.book(board).key) if row}
    assert set(news) <= told


def test_what_was_done_in_a_turn_that_goes_on_stands_apart_from_the_last_turn() -> None:
    evening = Evening(plays="wesnoth", players=2, policy=OPEN, turns=22)
    evening.tick()
    last = mark(evening, "board", "page.news")
    assert (mark(evening, "board", "page.now"), bool(last)) == (None, True)
    form, seat = evening.table.session.forms[0], evening.table.session.state.acting
    unit = next(each for each in evening.table.session.state.units if each.seat == seat)
    filled_in(evening, form.key, f"{seat} #1", unit=unit.label, action="Move", to=unit.at, ready=True)
    assert mark(evening, "board", "page.now")
    assert mark(evening, "board", "page.news") == last


def is_board(tab: Tab) -> bool:
    return isinstance(tab, ViewTab) and tab.board


def test_a_board_tells_how_its_pieces_look_and_hides_what_its_readers_may_not_know() -> None:
    """An enemy's hidden unit lies face down, without its health; the public board has all of them so."""
    evening = Evening(plays="win_or_die", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.play(8)
    public = [each for here in mark(evening, "board", "page.tokens").values() for each in here]
    assert {each["side"] for each in public} == {"red", "teal"}
    assert all(("health" in each) is not each.get("hidden", False) for each in public)
    assert any(each.get("hidden") for each in public)
