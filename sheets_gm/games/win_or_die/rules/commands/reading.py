"""Reads a row of commands as a complete command, or says why it is illegal (WOD-57 to WOD-63, WOD-68, WOD-72, WOD-77).

A command is carried out at once and cannot be undone, so a row that contradicts itself is refused. The result depends
only on what the player sees.
"""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.words import CALL, COUNCIL, END, MOVE, STRIKE, SURRENDER, USE
from sheets_gm.games.win_or_die.position.orders import Command
from sheets_gm.games.win_or_die.position.state import Battlefield, Match
from sheets_gm.games.win_or_die.rules.commands.ability_uses import use
from sheets_gm.games.win_or_die.rules.commands.actions import Action, commanded_unit, find
from sheets_gm.games.win_or_die.rules.commands.calls import call, convene
from sheets_gm.games.win_or_die.rules.commands.moves import attack, move
from sheets_gm.kernel.outcome import Remark

USES = {
    MOVE: ("unit", "to", "route"),
    STRIKE: ("unit", "target"),
    USE: ("unit", "ability", "target", "to"),
    CALL: ("unit", "card", "enhancements", "to"),
    COUNCIL: ("unit", "tactic", "target"),
    END: (),
    SURRENDER: (),
}
"""The cells of each command; all others must be empty."""

_CELLS = ("unit", "to", "route", "target", "ability", "card", "enhancements", "tactic")


def read(match: Match, seat: str, row: Command) -> Action | Remark:
    """Return the command that *row* of *seat* asks for, or why it is illegal now."""
    if match.phase != "battle":
        return Remark(text="There is no battle now", clause="WOD-53")
    if match.question is not None:
        return Remark(text=f"This row waits for an answer from {match.question.seat}", clause="WOD-60")
    if seat != match.acting:
        return Remark(text=f"It is {match.acting}'s turn", clause="WOD-87")
    return complete(match.field, seat, row)


def complete(field: Battlefield, seat: str, row: Command) -> Action | Remark:
    """Return the command that *row* of *seat* asks for on *field*, or why it is illegal."""
    verb, row = _verb(row), _without_where_it_stands(field, seat, row)
    if verb is None:
        return Remark(field="command", text="Choose a command", instead=MOVE, clause="WOD-57")
    unused = next((name for name in _CELLS if getattr(row, name) and name not in USES[verb]), None)
    if unused is not None:
        text = (
            f"{verb} takes no {'destination' if unused == 'to' else unused}. Empty this cell or choose another command"
        )
        return Remark(field=unused, text=text, clause="WOD-57")
    if verb in (END, SURRENDER):
        return Action(verb)
    if verb == COUNCIL:
        return convene(field, seat, row)
    unit = commanded_unit(field, seat, row.unit)
    if isinstance(unit, Remark):
        return unit
    if verb == MOVE:
        return move(field, unit, row)
    if verb == STRIKE:
        return attack(field, unit, row)
    return use(field, unit, row) if verb == USE else call(field, unit, row)


def _without_where_it_stands(field: Battlefield, seat: str, row: Command) -> Command:
    """Return *row* without its destination if the unit already stands there: the cell may be left over from an earlier
    move.

    An ability may be used where the unit stands, so its destination stays.
    """
    unit = find(field, row.unit)
    here = unit is not None and unit.seat == seat and unit.at == row.to
    return row.but(to=None) if here and _verb(row) not in (MOVE, USE) else row


def _verb(row: Command) -> str | None:
    if row.command is not None:
        return row.command
    if row.card:
        return CALL
    if row.tactic:
        return COUNCIL
    if row.ability:
        return USE
    if row.target:
        return STRIKE
    return MOVE if row.to or row.route else None
