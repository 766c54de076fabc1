"""The sentences of the log."""

from __future__ import annotations

import pytest

from sheets_gm.adapters.roster import made_up
from sheets_gm.games.gvg.data import SPEED, Settings
from sheets_gm.games.gvg.events import BossHit, BossSlain, Flew, Fought, Moved, Part, Side, SkillUsed
from sheets_gm.games.gvg.views import describe
from sheets_gm.kernel.outcome import Event
from tests.games.gvg.table import GVG

SEATS = {seat.id: seat for seat in made_up(GVG.places(Settings()))}


@pytest.mark.parametrize(
    ("event", "end"),
    [
        (SkillUsed(clause="GVG-71", team="blue", skill=SPEED, left=1), "(1 coin left)"),
        (SkillUsed(clause="GVG-71", team="blue", skill=SPEED, left=0), "(0 coins left)"),
        (Flew(clause="GVG-77", seat="blue1", end="C5", left=1), "(1 charge left)"),
        (
            Moved(clause="GVG-20", seat="blue1", start="B10", end="B11", wanted="B12", steps=1),
            "towards B12, 1 step at most)",
        ),
        (BossHit(clause="GVG-61", teams=("blue",), left=1), "1 HP left"),
        (BossSlain(clause="GVG-61", coins={"blue": 1, "red": 2}), "Blue gains 1 coin, Red gains 2 coins"),
    ],
)
def test_the_singular_is_used_for_one(event: Event, end: str) -> None:
    assert describe(event, SEATS).endswith(end)


def test_a_side_without_rolls_is_described_by_its_players() -> None:
    ana = Side(team="blue", parts=(Part(what="roll", amount=4, seat="blue1"),), seats=("blue1",))
    healer = Side(team="red", parts=(), seats=("red2",))
    fought = Fought(clause="GVG-40", at="C5", place="open", attack=ana, defence=healer, outcome="attack")
    assert describe(fought, SEATS) == f"C5: Ana 4 against {SEATS['red2'].player} (no roll) 0: Blue wins"
    none = fought.but(defence=healer.but(seats=()))
    assert describe(none, SEATS) == "C5: Ana 4 against no player of Red 0: Blue wins"
