"""An attack: base dice, weapons, support, defence, strength, in this order (CBR-51 to CBR-54).

Laws: armor is rolled anew for each attack, after evasion (R23); an attack never heals (R19); only base dice crit,
unless an item says otherwise (R18).
"""

from __future__ import annotations

from sheets_gm.games.champions.armoury import Item
from sheets_gm.games.champions.data import AFFINITY, AFFINITY_PERCENT, BASE
from sheets_gm.games.champions.events import Added, Missed, Rolled, Struck
from sheets_gm.games.champions.strength import Why, multiplier, rounded
from sheets_gm.games.champions.workings import Combatant, Share, Turn, counted


def attack(turn: Turn, by: Combatant, target: Combatant) -> None:
    """Let *by* attack *target*."""
    percent = evasion(turn, target)
    roll = _evades(turn, by, target) if percent else None
    if roll is not None and roll <= percent:
        turn.describe(Missed(clause="CBR-46", by=by.as_told(), target=target.as_told(), roll=roll, percent=percent))
        return
    total = _base(turn, by, target, roll, percent)
    total, affinity = _weapons(turn, by, total)
    for share in turn.plus.get(by.who, ()):
        total = _share(turn, share, total, 1, "attack")
    for share in turn.minus.get(by.who, ()):
        total = _share(turn, share, total, -1, "attack")
    total = _defence(turn, by, target, total)
    bracket = max(0, total)  # R19
    percent, why = multiplier(turn.bouts.settings, by.type, target.type, by.side, turn.at_work, affinity=affinity)
    damage = max(0, rounded(bracket, percent, turn.bouts.settings))
    turn.damage[target.who] = turn.damage.get(target.who, 0) + damage
    turn.bouts.dealt[by.seat] = turn.bouts.dealt.get(by.seat, 0) + damage
    turn.describe(
        Struck(
            clause=_clause(why),
            by=by.as_told(),
            target=target.as_told(),
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


def evasion(turn: Turn, target: Combatant) -> int:
    """The chance in percent that an attack on *target* misses (R24)."""
    settings = turn.bouts.settings
    percent = turn.smoke.get(target.who, 0)
    if target.who in turn.evading:
        percent += settings.evade_pct + sum(item.evade for item in target.items)
    return min(percent, settings.evade_cap)


def _evades(turn: Turn, by: Combatant, target: Combatant) -> int:
    return turn.bouts.dice.roll(100, f"{turn.reason}: evasion of {target.name} from {by.name}")


def _base(turn: Turn, by: Combatant, target: Combatant, evaded: int | None, percent: int) -> int:
    throw = BASE[by.type]
    faces = turn.throw(throw, f"attack of {by.name}")
    dice = counted(faces, throw.sides, crit=True)
    crits = faces.count(throw.sides)
    turn.describe(
        Rolled(
            clause="CBR-56" if crits else "CBR-51",
            by=by.as_told(),
            target=target.as_told(),
            evaded=evaded,
            percent=percent,
            dice=dice,
            crits=crits,
            total=sum(dice),
        )
    )
    return sum(dice)


def _weapons(turn: Turn, by: Combatant, total: int) -> tuple[int, bool]:
    """The total with *by*'s items, and whether its affinity multiplies all of it (R21)."""
    settings = turn.bouts.settings
    crit = settings.item_crit or any(item.crit for item in by.items)
    affinity = False
    for slot, item in enumerate(by.items, start=1):
        if item.attack is None:
            continue
        faces = turn.throw(item.attack, f"item {slot} of {by.name}")
        dice = counted(faces, item.attack.sides, crit=crit)
        amount = sum(dice) + item.attack.plus
        if item.category in AFFINITY[by.type]:
            if settings.affinity_mode == "item_only":
                amount = rounded(amount, 100 + AFFINITY_PERCENT, settings)
            else:
                affinity = True
        total += amount
        turn.describe(
            Added(
                clause="CBR-52",
                what=item.name,
                side="attack",
                throw=str(item.attack),
                dice=dice,
                amount=amount,
                total=total,
            )
        )
    return total, affinity


def _share(turn: Turn, share: Share, total: int, sign: int, side: str) -> int:
    total += sign * share.amount
    turn.describe(
        Added(
            clause="CBR-46",
            what=share.what,
            side="attack" if side == "attack" else "defence",
            throw=share.throw,
            dice=share.dice,
            amount=sign * share.amount,
            total=total,
        )
    )
    return total


def _defence(turn: Turn, by: Combatant, target: Combatant, total: int) -> int:
    armor: Item | None = target.armor
    if armor is not None and armor.defence is not None:
        dice = turn.throw(armor.defence, f"armor of {target.name} against {by.name}")
        amount = sum(dice) + armor.defence.plus
        total -= amount
        turn.describe(
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
    for share in turn.guard.get(target.who, ()):
        total = _share(turn, share, total, -1, "defence")
    return total
