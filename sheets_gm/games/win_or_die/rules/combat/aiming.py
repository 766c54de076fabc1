"""Possible aims of abilities (R5): targets in range and in sight, and the spaces to which they can move a unit."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.cards.effects import Ability
from sheets_gm.games.win_or_die.data.words import ALLY, ENEMY, SELF, SPACE, ULTIMATE, other
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.rules.movement.paths import ends
from sheets_gm.games.win_or_die.rules.movement.sight import unseen


def usable(field: Battlefield, unit: Unit) -> tuple[Ability, ...]:
    """Return the abilities that *unit* can be commanded to use now (WOD-15, WOD-18)."""
    return tuple(each for each in field.card(unit).commanded if why_used(unit, each) is None)


def why_used(unit: Unit, ability: Ability) -> str | None:
    """Return why *unit* cannot use *ability* again, None if it can."""
    if ability.kind == ULTIMATE and ability.name in unit.spent:
        return f"{ability.name} can be used once in a game"
    return f"{ability.name} can be used once in a turn" if ability.name in unit.used else None


def targets(field: Battlefield, unit: Unit, ability: Ability) -> tuple[str, ...]:
    """Return the possible targets of *ability*: base numbers or spaces (R5: enemies in a forest only from the next
    space).
    """
    effect = ability.chosen
    if effect is None:
        return ()
    if effect.target == SPACE:
        near = field.board.far[unit.at]
        return tuple(at for at in field.board.spaces if near[at] <= effect.range)
    seat = unit.seat if effect.target == ALLY else other(unit.seat)
    return tuple(
        each.id
        for each in field.units_of(seat)
        if each.id != unit.id
        and field.distance(unit, each) <= effect.range
        and unseen(field, unit, each.at, enemy=effect.target == ENEMY) is None
    )


def goals(field: Battlefield, unit: Unit, ability: Ability, target: str) -> tuple[str, ...]:
    """Return the spaces where the unit that *ability* moves can end, in reading order; () if it moves none.

    A unit moves "up to" a number of spaces, so it may also stay. Its present space comes last, or is the only one.
    """
    effect = ability.shift
    mover = unit if effect is not None and effect.target == SELF else field.by_id.get(target)
    return () if effect is None or mover is None else (*ends(field, mover, effect.amount), mover.at)
