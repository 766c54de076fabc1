"""Support and healing (CBR-46, CBR-59 to CBR-61).

Support takes effect before all attacks of its turn, healing after them (R17).
"""

from __future__ import annotations

from dataclasses import dataclass

from sheets_gm.games.champions.data.dice_notation import DiceFormula, parse_dice
from sheets_gm.games.champions.data.items import Item
from sheets_gm.games.champions.data.numbers import ASSIST, LETTERS, PARTNER, SELF
from sheets_gm.games.champions.position.battle_events import Added, Chance, Healed, Supported
from sheets_gm.games.champions.rules.combat.battle_state import Combatant, SupportEffect, Turn
from sheets_gm.games.champions.rules.combat.strength import rounded

STRONGEST_FIRST = ("R", "M", "G", "H")
"""The letters of the types by their average base attack, the highest first (R25)."""


def support(turn: Turn, by: Combatant, name: str | None, target: str | None) -> None:
    """Resolve the Support of *by*: with the item called *name*, else the first that it wears, else Assist (R25)."""
    item = None if name == ASSIST else by.active(name)
    if item is None or item.active is None:
        _apply(turn, _Use(by, None, "attack_up"), parse_dice(turn.battles.settings.assist), target)
    elif item.active.dice is None:
        settings, affinity = turn.battles.settings, by.has_affinity(item)
        percent = rounded(item.active.percent, settings.affinity_percent if affinity else 100, settings)
        allies = turn.allies(by)
        for ally in allies:
            turn.smoke.setdefault(ally.who, []).append(Chance(what=item.name, percent=percent))
        _record(turn, _Use(by, item, "evade_up"), allies, _Amount(percent, (), item.active.percent, affinity))
    else:
        _apply(turn, _Use(by, item, item.active.effect), item.active.dice, target)


@dataclass(frozen=True, slots=True)
class _Use:
    """A use of Support: the user, the item (None: Assist), and its effect."""

    by: Combatant
    item: Item | None
    effect: str


@dataclass(frozen=True, slots=True)
class _Amount:
    """The amount of a Support effect, and how it was rolled."""

    amount: int = 0
    dice: tuple[int, ...] = ()
    plus: int = 0
    affinity: bool = False


def _apply(turn: Turn, use: _Use, formula: DiceFormula, target: str | None) -> None:
    """Roll the effect, and apply it to its targets."""
    targets = choose_targets(turn, use.by, use.effect, target)
    if not targets:
        _record(turn, use, (), _Amount())
        return
    faces = turn.roll(formula, f"support of {use.by.name}")
    amount = sum(faces) + formula.plus
    affinity = use.item is not None and use.by.has_affinity(use.item)
    if affinity:
        amount = rounded(amount, turn.battles.settings.affinity_percent, turn.battles.settings)
    effect = SupportEffect(use.item.name if use.item else ASSIST, str(formula), faces, amount)
    changes = {"attack_up": turn.plus, "attack_down": turn.minus, "defense_up": turn.guard}
    for each in targets:
        if use.effect in changes:
            changes[use.effect].setdefault(each.who, []).append(effect)
        else:
            turn.heal(each, amount)
    _record(turn, use, targets, _Amount(amount, faces, formula.plus, affinity))


def choose_targets(turn: Turn, by: Combatant, effect: str, wish: str | None) -> tuple[Combatant, ...]:
    """Return the targets of an effect: *wish* if it is legal, else the ally with the least health or the strongest
    enemy.
    """
    allies, partner = turn.allies(by), turn.partner(by)
    if effect == "attack_up":
        return (partner,) if partner else ()
    if effect == "heal_both":
        return allies
    if effect == "attack_down":
        enemies = turn.enemies(by)
        named = [each for each in enemies if each.type == wish]
        order = [LETTERS[letter] for letter in STRONGEST_FIRST]
        return (*named, *sorted(enemies, key=lambda each: order.index(each.type)))[:1]
    if wish == SELF or (wish == PARTNER and partner is None):
        return (by,)
    if wish == PARTNER and partner:
        return (partner,)
    named = [each for each in allies if each.type == wish]
    return (*named, *sorted(allies, key=lambda each: (turn.health(each), each is not by)))[:1]


def _record(turn: Turn, use: _Use, targets: tuple[Combatant, ...], rolled: _Amount) -> None:
    turn.record(
        Supported(
            clause="CBR-40" if rolled.affinity else "CBR-46",
            by=use.by.as_fighter(),
            item=use.item.name if use.item else "",
            effect=use.effect,
            targets=tuple(each.as_fighter() for each in targets),
            dice=rolled.dice,
            plus=rolled.plus,
            affinity=rolled.affinity,
            percent=turn.battles.settings.affinity_percent,
            amount=rolled.amount,
        )
    )


def most_hurt(turn: Turn, by: Combatant) -> Combatant | None:
    """Return the Champion on *by*'s side that misses the most health, *by* first in a tie; None if all are unhurt."""
    hurt = [(turn.battles.settings.health[each.type] - turn.health(each), each is by, each) for each in turn.allies(by)]
    lacks, _, who = max(hurt, key=lambda each: each[:2])
    return who if lacks > 0 else None


def heal(turn: Turn, by: Combatant, wish: str | None) -> None:
    """Resolve the Heal of *by*: for itself or its partner (CBR-60, CBR-61, R26)."""
    partner = turn.partner(by)
    target = most_hurt(turn, by) or by
    if wish in (SELF, PARTNER):
        target = partner if wish == PARTNER and partner else by
    settings = turn.battles.settings
    formula = parse_dice(settings.heal_dice)
    faces = turn.roll(formula, f"healing of {by.name}")
    die = sum(faces) + formula.plus
    total, parts, affinity = die, list[Added](), False
    for slot, item in enumerate(by.worn, start=1):
        if item.heal is None:
            continue
        dice = turn.roll(item.heal, f"healing item {slot} of {by.name}")
        amount = sum(dice) + item.heal.plus
        total += amount
        affinity = affinity or by.has_affinity(item)
        parts.append(
            Added(
                clause="CBR-60",
                what=item.name,
                side="attack",
                throw=str(item.heal),
                dice=dice,
                amount=amount,
                total=total,
            )
        )
    percent = settings.affinity_percent if affinity else 100
    amount = rounded(total, percent, settings)
    turn.heal(target, amount)
    turn.record(
        Healed(
            clause="CBR-60",
            by=by.as_fighter(),
            target=target.as_fighter(),
            die=die,
            dice=faces,
            plus=formula.plus,
            parts=tuple(parts),
            bracket=total,
            percent=percent,
            amount=amount,
        )
    )
