"""Descriptions of events. A battle is described line by line with its dice, as in the rulebook's example (CBR-57)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sheets_gm.games.champions.position import battle_events, events
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat

Seats = Mapping[str, Seat]

PASSIVE = ", so the Healer's partner is strong and the other side's strengths are void"


def name_of(seat: str, seats: Seats) -> str:
    """Return the name of the player at *seat*."""
    return seats[seat].player if seat in seats else seat


def _names(ids: tuple[str, ...], seats: Seats) -> str:
    return listed([name_of(each, seats) for each in ids])


def _who(fighter: battle_events.Fighter, seats: Seats) -> str:
    return f"{name_of(fighter.seat, seats)}'s {fighter.champion}"


def _dice(dice: tuple[int, ...]) -> str:
    return "[" + ", ".join(map(str, dice)) + "]"


def _times(bracket: int, percent: int, amount: int) -> str:
    return f"[{bracket} × {percent / 100:g}] = {amount}"


def _looted(event: events.Looted, seats: Seats) -> str:
    names = [name for name in event.names if name]
    text = f"{name_of(event.seat, seats)} loots {event.at}: {', '.join(names) or 'nothing was left'}"
    return f"{text}, then nothing was left" if names and len(names) < len(event.names) else text


def _began(event: battle_events.BattleBegan, seats: Seats) -> str:
    sides = []
    for seat in event.seats:
        sent = ", ".join(f"{each.champion} {each.health}" for each in event.fighters if each.seat == seat)
        sides.append(f"{name_of(seat, seats)} ({sent})")
    return f"⚔ Battle{f' at {event.at}' if event.at else ''}: {' against '.join(sides)}"


def _began_turn(event: battle_events.TurnBegan, seats: Seats) -> str:
    """Name the turn, and the player whose Healer is the only one. Only the first turn explains the effect."""
    if event.passive is None:
        return f"Turn {event.turn}"
    only = f"Turn {event.turn}: only {name_of(event.passive, seats)} has a Healer"
    return only + PASSIVE if event.turn == 1 else only


def _supported(event: battle_events.Supported, seats: Seats) -> str:
    what = event.item or "Assist"
    if not event.targets:
        return f"{_who(event.by, seats)} uses {what} but has no partner to help"
    targets = " and ".join(_who(each, seats) for each in event.targets)
    dice = ""
    if event.dice:
        plus = f" + {event.plus}" if event.plus else ""
        dice = f" {_dice(event.dice)}{plus}" + (_factor(event.percent) if event.affinity else "") + f" = {event.amount}"
    does = {
        "heal": f"heals {targets}",
        "heal_both": f"heals {targets}",
        "attack_up": f"strengthens the attack of {targets}",
        "attack_down": f"weakens the attack of {targets}",
        "defense_up": f"protects {targets}",
        "evade_up": f"gives {targets} a {event.amount} % chance to evade" + _evade_sum(event),
    }[event.effect]
    return f"{_who(event.by, seats)} uses {what} and {does}{dice}"


def _factor(percent: int) -> str:
    return f" × {percent / 100:g}"


def _evade_sum(event: battle_events.Supported) -> str:
    return f" ({event.plus}{_factor(event.percent)})" if event.affinity and event.plus else ""


def _evading(event: battle_events.Evading, seats: Seats) -> str:
    text = f"{_who(event.by, seats)} evades: attacks miss with {event.percent} %"
    if not event.parts:
        return text
    most = f"; {event.percent} is the most" if sum(part.percent for part in event.parts) > event.percent else ""
    return f"{text} ({' + '.join(f'{part.what} {part.percent}' for part in event.parts)}{most})"


def _rolled(event: battle_events.Rolled, seats: Seats) -> str:
    crits = f" ({event.crits} critical)" if event.crits else ""
    hits = f" (evasion fails: {event.evaded} of {event.percent})" if event.evaded is not None else ""
    text = f"{_who(event.by, seats)} attacks {_who(event.target, seats)}{hits}"
    plus = f" + {event.plus}" if event.plus else ""
    return f"{text}: Attack {_dice(event.dice)}{plus} = {event.total}{crits}"


def _added(event: battle_events.Added) -> str:
    sign = "−" if event.amount < 0 else "+"
    who = "Defence: " if event.side == "defence" else ""
    plus = event.throw.partition("+")[2]
    dice = f" {event.throw} {_dice(event.dice)}" + (f" + {plus}" if plus else "")
    by = f", by {event.crit_by}" if event.crit_by else ""
    crits = f" ({event.crits} critical{by})" if event.crits else ""
    rolled = sum(event.dice) + int(plus or 0)
    times = "" if rolled == abs(event.amount) else f"{_factor(event.percent)} → {abs(event.amount)}"
    return f"· {who}{sign} {event.what}{dice}{times} = {_left_of_attack(event.total)}{crits}"


def _left_of_attack(total: int) -> str:
    # R19: an attack never heals
    return f"{total}" if total >= 0 else "0 (never below 0)"


def _struck(event: battle_events.Struck, seats: Seats) -> str:
    words = {"strong": "strong", "weak": "the target is strong", "affinity": "affinity"}
    target = _who(event.target, seats)
    if not event.why:
        return f"· {event.damage} damage to {target}"
    why = " and ".join(words[each] for each in event.why)
    return f"· {why[0].upper()}{why[1:]} {_times(event.bracket, event.percent, event.damage)} damage to {target}"


def _healed(event: battle_events.Healed, seats: Seats) -> str:
    target = "itself" if event.by == event.target else _who(event.target, seats)
    parts = "".join(f" + {part.what} {part.throw} {_dice(part.dice)} = {part.total}" for part in event.parts)
    plus = f" + {event.plus}" if event.plus else ""
    times = f"; affinity {_times(event.bracket, event.percent, event.amount)}" if event.percent != 100 else ""
    return (
        f"{_who(event.by, seats)} heals {target}: {_dice(event.dice or (event.die,))}{plus} = {event.die}{parts}{times}"
    )


def _revived(event: battle_events.Revived, seats: Seats) -> str:
    plus = f" + {event.plus}" if event.plus else ""
    times = _factor(event.percent) if event.percent != 100 else ""
    rolled = f" ({_dice(event.dice)}{plus}{times})" if event.dice else ""
    return f"{_who(event.who, seats)} is saved by {event.item}, which is used up, and has {event.health} health{rolled}"


def _lapsed(event: battle_events.Lapsed, seats: Seats) -> str:
    turns = f"turn{'s' if len(event.turns) > 1 else ''} {listed([str(turn) for turn in event.turns])}"
    why = "it fell before" if event.why == "fell" else "no enemy was left"
    return f"{_who(event.who, seats)} does nothing in {turns}: {why}"


def _updated(event: battle_events.HealthUpdated, seats: Seats) -> str:
    less = f" − {event.damage}" if event.damage else ""
    more = f" + {event.healing}" if event.healing else ""
    capped = ", the most it can have" if event.capped else ""
    return f"{_who(event.who, seats)}: {event.who.health}{less}{more} → {event.after} health{capped}"


def _ended_battle(event: battle_events.BattleEnded, seats: Seats) -> str:
    """Describe the end of a battle with the survivors if everybody saw its dice; else `Fought` does that (R30)."""
    if event.audience is not None:
        return "The battle ends"
    sides = []
    for seat in event.seats:
        left = [f"{each.champion} {each.health}" for each in event.fighters if each.seat == seat]
        sides.append(f"{name_of(seat, seats)} has {', '.join(left) or 'none left here'}")
    return f"The battle ends: {'; '.join(sides)}"


def result_of(event: battle_events.Fought, seats: Seats) -> str:
    """Describe in a few words who fought and who fell."""
    where = f" at {event.at}" if event.at else ""
    fell = listed([_who(each, seats) for each in event.fallen], none="nobody")
    return f"⚔ {_names(event.seats, seats)} fought{where}: {fell} fell"


def _fought(event: battle_events.Fought, seats: Seats) -> str:
    sides = []
    for seat in event.seats:
        left = ", ".join(f"{each.champion} {each.health}" for each in event.fighters if each.seat == seat)
        sides.append(f"{name_of(seat, seats)} has {left or 'none left here'}")
    return f"{result_of(event, seats)}; {'; '.join(sides)}"


def _dropped(event: events.Eliminated | events.GaveUp) -> str:
    where = f"now at {event.at}" if event.at else "still on its tile"
    return where if event.dropped else "lost"


def _shrunk(event: events.Shrunk, _seats: Seats) -> str:
    why = {
        "alive": counted(event.number, "player is left", "players are left"),
        "stall": f"{counted(event.number, 'round')} without a battle",
        "deadlock": f"{counted(event.number, 'round')} without a fallen Champion",
    }[event.why]
    size = f"{event.size}×{event.size}" if event.size > 1 else "a single tile"
    return f"The map shrinks to {size} ({why}): all tiles have new items"


def _ended(event: events.Ended, seats: Seats) -> str:
    sums = ""
    if event.final:
        health = ", ".join(f"{name_of(seat, seats)} {_signed(each)}" for seat, each in event.final.items())
        damage = ", ".join(f"{name_of(seat, seats)} {each}" for seat, each in event.dealt.items())
        sums = f" (final health: {health}; damage dealt: {damage})"
    if not event.result.winners:
        return f"The match is a draw: {event.result.reason}{sums}"
    return f"🏆 {_names(event.result.winners, seats)} wins the match: {event.result.reason}{sums}"


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


_DESCRIPTIONS: dict[str, Callable[[Any, Seats], str]] = {
    "spawned": lambda e, s: f"{name_of(e.seat, s)} starts on {e.at}",
    "moved": lambda e, s: f"{name_of(e.seat, s)} moves from {e.start} to {e.end}",
    "crowded": lambda e, _: "On the map: " + ", ".join(f"{count} at {tile}" for tile, count in e.counts.items()),
    "room_opened": lambda e, s: f"{_names(e.seats, s)} meet at {e.at} for a battle",
    "looted": _looted,
    "equipped": lambda e, s: f"{name_of(e.seat, s)}'s {e.champion} wears {', '.join(e.names) or 'nothing'}",
    "paired": lambda e, s: f"{_names(e.seats, s)} fight at {e.at}",
    "battle_began": _began,
    "battle_void": lambda e, s: f"{_names(e.seats, s)} do not fight: {name_of(e.missing, s)} has no Champion left",
    "turn_began": _began_turn,
    "supported": _supported,
    "evading": _evading,
    "missed": lambda e, s: f"{_who(e.by, s)} attacks {_who(e.target, s)} and misses ({e.roll} of {e.percent})",
    "rolled": _rolled,
    "added": lambda e, _: _added(e),
    "struck": _struck,
    "healed": _healed,
    "health_updated": _updated,
    "fell": lambda e, s: f"✝ {_who(e.who, s)} falls",
    "revived": _revived,
    "lapsed": _lapsed,
    "battle_ended": _ended_battle,
    "fought": _fought,
    "rested": lambda e, _: f"All living Champions rest and regain up to {e.health} health",
    "exhausted": lambda e, _: (
        f"No Champion fell in {counted(e.rounds, 'round')}: exhaustion costs every Champion {e.health} health"
    ),
    "eliminated": lambda e, s: (
        f"☠ {name_of(e.seat, s)} has no living Champion and is out; their items are {_dropped(e)}"
    ),
    "gave_up": lambda e, s: (
        f"☠ {name_of(e.seat, s)} leaves the match with all their Champions; their items are {_dropped(e)}"
    ),
    "shrunk": _shrunk,
    "ended": _ended,
}


def describe(event: Event, seats: Seats) -> str:
    """Describe *event* in a sentence."""
    return _DESCRIPTIONS[event.kind](event, seats)
