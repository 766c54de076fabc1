"""Conditions for planned orders. They use only what the player may see (WOD-48, R16)."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.words import SEATS, other
from sheets_gm.games.win_or_die.rules.commands.allies import LETTER
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.conditions import NUMBER, Choices, condition_table


def _bases(view: View, _seat: str) -> tuple[str, ...]:
    """Return the base numbers of both legions, including dead units."""
    return tuple(f"{LETTER[seat]}{number}" for seat in SEATS for number in range(1, view.match.player(seat).bases + 1))


def _own_is_at(view: View, seat: str, space: str) -> bool:
    unit = view.match.field.at.get(space)
    return unit is not None and unit.seat == seat


def _enemy_is_at(view: View, seat: str, space: str) -> bool:
    unit = view.match.field.at.get(space)
    return unit is not None and unit.seat != seat


CONDITIONS = condition_table(
    {"space": Choices(lambda view, _: view.match.board.spaces), "unit": Choices(_bases), "number": NUMBER},
    {
        "{space} is free": lambda view, _, space: space not in view.match.field.at,
        "a unit of mine is at {space}": _own_is_at,
        "an enemy is at {space}": _enemy_is_at,
        "{unit} is alive": lambda view, _, unit: unit in view.match.field.by_id,
        "{unit} is exposed": lambda view, _, unit: (
            unit in view.match.field.by_id and view.match.field.by_id[unit].exposed
        ),
        "I have {number} tokens": lambda view, seat, number: view.match.player(seat).tokens >= number,
        "my morale is {number} or more": lambda view, seat, number: view.match.field.morale(seat) >= number,
        "the enemy's morale is {number} or more": lambda view, seat, number: (
            view.match.field.morale(other(seat)) >= number
        ),
        "my fatigue is {number} or more": lambda view, seat, number: view.match.player(seat).fatigue >= number,
    },
)
