"""Attacks: base dice, weapons, support, defence and strength, in this order (CBR-51 to CBR-54).

Armor is rolled separately against each attack that hits (R23). An attack never heals (R19). Only base dice crit, unless
an item or a setting says otherwise (R18).
"""

from __future__ import annotations

from sheets_gm.games.champions.data.items import Item
from sheets_gm.games.champions.data.numbers import EVADE
from sheets_gm.games.champions.position.battle_events import Added, Chance, Evading, Missed, Rolled, Struck
from sheets_gm.games.champions.rules.combat.battle_state import Combatant, SupportEffect, Turn, dice_values
from sheets_gm.games.champions.rules.combat.strength import Matchup, Why, multiplier, rounded


def attack(turn: Turn, by: Combatant, target: Combatant) -> None:
    """Resolve the attack of *by* on *target*."""
    percent, _ = evasion(turn, target)
    roll = _evasion_roll(turn, by, target) if percent else None
    if roll is not None and roll <= percent:
        turn.record(Missed(clause="CBR-46", by=by.as_fighter(), target=target.as_fighter(), roll=roll, percent=percent))
        return
    total = _base_dice(turn, by, target, roll, percent)
    total, affinity = _weapons(turn, by, total)
    for effect in turn.plus.get(by.who, ()):
        total = _add_support(turn, effect, total, 1, "attack")
    for effect in turn.minus.get(by.who, ()):
        total = _add_support(turn, effect, total, -1, "attack")
    total = _defence(turn, by, target, total)
    bracket = max(0, total)  # R19
    percent, why = multiplier(
        turn.battles.settings, Matchup(by.type, target.type, by.side, turn.at_work), affinity=affinity
    )
    damage = max(0, rounded(bracket, percent, turn.battles.settings))
    turn.damage[target.who] = turn.damage.get(target.who, 0) + damage
    turn.battles.dealt[by.seat] = turn.battles.dealt.get(by.seat, 0) + damage
    turn.record(
        Struck(
            clause=_clause(why),
            by=by.as_fighter(),
            target=target.as_fighter(),
            bracket=bracket,
            percent=percent,
            why=why,
            damage=damage,
        )
    )


def _clause(why: tuple[Why, ...]) -> str:
    if len(why) > 1:
        return "CBR-41"
    return {(): "CBR-54", ("strong",): "CBR-36", ("weak",): "CBR-37", ("affinity",): "CBR-40"}[why]


def evasion(turn: Turn, target: Combatant) -> tuple[int, tuple[Chance, ...]]:
    """Return the chance in percent that an attack on *target* misses, and its parts (R24)."""
    settings = turn.battles.settings
    parts: list[Chance] = []
    if target.who in turn.evading:
        parts.append(Chance(what=EVADE, percent=settings.evade_pct))
        for item in target.worn:
            if item.evade:
                # CBR-40: affinity multiplies the effects of items, this one too
                bonus = rounded(item.evade, settings.affinity_percent if target.has_affinity(item) else 100, settings)
                parts.append(Chance(what=item.name, percent=bonus))
    parts += turn.smoke.get(target.who, ())
    return min(sum(part.percent for part in parts), settings.evade_cap), tuple(parts)


def evading(turn: Turn, by: Combatant) -> Evading:
    """Return the event that *by* evades."""
    percent, parts = evasion(turn, by)
    return Evading(clause="CBR-46", by=by.as_fighter(), percent=percent, parts=parts)


def _evasion_roll(turn: Turn, by: Combatant, target: Combatant) -> int:
    return turn.battles.dice.roll(
        100, f"{turn.reason}: evasion of {target.name} from {by.name}", hidden=turn.battles.audience is not None
    )


def _base_dice(turn: Turn, by: Combatant, target: Combatant, evaded: int | None, percent: int) -> int:
    formula = turn.battles.settings.base(by.type)
    faces = turn.roll(formula, f"attack of {by.name}")
    dice = dice_values(faces, formula.sides, crit=True)
    crits = faces.count(formula.sides)
    turn.record(
        Rolled(
            clause="CBR-56" if crits else "CBR-51",
            by=by.as_fighter(),
            target=target.as_fighter(),
            evaded=evaded,
            percent=percent,
            dice=dice,
            plus=formula.plus,
            crits=crits,
            total=sum(dice) + formula.plus,
        )
    )
    return sum(dice) + formula.plus


def _weapons(turn: Turn, by: Combatant, total: int) -> tuple[int, bool]:
    """Return the total with the items of *by*, and whether affinity multiplies the whole attack (R21)."""
    settings = turn.battles.settings
    lens = next((item.name for item in by.worn if item.crit), "")
    crit = settings.item_crit or bool(lens)
    affinity = False
    for slot, item in enumerate(by.worn, start=1):
        if item.attack is None:
            continue
        faces = turn.roll(item.attack, f"item {slot} of {by.name}")
        dice = dice_values(faces, item.attack.sides, crit=crit)
        amount = sum(dice) + item.attack.plus
        if by.has_affinity(item):
            if settings.affinity_mode == "item_only":
                amount = rounded(amount, settings.affinity_percent, settings)
            else:
                affinity = True
        total += amount
        turn.record(
            Added(
                clause="CBR-52",
                what=item.name,
                side="attack",
                throw=str(item.attack),
                dice=dice,
                crits=faces.count(item.attack.sides) if crit else 0,
                crit_by="" if settings.item_crit else lens,
                percent=settings.affinity_percent,
                amount=amount,
                total=total,
            )
        )
    return total, affinity


def _add_support(turn: Turn, effect: SupportEffect, total: int, sign: int, side: str) -> int:
    total += sign * effect.amount
    turn.record(
        Added(
            clause="CBR-46",
            what=effect.what,
            side="attack" if side == "attack" else "defence",
            throw=effect.formula,
            dice=effect.dice,
            amount=sign * effect.amount,
            total=total,
        )
    )
    return total


def _defence(turn: Turn, by: Combatant, target: Combatant, total: int) -> int:
    armor: Item | None = target.armor
    if armor is not None and armor.defence is not None:
        dice = turn.roll(armor.defence, f"armor of {target.name} against {by.name}")
        amount = sum(dice) + armor.defence.plus
        total -= amount
        turn.record(
            Added(
                clause="CBR-53",
                what=armor.name,
                side="defence",
                throw=str(armor.defence),
                dice=dice,
                amount=-amount,
                total=total,
            )
        )
    for effect in turn.guard.get(target.who, ()):
        total = _add_support(turn, effect, total, -1, "defence")
    return total
