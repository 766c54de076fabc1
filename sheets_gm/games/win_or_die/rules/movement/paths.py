"""Moving (rulebook, "Move", "Map overview" and "ZOC").

A move is a path of empty spaces, each of which costs 1. A flying unit crosses everything, but ends on an empty space. A
unit that enters a space next to an enemy stops there if the enemy's legion has enough morale.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from sheets_gm.games.win_or_die.data.board import Board
from sheets_gm.games.win_or_die.data.cards.effects import FLYING, IGNORE_ZOC
from sheets_gm.games.win_or_die.data.numbers import SECOND_MOVE
from sheets_gm.games.win_or_die.data.words import HIGHLAND, other
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.position.strength import is_flying, is_rooted, passives, speed
from sheets_gm.kernel.folding import fold
from sheets_gm.kernel.geometry.cheapest_paths import Reach, cheapest_paths


@lru_cache(maxsize=64)
def _ways(board: Board, climbs: bool) -> Mapping[str, tuple[str, ...]]:
    """Return the neighbours of each space. Without *climbs*, steps up to highland are left out (WOD-33)."""
    terrain, near = board.terrain, board.graph.adjacency
    return {
        at: tuple(each for each in near[at] if climbs or terrain[each] != HIGHLAND or terrain[at] == HIGHLAND)
        for at in near
    }


def zone(field: Battlefield, unit: Unit) -> frozenset[str]:
    """Return the spaces on which *unit* must stop: those next to enemies with a zone of control (WOD-97,
    WOD-98, R9).
    """
    enemy = other(unit.seat)
    if not field.settings.zones or field.morale(enemy) < field.settings.zoc_morale:
        return frozenset()
    if is_flying(field, unit) or passives(field, unit, IGNORE_ZOC):
        return frozenset()
    near = field.board.graph.adjacency
    return frozenset(at for each in field.units_of(enemy) if not is_flying(field, each) for at in near[each.at])


def may_climb(field: Battlefield, unit: Unit, *, command: bool) -> bool:
    """Whether *unit* may enter highland from below: it can with its second Move command, or if it flies
    (WOD-33, R6).
    """
    return is_flying(field, unit) or (command and unit.moves + 1 >= SECOND_MOVE)


def points_of(field: Battlefield, unit: Unit, points: int | None) -> int:
    """Return how many spaces *unit* can move: its speed, or *points* by an ability. A rooted unit cannot move."""
    return speed(field, unit) if points is None else 0 if is_rooted(unit) else points


def reach(field: Battlefield, unit: Unit, points: int | None = None) -> Reach[str]:
    """Return where *unit* can go with a Move command, or with an ability that moves it *points* spaces."""
    most = points_of(field, unit, points)
    ways = _ways(field.board, may_climb(field, unit, command=points is None))
    shut = (field.board.obstacles | field.at.keys()) - {unit.at}
    if is_flying(field, unit):  # WOD-24, R8
        return cheapest_paths(unit.at, most, ways, dict.fromkeys(ways, 1), passed=shut)
    costs = {at: 1 for at in ways if at not in shut}
    return cheapest_paths(unit.at, most, ways, costs, stops=zone(field, unit))


def ends(field: Battlefield, unit: Unit, points: int | None = None) -> tuple[str, ...]:
    """Return the spaces where *unit* can end a move, without its own, in reading order."""
    end_spaces = reach(field, unit, points).ends
    return tuple(at for at in field.board.spaces if at in end_spaces and at != unit.at)


def parse_route(text: str) -> tuple[str, ...]:
    """Read the spaces of a typed route: "F3 E3 E4", with any separators."""
    return tuple(word.upper() for word in re.findall(r"[A-Za-z]+[0-9]+", fold(text)))


def check_route(field: Battlefield, unit: Unit, route: tuple[str, ...], points: int | None = None) -> str | None:
    """Return why *unit* cannot move along *route*, which starts next to it; None if it can."""
    board, flies = field.board, is_flying(field, unit)
    ways = _ways(board, may_climb(field, unit, command=points is None))
    most = points_of(field, unit, points)
    stops = frozenset[str]() if flies else zone(field, unit)
    here = unit.at
    for number, at in enumerate(route, start=1):
        if at not in board.terrain:
            return f"There is no space {at}"
        if at not in board.graph.adjacency[here]:
            before = f"where {field.own_label(unit)} stands" if number == 1 else "the space before it in the route"
            return f"{at} is not next to {here}, {before}"
        if at not in ways[here]:
            return f"{at} is highland; only the second Move command in a turn may enter it{_flies_later(field, unit)}"
        last = number == len(route)
        if (at in board.obstacles or (at in field.at and at != unit.at)) and (last or not flies):
            return f"{at} is {'an obstacle' if at in board.obstacles else 'occupied'}{_flies_later(field, unit)}"
        if here in stops and number > 1:
            return f"{field.own_label(unit)} must stop at {here}, next to an enemy"
        here = at
    if len(route) > most:
        return f"The route has {len(route)} spaces, and {field.own_label(unit)} can move {most}"
    return None


def why_not(field: Battlefield, unit: Unit, to: str, points: int | None = None) -> str:
    """Return why *unit* cannot end a move at *to*."""
    board = field.board
    most = points_of(field, unit, points)
    if to in board.obstacles:
        return f"{to} is an obstacle"
    if to in field.at:
        return f"{to} is occupied"
    if board.far[unit.at][to] > most:
        return f"{to} is {board.far[unit.at][to]} spaces away, and {field.own_label(unit)} can move {most}"
    if board.terrain[to] == HIGHLAND and not may_climb(field, unit, command=points is None):
        return f"{to} is highland; only the second Move command in a turn may enter it{_flies_later(field, unit)}"
    around = f"{field.own_label(unit)} cannot get to {to} around obstacles, units and zones of control"
    return f"{around}{_flies_later(field, unit)}"


def _flies_later(field: Battlefield, unit: Unit) -> str:
    """Say that a hidden *unit* with a flying card does not fly (R8); "" for other units."""
    return "; a hidden unit does not fly" if field.card(unit).passive(FLYING) and not unit.exposed else ""
