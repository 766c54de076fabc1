"""Moves and attacks in a row of commands (WOD-61, WOD-63)."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.words import MOVE, STRIKE, other
from sheets_gm.games.win_or_die.position.orders import Command
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.rules.commands.actions import Action, find
from sheets_gm.games.win_or_die.rules.movement.paths import check_route, ends, parse_route, reach, why_not
from sheets_gm.games.win_or_die.rules.movement.sight import out_of_reach
from sheets_gm.kernel.outcome import Remark


def move(field: Battlefield, unit: Unit, row: Command) -> Action | Remark:
    """Return the move that *row* lets *unit* make, or why it is illegal."""
    way = way_of(field, unit, row.to, row.route)
    return way if isinstance(way, Remark) else Action(MOVE, unit.id, way)


def way_of(field: Battlefield, unit: Unit, to: str | None, route: str | None) -> tuple[str, ...] | Remark:
    """Return the spaces of a move: the *route* of the row, else the shortest way to *to*; or why there is none."""
    if route:
        given = parse_route(route)
        given = given[1:] if given[:1] == (unit.at,) else given
        if not given:
            return Remark(field="route", text=_how_to_write(field, unit), clause="WOD-61")
        wrong = check_route(field, unit, given)
        if wrong is not None:
            return Remark(field="route", text=wrong, clause="WOD-61")
        if to and to != given[-1]:
            text = f"The route ends at {given[-1]}, not at {to}"
            return Remark(field="to", text=text, instead=given[-1], clause="WOD-61")
        return (unit.at, *given)
    can = ends(field, unit)
    if not to:
        text = f"Choose a destination for {field.own_label(unit)}"
        return Remark(field="to", text=text, instead=next(iter(can), None), clause="WOD-61")
    if to not in can:
        if to not in field.board.terrain:
            return Remark(field="to", text=f"There is no space {to}", clause="WOD-61")
        near = min(can, key=lambda at: field.board.far[at][to], default=None)
        text = f"{field.own_label(unit)} stands there" if to == unit.at else why_not(field, unit, to)
        return Remark(field="to", text=text, instead=near, clause="WOD-61")
    return reach(field, unit).path(to)


def _how_to_write(field: Battlefield, unit: Unit) -> str:
    """Explain how to write a route, with an example that *unit* could take."""
    ways = (reach(field, unit).path(at) for at in ends(field, unit))
    longest = max(ways, key=len, default=())[1:]
    example = f", such as {' '.join(longest)}" if longest else ""
    return f"Write the spaces of the route one after the other{example}"


def attack(field: Battlefield, unit: Unit, row: Command) -> Action | Remark:
    """Return the attack that *row* lets *unit* make, or why it is illegal."""
    enemies = field.units_of(other(unit.seat))
    can = [each for each in enemies if out_of_reach(field, unit, each) is None]
    instead = field.label(can[0]) if can else None
    target = find(field, row.target)
    if row.target is None:
        return Remark(field="target", text="Choose a target", instead=instead, clause="WOD-63")
    if target is None:
        return Remark(field="target", text=f"There is no unit {row.target}", instead=instead, clause="WOD-63")
    if target.seat == unit.seat:
        text = f"{field.own_label(target)} is your own unit"
        return Remark(field="target", text=text, instead=instead, clause="WOD-63")
    wrong = out_of_reach(field, unit, target)
    if wrong is not None:
        return Remark(field="target", text=wrong, instead=instead, clause="WOD-63")
    return Action(STRIKE, unit.id, target=target.id)
