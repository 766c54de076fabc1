"""The invariants of every position: each broken position is named by its law."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.gvg.position.state import Boss, Match, Tree
from sheets_gm.games.gvg.rules.laws import LAWS
from sheets_gm.kernel.outcome import Result
from tests.games.gvg.table import position


def broken(match: Match) -> str | None:
    """The first fault of *match*: later laws rely on earlier ones."""
    return next((fault for law in LAWS if (fault := law(match)) is not None), None)


def sound(**given: Any) -> Match:
    return position({"blue1": "DPS C4", "blue2": "Tank C5", "red1": "Healer C9"}, **given)


def with_player(which: str, **changes: Any) -> Match:
    match = sound()
    return match.but(players=tuple(each.but(**changes) if each.seat == which else each for each in match.players))


def with_blue(**changes: Any) -> Match:
    match = sound()
    return match.but(teams={**match.teams, "blue": match.teams["blue"].but(**changes)})


def with_tree(**given: Any) -> Match:
    return sound(fish={"red": 0}, trees={"red": "C4"}, **given)


def carried(by: str) -> Match:
    """The Tree of red at C9, carried by somebody who may not be there."""
    return with_tree().but(trees={"blue": Tree(at="C2"), "red": Tree(at="C9", carrier=by)})


DRAW = Result(winners=(), reason="a test", clause="GVG-8")

CASES: tuple[tuple[Match, str], ...] = (
    (with_player("blue2", seat="blue1"), "two players have the same seat"),
    (with_player("blue2", role="Bard"), "blue2 has the role Bard"),
    (with_player("blue2", team="green"), "blue2 has the team green"),
    (with_player("blue2", roll=7), "blue2 has rolled 7 on a die with 6 sides"),
    (with_player("blue2", roll=0), "blue2 has rolled 0"),
    (with_player("blue2", at="Z99"), "blue2 is at Z99"),
    (with_player("blue2", at="BASE_R"), "blue2 is in the enemy's Base"),
    (with_player("blue2", down=3), "down for more than 1 turn"),
    (sound().but(players=()), "there are no players"),
    (sound().but(teams={}), "teams needs blue and red"),
    (sound().but(fish={"blue": 6}), "fish needs blue and red"),
    (sound().but(trees={}), "trees needs blue and red"),
    (sound().but(bulwarks={"A5": 3}), "the Bulwarks are at"),
    (with_blue(captain="red1"), "red1 cannot be the captain of blue"),
    (with_blue(used={"Magic": 1}), "there is no skill Magic"),
    (sound().but(effects={"blue": ("Magic",)}), "there is no skill Magic"),
    (with_blue(coins=-1), "blue has -1 coins"),
    (with_blue(charges=-1), "-1 charges"),
    (sound(bulwarks={"A5": 4}), "the Bulwark at A5 has 4 HP"),
    (sound(bulwarks={"A5": -1}), "the Bulwark at A5 has -1 HP"),
    (sound().but(fish={"blue": 7, "red": 6}), "the Fish of blue has 7 HP"),
    (sound().but(fish={"blue": -1, "red": 6}), "the Fish of blue has -1 HP"),
    (sound().but(fish={"blue": 5, "red": 6}), "the Fish of blue has lost HP although all its Bulwarks stand"),
    (sound().but(boss=Boss(at="A9", hp=0)), "the Boss has 0 HP"),
    (sound().but(boss=Boss(at="A9", hp=4)), "the Boss has 4 HP"),
    (sound(trees={"red": "C9"}), "the Tree of red has moved although its Fish is alive"),
    (sound().but(trees={"blue": Tree(at="C2"), "red": Tree(at="C16", carrier="blue1")}), "the Tree of red has moved"),
    (carried(by="blue1"), "does not stand on its tile"),
    (carried(by="red1"), "carries its own team's Tree"),
    (sound(jungle=["B6"]).but(coins=("B6", "B6")), "there are two coins at B6"),
    (sound().but(coins=("A1",)), "there is a coin at A1"),
    (sound().but(turn=0), "the turn is 0 of 60"),
    (sound().but(turn=61), "the turn is 61 of 60"),
    (sound().but(phase="over"), "the phase is over and the result is None"),
    (sound().but(result=DRAW), "the phase is orders and the result is"),
    (sound().but(duel_score={"blue": 1}), "an Archery Duel that is not open"),
    (sound().but(duel_rounds=1), "an Archery Duel that is not open"),
    (sound().but(duel_open=True, duel_score={"blue": 3}), "blue has won the Archery Duel, and it is still open"),
    (sound().but(duel_open=True, duel_score={"blue": -1}), "fewer than 0 points"),
    (sound().but(duel_open=True, duel_rounds=-1), "fewer than 0 points or rounds"),
    (sound().but(duel_open=True, duel_score={"green": 1}), "the Archery Duel is between blue and red"),
)  # fmt: skip


@pytest.mark.parametrize(("match", "message"), CASES, ids=[message for _, message in CASES])
def test_a_broken_position_is_named(match: Match, message: str) -> None:
    assert message in (broken(match) or "")


@pytest.mark.parametrize(
    "match",
    [
        sound(),
        with_tree(),
        sound(bulwarks={"A5": 0}, fish={"blue": 1}, boss="A9 3", jungle=[]),
        sound(settings={"bulwark_hp": 9}, bulwarks={"A5": 9}),
        sound(turn=60).but(phase="over", result=DRAW),
        with_player("blue2", roll=6),
        with_player("blue2", down=4, roll=None),
        with_player("blue2", down=5, roll=None),
        sound(turn=30, phase="archery", duel={"blue": 2, "red": 2}),
    ],
)
def test_a_sound_position_breaks_no_law(match: Match) -> None:
    assert broken(match) is None


@pytest.mark.clause("GVG-R25")
def test_nobody_carries_both_trees() -> None:
    match = sound(settings={"owner_may_carry": True}, fish={"red": 0, "blue": 0}, trees={"red": "blue1"})
    both = match.but(trees={team: Tree(at="C4", carrier="blue1") for team in ("blue", "red")})
    assert broken(both) == "one player carries both Trees"
