"""Support and healing: what Champions do for each other (CBR-46, CBR-59 to CBR-61).

Law: support is decided before any attack of its turn, healing counts after all of them (R17).
"""

from __future__ import annotations

from sheets_gm.games.champions.armoury import Item
from sheets_gm.games.champions.data import AFFINITY, AFFINITY_PERCENT, ASSIST, HEAL, HEALTH, LETTERS, PARTNER, SELF
from sheets_gm.games.champions.events import Added, Healed, Supported
from sheets_gm.games.champions.strength import rounded
from sheets_gm.games.champions.throws import Throw, throw
from sheets_gm.games.champions.workings import Combatant, Share, Turn

MOST_DANGEROUS = ("R", "M", "G", "H")
"""Types by the average of their base attacks, crits and all: R25's choice among enemies."""


def support(turn: Turn, by: Combatant, name: str | None, target: str | None) -> None:
    """Let *by* support: with the item it names, the first it wears, or else by itself (R25)."""
    item = None if name == ASSIST else by.active(name)
    if item is None or item.active is None:
        _help(turn, by, None, "attack_up", throw(turn.bouts.settings.assist), target)
    elif item.active.dice is None:
        allies = turn.allies(by)
        for ally in allies:
            turn.smoke[ally.who] = turn.smoke.get(ally.who, 0) + item.active.percent
        _record_support(turn, by, item, "evade_up", allies, amount=item.active.percent)
    else:
        _help(turn, by, item, item.active.effect, item.active.dice, target)


def _help(turn: Turn, by: Combatant, item: Item | None, effect: str, dice: Throw, target: str | None) -> None:
    targets = aim(turn, by, effect, target)
    if not targets:
        _record_support(turn, by, item, effect, ())
        return
    faces = turn.throw(dice, f"support of {by.name}")
    amount = sum(faces) + dice.plus
    affinity = item is not None and by.helps()
    if affinity:
        amount = rounded(amount, 100 + AFFINITY_PERCENT, turn.bouts.settings)
    share = Share(item.name if item else ASSIST, str(dice), faces, amount)
    for each in targets:
        if effect in ("heal", "heal_both"):
            turn.heal(each, amount)
        else:
            {"attack_up": turn.plus, "attack_down": turn.minus, "defense_up": turn.guard}[effect].setdefault(
                each.who, []
            ).append(share)
    _record_support(turn, by, item, effect, targets, faces, dice.plus, amount, affinity=affinity)


def aim(turn: Turn, by: Combatant, effect: str, wish: str | None) -> tuple[Combatant, ...]:
    """Whom an effect is for: *wish* if it can be, else the ally with least health, or the most dangerous enemy."""
    allies, partner = turn.allies(by), turn.partner(by)
    if effect == "attack_up":
        return (partner,) if partner else ()
    if effect == "heal_both":
        return allies
    if effect == "attack_down":
        enemies = turn.enemies(by)
        named = [each for each in enemies if each.type == wish]
        order = [LETTERS[letter] for letter in MOST_DANGEROUS]
        return (*named, *sorted(enemies, key=lambda each: order.index(each.type)))[:1]
    if wish == SELF or (wish == PARTNER and partner is None):
        return (by,)
    if wish == PARTNER and partner:
        return (partner,)
    named = [each for each in allies if each.type == wish]
    return (*named, *sorted(allies, key=lambda each: (turn.health(each), each is not by)))[:1]


def _record_support(
    turn: Turn,
    by: Combatant,
    item: Item | None,
    effect: str,
    targets: tuple[Combatant, ...],
    dice: tuple[int, ...] = (),
    plus: int = 0,
    amount: int = 0,
    *,
    affinity: bool = False,
) -> None:
    turn.describe(
        Supported(
            clause="CBR-40" if affinity else "CBR-46",
            by=by.as_told(),
            item=item.name if item else "",
            effect=effect,
            targets=tuple(each.as_told() for each in targets),
            dice=dice,
            plus=plus,
            affinity=affinity,
            amount=amount,
        )
    )


def most_hurt(turn: Turn, by: Combatant) -> Combatant | None:
    """The one of *by*'s side that lacks most health, itself before its partner; None where nobody lacks any."""
    hurt = [(HEALTH[each.type] - turn.health(each), each is by, each) for each in turn.allies(by)]
    lacks, _, who = max(hurt, key=lambda each: each[:2])
    return who if lacks > 0 else None


def heal(turn: Turn, by: Combatant, wish: str | None) -> None:
    """Let *by*, a Healer, heal itself or its partner (CBR-60, CBR-61, R26)."""
    partner = turn.partner(by)
    target = most_hurt(turn, by) or by
    if wish in (SELF, PARTNER):
        target = partner if wish == PARTNER and partner else by
    die = turn.throw(HEAL, f"healing of {by.name}")[0]
    total, parts, affinity = die, list[Added](), False
    for slot, item in enumerate(by.items, start=1):
        if item.heal is None:
            continue
        dice = turn.throw(item.heal, f"healing item {slot} of {by.name}")
        amount = sum(dice) + item.heal.plus
        total += amount
        affinity = affinity or item.category in AFFINITY[by.type]
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
    percent = 100 + (AFFINITY_PERCENT if affinity else 0)
    amount = rounded(total, percent, turn.bouts.settings)
    turn.heal(target, amount)
    turn.describe(
        Healed(
            clause="CBR-60",
            by=by.as_told(),
            target=target.as_told(),
            die=die,
            parts=tuple(parts),
            bracket=total,
            percent=percent,
            amount=amount,
        )
    )
