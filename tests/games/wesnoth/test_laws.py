"""The laws: each names what is wrong with a position that breaks it, and is silent about one that does not."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.wesnoth.position.state import Fight, Match
from sheets_gm.games.wesnoth.rules.laws import LAWS
from sheets_gm.kernel.outcome import Result
from tests.games.wesnoth.table import position

SOUND = position({"b2": "Spearman E5", "r2": "Orcish Grunt E7"}, villages={"B4": "blue"})
FIGHT = Fight(attacker="b2", defender="r2", attack="melee", stage="counter", striker="b2")
LAST = position(round=6, settings={"max_rounds": 6})
FACTIONS = "Loyalists, Drakes, Knalgan Alliance, Rebels, Northerners and Undead"


def broken(match: Match) -> list[str]:
    return [message for law in LAWS if (message := law(match)) is not None]


def with_player(whose: str, match: Match = SOUND, **changes: Any) -> Match:
    return match.but(players=tuple(each.but(**changes) if each.seat == whose else each for each in match.players))


def with_unit(which: str, match: Match = SOUND, **changes: Any) -> Match:
    return match.but(units=tuple(each.but(**changes) if each.id == which else each for each in match.units))


def without(*ids: str, match: Match = SOUND) -> Match:
    return match.but(units=tuple(each for each in match.units if each.id not in ids))


def test_a_sound_position_breaks_no_law() -> None:
    assert broken(SOUND) == broken(LAST) == []


@pytest.mark.clause("WES-2", "WES-4", "WES-10", "WES-14", "WES-25", "WES-28", "WES-30", "WES-41", "WES-44", "WES-45")
@pytest.mark.parametrize(
    ("match", "message"),
    [
        (with_player("red", seat="blue"), "two players have the same seat or castle"),
        (with_player("red", castle=0), "two players have the same seat or castle"),
        (with_player("red", castle=4), "red has castle 4: there are 0 to 3"),
        (with_player("red", castle=-1), "red has castle -1: there are 0 to 3"),
        (with_player("red", faction="Elves"), f"red leads Elves: there are {FACTIONS}"),
        (with_unit("b2", seat="green"), "b2 Spearman belongs to no player: there are blue and red"),
        (SOUND.but(acting="green"), "it is green's turn: there are blue and red"),
        (with_unit("b2", at="Z9"), "Z9, which is not a tile"),
        (with_unit("b2", at="E7"), "several units are at E7"),
        (with_unit("b2", wounds=-1), "has -1 wounds of"),
        (with_unit("b2", wounds=99), "has 99 wounds of"),
        (with_unit("b2", id="b1"), "two units have the same name"),
        (with_unit("b2", leader=True), "blue has 2 leaders"),
        (with_player("red", gold=-1), "red has -1 gold"),
        (with_player("red", left=True), "red is out of the game, but has ["),
        (
            with_player("red", match=without("r1", "r2"), left=True, gold=1),
            "red is out of the game, but has [], 1 gold",
        ),
        (with_player("blue", match=without("b1", "b2"), left=True), "blue is out of the game, but has [], 0 gold"),
        (without("r1", "r2"), "red has no leader and is still in the game"),
        (SOUND.but(villages={"E5": "blue"}), "E5 has an owner, but is not a village"),
        (
            SOUND.but(villages={"B4": "red"}, units=with_unit("b2", at="B4").units),
            "stands on B4, which still belongs to red",
        ),
        (SOUND.but(round=0), "it is round 0 of"),
        (LAST.but(round=7), "it is round 7 of 6"),
        (
            SOUND.but(result=Result(winners=("blue",), reason="done", clause="WES-1"), fight=FIGHT),
            "the match is over, but an attack waits for an answer",
        ),
        (with_player("red", match=without("r1", "r2"), left=True), "only blue has a leader, but the match goes on"),
        (
            with_player("red", match=without("r1", "r2"), left=True).but(acting="red"),
            "it is red's turn, but red is out of the game",
        ),
    ],
)
def test_a_broken_law_says_what_is_wrong(match: Match, message: str) -> None:
    said = next(found for law in LAWS if (found := law(match)) is not None)
    assert message in said


def test_the_round_has_no_limit_where_none_is_set() -> None:
    assert broken(position(round=99, settings={"max_rounds": 0})) == []


def test_allies_stand_in_each_other_s_villages() -> None:
    players = {"blue": "", "red": "", "teal": "", "orange": ""}
    match = position(
        {"t2": "Elvish Fighter B4"}, players=players, settings={"teams": "1 2 1 2"}, villages={"B4": "blue"}
    )
    hostile = match.index.hostile("teal", "blue")
    assert bool(broken(match)) is hostile


def test_who_has_units_but_no_leader_may_play_on_where_that_is_set() -> None:
    units = {"b2": "Spearman E5", "r2": "Orcish Grunt E7"}
    match = position(units, players={"blue": "", "red": "", "teal": "leaderless"}, settings={"leaderless": "play_on"})
    assert broken(match) == ["teal has no leader and is still in the game"]
    there = position({**units, "t2": "Elvish Fighter E1"}, players={"blue": "", "red": "", "teal": "leaderless"},
                     settings={"leaderless": "play_on"})  # fmt: skip
    assert broken(there) == []
