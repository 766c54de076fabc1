"""Movement (rulebook, "Movement").

Laws: the start is not paid for and stops nobody, every tile entered is and may; an enemy's tile cannot be entered;
one's own and allied units may be passed, and nobody may end on them; so a forced stop never falls on one.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.wesnoth.state import Match, Sight, Unit, remembered, sight
from sheets_gm.kernel.geometry.cheapest_paths import Reach, cheapest_paths
from sheets_gm.kernel.outcome import Remark

FAR = 99
"""More points than any way on a map takes."""


def reach(match: Match, unit: Unit) -> Reach[str]:
    """Everywhere that *unit* may end a move, its own tile among them (WES-20 to WES-27)."""
    known = _reaches(match)
    if unit.id not in known:
        known[unit.id] = _reach(sight(match), unit)
    return known[unit.id]


@remembered
def _reaches(match: Match) -> dict[str, Reach[str]]:  # noqa: ARG001 - filled as they are asked for
    return {}


def _reach(look: Sight, unit: Unit) -> Reach[str]:
    world = look.world
    pawn = look.pawn(unit)
    ground = _ground(look.match)
    if unit.seat not in ground:
        team = look.team[unit.seat]
        enemies = [other.at for other in look.match.units if look.team[other.seat] != team]
        friends = frozenset(other.at for other in look.match.units if look.team[other.seat] == team)
        ground[unit.seat] = enemies, friends, stops(look, unit.seat)
    enemies, friends, halts = ground[unit.seat]
    costs = dict(world.costs(pawn))
    for tile in enemies:
        costs.pop(tile, None)  # WES-25
    return cheapest_paths(
        unit.at, pawn.moves, world.board.graph.adjacency, costs, stops=halts, passed=friends - {unit.at}
    )


@remembered
def _ground(match: Match) -> dict[str, tuple[list[str], frozenset[str], frozenset[str]]]:  # noqa: ARG001
    """By seat: tiles of enemies, of friends, and those on which its units must stop."""
    return {}


def stops(look: Sight, seat: str) -> frozenset[str]:
    """Tiles on which every unit of *seat* must stop: villages that are not its side's, and enemies beside it."""
    team = look.team[seat]
    owners = look.match.villages
    foreign = [tile for tile in look.world.board.villages if look.team.get(owners.get(tile, "")) != team]
    return look.zones(team).union(foreign)  # WES-21, WES-22


def parse_route(text: str) -> tuple[str, ...]:
    """The tiles that a typed route names, however they are set apart ("D5 D6, E6")."""
    for mark in ",;>-→":
        text = text.replace(mark, " ")
    return tuple(word.upper() for word in text.split())


def check_route(match: Match, unit: Unit, route: tuple[str, ...]) -> Remark | None:
    """Why *unit* cannot go *route*, tile by tile (without its own tile, the destination in it), or None."""
    look = sight(match)
    costs = match.world.costs(look.pawn(unit))
    halts = stops(look, unit.seat)
    here, left = unit.at, look.pawn(unit).moves
    for at, tile in enumerate(route):
        wrong = _step(match, look, unit, here, tile)
        if wrong is None and costs[tile] > left:
            wrong = f"{tile} costs {costs[tile]}, and {left} of its movement points are left", "WES-20"
        if wrong is not None:
            return _wrong(match, unit, route, at, *wrong)
        left -= costs[tile]
        last = at == len(route) - 1
        if not last and tile in halts:
            why = f"it must stop at {tile}{_why_stop(look, unit, tile)}"
            return _wrong(match, unit, route, at + 1, why, "WES-24")
        here = tile
    if route and here in look.at and look.at[here].id != unit.id:
        return _wrong(match, unit, route, len(route) - 1, f"{look.at[here].label} stands at {here}", "WES-25")
    return None


def _step(match: Match, look: Sight, unit: Unit, here: str, tile: str) -> tuple[str, str] | None:
    """Why nobody can step from *here* to *tile*, and the clause that says so."""
    near = match.world.board.graph.adjacency
    if tile not in near:
        return f"there is no tile {tile}", "WES-20"
    if tile not in near[here]:
        return f"{tile} is not beside {here}", "WES-20"
    if tile in look.at and look.hostile(unit.seat, look.at[tile].seat):
        return f"{look.at[tile].label} is in the way at {tile}", "WES-25"
    return None


def _why_stop(look: Sight, unit: Unit, tile: str) -> str:
    if tile in look.zones(look.team[unit.seat]):
        enemies = [each for each in look.enemies_beside(tile, unit.seat) if look.pawn(each).level]
        return f", beside {enemies[0].label}" if enemies else ""
    return ", a village that is not its side's"


def _wrong(match: Match, unit: Unit, route: tuple[str, ...], good: int, text: str, clause: str) -> Remark:
    """What is wrong with *route*, of which the first *good* tiles are right, and the nearest route that would do."""
    return Remark(field="route", text=text, instead=_mended(match, unit, route, good), clause=clause)


def _mended(match: Match, unit: Unit, route: tuple[str, ...], good: int) -> str | None:
    """The way to where *route* ends, if there is one; else as far as it is right; else the way nearest to its end."""
    known = reach(match, unit)
    goal = route[-1]
    if goal in known.ends and goal != unit.at:
        return " ".join(known.path(goal)[1:])
    if good and route[good - 1] in known.ends:
        return " ".join(route[:good])
    ends = tuple(tile for tile in known.ends if tile != unit.at)
    near = match.world.board.nearest(goal, ends) if goal in match.world.terrain else None
    return " ".join(known.path(near)[1:]) if near else None


def why_not(match: Match, unit: Unit, to: str) -> str:
    """Why *unit* cannot end on *to*, in the table's words."""
    look = sight(match)
    if to in look.at:
        return f"{look.at[to].label} stands at {to}"
    pawn = look.pawn(unit)
    free = cheapest_paths(unit.at, FAR, match.world.board.graph.adjacency, match.world.costs(pawn))
    cost = free.ends[to][0]
    if cost > pawn.moves:
        return f"{to} costs {cost} movement points, and {unit.label} has {pawn.moves}"
    halts = stops(look, unit.seat)
    for tile in free.path(to)[1:]:
        if tile in look.at and look.hostile(unit.seat, look.at[tile].seat):
            return f"{look.at[tile].label} is in the way to {to}, at {tile}"
        if tile in halts:
            return f"on the way to {to} it must stop at {tile}{_why_stop(look, unit, tile)}"
    raise ValueError(f"{unit.label} can go to {to}")


def ends(match: Match, unit: Unit) -> Mapping[str, int]:
    """Where *unit* may end, itself first, and what it costs."""
    return {tile: cost for tile, (cost, _) in reach(match, unit).ends.items()}
