"""The present figures of a unit: from its card, enhancements, passives, auras, Tactics, and lasting effects."""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.games.win_or_die.data.cards.effects import AURA, BONUS, FLYING, TOUGH, Effect
from sheets_gm.games.win_or_die.data.numbers import HEALTH_BY, HIGHLAND_HIT, STAT_BY, TOUGH_BY
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import (
    BESIDE_TWO,
    COUNTER,
    DAMAGED,
    FOREST,
    HEALTH,
    HIGHLAND,
    IN_FOREST,
    MOVED,
    POWER,
    RANGED,
    SPEED,
    STILL,
    TARGET_DAMAGED,
    TOUGHNESS,
)
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit

ROOT, SHIELD = "root", "shield"
"""What lasts on a unit, beside changes of its stats."""


def passives(field: Battlefield, unit: Unit, name: str) -> tuple[Effect, ...]:
    """Return the passive effects *name* of *unit*. They count only while it is exposed (WOD-16, R16)."""
    return field.card(unit).passive(name) if unit.exposed else ()


def is_flying(field: Battlefield, unit: Unit) -> bool:
    """Whether *unit* flies. A hidden unit does not, because its passives do not count."""
    return bool(passives(field, unit, FLYING))


def health(field: Battlefield, unit: Unit) -> int:
    """Return the maximum health of *unit* (WOD-12, WOD-105)."""
    return field.card(unit).health + HEALTH_BY * (HEALTH in unit.enhancements)


def health_left(field: Battlefield, unit: Unit) -> int:
    """Return the damage that *unit* can still take."""
    return health(field, unit) - unit.damage


def tough(field: Battlefield, unit: Unit) -> int:
    """Return by how much each physical damage to *unit* is reduced (WOD-101)."""
    by_passives = sum(each.amount for each in passives(field, unit, TOUGH))
    return by_passives + TOUGH_BY * (unit.exposed and TOUGHNESS in unit.enhancements)


def allies_beside(field: Battlefield, unit: Unit, at: str) -> int:
    """Return the number of allies of *unit* next to *at*, including hidden ones and the Leader (R10)."""
    return sum(other.seat == unit.seat and other.id != unit.id for other in field.beside(at))


def holds(field: Battlefield, effect: Effect, unit: Unit, target: Unit | None) -> bool:
    """Whether the condition of a passive *effect* is true for *unit*, against *target*."""
    return {
        "": True,
        IN_FOREST: field.board.terrain[unit.at] == FOREST,
        MOVED: unit.steps >= 2,
        STILL: unit.steps == 0,
        DAMAGED: unit.damage > 0,
        TARGET_DAMAGED: target is not None and target.damage > 0,
        BESIDE_TWO: allies_beside(field, unit, unit.at) >= 2,
    }[effect.when]


def stat(field: Battlefield, unit: Unit, name: str, target: Unit | None = None) -> int:
    """Return the power, counter or speed of *unit*, against *target*: at least 0, without the dice of
    adjacent allies.
    """
    card = field.card(unit)
    base = {POWER: card.power, COUNTER: card.counter, SPEED: card.speed}[name]
    return max(0, base + sum(amount for _, amount in changes(field, unit, name, target)))


def changes(field: Battlefield, unit: Unit, name: str, target: Unit | None = None) -> Iterator[tuple[str, int]]:
    """Yield the changes of the stat *name* of *unit*, each as a reason and an amount."""
    for enhancement in unit.enhancements:
        if enhancement in STAT_BY and STAT_BY[enhancement][0] == name:
            yield f"{enhancement} enhancement", STAT_BY[enhancement][1]
    for effect in passives(field, unit, BONUS):
        if effect.stat == name and holds(field, effect, unit, target):
            yield "its own ability", effect.amount
    card = field.card(unit)
    for ally in field.units_of(unit.seat):
        if ally.id != unit.id:
            for effect in passives(field, ally, AURA):
                serves = effect.of in ("", card.type) or (effect.of == RANGED and card.ranged)
                if effect.stat == name and serves and field.distance(unit, ally) <= effect.range:
                    yield field.card(ally).name, effect.amount
    for tactic in field.player(unit.seat).tactics:
        amount = field.settings.known.tactics[tactic].amount(BONUS, name)
        if amount:
            yield tactic, amount
    for each in unit.lasting:
        if each.what == name:
            yield "an effect", each.amount


def is_rooted(unit: Unit) -> bool:
    """Whether an effect keeps *unit* from moving."""
    return any(each.what == ROOT for each in unit.lasting)


def speed(field: Battlefield, unit: Unit) -> int:
    """Return how far *unit* can move now (WOD-9)."""
    return 0 if is_rooted(unit) else stat(field, unit, SPEED)


def dice(field: Battlefield, unit: Unit, target: Unit, *, counter: bool) -> tuple[int, int]:
    """Return the number of dice of *unit* against *target*, and how many come from adjacent allies (WOD-65, WOD-67)."""
    centre = unit.at if field.settings.support_at == "roller" else target.at
    support = allies_beside(field, unit, centre)
    return stat(field, unit, COUNTER if counter else POWER, target) + support, support


def need(field: Battlefield, unit: Unit, *, counter: bool) -> int:
    """Return the lowest die of *unit* that hits (WOD-13, WOD-14)."""
    card = field.card(unit)
    return card.counter_hit if counter else card.attack_hit


def from_high(field: Battlefield, unit: Unit, target: Unit) -> bool:
    """Whether *unit* is on highland and *target* is not (WOD-34)."""
    terrain = field.board.terrain
    return terrain[unit.at] == HIGHLAND and terrain[target.at] != HIGHLAND


def hits(settings: Settings, rolled: tuple[int, ...], least: int, *, high: bool) -> int:
    """Return how many dice hit: those from *least* on. From highland 3s hit too, or all from 3 on (WOD-34, R7)."""
    if high and settings.highland_mode == "threshold":
        least = min(least, HIGHLAND_HIT)
    return sum(die >= least or (high and die == HIGHLAND_HIT) for die in rolled)
