"""Computer players: a commander that leads a whole side, and the judge beside it.

A commander attacks what is weaker, raids what is hurt, heals what is hurt itself, and goes for the nearest structure
that pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.war_game.bots.judge import JUDGING
from sheets_gm.games.war_game.data.maps import Structure
from sheets_gm.games.war_game.data.words import (
    BASE,
    COALITION,
    ENGAGE,
    FEATURE,
    INTERCEPT,
    OWNERS,
    PHYREXIA,
    PORTAL,
    RAID,
    STRONGHOLD,
)
from sheets_gm.games.war_game.data.world import plane_of
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.forms import Form, Typed

HURT = 0.55
"""An army with less than this share of its units goes to heal."""

BETTER = 1.0
"""An army attacks an enemy that is at most as strong as itself by this ratio."""

GUARDS = 2
"""Armies of the levels up to this one stay at home."""

NEAR = 4
"""Enemies at most so many steps from a place make it less worth going there."""

FAR = 99
APART = True


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
    goals = _goals(view, [armies[form.at(row).name] for row in range(form.rows)]) if APART else {}
    for row in range(form.rows):
        at = form.at(row)
        cells = _order(view, armies[at.name], at, taken, goals.get(at.name), dice)
        if cells.get("to"):
            taken[f"{plane_of(armies[at.name].place)} {cells['to']}"] += 1
        filled.append(Filled(form.key, row, {**cells, "ready": True}))
    return filled


def _order(view: View, army: Army, row: Form, taken: Counter[str], goal: str | None, dice: Dice) -> dict[str, Typed]:
    """What one army does; *taken* are the places to which others are sent."""
    attack = _attack(view, army, row, taken)
    if attack:
        return attack
    goal = goal or _goal(view, army)
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


def _attack(view: View, army: Army, row: Form, taken: Mapping[str, int]) -> dict[str, Typed]:
    """A raid where there can be one, else an attack on the weakest enemy in reach that is not stronger.

    Of those to whom others are sent already, only one in the open is worth a second attacker: they fight jointly.
    """
    raids = row.given.get(("order", RAID), {})
    for square, name in zip(raids.get("to", ()), raids.get("target", ()), strict=True):
        if not taken[f"{plane_of(army.place)} {square}"]:
            return {"order": RAID, "to": square, "target": name}
    enemies = row.given.get(("order", ENGAGE), {})
    known = {other.name: other for other in view.armies}
    ours = strength(view, army)
    weaker = [(strength(view, known[name]), name, square)
              for square, name in zip(enemies.get("to", ()), enemies.get("target", ()), strict=True)]  # fmt: skip
    weaker = [(theirs, name, square) for theirs, name, square in weaker
              if theirs * BETTER <= ours and taken[known[name].place] < _room_for(view, known[name].place)]  # fmt: skip
    if not weaker or army.level <= GUARDS:
        return {}
    _, name, square = min(weaker)
    return {"order": ENGAGE, "to": square, "target": name}


def _room_for(view: View, place: str) -> int:
    """How many armies of a side can attack at *place*: in a structure only one (CPW-122)."""
    structure = view.world.by_place.get(place)
    return 1 if structure is not None and structure.name not in view.destroyed else view.settings.joint_side


def _goals(view: View, armies: list[Army]) -> dict[str, str]:
    """Where each of *armies* goes: the nearest pairs first, each to a place of its own."""
    if not armies:
        return {}
    side = armies[0].side
    places = [
        each.place
        for each in view.world.structures.values()
        if each.name not in view.destroyed
        and (each.kind == FEATURE or (each.kind in OWNERS and OWNERS[each.kind] != side))
    ]
    foes = [other.place for other in view.armies if other.side != side]
    near = {place: sum(_steps(view.world.distance(place, foe)) <= NEAR for foe in foes) for place in places}
    pairs = sorted(
        (_far(view, army.place, place) + near[place], place, army.name) for army in armies for place in places
    )
    found: dict[str, str] = {}
    used: set[str] = set()
    for away, place, name in pairs:
        if away < FAR and name not in found and place not in used:
            found[name] = place
            used.add(place)
    return found


def _goal(view: View, army: Army) -> str | None:
    """Where an army wants to be: where it heals if it is hurt, else at the nearest place that is worth it."""
    full = sum(each.full for each in army.units)
    hurt = army.size < HURT * full
    if hurt or army.level <= GUARDS:
        return _nearest(view, army, _healing(view, army))
    places = [
        each.place
        for each in view.world.structures.values()
        if each.name not in view.destroyed
        and (
            (each.kind == FEATURE and (view.control.get(each.name) != army.side or each.place == army.place))
            or (each.kind in OWNERS and OWNERS[each.kind] != army.side)
        )
    ]
    return _nearest(view, army, places)


def _healing(view: View, army: Army) -> list[str]:
    """The places where an army heals."""
    kind = {COALITION: BASE, PHYREXIA: STRONGHOLD}[army.side]
    return [
        each.place
        for each in view.world.structures.values()
        if each.kind == kind and each.name not in view.destroyed and (not each.faction or each.faction in army.factions)
    ]


def _nearest(view: View, army: Army, places: list[str]) -> str | None:
    """The nearest of *places*, where each enemy near a place makes it a step farther.

    To other planes it goes through the portal from which the place is nearest.
    """
    foes = [other.place for other in view.armies if other.side != army.side]

    def away(place: str) -> int:
        near = sum(_steps(view.world.distance(place, foe)) <= NEAR for foe in foes)
        return _far(view, army.place, place) + near

    return min(places, key=lambda place: (away(place), place), default=None)


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
