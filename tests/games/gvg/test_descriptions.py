"""The sentences of the log."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import FLY, HOLD, SPEED
from sheets_gm.games.gvg.position.events import (
    BossHit,
    BossSlain,
    Flew,
    Fought,
    KnockedDown,
    Moved,
    Part,
    Respawned,
    Side,
    SkillUsed,
)
from sheets_gm.games.gvg.views.visible import describe
from sheets_gm.kernel.outcome import Event
from tests.games.gvg.table import GVG, play, position

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


@pytest.mark.clause("GVG-R15")
def test_a_player_who_does_not_roll_is_named_beside_the_numbers_of_its_side() -> None:
    match = position({"blue1": "DPS C13", "red1": "Tank C13", "red2": "DPS C13"})
    rolls = {"attack of blue1 at C13": 6, "defence of Bulwark C13": 1, "defence of red2 at C13": 2}
    (fought,) = play(match, {"red1": "HOLD"}, rolls=rolls).of_kind("fought")
    assert describe(fought, SEATS) == (
        f"Bulwark C13: Ana 6 + DPS 2 = 8 against Bulwark 1 + {SEATS['red2'].player} 2 = 3 "
        f"with {SEATS['red1'].player} (holds): the attack succeeds"
    )


@pytest.mark.clause("GVG-72", "GVG-R31")
def test_the_line_of_healing_reduction_names_the_team_whose_healers_add_nothing() -> None:
    match = position({"blue1": "Tank C9", "blue2": "Healer C9", "red1": "Tank C9"}, coins={"red": 2})
    after = play(match, {"blue2": "BUFF"}, {"red": ["Healing Reduction"]})
    (used,) = after.of_kind("skill_used")
    assert describe(used, {}) == "Red uses Healing Reduction (1 coin left): the buffs of Blue's Healers add nothing"
    (fought,) = after.of_kind("fought")
    healer = SEATS["blue2"].player
    assert "+ buff" not in describe(fought, SEATS)
    assert f"with {healer} (buffs)" in describe(fought, SEATS)
    assert describe(fought, SEATS).endswith(f"; Healing Reduction negates the buff of {healer}")


@pytest.mark.clause("GVG-14", "GVG-R16")
@pytest.mark.parametrize(("stacks", "buff"), [(True, "buff 4 (Ben and Cleo)"), (False, "buff 2 (Ben)")])
def test_a_battle_names_the_healers_who_buff_a_roll(stacks: bool, buff: str) -> None:
    at = {"blue1": "Tank C9", "blue2": "Healer C9", "blue3": "Healer C8", "red1": "Tank C9"}
    match = position(at, settings={"buff_stacks": stacks})
    (fought,) = play(match, {"blue2": "BUFF", "blue3": "BUFF"}).of_kind("fought")
    assert f"Ana {fought.attack.parts[0].amount} + {buff}" in describe(fought, SEATS)
    assert "with Ben (buffs)" in describe(fought, SEATS)
    assert [*fought.buffed] == ["blue1"]  # who does not roll is buffed by nobody
    assert fought.negated == ()


@pytest.mark.clause("GVG-R15")
def test_each_who_does_not_roll_is_named_with_what_it_does_or_was_before_that_was_told() -> None:
    side = Side(team="blue", parts=(), seats=("blue1", "blue2", "blue3"))
    none = Side(team="red", parts=(), seats=())
    fought = Fought(clause="GVG-40", at="C5", place="open", attack=side, defence=none, outcome="stalemate")
    assert describe(fought, SEATS).startswith("C5: Ana, Ben and Cleo (no roll) 0 against")
    told = fought.but(idle={"blue1": HOLD, "blue2": FLY, "blue3": HOLD})
    assert describe(told, SEATS).startswith("C5: Ana and Cleo (holds) and Ben (came by a Ballista charge) 0 against")


@pytest.mark.parametrize(("place", "begin"), [("tree", "The Tree at C5: Ana 4"), ("boss", "The Boss at C5: Ana 4")])
def test_a_battle_for_the_tree_or_with_the_boss_begins_with_a_capital(place: str, begin: str) -> None:
    ana = Side(team="blue", parts=(Part(what="roll", amount=4, seat="blue1"),), seats=("blue1",))
    fought = Fought.model_validate(
        {"clause": "GVG-40", "at": "C5", "place": place, "attack": ana, "defence": ana, "outcome": "attack"}
    )
    assert describe(fought, SEATS).startswith(begin)


@pytest.mark.clause("GVG-28", "GVG-29", "GVG-48")
def test_a_battle_shows_every_part_of_both_totals() -> None:
    match = position(
        {"blue1": "DPS C16", "blue2": "Healer C15"}, bulwarks={"A13": 0, "C13": 0, "E13": 0}, coins={"blue": 1}
    )
    after = play(
        match,
        {"blue2": "BUFF"},
        {"blue": ["Fish Damage"]},
        rolls={"attack of blue1 at C16": 5, "defence of Fish C16": 4},
    )
    (fought,) = after.of_kind("fought")
    assert describe(fought, {}) == (
        "Fish C16: blue1 5 + DPS 2 + buff 2 (blue2) + Fish Damage 4 = 13 "
        "against Fish 4 − tier 2 = 2: the attack succeeds"
    )
    (lost,) = after.of_kind("heart_lost")
    assert describe(lost, {}) == "Red's Fish C16 loses 1 HP: ♥♥♥♥♥ 5 left"
    assert describe(lost.but(left=0), {}) == "Red's Fish C16 is destroyed: the Tree is available"


def test_players_are_counted_in_the_verb() -> None:
    down = KnockedDown(clause="GVG-31", seats=("blue1",), at="BASE_B")
    assert describe(down, {}) == "blue1 is knocked down at Blue Base"
    assert describe(down.but(seats=("blue1", "red2")), {}) == "blue1 and red2 are knocked down at Blue Base"
    back = Respawned(clause="GVG-82", seats=("blue1",), team="blue")
    assert describe(back, {}) == "blue1 respawns at Blue's Base"
    assert describe(back.but(seats=("blue1", "blue2")), {}) == "blue1 and blue2 respawn at Blue's Base"


def moved(**changes: Any) -> str:
    plain = Moved(clause="GVG-23", seat="blue1", start="A1", end="A4", steps=4, roll=4)
    return describe(plain.but(**changes), {})


@pytest.mark.clause("GVG-23", "GVG-71", "GVG-76")
def test_a_move_names_the_roll_and_the_skill_that_allowed_it() -> None:
    assert moved() == "blue1 moves A1 → A4 (roll 4)"
    assert moved(steps=5, roll=2, skill=SPEED) == "blue1 moves A1 → A4 (roll 2 + Player Speed 3)"
    assert moved(wanted="A9") == "blue1 moves A1 → A4 (towards A9, roll 4)"
    assert moved(steps=2, roll=None) == "blue1 moves A1 → A4 (2 steps at most)"
    assert moved(roll=None, skill="Tree Speed") == "blue1 moves A1 → A4 (4 steps at most with Tree Speed)"


@pytest.mark.clause("GVG-64", "GVG-R24")
def test_the_line_of_a_killed_boss_shows_the_margins_that_earned_its_coins() -> None:
    match = position({"blue1": "DPS A9", "red1": "DPS A9"}, turn=16, boss="A9 1")
    rolls = {"attack on the Boss of blue1 at A9": 6, "defence of the Boss against blue": 1,
             "attack on the Boss of red1 at A9": 4, "defence of the Boss against red": 1}  # fmt: skip
    (killed,) = play(match, rolls=rolls).of_kind("boss_slain")
    assert describe(killed, {}) == "The Boss is killed: Blue gains 2 coins (margins over the Boss: Blue 5, Red 3)"
    alone = killed.but(margins={"blue": 5})
    assert describe(alone, {}) == "The Boss is killed: Blue gains 2 coins"


@pytest.mark.clause("GVG-8", "GVG-R36")
def test_the_final_line_shows_the_numbers_that_decided() -> None:
    match = position({"blue1": "DPS BASE_B", "red1": "DPS BASE_R"}, turn=60, bulwarks={"A13": 2, "A5": 1})
    (ended,) = play(match).of_kind("ended")
    assert describe(ended, {}) == "Red wins the match: the enemy's Bulwarks have less HP left (Blue 7, Red 8 HP)"
    tied = position({"blue1": "DPS BASE_B", "red1": "DPS BASE_R"}, turn=60)
    (ended,) = play(tied).of_kind("ended")
    assert describe(ended, {}) == "The match is a draw: the teams are tied in every tie-breaker"


@pytest.mark.clause("GVG-R26")
def test_a_tree_that_returns_home_is_in_the_log() -> None:
    match = position({"blue1": "DPS C4"}, turn=8, settings={"tree_reset_turns": 3}, fish={"red": 0},
                     trees={"red": "C9"}, dropped={"red": 5})  # fmt: skip
    (reset,) = play(match).of_kind("tree_reset")
    assert describe(reset, {}) == "Red's Tree returns home to C16"
