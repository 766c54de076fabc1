"""What abilities can be aimed at (R5): a target in range and in sight, and where they can move a unit."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.cards.effects import Ability
from sheets_gm.games.win_or_die.data.words import ALLY, ENEMY, SELF, SPACE, ULTIMATE, other
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.rules.movement.paths import ends
from sheets_gm.games.win_or_die.rules.movement.sight import unseen


def usable(field: Battlefield, unit: Unit) -> tuple[Ability, ...]:
    """The names of the abilities that *unit* can be commanded to use now (WOD-15, WOD-18)."""
    return tuple(each for each in field.card(unit).commanded if why_used(unit, each) is None)


def why_used(unit: Unit, ability: Ability) -> str | None:
    """Why *unit* cannot use *ability* again."""
    if ability.kind == ULTIMATE and ability.name in unit.spent:
        return f"{ability.name} can be used once in a game"
    return f"{ability.name} can be used once in a turn" if ability.name in unit.used else None


def targets(field: Battlefield, unit: Unit, ability: Ability) -> tuple[str, ...]:
    """What *unit* can aim *ability* at: numbers of bases, or spaces (R5: enemies in a forest only from beside it)."""
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
    """Where the unit that *ability* moves can end, by reading order; () if it moves none.

    It moves "up to" so many spaces, so it may stay where it stands: then that is the only one, or the last.
    """
    effect = ability.shift
    mover = unit if effect is not None and effect.target == SELF else field.by_id.get(target)
    return () if effect is None or mover is None else (*ends(field, mover, effect.amount), mover.at)
