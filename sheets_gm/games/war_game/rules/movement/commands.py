"""Reads an order, typed as a line or in columns, as a command (rulebook 4).

An order is read with the position at the start of the turn, which everybody sees.
"""

from __future__ import annotations

from sheets_gm.games.war_game.data.names import meant
from sheets_gm.games.war_game.data.words import (
    GARRISON,
    INTERCEPT,
    MOVE,
    REPLACE,
    SIDE_NAMES,
    STATIONARY,
    SUPPORT,
    TRANSFER,
)
from sheets_gm.games.war_game.data.world import plane_of
from sheets_gm.games.war_game.position.opening import Command, Opening, refused
from sheets_gm.games.war_game.position.orders import Move
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.rules.movement.checks import CLAUSES, checked
from sheets_gm.games.war_game.rules.movement.order_text import OrderLine, read_line, read_troops
from sheets_gm.kernel.folding import fold
from sheets_gm.kernel.outcome import Remark


def read_move(opening: Opening, side: str, order: Move) -> Command | Remark:
    """Return the command that *order* of *side* means, or why it is refused."""
    army = opening.names.get(order.army)
    if army is None or army.side != side:
        return refused("army", f"{SIDE_NAMES[side]} have no army {order.army}", "CPW-70")
    if army.name in opening.engaged:
        return refused("army", f"{army.name} is in battle, so it cannot move", "CPW-77")
    if order.line is None and not any((order.to, order.via, order.order, order.target, order.troops)):
        return Command(army.name, MOVE, (army.place,))  # CPW-112: no order, so it stays
    read = _typed(opening, army, order)
    if isinstance(read, Remark):
        return read
    line, command = read
    return checked(opening, army, command, line)


def _typed(opening: Opening, army: Army, order: Move) -> tuple[str, Command] | Remark:
    """Read an order typed as a line. Returns the field to which remarks belong, and the command."""
    parts = (order.to, order.via, order.order, order.target, order.troops)
    if order.line is None:
        return _from_parts(opening, army, order)
    if any(part not in (None, "") for part in parts):
        return refused("line", "Write the order in one cell, or in its parts, not in both", "CPW-69")
    line = read_line(order.line)
    if isinstance(line, str):
        return refused("line", line[0].upper() + line[1:], "CPW-76")
    return _from_line(opening, army, line)


def _from_line(opening: Opening, army: Army, line: OrderLine) -> tuple[str, Command] | Remark:
    notes = []
    if line.name:
        ours = meant(line.name, [each.name for each in opening.match.side(army.side)])
        if not ours.name:
            return refused("line", ours.why[0].upper() + ours.why[1:], "CPW-70")
        if ours.name != army.name:
            return refused("line", f"This row is for {army.name}; write {ours.name} in its own row", "CPW-70")
        notes += [f"“{line.name}” was read as {ours.name}"] if ours.guessed else []
    plane = plane_of(army.place)
    if line.plane:
        planes = meant(line.plane, opening.world.planes)
        if not planes.name and not line.name:
            why = f"“{line.plane}” before the first square is no plane; write a colon after the army's name"
            return refused("line", why, "CPW-69")
        if planes.name != plane:
            return refused("line", f"{army.name} is on {plane}, not on “{line.plane}”", "CPW-71")
    stops = tuple(f"{plane} {square}" for square in line.squares) or (army.place,)
    return _aimed(
        opening, army, Command(army.name, line.verb, stops, line.target, line.troops, "; ".join(notes)), "line"
    )


def _from_parts(opening: Opening, army: Army, order: Move) -> tuple[str, Command] | Remark:
    """Read an order in columns. An empty destination means the army's own square."""
    plane = plane_of(army.place)
    verb = order.order or (TRANSFER if order.troops else MOVE)
    via = [word for word in fold(order.via or "").replace(">", " ").replace(",", " ").split() if word]
    ends = [order.to] if order.to else []
    if via and not ends:
        return refused("to", "The order has squares on the way but no last square", "CPW-74")
    if verb == MOVE and not ends:
        return refused("to", "The order has no square to move to", "CPW-74", order.to)
    stops = (army.place, *(f"{plane} {square.upper()}" for square in (*via, *ends)))
    if verb in STATIONARY and len(stops) == 2 and stops[0] == stops[1]:
        stops = stops[:1]
    if verb in STATIONARY and len(stops) > 1:
        return refused("to", f"{verb.capitalize()} is an order of an army that stays", "CPW-88")
    troops = read_troops(order.troops) if order.troops else ()
    if isinstance(troops, str):
        return refused("troops", troops[0].upper() + troops[1:], "CPW-97")
    if bool(troops) is not (verb == TRANSFER):
        why = "Write the units to transfer, like “500 White Knight”" if not troops else "Only a transfer names units"
        return refused("troops", why, "CPW-97")
    return _aimed(opening, army, Command(army.name, verb, stops, order.target or "", troops), "target")


def _aimed(opening: Opening, army: Army, command: Command, field: str) -> tuple[str, Command] | Remark:
    """Add the named army to the command (CPW-70): an ally or an enemy, depending on the order."""
    line = "line" if field == "line" else "to"
    verb = command.verb
    if verb in (MOVE, GARRISON):
        if command.target:
            return refused(field, f"{verb.capitalize()} names no army", "CPW-76")
        return line, command
    if not command.target:
        if verb == INTERCEPT:
            return line, command
        return refused(field, f"{verb.capitalize()} needs the name of an army", CLAUSES[verb])
    allied = verb in (REPLACE, SUPPORT, TRANSFER)
    names = [
        each.name for each in opening.match.armies if (each.side == army.side) is allied and each.name != army.name
    ]
    meaning = meant(command.target, names)
    if not meaning.name:
        whose = "of yours" if allied else "of the enemy"
        wrong_side = meant(command.target, opening.names).name
        why = f"{wrong_side} is no army {whose}" if wrong_side else meaning.why[0].upper() + meaning.why[1:]
        return refused(field, why, "CPW-70")
    note = f"“{command.target}” was read as {meaning.name}" if meaning.guessed else ""
    notes = "; ".join(each for each in (command.note, note) if each)
    return line, Command(army.name, verb, command.stops, meaning.name, command.troops, notes, bool(notes))
