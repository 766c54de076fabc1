"""The bots: what a sensible player does in a plain position."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.play_out import bot_dice, play_out
from sheets_gm.games.wesnoth.position.events import Moved, Recruited
from sheets_gm.games.wesnoth.position.state import Match
from tests.games.wesnoth.table import WES, position


def does(match: Match, bot: str = "keen") -> dict[str, Any]:
    """The cells that the acting player's bot fills in, empty ones left out."""
    forms = tuple(form for form in WES.open(match) if form.seat == match.acting)
    (filled,) = WES.people.bots[bot](WES.view(match, match.acting), forms, bot_dice("bot"))
    return {name: cell for name, cell in filled.cells.items() if cell}


FARTHEST = 6
"""The most tiles between a unit of `keen` that has moved and the nearest other one."""

FAR_LEADERS = {"r1": "Orcish Warrior I8 leader", "b1": "Lieutenant A1 leader spent"}


def test_it_takes_a_village_in_reach() -> None:
    done = does(position({**FAR_LEADERS, "b2": "Spearman B2"}))
    assert (done["action"], done["to"]) == ("Move", "B4")


def test_it_strikes_down_a_leader_it_can_reach() -> None:
    units = {"b1": "Lieutenant A1 leader spent", "b2": "Spearman C5", "r1": "Orcish Warrior E5 leader wounds 20"}
    done = does(position({**units, "r2": "Goblin Spearman C7 wounds 7"}))
    assert (done["action"], done["target"]) == ("Attack", "r1 Orcish Warrior")


def test_it_does_not_attack_what_would_only_hurt_it() -> None:
    units = {**FAR_LEADERS, "b2": "Bowman E5 wounds 11", "r2": "Troll Whelp E6"}
    done = does(position(units, time="first watch"))
    assert done.get("attack") != "melee 2-2 blade"


def test_a_badly_wounded_unit_goes_back_to_a_village_of_its_own_and_rests_there() -> None:
    units = {**FAR_LEADERS, "b2": "Spearman C5 wounds 11", "r2": "Orcish Grunt H6"}
    match = position(units, villages={"B4": "blue", "F6": "red", "G4": "red"})
    done = does(match)
    assert (done["action"], done["to"]) == ("Move", "B4")
    there = position({**units, "b2": "Spearman B4 wounds 11"}, villages={"B4": "blue", "F6": "red", "G4": "red"})
    assert does(there) == {"unit": "b2 Spearman", "action": "Rest", "ready": True}


def test_its_leader_stays_on_the_main_tile_while_it_can_recruit() -> None:
    done = does(position({"r1": "Orcish Warrior I8 leader"}, players={"blue": "Loyalists 3", "red": ""}))
    assert (done["unit"], done["action"]) == ("b1 Lieutenant", "Recruit")


def test_it_conquers_a_castle_it_besieges() -> None:
    done = does(position({"b2": "Spearman I1 besieging", "r1": "Orcish Warrior E5 leader"}))
    assert (done["unit"], done["action"]) == ("b2 Spearman", "Conquest")


def test_it_ends_its_turn_when_nothing_is_left_to_do() -> None:
    assert does(position({**FAR_LEADERS, "b2": "Spearman E5 spent"})) == {"action": "End turn", "ready": True}


@pytest.mark.parametrize("faction", ["Loyalists", "Undead", "Knalgan Alliance"])
def test_it_recruits_what_fights_best_for_its_price_and_more_than_one_kind(faction: str) -> None:
    """A mercenary costs more, so an army of one's own is larger."""
    made = WES.settings(gold=30)
    seats = tuple(seat.but(traits={"faction": faction}) for seat in made_up(WES.places(made)))
    bots = {seat.id: WES.people.bots["keen"] for seat in seats}
    steps = list(play_out(WES, made, seats, bots, bytes(32), turns=24))
    events = [event for step in steps for event in step.events]
    hired = {event.unit.partition(" ")[2] for event in events if isinstance(event, Recruited)}
    tables = steps[-1].state.world.tables
    assert len(hired) >= 2
    assert all(tables.recruits[faction][name].faction == faction for name in hired)


@pytest.mark.parametrize(("gold", "advance"), [(3, "Swordsman"), (2, None)])
def test_it_advances_who_kills_where_it_can_pay(gold: int, advance: str | None) -> None:
    units = {**FAR_LEADERS, "b2": "Spearman E5", "r2": "Orcish Grunt E6 wounds 13"}
    done = does(position(units, players={"blue": f"Loyalists {gold}", "red": ""}))
    assert (done["action"], done.get("advance")) == ("Attack", advance)


def test_a_leader_that_is_hurt_strikes_a_neighbour_who_is_nearly_dead() -> None:
    match = position(
        {"r1": "Orcish Warrior I8 leader", "b1": "Lieutenant A1 leader wounds 20", "r2": "Orcish Grunt B1 wounds 36"}
    )
    assert (does(match)["action"], does(match)["target"]) == ("Attack", "r2 Orcish Grunt")


def test_a_horseman_does_not_attack_alone_across_the_map() -> None:
    units = {**FAR_LEADERS, "b2": "Horseman B2", "b3": "Spearman A2 spent", "r2": "Orcish Grunt F2"}
    match = position(
        units, players={"blue": "Loyalists 0", "red": ""}, villages=dict.fromkeys(("B4", "F6", "G4"), "blue")
    )
    done = does(match)
    assert (done["unit"], done["action"]) == ("b2 Horseman", "Move")
    assert match.world.board.far[done["to"]]["A2"] <= 4


def test_no_unit_goes_far_from_the_others_where_an_enemy_can_attack_it() -> None:
    seats = made_up(WES.places(WES.settings()))
    bots = dict.fromkeys([seat.id for seat in seats], WES.people.bots["keen"])
    marches = 0
    for seed in (4, 7):
        for step in play_out(WES, WES.settings(), seats, bots, seed.to_bytes(32, "big")):
            match = step.state
            for event in step.events:
                unit = next((each for each in match.units if each.label == getattr(event, "unit", "")), None)
                if isinstance(event, Moved) and len(event.way) > 1 and unit is not None and not unit.leader:
                    marches += 1
                    others = [each.at for each in match.units if each.seat == unit.seat and each.id != unit.id]
                    assert min((match.world.board.far[unit.at][at] for at in others), default=0) <= FARTHEST
    assert marches > 20
