"""Computer players: a commander that leads a whole side, and the judge.

A commander sends each army to a different place (`goals`): to destroy the enemy's structures, to hold terrain features,
which pay the side that is nearest, or to guard its structures. It attacks enemies at that place, and clearly weaker
ones on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.war_game.bots.goals import (
    FAR,
    HURT,
    far,
    goals,
    health,
    odds,
    standing_at,
    steps_of,
    strength,
    was_beaten,
    way,
)
from sheets_gm.games.war_game.bots.judge import JUDGING
from sheets_gm.games.war_game.data.words import ENGAGE, INTERCEPT, RAID
from sheets_gm.games.war_game.data.world import plane_of
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.forms import Form, Typed

AT_THE_GOAL, ON_THE_WAY = 0.4, 0.68
"""The chance to win from which an army attacks at the place where it goes, and elsewhere."""


def keen(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in all open forms of a side, of its leader, or of the judge."""
    return tuple(filled for form in forms if form.key in FILLED for filled in FILLED[form.key](view, form, dice))


def _moves(view: View, form: Form, dice: Dice) -> list[Filled]:
    armies = {army.name: army for army in view.armies}
    rows = {form.at(row).row.name: row for row in range(form.rows)}
    goals_by_army = goals(view, [armies[name] for name in rows])
    sent: dict[str, list[Army]] = {}
    cells: dict[int, dict[str, Typed]] = {}
    for name in sorted(rows, key=lambda name: -strength(view, armies[name])):
        row, army = rows[name], armies[name]
        cells[row] = _order(view, army, form.at(row), sent, goals_by_army.get(name), dice)
        if cells[row].get("to"):
            sent.setdefault(f"{plane_of(army.place)} {cells[row]['to']}", []).append(army)
    return [Filled(form.key, row, {**cells[row], "ready": True}) for row in sorted(cells)]


def _order(
    view: View, army: Army, row: Form, sent: Mapping[str, list[Army]], goal: str | None, dice: Dice
) -> dict[str, Typed]:
    """Return the cells of the row of *army*. *sent* counts the armies that already go to each place."""
    attack = max(_attacks(view, army, row, sent, goal), key=lambda each: each[0], default=None)
    if attack:
        return attack[1]
    if goal is None or goal == army.place:
        return {"order": INTERCEPT}
    goal = way(view, army, goal)
    plane = plane_of(army.place)
    busy = {other.place for other in view.armies}
    squares = next(field.choices for field in row.fields if field.name == "to")
    open_squares = [each for each in squares if f"{plane} {each}" not in busy and f"{plane} {each}" not in sent]
    away = {each: view.world.distance(f"{plane} {each}", goal) for each in open_squares}
    least = min((steps_of(each) for each in away.values()), default=FAR)
    nearest = [each for each in open_squares if steps_of(away[each]) == least]
    here = view.world.distance(army.place, goal)
    if not nearest or steps_of(away[nearest[0]]) >= steps_of(here):
        return {"order": INTERCEPT}
    return {"to": dice.pick(nearest, f"{army.name} goes")}


def _attacks(
    view: View, army: Army, row: Form, sent: Mapping[str, list[Army]], goal: str | None
) -> Iterator[tuple[float, dict[str, Typed]]]:
    """Yield the raids and attacks that are worth trying, each with its chance: at the goal, and on clearly weaker
    enemies.

    A second army adds to the first only where both may fight, that is outside structures.
    """
    armies = {other.name: other for other in view.armies}
    for order in (RAID, ENGAGE):
        enemies = row.given.get(("order", order), {})
        for square, name in zip(enemies.get("to", ()), enemies.get("target", ()), strict=True):
            place = f"{plane_of(army.place)} {square}"
            others = sent.get(place, [])
            room = 1 if order == RAID else _room_for(view, place)
            at_goal = place == goal
            if len(others) < room and (at_goal or health(army) >= HURT):
                wins = odds(view, [army, *others], armies[name])
                least = AT_THE_GOAL if at_goal else ON_THE_WAY
                if wins >= least and (at_goal or _is_on_the_way(view, army, place, goal)):
                    yield wins + at_goal, {"order": order, "to": square, "target": name}


def _is_on_the_way(view: View, army: Army, place: str, goal: str | None) -> bool:
    """Whether going to *place* brings *army* nearer to its goal, and *army* was not beaten there in the last turn."""
    nearer = goal is not None and far(view, place, goal) < far(view, army.place, goal)
    return nearer and not was_beaten(view, army, place)


def _room_for(view: View, place: str) -> int:
    """Return how many armies of a side can attack at *place*: in a structure only one (CPW-122)."""
    return 1 if standing_at(view, place) is not None else view.settings.joint_side


def _strategies(view: View, form: Form, _dice: Dice) -> list[Filled]:
    """Write a plain text for each army, with a kill attempt where the army is much stronger."""
    armies = {army.name: army for army in view.armies}
    filled = []
    for row in range(form.rows):
        at = form.at(row)
        army = armies[str(at.row.says["army"])]
        victims = next(field.choices for field in at.fields if field.name == "victim")
        cells: dict[str, Typed] = {"text": _plan(view, army, victims), "ready": True}
        strong = [name for name in victims if strength(view, army) > 2 * strength(view, armies[name])]
        filled.append(Filled(form.key, row, {**cells, **({"kill": True, "victim": strong[0]} if strong else {})}))
    return filled


def _plan(view: View, army: Army, enemies: tuple[str, ...]) -> str:
    best = max(army.units, key=lambda each: (each.count, each.slot)).creature
    terrain = view.world.terrain[army.place]
    against = f" against {listed(enemies)}" if enemies else ""
    return f"{army.name} uses the {terrain}{against}: {best} in front, the others behind. If they break, they close up."


def _nothing(_view: View, _form: Form, _dice: Dice) -> list[Filled]:
    return []


FILLED: Mapping[str, Callable[[View, Form, Dice], list[Filled]]] = {
    "moves": _moves,
    "strategies": _strategies,
    "contingencies": _nothing,
    "heals": lambda _, form, __: [Filled(form.key, row, {"now": True, "ready": True}) for row in range(form.rows)],
    "assign": _nothing,
    **JUDGING,
}
"""How the computer fills in each form."""

BOTS: dict[str, Bot] = {"keen": keen}
