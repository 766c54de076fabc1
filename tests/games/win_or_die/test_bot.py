"""What the bots do: they build legions that can stand, and use what the game offers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise, takewhile
from typing import Any

import pytest

from sheets_gm.games.finding import game
from sheets_gm.games.play_out import play_out, seats_for
from sheets_gm.games.win_or_die.bots.bot import best
from sheets_gm.games.win_or_die.bots.setup import deployment, legion
from sheets_gm.games.win_or_die.bots.style import Style
from sheets_gm.games.win_or_die.data.words import RED, other
from sheets_gm.games.win_or_die.position.orders import Enlist
from sheets_gm.games.win_or_die.position.state import Battlefield, Match, Unit
from sheets_gm.games.win_or_die.rules.setup import legions
from sheets_gm.games.win_or_die.views.visible import view
from tests.games.win_or_die.table import position
from tests.games.win_or_die.test_turns import Setup, pick

WOD = game("win_or_die")

CALM = Style(caution=0.8, hunt=0.12)


def command(match: Match) -> Mapping[str, Any]:
    """What the bot commands, from what it sees."""
    return {name: value for name, value in best(view(match, RED).match.field, RED, CALM).cells.items() if value}


@pytest.mark.parametrize("budget", [20, 10, 40])
@pytest.mark.parametrize(
    "region", ["Ivy Republic", "Yaveil Alliance", "Dadao Empire", "Chaos Realm", "Annihilation Horde"]
)
def test_a_bot_builds_a_legion_that_can_stand_and_deploys_it(region: str, budget: int) -> None:
    setup = Setup(budget=budget).go(red=pick(region), teal=pick("Chaos Realm"))
    rows = [Enlist.model_validate({"slot": slot, **cells}) for slot, cells in enumerate(legion(setup.match, RED))]
    assert not any(legions.check(setup.match, RED, row) for row in rows)
    assert not any(legions.fits(setup.match, rows))
    assert not legions.total(setup.match, rows).refuses
    setup.go(red=rows)
    places = deployment(setup.match, RED)
    assert len(set(places)) == len(rows)
    assert set(places) <= set(setup.match.board.deployment[RED])


def test_it_focuses_its_fire_on_the_unit_that_it_can_kill() -> None:
    match = position({"R1": "yav-U3 I5", "T1": "ann-U7 G5", "T2": "ann-U7 G6 damage 5"})
    assert command(match) == {"unit": "R1 Crossbowman", "command": "Attack", "target": "T2 Tusk Berserker"}


def test_it_does_not_throw_a_weak_unit_at_a_strong_one() -> None:
    match = position({"R1": "yav-U5 G5 damage 3", "T1": "ann-H1 G6"})
    assert command(match).get("command") != "Attack"


def test_it_takes_a_mine() -> None:
    found = command(position({"R1": "dad-U1 G4", "T1": "ann-U1 A5"}))
    assert found == {"unit": "R1 Conscript Blade", "command": "Move", "to": "G5"}


def test_it_heals_and_uses_ultimates_where_they_hurt() -> None:
    match = position({"R1": "yav-L2 I9", "R2": "yav-H1 I8 damage 3", "T1": "ann-U1 A5"}, players={RED: {"tokens": 1}})
    assert command(match)["ability"] == "Benediction"
    match = position(
        {"R1": "cha-H1 G5", "T1": "ann-U2 E5 damage 2", "T2": "ann-U3 F6 damage 3", "T3": "ann-U4 H6 damage 2"}
    )
    assert command(match)["ability"] == "Death Wave"


def test_it_convenes_the_council_and_calls_allies_when_it_can_pay() -> None:
    match = position({"R1": "yav-L1 I5", "T1": "ann-U1 A5"}, players={RED: {"crystals": 2}})
    assert command(match) == {"command": "War Council", "tactic": "Whetted Blades"}
    match = position({"R1": "yav-L1 I5", "T1": "ann-U1 A5"}, players={RED: {"crystals": 4, "convened": True}})
    assert (command(match)["command"], command(match)["card"]) == ("Call for Allies", "Ironclad Knight")


def test_it_ends_its_turn_when_nothing_is_worth_a_token() -> None:
    match = position({"R1": "yav-L1 I5 tokens 3", "T1": "ann-U1 A5"})
    assert command(match) == {"command": "End turn"}


def test_it_knows_no_more_of_hidden_enemies_than_its_player() -> None:
    ways = [
        position({"R1": "yav-U3 I5", "T1": f"{card} G5 hidden", "T2": "ann-U1 G6 hidden"}, morale={"teal": 15})
        for card in ("ann-H1", "ann-U2")
    ]
    assert command(ways[0]) == command(ways[1])


def far_from_enemies(field: Battlefield, unit: Unit) -> int:
    return min(field.board.far[unit.at][each.at] for each in field.units_of(other(unit.seat)))


@pytest.mark.parametrize("seed", range(3))
def test_no_leader_is_the_foremost_of_its_legion_after_its_first_turn(seed: int) -> None:
    made = WOD.settings(best_of=1)
    seats = seats_for(WOD, made)
    steps = play_out(WOD, made, seats, {each.id: WOD.people.bots["keen"] for each in seats}, seed.to_bytes(32, "big"))
    fields = takewhile(lambda field: field.turn <= 3, (step.state.field for step in steps))
    for before, after in pairwise(fields):
        if after.turn > before.turn > 0:
            own = after.units_of(before.acting)
            (leader,) = (unit for unit in own if after.card(unit).leader)
            others = [far_from_enemies(after, unit) for unit in own if unit.id != leader.id]
            assert far_from_enemies(after, leader) > min(others)
