"""The type of a complete command, and the search for the unit that a row commands."""

from __future__ import annotations

from dataclasses import dataclass

from sheets_gm.games.win_or_die.data.cards.effects import Ability
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.rules.combat.abilities import Aim
from sheets_gm.games.win_or_die.rules.combat.reactions import id_of
from sheets_gm.kernel.outcome import Remark


@dataclass(frozen=True, slots=True)
class Action:
    """A complete command. *unit* is the number of its base; *way* are the spaces of a move, starting with its own."""

    verb: str
    unit: str = ""
    way: tuple[str, ...] = ()
    target: str = ""
    ability: Ability | None = None
    aim: Aim | None = None
    card: Card | None = None
    enhancements: tuple[str, ...] = ()
    at: str = ""
    tactic: str = ""


def commanded_unit(field: Battlefield, seat: str, name: str | None) -> Unit | Remark:
    """Return the commanded unit if it can take a Command Token, else why not (WOD-57, WOD-59)."""
    units = field.units_of(seat)
    most = field.settings.tokens_per_unit
    ready = next((field.own_label(unit) for unit in units if unit.tokens < most), None)
    if name is None:
        return Remark(field="unit", text="Choose a unit", instead=ready, clause="WOD-57")
    unit = next((each for each in units if each.id == id_of(name)), None)
    if unit is None:
        return Remark(field="unit", text=f"You have no unit {id_of(name)}", instead=ready, clause="WOD-57")
    if field.player(seat).tokens < 1:
        return Remark(text="You have no Command Token left; end your turn", clause="WOD-50")
    if unit.tokens >= most:
        text = f"{field.own_label(unit)} has {most} Command Tokens already"
        return Remark(field="unit", text=text, instead=ready, clause="WOD-59")
    return unit


def find(field: Battlefield, name: str | None) -> Unit | None:
    """Return the unit that a cell names, None if there is none."""
    return field.by_id.get(id_of(name or ""))
