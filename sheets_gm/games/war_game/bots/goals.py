"""Where each army of a side goes, as a commander sees it on the map.

A commander weighs the steps to a place, its value, and the chance to win against the army there. Damaged armies go home
and heal, one army guards each structure that an enemy is near, and no army returns at once to where it was beaten in
the last turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sheets_gm.games.war_game.data.maps import Structure
from sheets_gm.games.war_game.data.words import BASE, FEATURE, OWNERS, PORTAL
from sheets_gm.games.war_game.data.world import plane_of
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.rules.combat.strength import chance
from sheets_gm.games.war_game.views.visible import View

FAR = 99

STRUCTURE = 8
"""Steps by which a structure that can be destroyed, or is to be defended, counts as nearer than a feature."""

GUARDED = 6
"""Steps by which the own structure that is nearest to enemies counts as nearer than a feature."""

THREAT = 5
"""The number of steps within which enemies make somebody guard the structure that is nearest to them."""

RISK = 8
"""Steps by which a place counts as farther where the army would surely lose."""

BEATEN = 9
"""Steps by which a place counts as farther for an army that lost a battle there in the last turn."""

HURT, WHOLE = 0.7, 0.95
"""An army with less than this part of its units goes home to heal, and stays until it has that part of them."""

NEAR_HOME = 12
"""The steps from which an army still goes home to heal."""


def strength(view: View, army: Army) -> int:
    """Return the strength of an army: the sum over its units, each with the weight of its slot."""
    sizes = view.world.ranks[army.level].sizes
    return sum(each.count * sizes[each.slot - 1] for each in army.units)


def odds(view: View, armies: Sequence[Army], enemy: Army) -> float:
    """Return the chance that *armies* win where *enemy* stands, if all strategies are equally good."""
    table = view.world.battle
    ours, theirs = sum(strength(view, army) for army in armies), strength(view, enemy)
    lead = table.size_bonus(ours, theirs) - table.size_bonus(theirs, ours)
    structure = standing_at(view, enemy.place)
    if structure is not None and OWNERS.get(structure.kind) == enemy.side:
        lead -= table["own structure"]
    return float(chance(lead, table["die"]))


def standing_at(view: View, place: str) -> Structure | None:
    """Return the structure at *place*, None if there is none or it is destroyed."""
    structure = view.world.by_place.get(place)
    return None if structure is None or structure.name in view.destroyed else structure


def goals(view: View, armies: Sequence[Army]) -> dict[str, str]:
    """Return where each of *armies* goes, by name. No two go to the same place; the best pairs are chosen first."""
    if not armies:
        return {}
    goal_by_army = {army.name: home for army in armies if (home := _to_heal(view, army))}
    places = dict(_worth_going_to(view, armies[0].side))
    foes = {army.place: army for army in view.armies if army.side != armies[0].side}
    pairs = sorted(
        (cost, place, army.name)
        for army in armies
        for place, nearer in places.items()
        if army.name not in goal_by_army and (cost := _cost(view, army, place, foes.get(place)) - nearer) < FAR
    )
    sent = Counter(goal_by_army.values())
    for _, place, name in pairs:
        if name not in goal_by_army and not sent[place]:
            goal_by_army[name] = place
            sent[place] += 1
    for _, place, name in pairs:
        goal_by_army.setdefault(name, place)
    return goal_by_army


def _cost(view: View, army: Army, place: str, enemy: Army | None) -> float:
    """Return the cost of sending *army* to *place*: the steps, plus its risk against *enemy* there."""
    steps: float = far(view, army.place, place)
    if enemy is not None:
        steps += RISK * (1 - odds(view, [army], enemy)) + BEATEN * was_beaten(view, army, place)
    return steps


def was_beaten(view: View, army: Army, place: str) -> bool:
    """Whether *army* was in a battle at *place* in the last turn and is now elsewhere."""
    last = view.last
    return (
        last is not None
        and army.place != place
        and any(each.place == place and army.name in each.armies for each in last.battles)
    )


def _worth_going_to(view: View, side: str) -> Iterator[tuple[str, int]]:
    """Yield the places worth going to, each with the number of steps that are deducted from its distance."""
    foes = [army.place for army in view.armies if army.side != side]
    own_structures = []
    for each in view.world.structures.values():
        if each.name in view.destroyed:
            continue
        if each.kind == FEATURE:
            yield each.place, 0
        elif OWNERS.get(each.kind, side) != side or (OWNERS.get(each.kind) == side and each.place in foes):
            yield each.place, STRUCTURE
        elif OWNERS.get(each.kind) == side:
            own_structures.append((min((far(view, at, each.place) for at in foes), default=FAR), each.place))
    nearest, place = min(own_structures, default=(FAR, ""))
    if nearest <= THREAT:
        yield place, GUARDED


def health(army: Army) -> float:
    """Return the share of its full units that an army still has."""
    return army.size / max(1, sum(each.full for each in army.units))


def _to_heal(view: View, army: Army) -> str | None:
    """Return the place where *army* goes, or stays, to heal; None if it need not or cannot."""
    homes = [each.place for each in view.world.structures.values() if _heals_at(view, army, each)]
    part = health(army)
    if army.place in homes:
        return army.place if part < WHOLE else None
    if part >= HURT:
        return None
    taken = {other.place for other in view.armies}
    near = [(steps, at) for at in homes if at not in taken and (steps := far(view, army.place, at)) <= NEAR_HOME]
    return min(near, default=(FAR, None))[1]


def _heals_at(view: View, army: Army, structure: Structure) -> bool:
    if structure.name in view.destroyed or OWNERS.get(structure.kind) != army.side:
        return False
    return structure.kind != BASE or structure.faction in army.factions


# -- the way -----------------------------------------------------------------------------------------------------------


def far(view: View, start: str, end: str) -> int:
    """Return the steps from *start* to *end*, through at most one portal."""
    if plane_of(start) == plane_of(end):
        return steps_of(view.world.distance(start, end))
    return min(
        (
            steps_of(view.world.distance(start, portal.place)) + 1 + steps_of(view.world.distance(portal.leads_to, end))
            for portal in _portals(view, start, end)
        ),
        default=FAR,
    )


def steps_of(away: int | None) -> int:
    """Return *away*, or a large number if the distance is unknown."""
    return FAR if away is None else away


def _portals(view: View, start: str, end: str) -> list[Structure]:
    """The portals on the plane of *start* that lead to the plane of *end*."""
    return [
        each
        for each in view.world.structures.values()
        if each.kind == PORTAL and plane_of(each.place) == plane_of(start) and plane_of(each.leads_to) == plane_of(end)
    ]


def way(view: View, army: Army, goal: str) -> str:
    """Return *goal*, or the portal through which *army* gets there soonest."""
    if plane_of(goal) == plane_of(army.place):
        return goal
    through = {
        portal.place: far(view, army.place, portal.place) + steps_of(view.world.distance(portal.leads_to, goal))
        for portal in _portals(view, army.place, goal)
    }
    return min(through, key=lambda place: (through[place], place), default=goal)
