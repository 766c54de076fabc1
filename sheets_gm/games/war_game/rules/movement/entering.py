"""Entering squares and portals (rulebook 4.2 and 5.5)."""

from __future__ import annotations

from sheets_gm.games.war_game.data.words import SIDES, VERSUS
from sheets_gm.games.war_game.position.ground import nearest_first, pick
from sheets_gm.games.war_game.rules.movement.march import March


def pass_portals(march: March) -> None:
    """Move armies through portals to their other plane, except through a portal with a battle at either end (CPW-156,
    CPW-R27).

    This includes battles that start now, between enemies who both want to stay in the portal.
    """
    shut = march.ground.battles | _contested(march)
    for name in sorted(march.movers):
        far = march.passes(name)
        if not far:
            continue
        if shut & {march.movers[name].end, far}:
            march.go_partly(name)
        else:
            march.leaving[name] = far
            march.movers.pop(name)
            march.ground.lift(name)


def _contested(march: March) -> set[str]:
    """Return the portals in which armies of both sides want to stay."""
    sides: dict[str, set[str]] = {}
    for name, command in march.movers.items():
        if march.opening.world.portal(command.end) is not None and not march.passes(name):
            sides.setdefault(command.end, set()).add(march.side(name))
    return {place for place, there in sides.items() if len(there) > 1}


def enter(march: March) -> None:
    """Let the nearest army of each side enter its square; the others move as near as they can (CPW-113 to CPW-115)."""
    ends: dict[str, list[str]] = {}
    for name, command in sorted(march.movers.items()):
        ends.setdefault(command.end, []).append(name)
    first = {place: _first_of_each_side(march, place, names) for place, names in ends.items()}
    allies = _joints(march, ends, first)
    arriving: list[tuple[str, list[str]]] = []
    for place, names in ends.items():
        if place in march.ground.battles:
            entering: list[str] = []
        else:
            entering = [*first[place], *allies.get(place, ())]
        for name in names:
            if name not in entering:
                march.go_partly(name)
        arriving.append((place, entering))
    for _, entering in arriving:
        for name in entering:
            march.ground.lift(name)  # all leave before any enters
    for place, entering in arriving:
        if len({march.side(name) for name in entering}) > 1:
            _meet(march, place, entering)
        else:
            for name in entering:
                march.go(name, place, "", "CPW-114" if len(ends[place]) > 1 else "CPW-84")


def _first_of_each_side(march: March, place: str, names: list[str]) -> list[str]:
    """Return the nearest army of each side; among equally near ones a random one."""
    nearest_names = []
    for side in SIDES:
        steps = {name: march.steps(name) for name in names if march.side(name) == side}
        if steps:
            nearest_names.append(nearest_first(steps, march.dice, march.why(f"entering {place}, {side}"))[0])
    return nearest_names


def _joints(march: March, ends: dict[str, list[str]], first: dict[str, list[str]]) -> dict[str, list[str]]:
    """Draw the ally that joins a battle where enemies meet: at most one for each side and turn (CPW-R17, the other
    setting).
    """
    settings = march.match.settings
    allies: dict[str, list[str]] = {}
    if not settings.joint_on_vs or settings.joint_side < 2:
        return allies
    ranks = march.opening.world.ranks
    for side in SIDES:
        candidates: dict[str, dict[str, int]] = {}
        for place, names in ends.items():
            if len(first[place]) < 2 or march.opening.structure(place) or place in march.ground.battles:
                continue
            ours = [name for name in names if march.side(name) == side and ranks[march.army(name).level].joins]
            others = {name: march.steps(name) for name in ours if name not in first[place]}
            if others and len(others) < len(ours):
                candidates[place] = others
        if candidates and side not in march.joined:
            place = pick(sorted(candidates), march.dice, march.why(f"the joint of {side} on an empty square"))
            why = march.why(f"who joins in {place}, {side}")
            allies.setdefault(place, []).append(nearest_first(candidates[place], march.dice, why)[0])
            march.joined.add(side)
    return allies


def _meet(march: March, place: str, entering: list[str]) -> None:
    """Start a battle of enemies in an empty square. The side with fewer steps is named first, then alphabetically
    (CPW-R23).
    """
    groups = [tuple(name for name in entering if march.side(name) == side) for side in SIDES]
    one, other = sorted(groups, key=lambda group: (march.steps(group[0]), group[0]))
    march.fight(VERSUS, place, one, other, "CPW-167")
