"""Telling: acts as sentences of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.kernel.actions import (
    Adopt,
    AnyAction,
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
from sheets_gm.kernel.english import counted, describe_winners, side_name, sides_left
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat


def describe_action(
    action: AnyAction, seats: Mapping[str, Seat], rolls: Sequence[Roll] = (), conceded: Sequence[str] = ()
) -> str:
    """*action* as everybody reads it; *conceded* are the teams that have given up with it."""
    told = _told(action, seats, rolls)
    left = sides_left(seats.values(), conceded)
    if isinstance(action, Concede) and len(left) == 1:
        return f"{told}{f' ({action.why})' if action.why else ''}: {describe_winners(left, seats)}."
    return f"{told}: {action.why}" if action.why else f"{told}."


def _told(action: AnyAction, seats: Mapping[str, Seat], rolls: Sequence[Roll]) -> str:
    who = "The game master" if action.by == GM else seat_name(action.by, seats)
    match action:
        case Override(hidden=True):
            return f"{who} changed something that is hidden"
        case Override():
            return f"{who} set {action.what} from {_value(action.old)} to {_value(action.new)}"
        case Rewind():
            return f"{who} took the match back to how it stood after entry {action.to}"
        case Substitute():
            return f"{action.player} takes seat {action.seat} from {seat_name(action.seat, seats)}"
        case Vacate():
            return f"After {action.missed} no-shows in a row seat {action.seat} is free for a substitute"
        case Concede():
            side = side_name(action.team, seats)
            return f"{side[:1].upper()}{side[1:]} gives up"
        case Pause():
            return f"{who} stopped the clock"
        case Resume():
            return f"{who} let the clock go on"
        case Extend():
            return f"{who} moved the deadline by {format_duration(action.seconds)}"
        case Slide():
            return f"Nobody polled for {format_duration(action.seconds)}, so the deadline moves by as much"
        case Excuse():
            return f"{seat_name(action.seat, seats)} is excused from this step"
        case Adopt():
            return f"The match goes on with rules {action.rules}, which play all that was played the same"
        case Claim():
            claimant = "the game master" if action.by == GM else who
            about = f" about entry {action.about}" if action.about is not None else ""
            return f"Claim {action.number} by {claimant}{about}: {action.text}"
        case Ruling():
            dice = "".join(f" [{roll.why.partition(': ')[2]}: {roll.value} of {roll.sides}]" for roll in rolls)
            evidence = f" ({'; '.join(action.evidence)})" if action.evidence else ""
            return f"Ruling on claim {action.number}: {action.decision}{evidence}{dice}"
        case Appeal():
            return f"{who} appeals against the ruling on claim {action.number}"


def seat_name(seat: str, seats: Mapping[str, Seat]) -> str:
    """A seat by its player's name."""
    return seats[seat].player if seat in seats else "The game master" if seat == GM else seat


def format_duration(seconds: float) -> str:
    """A span of time as people say it: "1 day 2 hours", "45 minutes"."""
    minutes = round(seconds / 60)
    days, rest = divmod(minutes, 1440)
    hours, minutes = divmod(rest, 60)
    parts = [counted(number, unit) for number, unit in ((days, "day"), (hours, "hour"), (minutes, "minute")) if number]
    return " ".join(parts) or counted(round(seconds), "second")


def _value(value: Any) -> str:
    return "nothing" if value is None else str(value)
