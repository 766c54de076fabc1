"""Movement (rulebook, "Movement").

A unit does not pay for the tile where it starts and need not stop there. It pays for every tile that it enters, and may
have to stop there. It cannot enter a tile with an enemy. It may pass its own and allied units but not end on their
tiles, so a route on which it would have to stop there is illegal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sheets_gm.games.wesnoth.data.world import entry_costs
from sheets_gm.games.wesnoth.position.state import Index, Match, Unit
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.folding import fold, without_list_mark
from sheets_gm.kernel.geometry.cheapest_paths import Reach, cheapest_paths
from sheets_gm.kernel.outcome import Remark

FAR = 99
"""More movement points than any way on a map costs."""


def reach(match: Match, unit: Unit) -> Reach[str]:
    """Return every tile where *unit* may end a move, including its own (WES-20 to WES-27)."""
    return _reach(match.index, unit)


@lru_cache(maxsize=256)
def _reach(index: Index, unit: Unit) -> Reach[str]:
    world, pawn = index.world, index.pawn(unit)
    team = index.team[unit.seat]
    costs = dict(entry_costs(world, pawn))
    friends = set()
    for other in index.match.units:
        if index.team[other.seat] == team:
            friends.add(other.at)
        else:
            costs.pop(other.at, None)  # WES-25
    passed = frozenset(friends - {unit.at})
    return cheapest_paths(
        unit.at, pawn.moves, world.board.graph.adjacency, costs, stops=stops(index, unit.seat), passed=passed
    )


def stops(index: Index, seat: str) -> frozenset[str]:
    """Return the tiles where units of *seat* must stop: villages of other teams or nobody, and tiles next to
    enemies.
    """
    team = index.team[seat]
    owners = index.match.villages
    foreign = [tile for tile in index.world.board.villages if index.team.get(owners.get(tile, "")) != team]
    return index.zones(team).union(foreign)  # WES-21, WES-22


def parse_route(text: str) -> tuple[str, ...]:
    """Read the tiles of a typed route, with any separators ("D5 D6, E6")."""
    return tuple(word.upper() for word in re.split(r"[\s,;>-]+", without_list_mark(fold(text))) if word)


@dataclass(frozen=True, slots=True)
class _Fault:
    """Why a route is illegal. Its first *good* tiles are legal."""

    good: int
    text: str
    clause: str


def check_route(match: Match, unit: Unit, route: tuple[str, ...]) -> Remark | None:
    """Return why *unit* cannot follow *route*; None if it can. The route ends with the destination and excludes its own
    tile.
    """
    fault = _fault(match, unit, route)
    if fault is None:
        return None
    instead = _corrected(match, unit, route, fault.good)
    return Remark(field="route", text=fault.text, instead=instead, clause=fault.clause)


def _fault(match: Match, unit: Unit, route: tuple[str, ...]) -> _Fault | None:
    index = match.index
    costs = entry_costs(match.world, index.pawn(unit))
    halts = stops(index, unit.seat)
    here, left = unit.at, index.pawn(unit).moves
    for at, tile in enumerate(route):
        wrong = _step(match, unit, here, tile)
        if wrong is None and costs[tile] > left:
            wrong = f"{tile} costs {costs[tile]}, but the unit has {counted(left, 'movement point')} left", "WES-20"
        if wrong is not None:
            return _Fault(at, *wrong)
        left -= costs[tile]
        last = at == len(route) - 1
        if not last and tile in halts:
            return _Fault(at + 1, f"{unit.label} must stop at {tile}{_why_stop(index, unit, tile)}", "WES-24")
        here = tile
    if route and here in index.at and index.at[here].id != unit.id:
        return _Fault(len(route) - 1, f"{index.at[here].label} is at {here}", "WES-25")
    return None


def _step(match: Match, unit: Unit, here: str, tile: str) -> tuple[str, str] | None:
    """Return why *unit* cannot step from *here* to *tile*, apart from the cost, and the clause; None if it can."""
    index, near = match.index, match.world.board.graph.adjacency
    if tile not in near:
        return f"There is no tile {tile}", "WES-20"
    if tile not in near[here]:
        return f"{tile} is not next to {here}", "WES-20"
    if tile in index.at and index.hostile(unit.seat, index.at[tile].seat):
        return f"{index.at[tile].label} is in the way at {tile}", "WES-25"
    return None


def _why_stop(index: Index, unit: Unit, tile: str) -> str:
    if tile in index.zones(index.team[unit.seat]):
        enemies = [each for each in index.enemies_beside(tile, unit.seat) if index.pawn(each).level]
        return f", next to {enemies[0].label}" if enemies else ""
    return ", a village that its team does not own"


def _corrected(match: Match, unit: Unit, route: tuple[str, ...], good: int) -> str | None:
    """Return a legal route to suggest: to the end of *route*; else its *good* part; else to the nearest tile."""
    legal_moves = reach(match, unit)
    goal = route[-1]
    if goal in legal_moves.ends and goal != unit.at:
        return " ".join(legal_moves.path(goal)[1:])
    if good and route[good - 1] in legal_moves.ends:
        return " ".join(route[:good])
    ends = tuple(tile for tile in legal_moves.ends if tile != unit.at)
    near = match.world.board.nearest(goal, ends) if goal in match.world.terrain else None
    return " ".join(legal_moves.path(near)[1:]) if near else None


def why_not(match: Match, unit: Unit, to: str) -> str:
    """Return why *unit* cannot end on the tile *to*. Raises ValueError if it can."""
    index = match.index
    if to in index.at:
        return f"{index.at[to].label} is at {to}"
    pawn = index.pawn(unit)
    free = cheapest_paths(unit.at, FAR, match.world.board.graph.adjacency, entry_costs(match.world, pawn))
    cost = free.ends[to][0]
    if cost > pawn.moves:
        return f"{to} costs {cost} movement points, but {unit.label} has {pawn.moves}"
    halts = stops(index, unit.seat)
    for tile in free.path(to)[1:]:
        if tile in index.at and index.hostile(unit.seat, index.at[tile].seat):
            return f"{index.at[tile].label} is in the way to {to}, at {tile}"
        if tile in halts:
            return f"On the way to {to}, {unit.label} must stop at {tile}{_why_stop(index, unit, tile)}"
    raise ValueError(f"{unit.label} can go to {to}")


def ends(match: Match, unit: Unit) -> Mapping[str, int]:
    """Return the tiles where *unit* may end, its own first, with their costs."""
    return {tile: cost for tile, (cost, _) in reach(match, unit).ends.items()}
