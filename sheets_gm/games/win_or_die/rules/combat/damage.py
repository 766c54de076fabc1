"""Damage, healing and death (WOD-12, WOD-101).

Physical damage comes from attacks and counterattacks, other damage from abilities and Tactics. All hits of one attack
count as a single damage (R12). A damaged unit is revealed.
"""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.cards.effects import LIFESTEAL
from sheets_gm.games.win_or_die.position.battle_events import Damaged, Healed, Killed
from sheets_gm.games.win_or_die.position.resolution import Resolution
from sheets_gm.games.win_or_die.position.state import Lasting
from sheets_gm.games.win_or_die.position.strength import SHIELD, health, health_left, passives, tough
from sheets_gm.games.win_or_die.rules.series import ending


def suffer(step: Resolution, id: str, amount: int, *, physical: bool = False, tactic: bool = False) -> int:
    """Damage the unit *id*, and return the damage left after Tough and shields (R12, R26)."""
    step.reveal(id)
    unit = step.units[id]
    left = max(0, amount - tough(step.field, unit) if physical else amount)
    lasting: list[Lasting] = []
    for each in unit.lasting:
        if each.what == SHIELD and not tactic:
            prevented = min(left, each.amount)
            left -= prevented
            if prevented < each.amount:
                lasting.append(each.but(amount=each.amount - prevented))
        else:
            lasting.append(each)
    step.change(id, damage=unit.damage + left, lasting=tuple(lasting))
    return left


def bury(step: Resolution, id: str) -> bool:
    """Remove the unit *id* if it has no health left, and return whether it had none (WOD-12, R14)."""
    unit = step.units[id]
    if health_left(step.field, unit) > 0:
        return False
    name = step.label(id)
    step.remove(id)
    morale = step.field.morale(unit.seat)
    step.tell(Killed(clause="WOD-12", unit=name, seat=unit.seat, at=unit.at, morale=morale))
    return True


def strike(
    step: Resolution, ids: tuple[str, ...], amount: int, why: str, *, tactic: bool = False
) -> tuple[tuple[str, ...], int]:
    """Damage the units *ids* at the same time by an ability or a Tactic. Returns the survivors and the total damage."""
    clause = "WOD-81" if tactic else "WOD-72"
    hurt = [(id, suffer(step, id, amount, tactic=tactic)) for id in ids]
    for id, done in hurt:
        left = max(0, health_left(step.field, step.units[id]))
        step.tell(Damaged(clause=clause, unit=step.label(id), damage=done, left=left, why=why))
    alive = tuple(id for id, _ in hurt if not bury(step, id))
    ending.check(step)
    return alive, sum(done for _, done in hurt)


def heal(step: Resolution, id: str, amount: int, why: str, clause: str = "WOD-72") -> None:
    """Heal the unit *id* by up to *amount*."""
    unit = step.units[id]
    done = min(amount, unit.damage)
    if done:
        step.change(id, damage=unit.damage - done)
        left = health(step.field, unit) - unit.damage + done
        step.tell(Healed(clause=clause, unit=step.label(id), amount=done, left=left, why=why))


def drink(step: Resolution, id: str, done: int) -> None:
    """Heal the unit *id*, which has done damage, if it has lifesteal (WOD-73)."""
    for effect in passives(step.field, step.units[id], LIFESTEAL):
        if done:
            heal(step, id, effect.amount, "lifesteal", "WOD-73")
