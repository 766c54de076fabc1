"""Strangers for the bots of the war game: simple ways to lead a side, which no bot knows. The judge is the computer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.war_game.bots.bot import keen
from sheets_gm.games.war_game.bots.goals import strength
from sheets_gm.games.war_game.data.words import ENGAGE, FEATURE, INTERCEPT, OWNERS, PORTAL
from sheets_gm.games.war_game.data.world import plane_of
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

FAR = 99

Row = dict[str, Typed]


def _leads(order: Callable[[View, Army, Form], Row]) -> Bot:
    """A side whose armies each do what *order* says; its texts are those of the computer."""

    def bot(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
        armies = {army.name: army for army in view.armies}
        others = keen(view, tuple(form for form in forms if form.key != "moves"), dice)
        rows = [(form, row, form.at(row)) for form in forms if form.key == "moves" for row in range(form.rows)]
        return (
            *others,
            *(Filled(form.key, row, {**order(view, armies[at.row.name], at), "ready": True}) for form, row, at in rows),
        )

    return bot


def _stays(_view: View, _army: Army, _row: Form) -> Row:
    """Nobody moves; who comes by is met."""
    return {"order": INTERCEPT}


def _runs(view: View, army: Army, row: Form) -> Row:
    """Everybody to the nearest feature of the plane that is not held, or structure of the enemy; nobody is attacked."""
    goals = [
        each.place
        for each in view.world.structures.values()
        if plane_of(each.place) == plane_of(army.place) and each.name not in view.destroyed
        if (each.kind == FEATURE and view.control.get(each.name) != army.side)
        or (each.kind in OWNERS and OWNERS[each.kind] != army.side)
    ]

    def away(place: str) -> int:
        return min((FAR if (far := view.world.distance(place, goal)) is None else far for goal in goals), default=FAR)

    plane, busy = plane_of(army.place), {other.place for other in view.armies}
    squares = next(field.choices for field in row.fields if field.name == "to")
    free = [each for each in squares if f"{plane} {each}" not in busy]
    best = min(free, key=lambda each: (away(f"{plane} {each}"), each), default="")
    return {"to": best} if best and away(f"{plane} {best}") < away(army.place) else {"order": INTERCEPT}


def _greedy(view: View, army: Army, row: Form) -> Row:
    """The weakest enemy in reach, if it is not stronger; else the way of the runner."""
    enemies = row.given.get(("order", ENGAGE), {})
    known = {other.name: other for other in view.armies}
    reached = [
        (strength(view, known[name]), name, square)
        for square, name in zip(enemies.get("to", ()), enemies.get("target", ()), strict=True)
    ]
    theirs, name, square = min(reached, default=(0, "", ""))
    if name and theirs <= strength(view, army):
        return {"order": ENGAGE, "to": square, "target": name}
    return _runs(view, army, row)


def _hunts(share: float, reach: int) -> Callable[[View, Army, Form], Row]:
    """One guard in each structure; the others go at the nearest enemy within *reach* who has less than *share* of their
    strength, else the way of the runner.
    """

    def order(view: View, army: Army, row: Form) -> Row:
        guarded = _guards(view, army.side)
        if army.name in guarded:
            return _goes(view, army, row, guarded[army.name])
        own = share * strength(view, army)
        weak = [each for each in view.armies if each.side != army.side and strength(view, each) < own]
        near = [(_away(view, army.place, each.place), each.name, each.place) for each in weak]
        far, _, place = min(near, default=(FAR, "", ""))
        return _goes(view, army, row, place) if far <= reach else _runs(view, army, row)

    return order


def _heaps(view: View, army: Army, row: Form) -> Row:
    """All stay together: every army at the structure of the enemy that is nearest to the strongest of them."""
    first = max(
        (each for each in view.armies if each.side == army.side), key=lambda each: (strength(view, each), each.name)
    )
    return _goes(view, army, row, min(_targets(view, army.side), key=lambda at: (_away(view, first.place, at), at)))


def _spreads(view: View, army: Army, row: Form) -> Row:
    """Each army at another structure of the enemy, in the order of their names."""
    goals = sorted(_targets(view, army.side))
    at = sorted(each.name for each in view.armies if each.side == army.side).index(army.name)
    return _goes(view, army, row, goals[at % len(goals)])


def _strongest(view: View, army: Army, row: Form) -> Row:
    """The two strongest armies go at the nearest structures of the enemy; the others guard, or wait where they are."""
    own = sorted(
        (each for each in view.armies if each.side == army.side), key=lambda each: (strength(view, each), each.name)
    )
    if army.name in [each.name for each in own[-2:]]:
        return _goes(view, army, row, min(_targets(view, army.side), key=lambda at: (_away(view, army.place, at), at)))
    return _goes(view, army, row, _guards(view, army.side).get(army.name, army.place))


def _targets(view: View, side: str) -> list[str]:
    """Where the structures of the enemy stand."""
    every = view.world.structures.values()
    return [each.place for each in every if OWNERS.get(each.kind, side) != side and each.name not in view.destroyed]


def _guards(view: View, side: str) -> dict[str, str]:
    """By army, the structure of *side* that it guards: for each the nearest that is free."""
    found: dict[str, str] = {}
    for each in view.world.structures.values():
        if OWNERS.get(each.kind) == side and each.name not in view.destroyed:
            free = [army for army in view.armies if army.side == side and army.name not in found]
            nearest = min(free, key=lambda army: (_away(view, army.place, each.place), army.name), default=None)
            if nearest is not None:
                found[nearest.name] = each.place
    return found


def _away(view: View, start: str, end: str) -> int:
    """The steps from *start* to *end*, through one portal at most."""
    far = view.world.distance(start, end)
    if far is not None:
        return far
    through = [
        1 + (view.world.distance(start, each.place) or 0) + (view.world.distance(each.leads_to, end) or 0)
        for each in view.world.structures.values()
        if each.kind == PORTAL and plane_of(each.place) == plane_of(start) and plane_of(each.leads_to) == plane_of(end)
    ]
    return min(through, default=FAR)


def _goes(view: View, army: Army, row: Form, goal: str) -> Row:
    """A step towards *goal*; whoever is in the way there, or at the goal, is attacked if it is an enemy."""
    enemies = row.given.get(("order", ENGAGE), {})
    plane = plane_of(army.place)
    for square, name in zip(enemies.get("to", ()), enemies.get("target", ()), strict=True):
        if f"{plane} {square}" == goal:
            return {"order": ENGAGE, "to": square, "target": name}
    busy = {other.place for other in view.armies}
    squares = next(field.choices for field in row.fields if field.name == "to")
    free = [each for each in squares if f"{plane} {each}" not in busy]
    best = min(free, key=lambda each: (_away(view, f"{plane} {each}", goal), each), default="")
    if best and _away(view, f"{plane} {best}", goal) < _away(view, army.place, goal):
        return {"to": best}
    return {"order": INTERCEPT}


BOTS: Mapping[str, Bot] = {
    "stayer": _leads(_stays),
    "runner": _leads(_runs),
    "greedy": _leads(_greedy),
    "hunter": _leads(_hunts(0.7, FAR - 1)),
    "warden": _leads(_hunts(0.7, 3)),
    "heap": _leads(_heaps),
    "spread": _leads(_spreads),
    "strongest": _leads(_strongest),
}
