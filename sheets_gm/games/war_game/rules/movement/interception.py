"""Interception (rulebook 4.1.3): an army that stays stops an enemy that passes through its square."""

from __future__ import annotations

from sheets_gm.games.war_game.data.words import INTERCEPT, INTERCEPTS
from sheets_gm.games.war_game.position.ground import pick
from sheets_gm.games.war_game.rules.movement.march import March

EXIT = 0.5
"""A garrison at the far end of a portal meets an army half a step after the near end."""


def intercept(march: March) -> None:
    """Let interceptors choose, in rounds, until none of the remaining ones can stop anybody (CPW-R13)."""
    left = sorted(
        name for name, command in march.commands.items() if command.verb == INTERCEPT and name not in march.fighting
    )
    number = 0
    while True:
        number += 1
        picked: dict[str, list[tuple[float, str]]] = {}
        for name in left:
            passing = _stoppable(march, name)
            if passing:
                chosen = _choose(march, name, passing, number)
                picked.setdefault(chosen, []).append((passing[chosen], name))
        if not picked:
            return
        for chosen, pickers in sorted(picked.items()):
            _, name = min(pickers)
            left.remove(name)
            march.fight(INTERCEPTS, march.ground[name], (name,), (chosen,), "CPW-89")


def _stoppable(march: March, name: str) -> dict[str, float]:
    """Return the enemies that *name* can stop, each with the step at which it is in the square.

    An army that a closer army attacked no longer intercepts (CPW-93, CPW-R12).
    """
    passing = {other: step for other in (*march.movers, *march.supporters)
               if (step := _meets(march, name, other)) is not None}  # fmt: skip
    wanted = march.commands[name].target
    if wanted and march.match.settings.intercept_named == "only":  # CPW-R11
        passing = {other: step for other, step in passing.items() if other == wanted}
    attackers = [march.steps(other) for other in march.movers if march.engages(other, name)]
    if attackers:
        passing = {other: step for other, step in passing.items() if int(step) <= min(attackers)}
    return passing


def _meets(march: March, name: str, other: str) -> float | None:
    """Return the step at which *other* passes *name*, None if it does not."""
    if march.side(other) == march.side(name) or march.engages(other, name):
        return None
    place, route = march.ground[name], march.routes[other]
    if other in march.supporters and len(route) == 2:
        return None  # a supporter beside its ally goes nowhere unless it is needed
    if place in route[1:]:
        return float(route.index(place, 1))
    return len(route) - 1 + EXIT if march.passes(other) == place else None


def _choose(march: March, name: str, passing: dict[str, float], number: int) -> str:
    """Return the enemy that *name* stops: the one that its order names, otherwise a random one (CPW-90, CPW-91)."""
    wanted = march.commands[name].target
    if wanted in passing:
        return wanted
    among = sorted(passing)
    if march.match.settings.intercept_pick == "earliest":
        among = [other for other in among if passing[other] == min(passing.values())]
    return pick(among, march.dice, march.why(f"{name} intercepts, choice {number}"))
