"""Partial moves (rulebook 4.2) and the far ends of portals (rulebook 5.5)."""

from __future__ import annotations

from sheets_gm.games.war_game.data.numbers import RANGE
from sheets_gm.games.war_game.position.ground import Ground, in_random_order, nearest_first, pick
from sheets_gm.games.war_game.rules.movement.march import March


def move_partly(march: March) -> None:
    """Move the armies that found no room as near as they can, those nearest to their goal first (CPW-115, CPW-R22)."""
    goals = {name: march.commands[name].end for name in march.partial}
    steps = {name: march.opening.world.distance(march.ground[name], goal) or 0 for name, goal in goals.items()}
    for name in nearest_first(steps, march.dice, march.why("the order of partial moves")):
        start = march.ground[name]
        march.ground.lift(name)
        places = nearest_free(march.ground, start, goals[name])
        if not places and march.ground.empty(start) and start not in march.ground.battles:
            places = [start]
        if places:
            place = pick(places, march.dice, march.why(f"{name}'s partial move"))
            how = "part"
        else:
            place = march.ground.free_around(start, march.dice, march.why(f"{name} has no room"))
            how = "bump"
        if place == start:
            march.ground.put(name, start)
            march.hold(name, "no_room", "CPW-115")
        else:
            march.go(name, place, how, "CPW-115")


def nearest_free(ground: Ground, start: str, goal: str) -> list[str]:
    """Return the free places in range that are nearest to *goal*, and of these those with the fewest steps."""
    world = ground.world
    reach = {place: steps for place, steps in world.near(start, RANGE).items() if ground.free(place)}
    away = {place: world.distance(place, goal) or 0 for place in reach}
    if not reach:
        return []
    best = min((away[place], reach[place]) for place in reach)
    return sorted(place for place in reach if (away[place], reach[place]) == best)


def leave_portals(march: March) -> None:
    """Let armies come out of portals on the nearest free square, in random order (CPW-153, CPW-R25)."""
    order = in_random_order(march.leaving, march.dice, march.why("the order out of portals"))
    for name in order:
        far = march.leaving[name]
        place = march.ground.free_around(far, march.dice, march.why(f"{name} leaves the portal"))
        march.go(name, place, "portal", "CPW-153")
