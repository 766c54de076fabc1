"""The laws: each names what is wrong with a position that breaks it, and is silent about one that does not."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.win_or_die.data.words import ENHANCEMENTS, RED, SAME, TEAL
from sheets_gm.games.win_or_die.position.orders import Command
from sheets_gm.games.win_or_die.position.state import Match, Question
from sheets_gm.games.win_or_die.rules.laws import LAWS
from sheets_gm.kernel.outcome import Result
from tests.games.win_or_die.table import position


def broken(match: Match) -> list[str]:
    return [message for law in LAWS if (message := law(match)) is not None]


SOUND = position({"R1": "yav-U1 I5", "R2": "yav-L1 I6", "T1": "ann-U1 A5", "T2": "ann-H1 A6"})
OBSTACLE = sorted(SOUND.board.obstacles)[0]
TACTIC = sorted(SOUND.known.tactics)[0]
OVER = Result(winners=(RED,), reason="done", clause="WOD-90")
MOST = SOUND.settings.wins_needed
HEALTH = SOUND.known.cards["yav-U1"].health


def with_player(whose: str, **changes: Any) -> Match:
    return SOUND.but(players=tuple(each.but(**changes) if each.seat == whose else each for each in SOUND.players))


def with_unit(which: str, **changes: Any) -> Match:
    return SOUND.but(units=tuple(each.but(**changes) if each.id == which else each for each in SOUND.units))


def legion(*words: str, **player: Any) -> Match:
    """RED has these units, side by side."""
    spaces = [at for at in SOUND.board.terrain if at not in SOUND.board.obstacles]
    stand = {f"R{number}": f"{each.split()[0]} {at} {each[7:]}" for number, (each, at) in
             enumerate(zip(words, spaces, strict=False), start=1)}  # fmt: skip
    return position({**stand, "T1": f"ann-U1 {spaces[-1]}"}, players={RED: player} if player else None)


def test_a_sound_position_breaks_no_law() -> None:
    assert broken(SOUND) == []
    assert broken(with_unit("R1", damage=HEALTH - 1)) == []
    assert broken(with_unit("R1", tokens=SOUND.settings.tokens_per_unit)) == []
    assert broken(legion(*["yav-U1"] * 3)) == []
    assert broken(with_player(RED, tokens=9, extra=2)) == []
    assert broken(with_player(RED, tactics=(TACTIC,))) == []
    assert broken(with_player(RED, wins=MOST - 1)) == []


@pytest.mark.clause("WOD-12", "WOD-22", "WOD-24", "WOD-42", "WOD-44", "WOD-47", "WOD-50", "WOD-59", "WOD-62", "WOD-77")
@pytest.mark.clause("WOD-89", "WOD-90", "WOD-95", "WOD-105")
@pytest.mark.parametrize(
    ("match", "message"),
    [
        (with_unit("R1", at="Z99"), "R1 is at Z99, which is not a space"),
        (with_unit("R1", at=OBSTACLE), f"R1 is on the obstacle {OBSTACLE}"),
        (with_unit("R1", at="A5"), "several units are at A5"),
        (with_unit("R1", damage=-1), f"R1 has -1 damage of {HEALTH}"),
        (with_unit("R1", damage=HEALTH), f"R1 has {HEALTH} damage of {HEALTH}"),
        (with_unit("R1", damage=1, exposed=False), "R1 is hidden and damaged"),
        (with_unit("R2", id="R1"), "two units have the same base"),
        (with_player(RED, bases=1), "a base of red has a number above 1"),
        (legion(*["yav-U1"] * 13), "red uses 13 of 12 Battle Bases"),
        (with_unit("R1", tokens=-1), "R1 has -1 Command Tokens"),
        (with_unit("R1", tokens=4), "R1 has 4 Command Tokens"),
        (with_player(RED, tokens=8), "red has 8 Command Tokens, 0 of them extra"),
        (with_player(RED, tokens=1, extra=2), "red has 1 Command Tokens, 2 of them extra"),
        (with_player(RED, extra=-1), "red has 7 Command Tokens, -1 of them extra"),
        (legion("yav-L1", "yav-L1"), "red has several Leaders"),
        (legion(*["yav-U1"] * 4), "red has raised too many Levy Spearman"),
        (legion("yav-U1", raised=("yav-U2",)), "red has a unit that it did not raise"),
        (
            legion(*[f"yav-U1 {ENHANCEMENTS[0]}"] * (SAME + 1), raised=("yav-U1",)),
            f"red has too many {ENHANCEMENTS[0]} enhancements",
        ),
        (with_player(RED, crystals=-1), "red has -1 Titan Crystals and fatigue 0"),
        (with_player(RED, fatigue=-1), "red has 0 Titan Crystals and fatigue -1"),
        (with_player(RED, tactics=(TACTIC, TACTIC)), "red has the Tactics"),
        (with_player(RED, tactics=("Nonsense",)), "red has the Tactics"),
        (with_player(RED, morale_bonus=-99), "red is defeated, but the game goes on"),
        (SOUND.but(result=OVER), "in the phase battle"),
        (SOUND.but(phase="over"), "the result is None in the phase over"),
        (with_player(RED, wins=MOST), "and the match goes on"),
        (SOUND.but(acting="blue"), "red begins and blue acts"),
    ],
)
def test_a_broken_law_says_what_is_wrong(match: Match, message: str) -> None:
    said = next(found for law in LAWS if (found := law(match)) is not None)
    assert message in said


@pytest.mark.clause("WOD-24", "WOD-62")
def test_only_a_unit_that_flies_may_be_above_an_obstacle_and_only_while_a_question_is_open() -> None:
    for card, flies in (("ivy-U7", True), ("yav-U1", False)):
        match = position({"R1": f"{card} {OBSTACLE}", "T1": "ann-U1 A5"})
        question = Question(
            seat=TEAL, trigger="moved", command=Command(unit="R1"), units=match.units, players=match.players
        )
        above = [f"R1 is on the obstacle {OBSTACLE}"]
        assert broken(match) == above
        assert broken(match.but(question=question)) == ([] if flies else above)


@pytest.mark.clause("WOD-24", "WOD-62")
def test_only_a_unit_that_flies_may_be_above_another_one_and_only_while_a_question_is_open() -> None:
    for card, flies in (("ivy-U7", True), ("yav-U1", False)):
        match = position({"R1": f"{card} A5", "R2": f"{card} C5", "T1": "ann-U1 A5"})
        question = Question(
            seat=TEAL, trigger="moved", command=Command(unit="R1"), units=match.units, players=match.players
        )
        crowd = ["several units are at A5"]
        assert broken(match) == crowd
        assert broken(match.but(question=question)) == ([] if flies else crowd)
