"""The bonuses of a battle roll (rulebook 6.3): strength, colour, terrain, structure, raid, features, weather."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sheets_gm.games.war_game.data.creatures import colour_bonus
from sheets_gm.games.war_game.data.weather import weather_bonus
from sheets_gm.games.war_game.data.words import (
    ATTACKS,
    COALITION,
    FEATURE,
    HELPS,
    HOME_TERRAINS,
    MERCENARIES,
    PHYREXIA,
    RAIDS,
    SWAMP,
)
from sheets_gm.games.war_game.data.world import plane_of
from sheets_gm.games.war_game.position.events import Part
from sheets_gm.games.war_game.position.state import Army, Battle, Match, Units
from sheets_gm.games.war_game.rules.combat.strategies import kill_attempts


def strength(match: Match, units: tuple[Units, ...], level: int) -> int:
    """Return the strength of *units*: the sum over them, each with the weight of its slot."""
    sizes = match.world.ranks[level].sizes
    return sum(each.count * sizes[each.slot - 1] for each in units)


def squad_of(units: tuple[Units, ...], size: int) -> dict[str, int]:
    """Return the creatures of a kill squad of *size*: from the highest slot, the largest stack first."""
    left, taken = size, {}
    for each in sorted((each for each in units if each.slot == 4), key=lambda each: (-each.count, each.creature)):
        taken[each.creature] = min(left, each.count)
        left -= taken[each.creature]
    return taken


def without_squad(units: tuple[Units, ...], size: int) -> tuple[Units, ...]:
    """Return *units* without a kill squad of *size*."""
    squad = squad_of(units, size)
    return tuple(each.but(count=each.count - squad.get(each.creature, 0)) if each.slot == 4 else each for each in units)


def fighting(match: Match, battle: Battle, name: str) -> tuple[Units, ...]:
    """Return the units of *name* that take part in the battle, without a kill squad (CPW-193)."""
    army = match.army(name)
    if name in kill_attempts(match, battle):
        return without_squad(army.units, match.world.battle["kill squad"])
    return army.units


def side_strength(match: Match, battle: Battle, names: tuple[str, ...]) -> int:
    """Return the total strength of one side of a battle."""
    return sum(strength(match, fighting(match, battle, name), match.army(name).level) for name in names)


def has_colour_bonus(match: Match, army: Army) -> bool:
    """Whether all units of an army share a colour or are colourless (CPW-66). The legend does not count (CPW-65)."""
    return colour_bonus(match.world.creatures[each.creature] for each in army.units if each.count)


def at_home(army: Army, terrain: str) -> bool:
    """Whether *terrain* is the home terrain of the army's primary faction, or a swamp for Phyrexia."""
    if army.side == PHYREXIA:
        return terrain == SWAMP
    return army.side == COALITION and terrain in HOME_TERRAINS.get(army.primary, ())


def bonuses(match: Match, battle: Battle, *, first: bool) -> tuple[Part, ...]:
    """Return the bonuses of one side, without its strategy and the judge's addition (CPW-187)."""
    names, others = (battle.first, battle.second) if first else (battle.second, battle.first)
    armies = [match.army(name) for name in names]
    table, terrain = match.world.battle, match.world.terrain[battle.place]
    size = table.size_bonus(side_strength(match, battle, names), side_strength(match, battle, others))
    raider = first and battle.type == RAIDS
    parts = [
        Part(what="size", amount=size),
        Part(what="colour", amount=table["colour"] * all(has_colour_bonus(match, army) for army in armies)),
        Part(what="home terrain", amount=table["home terrain"] * all(at_home(army, terrain) for army in armies)),
        Part(what="own structure", amount=table["own structure"] * (battle.holder == armies[0].side)),
        Part(what="raid", amount=table["raid"] * raider),
        Part(what="feature", amount=table["feature"] * _has_feature(match, armies[0].side, plane_of(battle.place))),
        Part(what="weather", amount=_weather(match, battle, terrain, first=first)),
    ]
    return tuple(part for part in parts if part.amount)


def _has_feature(match: Match, side: str, plane: str) -> bool:
    """Whether *side* controls a feature of the plane that helps in battles."""
    if side == MERCENARIES:
        return False
    return any(
        each.kind == FEATURE and each.effect == HELPS and match.control.get(each.name) == side
        for each in match.world.structures.values()
        if plane_of(each.place) == plane
    )


def _weather(match: Match, battle: Battle, terrain: str, *, first: bool) -> int:
    """Return the weather bonus of a side, which only an attacker or a raider has."""
    if not first or battle.weather is None or battle.type not in (ATTACKS, RAIDS):
        return 0
    raider = battle.type == RAIDS
    return weather_bonus(match.world.weather, plane_of(battle.place), battle.weather, terrain, raider=raider)


@lru_cache(maxsize=1024)
def chance(lead: int, die: int) -> Fraction:
    """Return the chance to win with *lead* before both roll. Equal totals are rolled again."""
    faces = range(1, die + 1)
    wins = sum(one + lead > other for one in faces for other in faces)
    losses = sum(one + lead < other for one in faces for other in faces)
    return Fraction(wins, wins + losses) if wins + losses else Fraction(1, 2)
