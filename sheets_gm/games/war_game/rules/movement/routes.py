"""Routes: a random one of the shortest that pass the squares in the order (CPW-73, CPW-R9)."""

from __future__ import annotations

from itertools import pairwise

from sheets_gm.games.war_game.data.world import plane_of, square_of
from sheets_gm.games.war_game.rules.movement.march import March


def draw_routes(march: March) -> None:
    """Draw a route for each army that moves."""
    for name in sorted((*march.movers, *march.supporters)):
        march.routes[name] = _route(march, name)


def _route(march: March, name: str) -> tuple[str, ...]:
    stops = march.commands[name].stops
    graph, plane = march.opening.world.graph(stops[0]), plane_of(stops[0])
    route = [stops[0]]
    for leg, (one, other) in enumerate(pairwise(stops), start=1):
        start, end = square_of(one), square_of(other)
        ways = graph.count_shortest_paths(start, end)
        why = march.why(f"{name}'s route" if len(stops) == 2 else f"{name}'s route, part {leg}")
        index = march.dice.roll(ways, why) - 1 if ways > 1 else 0
        route += [f"{plane} {square}" for square in graph.shortest_path(start, end, index)[1:]]
    return tuple(route)
