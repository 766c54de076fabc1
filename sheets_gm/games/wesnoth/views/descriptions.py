"""The sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sheets_gm.games.wesnoth.position import events
from sheets_gm.games.wesnoth.rules.odds import SIDES
from sheets_gm.kernel.english import counted, listed, player_and_seat, seats_of_side
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat


def _names(seats: Mapping[str, Seat], ids: tuple[str, ...]) -> str:
    return listed([player_and_seat(seats[each]) if each in seats else each.capitalize() for each in ids])


def _dice(event: events.Struck) -> str:
    dice = " ".join(map(str, event.dice))
    first = f"{' '.join(map(str, event.first))}, rerolled: " if event.first else ""
    return f"{first}{dice} (hits on {_or_more(event.need)})"


def _or_more(die: int) -> str:
    return f"{die} or more" if die < SIDES else str(die)


def _struck(event: events.Struck, _seats: Mapping[str, Seat]) -> str:
    verb = "counters" if event.counter else "attacks"
    text = f"{event.unit} {verb} {event.target}, {event.attack}: {_dice(event)}"
    if not event.wounds:
        return f"{text}: no hit"
    done = f"{counted(event.wounds, 'wound')}, {counted(event.left, 'hit point')} left"
    if not event.hits:
        return f"{text}: no hit, at least 1: {done}"
    return f"{text}: {counted(event.hits, 'hit')}, {_sum(event)}{done}"


def _sum(event: events.Struck) -> str:
    """Show how the damage adds up; "" if nothing was added."""
    terms = [str(event.base)]
    kind, *_, type = event.attack.split()
    # WES-39: resistances go by the type or by the kind of an attack
    resistance = f"weak to {kind} {type}" if event.resistance > 0 else "resistance"
    for number, name in ((event.light, "light"), (event.resistance, resistance)):
        if number:
            terms.append(f"{'+' if number > 0 else '−'} {abs(number)} {name}")
    if event.base + event.light + event.resistance < event.wounds:
        return f"{' '.join(terms)}, at least 1: "  # WES-40
    return f"{' '.join(terms)} = " if len(terms) > 1 else ""


def _asked(event: events.Asked, seats: Mapping[str, Seat]) -> str:
    what = {
        "counter": f"choose a counter attack for {event.unit}",
        "reroll": f"keep or reroll the dice of {event.unit}",
        "advance": f"choose whether {event.unit} advances",
    }[event.stage]
    shown = f": {' '.join(map(str, event.dice))} (hits on {_or_more(event.need)})" if event.dice else ""
    return f"{_names(seats, (event.seat,))} must {what}{shown}"


def _moved(event: events.Moved, _seats: Mapping[str, Seat]) -> str:
    if len(event.way) == 1:
        return f"{event.unit} stays at {event.way[0]}"
    points = counted(event.points, "movement point")
    return f"{event.unit} moves {event.way[0]} → {event.way[-1]} ({event.cost} of {points})"


def _turn_ended(event: events.TurnEnded, seats: Mapping[str, Seat]) -> str:
    if event.done:
        return f"All units of {_names(seats, (event.seat,))} have acted; the turn ends"
    return f"{_names(seats, (event.seat,))} ends the turn" + (" without an action" if event.idle else "")


def _fell(event: events.Fell, seats: Mapping[str, Seat]) -> str:
    paid = f"; {_names(seats, (event.seat,))} gains {event.gold} gold" if event.gold else ""
    return f"{event.unit}{', the leader,' if event.leader else ''} dies at {event.at}{paid}"


def _unpaid(event: events.Unpaid, seats: Mapping[str, Seat]) -> str:
    who = _names(seats, (event.seat,))
    what = {"reroll": "a reroll for", "advance": "the advancement of"}[event.wanted]
    return f"{who} cannot pay for {what} {event.unit}: it costs {event.price} gold, and there is {event.gold}"


def _declined(event: events.Declined, seats: Mapping[str, Seat]) -> str:
    price = f" for {event.price} gold" if event.price else ""
    return (
        f"{event.unit} could advance{price}, and {_names(seats, (event.seat,))} does not: "
        "“Advance” of the row decides, else the Standing answers"
    )


def _rested(event: events.Rested, _seats: Mapping[str, Seat]) -> str:
    where = " in a village" if event.village else ""
    healed = f"{counted(event.healed, 'wound')} healed, {counted(event.wounds, 'wound')} left"
    return f"{event.unit} rests{where} and rolls {event.die}: {healed}"


def _went_out(event: events.WentOut, seats: Mapping[str, Seat]) -> str:
    one = len(event.seats) == 1
    return (
        f"{_names(seats, event.seats)} {'is' if one else 'are'} out of the game: "
        f"{'its leader is' if one else 'their leaders are'} dead"
    )


def _ended(event: events.Ended, seats: Mapping[str, Seat]) -> str:
    if not event.result.winners:
        return f"The match is a draw: {event.result.reason}"
    side = event.result.winners[0]
    people = tuple(seat.id for seat in seats_of_side(side, seats.values())) or (side,)
    team = "The team of " if len(people) > 1 else ""
    return f"{team}{_names(seats, people)} wins the match: {event.result.reason}"


_SENTENCES: dict[str, Callable[[Any, Mapping[str, Seat]], str]] = {
    "round_began": lambda e, _: f"Round {e.round}: {e.time}" + (f" ({e.light})" if e.light not in ("", e.time) else ""),
    "income_paid": lambda e, s: (
        f"{_names(s, e.seats)} {'earns' if len(e.seats) == 1 else 'earn'} {e.gold} gold "
        f"for {counted(e.villages, 'village')}"
    ),
    "turn_began": lambda e, s: f"It is the turn of {_names(s, (e.seat,))}",
    "turn_ended": _turn_ended,
    "moved": _moved,
    "village_taken": lambda e, s: f"{_names(s, (e.seat,))} takes the village {e.at} and 1 gold (now {e.gold})",
    "recruited": lambda e, s: (
        f"{_names(s, (e.seat,))} recruits {e.unit} at {e.at} for {e.price} gold"
        f"{f', a mercenary ({e.faction})' if e.mercenary else ''} ({e.left} left)"
    ),
    "struck": _struck,
    "asked": _asked,
    "fell": _fell,
    "unpaid": _unpaid,
    "declined": _declined,
    "advanced": lambda e, _: f"{e.unit} advances to {e.into}" + (f" for {e.price} gold" if e.price else ""),
    "rested": _rested,
    "conquered": lambda e, s: f"{e.unit} conquers the castle of {_names(s, (e.seat,))} at {e.at}",
    "went_out": _went_out,
    "gave_up": lambda e, s: (
        f"{_names(s, e.seats)} leave{'s' if len(e.seats) == 1 else ''} the game with all units; "
        "nobody owns their villages now"
    ),
    "wishes_set": lambda e, s: f"{_names(s, (e.seat,))} changes the standing answers",
    "ended": _ended,
}


def describe(event: Event, seats: Mapping[str, Seat]) -> str:
    """Describe *event* in a sentence."""
    return _SENTENCES[event.kind](event, seats)
