"""Telling: acts as sentences of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.kernel.acts import (
    Adopt,
    AnyAct,
    Appeal,
    Claim,
    Concede,
    Excuse,
    Extend,
    Override,
    Pause,
    Resume,
    Rewind,
    Ruling,
    Slide,
    Substitute,
    Vacate,
)
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.words import several, side_told, sides_left, won


def tell_act(act: AnyAct, seats: Mapping[str, Seat], rolls: Sequence[Roll] = (), conceded: Sequence[str] = ()) -> str:
    """*act* as everybody reads it; *conceded* are the teams that have given up with it."""
    told = _told(act, seats, rolls)
    left = sides_left(seats.values(), conceded)
    if isinstance(act, Concede) and len(left) == 1:
        return f"{told}{f' ({act.why})' if act.why else ''}: {won(left, seats)}."
    return f"{told}: {act.why}" if act.why else f"{told}."


def _told(act: AnyAct, seats: Mapping[str, Seat], rolls: Sequence[Roll]) -> str:
    who = "The game master" if act.by == GM else named(act.by, seats)
    match act:
        case Override(hidden=True):
            return f"{who} changed something that is hidden"
        case Override():
            return f"{who} set {act.what} from {_value(act.old)} to {_value(act.new)}"
        case Rewind():
            return f"{who} took the match back to how it stood after entry {act.to}"
        case Substitute():
            return f"{act.player} takes seat {act.seat} from {named(act.seat, seats)}"
        case Vacate():
            return f"After {act.missed} no-shows in a row seat {act.seat} is free for a substitute"
        case Concede():
            side = side_told(act.team, seats)
            return f"{side[:1].upper()}{side[1:]} gives up"
        case Pause():
            return f"{who} stopped the clock"
        case Resume():
            return f"{who} let the clock go on"
        case Extend():
            return f"{who} moved the deadline by {length(act.seconds)}"
        case Slide():
            return f"Nobody polled for {length(act.seconds)}, so the deadline moves by as much"
        case Excuse():
            return f"{named(act.seat, seats)} is excused from this step"
        case Adopt():
            return f"The match goes on with rules {act.rules}, which play all that was played the same"
        case Claim():
            claimant = "the game master" if act.by == GM else who
            about = f" about entry {act.about}" if act.about is not None else ""
            return f"Claim {act.number} by {claimant}{about}: {act.text}"
        case Ruling():
            dice = "".join(f" [{roll.why.partition(': ')[2]}: {roll.value} of {roll.sides}]" for roll in rolls)
            evidence = f" ({'; '.join(act.evidence)})" if act.evidence else ""
            return f"Ruling on claim {act.number}: {act.decision}{evidence}{dice}"
        case Appeal():
            return f"{who} appeals against the ruling on claim {act.number}"


def named(seat: str, seats: Mapping[str, Seat]) -> str:
    """A seat by its player's name."""
    return seats[seat].player if seat in seats else "The game master" if seat == GM else seat


def length(seconds: float) -> str:
    """A span of time as people say it: "1 day 2 hours", "45 minutes"."""
    minutes = round(seconds / 60)
    days, rest = divmod(minutes, 1440)
    hours, minutes = divmod(rest, 60)
    parts = [several(number, unit) for number, unit in ((days, "day"), (hours, "hour"), (minutes, "minute")) if number]
    return " ".join(parts) or several(round(seconds), "second")


def _value(value: Any) -> str:
    return "nothing" if value is None else str(value)
