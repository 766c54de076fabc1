"""What happened, in words: each battle line by line with its dice, as the rulebook's own example is (CBR-57)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sheets_gm.games.champions import events as told
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat

Seats = Mapping[str, Seat]

PASSIVE = "only {} has a Healer: its partner is strong, and the other side's strengths are void"


def _name(seat: str, seats: Seats) -> str:
    return seats[seat].player if seat in seats else seat


def _names(ids: tuple[str, ...], seats: Seats) -> str:
    return listed([_name(each, seats) for each in ids])


def _who(fighter: told.Fighter, seats: Seats) -> str:
    return f"{_name(fighter.seat, seats)}'s {fighter.champion}"


def _dice(dice: tuple[int, ...]) -> str:
    return "[" + ", ".join(map(str, dice)) + "]"


def _times(bracket: int, percent: int, amount: int) -> str:
    return f"[{bracket} × {percent / 100:g}] = {amount}"


def _looted(event: told.Looted, seats: Seats) -> str:
    found = [name for name in event.names if name]
    text = f"{_name(event.seat, seats)} loots {event.at}: {', '.join(found) or 'nothing is left'}"
    return f"{text}; then nothing is left" if found and len(found) < len(event.names) else text


def _equipped(event: told.Equipped, seats: Seats) -> str:
    return f"{_name(event.seat, seats)}'s {event.champion} wears {', '.join(event.names) or 'nothing'}"


def _began(event: told.BattleBegan, seats: Seats) -> str:
    sides = []
    for seat in event.seats:
        sent = ", ".join(f"{each.champion} {each.health}" for each in event.fighters if each.seat == seat)
        sides.append(f"{_name(seat, seats)} ({sent})")
    return f"⚔ Battle{f' at {event.at}' if event.at else ''}: {' against '.join(sides)}"


def _supported(event: told.Supported, seats: Seats) -> str:
    what = event.item or "Assist"
    if not event.targets:
        return f"{_who(event.by, seats)} uses {what}, and there is nobody to help"
    targets = " and ".join(_who(each, seats) for each in event.targets)
    thrown = ""
    if event.dice:
        plus = f" + {event.plus}" if event.plus else ""
        thrown = f" {_dice(event.dice)}{plus}" + (" × 1.25" if event.affinity else "") + f" = {event.amount}"
    does = {
        "heal": f"heals {targets}",
        "heal_both": f"heals {targets}",
        "attack_up": f"adds to the attack of {targets}",
        "attack_down": f"weakens the attack of {targets}",
        "defense_up": f"guards {targets}",
        "evade_up": f"gives {targets} {event.amount} % to evade",
    }[event.effect]
    return f"{_who(event.by, seats)} supports with {what}, {does}{thrown}"


def _rolled(event: told.Rolled, seats: Seats) -> str:
    crits = f" ({event.crits} critical)" if event.crits else ""
    hits = f" (evasion fails: {event.evaded} of {event.percent})" if event.evaded is not None else ""
    text = f"{_who(event.by, seats)} attacks {_who(event.target, seats)}{hits}"
    return f"{text}: Attack {_dice(event.dice)} = {event.total}{crits}"


def _added(event: told.Added) -> str:
    sign = "−" if event.amount < 0 else "+"
    who = "Defence: " if event.side == "defence" else ""
    plus = event.throw.partition("+")[2]
    thrown = f" {event.throw} {_dice(event.dice)}" + (f" + {plus}" if plus else "")
    listed = sum(event.dice) + int(plus or 0)
    times = "" if listed == abs(event.amount) else f" × 1.25 → {abs(event.amount)}"
    return f"· {who}{sign} {event.what}{thrown}{times} = {event.total}"


def _struck(event: told.Struck, seats: Seats) -> str:
    words = {"strong": "strong", "weak": "the target is strong", "affinity": "affinity"}
    target = _who(event.target, seats)
    if not event.why:
        return f"· {event.damage} damage to {target}"
    why = " and ".join(words[each] for each in event.why)
    return f"· {why[0].upper()}{why[1:]} {_times(event.bracket, event.percent, event.damage)} damage to {target}"


def _healed(event: told.Healed, seats: Seats) -> str:
    target = "itself" if event.by == event.target else _who(event.target, seats)
    parts = "".join(f" + {part.what} {part.throw} {_dice(part.dice)} = {part.total}" for part in event.parts)
    times = f"; affinity {_times(event.bracket, event.percent, event.amount)}" if event.percent != 100 else ""
    return f"{_who(event.by, seats)} heals {target}: [{event.die}] = {event.die}{parts}{times}"


def _updated(event: told.HealthUpdated, seats: Seats) -> str:
    less = f" − {event.damage}" if event.damage else ""
    more = f" + {event.healing}" if event.healing else ""
    return f"{_who(event.who, seats)}: {event.who.health}{less}{more} → {event.after} health"


def _ended_battle(event: told.BattleEnded, seats: Seats) -> str:
    sides = []
    for seat in event.seats:
        left = [f"{each.champion} {each.health}" for each in event.fighters if each.seat == seat]
        sides.append(f"{_name(seat, seats)} has {', '.join(left) or 'nobody left of those it sent'}")
    return f"The battle ends: {'; '.join(sides)}"


def _eliminated(event: told.Eliminated, seats: Seats) -> str:
    lies = f"; what it had lies at {event.at}" if event.dropped and event.at else ""
    return f"☠ {_name(event.seat, seats)} has no living Champion and is out{lies}"


def _shrunk(event: told.Shrunk, _seats: Seats) -> str:
    why = {
        "alive": counted(event.number, "is left", "are left"),
        "stall": f"{counted(event.number, 'round')} without a battle",
        "deadlock": f"{counted(event.number, 'round')} in which nobody fell",
    }[event.why]
    size = f"{event.size}×{event.size}" if event.size > 1 else "one last tile"
    return f"The map shrinks to {size} ({why}): all tiles and pools are new"


def _ended(event: told.Ended, seats: Seats) -> str:
    if not event.result.winners:
        return f"The match is a draw: {event.result.reason}"
    return f"🏆 {_names(event.result.winners, seats)} wins the match: {event.result.reason}"


_SENTENCES: dict[str, Callable[[Any, Seats], str]] = {
    "spawned": lambda e, s: f"{_name(e.seat, s)} is put on {e.at}",
    "moved": lambda e, s: f"{_name(e.seat, s)} moves {e.start} → {e.end}",
    "crowded": lambda e, _: "On the map: " + ", ".join(f"{count} at {tile}" for tile, count in e.counts.items()),
    "room_opened": lambda e, s: f"A room opens at {e.at} for {_names(e.seats, s)}",
    "looted": _looted,
    "equipped": _equipped,
    "paired": lambda e, s: f"{_names(e.seats, s)} are going to fight at {e.at}",
    "battle_began": _began,
    "battle_void": lambda e, s: (
        f"{_names(e.seats, s)} do not fight: {_name(e.missing, s)} has no Champion left to send"
    ),
    "turn_began": lambda e, s: f"Turn {e.turn}" + (f": {PASSIVE.format(_name(e.passive, s))}" if e.passive else ""),
    "supported": _supported,
    "evading": lambda e, s: f"{_who(e.by, s)} evades: {e.percent} % that an attack misses",
    "missed": lambda e, s: f"{_who(e.by, s)} attacks {_who(e.target, s)} and misses ({e.roll} of {e.percent})",
    "rolled": _rolled,
    "added": lambda e, _: _added(e),
    "struck": _struck,
    "healed": _healed,
    "health_updated": _updated,
    "fell": lambda e, s: f"✝ {_who(e.who, s)} falls",
    "revived": lambda e, s: f"{_who(e.who, s)} would fall; {e.item} burns up and keeps it at {e.health} health",
    "battle_ended": _ended_battle,
    "rested": lambda e, _: f"All living Champions rest and gain {e.health} health",
    "exhausted": lambda e, _: (
        f"Nobody fell for {counted(e.rounds, 'round')}: exhaustion costs every Champion {e.health} health"
    ),
    "eliminated": _eliminated,
    "shrunk": _shrunk,
    "ended": _ended,
}


def describe(event: Event, seats: Seats) -> str:
    """*event* as a sentence."""
    return _SENTENCES[event.kind](event, seats)
