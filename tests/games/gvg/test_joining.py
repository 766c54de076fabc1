"""Who joins a match of GvG begins at the Base of the team, and knows a movement roll where the others know theirs."""

from __future__ import annotations

import pytest

from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules.joining import join
from sheets_gm.games.gvg.rules.movement import movement_reason
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.seats import Seat
from tests.games.gvg.table import position
from tests.scripted_dice import Scripted

ZOE = Seat(id="blue2", player="Zoe", team="blue", traits={"role": "Healer"})


@pytest.mark.clause("GVG-1", "GVG-19", "GVG-R2")
@pytest.mark.parametrize(
    ("mode", "phase", "roll"),
    [("rolled", "orders", 4), ("two_step", "orders", 4), ("two_step", "commands", None), ("blind", "orders", None)],
)
def test_who_joins_knows_a_movement_roll_where_the_others_do(mode: str, phase: str, roll: int | None) -> None:
    match = position({"blue1": "DPS C5", "red1": "DPS C13"}, phase=phase, settings={"turn_mode": mode})
    dice = Dice(Scripted({movement_reason(match.turn, ZOE.id): 4}))
    joined = join(match, ZOE, dice)
    assert isinstance(joined, Match)
    assert [each.seat for each in joined.players] == ["blue1", "blue2", "red1"]
    assert (joined.players[1].at, joined.players[1].roll) == (match.board.bases["blue"], roll)
