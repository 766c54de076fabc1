"""Conditions for planned orders: they ask for nothing that its player may not see (WOD-48, R16)."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.words import SEATS, other
from sheets_gm.games.win_or_die.rules.commands.allies import LETTER
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.conditions import NUMBER, Choices, Condition


def _spaces(view: View, _seat: str) -> tuple[str, ...]:
    return view.match.board.spaces


def _bases(view: View, _seat: str) -> tuple[str, ...]:
    """The numbers of all bases of both legions, also of those that fell."""
    return tuple(f"{LETTER[seat]}{number}" for seat in SEATS for number in range(1, view.match.player(seat).bases + 1))


SPACE, UNIT = Choices(_spaces), Choices(_bases)


def _is_free(view: View, _seat: str, space: str) -> bool:
    return space not in view.match.field.at


def _own_is_at(view: View, seat: str, space: str) -> bool:
    unit = view.match.field.at.get(space)
    return unit is not None and unit.seat == seat


def _enemy_is_at(view: View, seat: str, space: str) -> bool:
    unit = view.match.field.at.get(space)
    return unit is not None and unit.seat != seat


def _is_alive(view: View, _seat: str, unit: str) -> bool:
    return unit in view.match.field.by_id


def _is_exposed(view: View, _seat: str, unit: str) -> bool:
    return unit in view.match.field.by_id and view.match.field.by_id[unit].exposed


def _has_tokens(view: View, seat: str, number: int) -> bool:
    return view.match.player(seat).tokens >= number


def _has_morale(view: View, seat: str, number: int) -> bool:
    return view.match.field.morale(seat) >= number


def _enemy_has_morale(view: View, seat: str, number: int) -> bool:
    return view.match.field.morale(other(seat)) >= number


def _has_fatigue(view: View, seat: str, number: int) -> bool:
    return view.match.player(seat).fatigue >= number


CONDITIONS = (
    Condition("{space} is free", _is_free, {"space": SPACE}),
    Condition("a unit of mine is at {space}", _own_is_at, {"space": SPACE}),
    Condition("an enemy is at {space}", _enemy_is_at, {"space": SPACE}),
    Condition("{unit} is alive", _is_alive, {"unit": UNIT}),
    Condition("{unit} is exposed", _is_exposed, {"unit": UNIT}),
    Condition("I have {number} tokens", _has_tokens, {"number": NUMBER}),
    Condition("my morale is {number} or more", _has_morale, {"number": NUMBER}),
    Condition("the enemy's morale is {number} or more", _enemy_has_morale, {"number": NUMBER}),
    Condition("my fatigue is {number} or more", _has_fatigue, {"number": NUMBER}),
)
