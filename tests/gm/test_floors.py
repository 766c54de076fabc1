"""What a page is told of a board besides its cells: the pieces as tokens, and the colour of the ground below them."""

from __future__ import annotations

import json
import re

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.workbooks.boards.floors import with_floor_colours
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.marks import FLOORS, PIECES, PLACES, TOKENS, Token, board_marks, joined
from sheets_gm.sheet.template import Style
from tests.gm.table import Evening
from tests.gm.test_heads_of_boards import boards_of, open_evening


def deployed() -> Evening:
    """A match of the game in which players deploy their pieces first."""
    policy = Policy(gm=("gm@table",), layout="shared", open_hands=True)
    evening = Evening(on="google", plays="win_or_die", policy=policy)
    evening.play(8)
    return evening


@pytest.mark.parametrize("name", sorted(games()))
def test_all_that_stands_on_a_board_is_a_token_on_coloured_ground(name: str) -> None:
    evening = deployed() if name == "win_or_die" else open_evening(name)
    session, book = evening.table.session, evening.record.workbooks[0]
    sides = {seat.team for seat in evening.seats} | {seat.id for seat in evening.seats}
    drawn, found = evening.table.workbooks.looks.shown[book.key], 0
    for tab in boards_of(evening, book):
        noted = joined(drawn[tab.key].marks)
        marks = {key: json.loads(noted[key]) for key in (PLACES, PIECES, TOKENS, FLOORS) if key in noted}
        tokens = marks.get(TOKENS, {})
        assert {*tokens} <= {*marks[PLACES]}
        assert {*marks.get(PIECES, {}).values()} <= {*tokens}
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for _, colour in marks.get(FLOORS, {}).values())
        found += sum(each.get("side") in sides for here in tokens.values() for each in here)
    assert found >= session.game.players[0]


def test_the_style_of_a_ground_becomes_its_colour_and_no_other_mark_changes() -> None:
    marks = board_marks({"A1": (0, 0)}, tokens={"A1": (Token("Ana"),)}, floors={"A1": ("♣", "terrain.forest")})
    made = with_floor_colours(Grid(((),), marks=marks), {"terrain": Style(fill="#123456")})
    assert json.loads(joined(made.marks)[FLOORS]) == {"A1": ["♣", "#123456"]}
    assert {key: text for key, text in made.marks if key != FLOORS} == {k: t for k, t in marks if k != FLOORS}
