"""Computer players: a commander that leads a whole side, and the judge beside it.

A commander sends each army to a place of its own: to destroy the enemy's structures first, then to hold the features,
which pay those who are nearest. It attacks whoever is in the way at that place, and drives enemies out of its own
structures; anybody else would only draw it away from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.war_game.bots.judge import JUDGING
from sheets_gm.games.war_game.data.maps import Structure
from sheets_gm.games.war_game.data.words import (
    ENGAGE,
    FEATURE,
    INTERCEPT,
    OWNERS,
    PORTAL,
    RAID,
)
from sheets_gm.games.war_game.data.world import plane_of
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.forms import Form, Typed

STRUCTURE = 8
"""Steps by which a structure that can be destroyed, or is to be defended, counts as nearer than a feature."""

TOGETHER = 1
"""Armies that go to the same place, as long as there are others."""

FAR = 99


def strength(view: View, army: Army) -> int:
    """The strength of an army: each unit counts what its slot is for."""
    sizes = view.world.ranks[army.level].sizes
    return sum(each.count * sizes[each.slot - 1] for each in army.units)


def commander(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in all forms of a side, of its leader, or of the judge."""
    return tuple(filled for form in forms if form.key in FILLED for filled in FILLED[form.key](view, form, dice))


def _moves(view: View, form: Form, dice: Dice) -> list[Filled]:
    armies = {army.name: army for army in view.armies}
    taken: Counter[str] = Counter()
    filled = []
    goals = _goals(view, [armies[form.at(row).name] for row in range(form.rows)])
    for row in range(form.rows):
        at = form.at(row)
        cells = _order(view, armies[at.name], at, taken, goals.get(at.name), dice)
        if cells.get("to"):
            taken[f"{plane_of(armies[at.name].place)} {cells['to']}"] += 1
        filled.append(Filled(form.key, row, {**cells, "ready": True}))
    return filled


def _order(view: View, army: Army, row: Form, taken: Counter[str], goal: str | None, dice: Dice) -> dict[str, Typed]:
    """What one army does; *taken* are the places to which others are sent."""
    attack = _attack(view, army, row, taken, goal)
    if attack:
        return attack
    if goal is None or goal == army.place:
        return {"order": INTERCEPT}
    goal = _way(view, army, goal)
    plane = plane_of(army.place)
    busy = {other.place for other in view.armies}
    squares = next(field.choices for field in row.fields if field.name == "to")
    open_squares = [each for each in squares if f"{plane} {each}" not in busy and not taken[f"{plane} {each}"]]
    away = {each: view.world.distance(f"{plane} {each}", goal) for each in open_squares}
    least = min((_steps(each) for each in away.values()), default=FAR)
    nearest = [each for each in open_squares if _steps(away[each]) == least]
    here = view.world.distance(army.place, goal)
    if not nearest or _steps(away[nearest[0]]) >= _steps(here):
        return {"order": INTERCEPT}
    return {"to": dice.pick(nearest, f"{army.name} goes")}


def _steps(away: int | None) -> int:
    return FAR if away is None else away


def _attack(view: View, army: Army, row: Form, taken: Mapping[str, int], goal: str | None) -> dict[str, Typed]:
    """A raid or an attack on the weakest enemy that is where the army is going.

    Of those to whom others are sent already, only one in the open is worth a second attacker: they fight jointly.
    """
    known = {other.name: other for other in view.armies}
    for order in (RAID, ENGAGE):
        enemies = row.given.get(("order", order), {})
        found = []
        for square, name in zip(enemies.get("to", ()), enemies.get("target", ()), strict=True):
            place = f"{plane_of(army.place)} {square}"
            room = 1 if order == RAID else _room_for(view, known[name].place)
            if _is_wanted(place, goal) and taken[place] < room:
                found.append((strength(view, known[name]), name, square))
        if found:
            _, name, square = min(found)
            return {"order": order, "to": square, "target": name}
    return {}


def _is_wanted(place: str, goal: str | None) -> bool:
    """Whether an army that is going to *goal* attacks at *place*."""
    return place == goal


def _room_for(view: View, place: str) -> int:
    """How many armies of a side can attack at *place*: in a structure only one (CPW-122)."""
    structure = view.world.by_place.get(place)
    return 1 if structure is not None and structure.name not in view.destroyed else view.settings.joint_side


def _goals(view: View, armies: list[Army]) -> dict[str, str]:
    """Where each of *armies* goes: to a place of its own, the nearest pairs first; those left over to the nearest."""
    places = _worth_going_to(view, armies[0].side) if armies else {}
    pairs = sorted(
        (steps - nearer, place, army.name)
        for army in armies
        for place, nearer in places.items()
        if (steps := _far(view, army.place, place)) < FAR
    )
    found: dict[str, str] = {}
    sent: Counter[str] = Counter()
    for _, place, name in pairs:
        if name not in found and sent[place] < TOGETHER:
            found[name] = place
            sent[place] += 1
    for _, place, name in pairs:
        found.setdefault(name, place)
    return found


def _worth_going_to(view: View, side: str) -> dict[str, int]:
    """The places worth going to, each with the steps by which it counts as nearer."""
    structures = [each for each in view.world.structures.values() if each.name not in view.destroyed]
    features = {each.place: 0 for each in structures if each.kind == FEATURE}
    theirs = {each.place: STRUCTURE for each in structures if OWNERS.get(each.kind, side) != side}
    return features | theirs | dict.fromkeys(_besieged(view, structures, side), STRUCTURE)


def _besieged(view: View, structures: list[Structure], side: str) -> list[str]:
    """The places of the side's own *structures* in which there is an enemy."""
    foes = {army.place for army in view.armies if army.side != side}
    return [each.place for each in structures if OWNERS.get(each.kind) == side and each.place in foes]


def _far(view: View, start: str, end: str) -> int:
    """The steps from *start* to *end*, through one portal at most."""
    if plane_of(start) == plane_of(end):
        return _steps(view.world.distance(start, end))
    return min(
        (
            _steps(view.world.distance(start, portal.place)) + 1 + _steps(view.world.distance(portal.leads_to, end))
            for portal in _portals(view, start, end)
        ),
        default=FAR,
    )


def _portals(view: View, start: str, end: str) -> list[Structure]:
    """The portals on the plane of *start* that lead to the plane of *end*."""
    return [
        each
        for each in view.world.structures.values()
        if each.kind == PORTAL and plane_of(each.place) == plane_of(start) and plane_of(each.leads_to) == plane_of(end)
    ]


def _way(view: View, army: Army, goal: str) -> str:
    """The goal, or the portal through which it is nearest."""
    if plane_of(goal) == plane_of(army.place):
        return goal
    through = {
        portal.place: _far(view, army.place, portal.place) + _steps(view.world.distance(portal.leads_to, goal))
        for portal in _portals(view, army.place, goal)
    }
    return min(through, key=lambda place: (through[place], place), default=goal)


def _strategies(view: View, form: Form, _dice: Dice) -> list[Filled]:
    """A plain text for each army, with a kill attempt where the army is much stronger."""
    armies = {army.name: army for army in view.armies}
    filled = []
    for row in range(form.rows):
        at = form.at(row)
        army = armies[str(at.says["army"])]
        victims = next(field.choices for field in at.fields if field.name == "victim")
        cells: dict[str, Typed] = {"text": _plan(view, army, victims), "ready": True}
        strong = [name for name in victims if strength(view, army) > 2 * strength(view, armies[name])]
        filled.append(Filled(form.key, row, {**cells, **({"kill": True, "victim": strong[0]} if strong else {})}))
    return filled


def _plan(view: View, army: Army, enemies: tuple[str, ...]) -> str:
    """A plain strategy."""
    best = max(army.units, key=lambda each: (each.count, each.slot)).creature
    terrain = view.world.terrain[army.place]
    against = f" against {listed(enemies)}" if enemies else ""
    return f"{army.name} uses the {terrain}{against}: {best} in front, the others behind. If they break, they close up."


def _nothing(_view: View, _form: Form, _dice: Dice) -> list[Filled]:
    return []


def _heals(_view: View, form: Form, _dice: Dice) -> list[Filled]:
    return [Filled(form.key, row, {"now": True, "ready": True}) for row in range(form.rows)]


FILLED: Mapping[str, Callable[[View, Form, Dice], list[Filled]]] = {
    "moves": _moves,
    "strategies": _strategies,
    "contingencies": _nothing,
    "heals": _heals,
    "assign": _nothing,
    **JUDGING,
}
"""How the computer fills in each form."""

BOTS: dict[str, Bot] = {"commander": commander}
