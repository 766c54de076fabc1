"""Actions as sentences of the log, with the names of the people who played then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sheets_gm.gm.durations import format_duration
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.notice_wishes import clock_of
from sheets_gm.kernel.actions import (
    Adopt,
    AnyAction,
    Appeal,
    AskForDesk,
    Away,
    Back,
    Change,
    Claim,
    Comment,
    Concede,
    Deputize,
    Exchange,
    Excuse,
    Extend,
    FillIn,
    GiveUp,
    Inherit,
    Join,
    Keep,
    Leap,
    NoExchange,
    Nudge,
    Offer,
    Override,
    Pause,
    Promote,
    PutBack,
    Reserve,
    Restore,
    Resume,
    Rewind,
    Ruling,
    Say,
    Slide,
    Substitute,
    Unvote,
    Vacate,
    Vote,
    WishNotices,
)
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.english import (
    capitalized,
    counted,
    describe_winners,
    owner_name,
    side_name,
    sides_left,
    with_names,
)
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat

CHANGED: Mapping[str, str] = MappingProxyType(
    {
        "every": "the time for a turn",
        "at": "the fixed deadlines",
        "no-show": "what happens for absent seats",
        "game masters": "the game masters",
        "votes": "whether the players vote",
        "plans": "how many orders each player may plan ahead",
        "title": "the title",
        "heir": "who inherits the desk of the game master",
        "delay": "how late followers see the match",
        "heir after": "how long the game master has to answer an heir",
    }
)
"""What may be changed about how a match is run, in a sentence."""


def describe_action(
    action: AnyAction,
    seats: Mapping[str, Seat],
    rolls: Sequence[Roll] = (),
    conceded: Sequence[str] = (),
    zone: str = "UTC",
) -> str:
    """*action* as a sentence; *rolls* are those of its entry, *conceded* the teams that have conceded by then.

    Times are those of *zone*.
    """
    text = _without_reason(action, seats, rolls, zone)
    left = sides_left(seats.values(), conceded)
    if isinstance(action, Concede) and len(left) == 1:
        return f"{text}{f' ({action.why})' if action.why else ''}: {describe_winners(left, seats)}."
    if action.why:
        return f"{text.removesuffix('.')}: {action.why}"
    return text if text.removesuffix("”").endswith((".", "!", "?", "…")) else f"{text}."


def _without_reason(action: AnyAction, seats: Mapping[str, Seat], rolls: Sequence[Roll], zone: str) -> str:
    who = "The game master" if action.by == GM else seat_name(action.by, seats)
    match action:
        case Override(hidden=True):
            return f"{who} changed a hidden value"
        case Override():
            return f"{who} changed {_path(action.what, seats)} from {_value(action.old)} to {_value(action.new)}"
        case Rewind(turn=turn) if turn:
            return f"{who} took the match back to the beginning of {with_names(turn, seats)}"
        case Rewind():
            return f"{who} rewound the match to the position after entry {action.to}"
        case Substitute() if action.seat in seats and plain(seats[action.seat].player) == plain(action.player):
            return f"{action.player} goes on in the seat {action.seat}"
        case Substitute():
            return f"{action.player} replaces {seat_name(action.seat, seats)}"
        case Join():
            chosen = f" ({', '.join(action.traits.values())})" if action.traits else ""
            side = "" if action.neutral or action.team == action.seat else f" team {action.team.capitalize()}"
            return f"{action.player} joins{side} as {action.seat}{chosen}"
        case Vacate():
            missed = counted(action.missed, "no-show")
            return f"After {missed} in a row, a substitute may take the seat of {seat_name(action.seat, seats)}"
        case Concede():
            return f"{capitalized(side_name(action.team, seats))} concedes"
        case Pause():
            until = "" if action.until is None else f" until {clock_face_in_zone(action.until, zone)}"
            return f"{who} paused the match{until}"
        case Resume(planned=True, begins=True):
            return "The seats are taken, and the match begins"
        case Resume(planned=True):
            return "The pause is over, and the match goes on"
        case Resume():
            return f"{who} resumed the match"
        case Extend(seconds=seconds) if seconds < 0:
            return f"{who} made the deadline {format_duration(-seconds)} earlier"
        case Extend():
            return f"{who} extended the deadline by {format_duration(action.seconds)}"
        case Slide():
            return f"The sync was down for {format_duration(action.seconds)}, so the deadline moves by the same time"
        case Leap():
            way = "forward" if action.seconds > 0 else "back"
            text = f"The clock of the sync leapt {way} by {format_duration(abs(action.seconds))}"
            same = "by the same time" if action.moves == action.seconds else f"by {format_duration(abs(action.moves))}"
            return f"{text}, so the deadline moves {same}" if action.moves else f"{text}; the deadline stays"
        case PutBack():
            way = "earlier" if action.seconds < 0 else "later"
            return f"{who} put the deadline back: {format_duration(abs(action.seconds))} {way}"
        case Excuse():
            return f"{seat_name(action.seat, seats)} is excused from this step"
        case Away():
            until = clock_face_in_zone(action.until, zone)
            later = f"from {clock_face_in_zone(action.start, zone)} " if action.is_later else ""
            text = f"{seat_name(action.seat, seats)} is away {later}until {until}"
            return text if action.due is None else f"{text}, {before_deadline(action.until, action.due, zone)}"
        case Back():
            return f"{seat_name(action.seat, seats)} is back"
        case Deputize(player=""):
            return f"{seat_name(action.seat, seats)} has no deputy any more"
        case Deputize():
            return f"{action.player} is the deputy of {seat_name(action.seat, seats)}, and may fill in what is asked"
        case Offer():
            return f"{seat_name(action.seat, seats)} offers the seat to {action.player or 'anybody'}"
        case Reserve():
            return f"{action.player} {'is no reserve any more' if action.no else 'waits for a seat, as a reserve'}"
        case Keep():
            return f"{seat_name(action.seat, seats)} keeps the seat"
        case GiveUp():
            return f"{seat_name(action.seat, seats)} leaves the match, and the seat is free"
        case Exchange():
            return _exchanged(action, seats)
        case NoExchange():
            return f"{seat_name(action.seat, seats)} does not ask to exchange seats any more"
        case AskForDesk():
            until = clock_face_in_zone(action.until, zone)
            return (
                f"{seat_name(action.seat, seats)} asks for the desk of the game master, and gets it on {until} unless "
                "the game master does something on it before"
            )
        case Inherit():
            return f"{seat_name(action.seat, seats)} is a game master now: nobody did anything on the desk meanwhile"
        case WishNotices():
            return f"{seat_name(action.seat, seats)} gets {_wished(action)}"
        case Nudge():
            return f"{who} asks {owner_name(action.seat, seats)} to go on"
        case Say():
            return f"{who}: “{action.text}”"
        case Comment():
            return f"{action.name}, in a comment: “{action.text}”"
        case Vote():
            voter = seat_name(action.seat, seats)
            counted_ = f"{action.votes} of the {action.needed} votes that it needs"
            return f"{voter} votes to {_voted_for(action, seats)}: " + (
                counted_ if action.votes < action.needed else f"{counted_}, so it is done"
            )
        case Unvote():
            return f"{seat_name(action.seat, seats)} takes back what was voted for"
        case Change():
            return f"{who} changed {CHANGED.get(action.what, action.what)} to {action.value or 'none'}"
        case Promote():
            return f"{seat_name(action.seat, seats)} is the captain now"
        case FillIn():
            return f"{who} filled in a row for {owner_name(action.seat, seats)}"
        case Restore():
            return (
                f"The match goes on from a backup, from the position after entry {action.last}. What was played after "
                f"it, up to entry {action.shown}, is gone, and its dice are not used again"
            )
        case Adopt() if action.differs is not None:
            return (
                f"The match continues with rules {action.rules}. What was played stays as it was played, though they "
                f"would play it differently from entry {action.differs} on"
            )
        case Adopt():
            return f"The match continues with rules {action.rules}, which give every earlier step the same result"
        case Claim():
            claimant = "the game master" if action.by == GM else who
            about = f" about entry {action.about}" if action.about is not None else ""
            return f"Claim {action.number} by {claimant}{about}: {action.text}"
        case Ruling():
            dice = "".join(f" [{roll.why.partition(': ')[2]}: {roll.value} of {roll.sides}]" for roll in rolls)
            evidence = f" ({'; '.join(action.evidence)})" if action.evidence else ""
            return f"Ruling on claim {action.number}: {action.decision}{evidence}{dice}"
        case Appeal():
            return f"{who} appeals the ruling on claim {action.number}"


def _exchanged(action: Exchange, seats: Mapping[str, Seat]) -> str:
    """Who changes places with whom, or asks for it."""
    one, other = seat_name(action.seat, seats), seat_name(action.other, seats)
    if not action.agreed:
        return f"{one} asks {other} to exchange seats. {other} agrees by asking for the same on the Seats tab"
    if action.moves:
        more = f". {one} takes along what the seat has seen so far" if action.reveals else ""
        return f"{one} moves from {action.seat} to {action.other}, and {action.seat} is free{more}"
    more = ". Each takes along what the seat has seen so far" if action.reveals else ""
    return f"{one} ({action.seat}) and {other} ({action.other}) exchange seats{more}"


def _wished(action: WishNotices) -> str:
    """When a player gets notices."""
    if action.none:
        return "no notices"
    if action.every:
        return "every notice at once"
    parts = []
    if action.mail is not None:
        parts.append(
            "notices by mail, to the account of the roster, where mail is set up"
            if action.mail
            else "no notices by mail"
        )
    if action.hook is not None:
        parts.append(f"notices by {action.hook}" if action.hook else "no notices to a hook")
    if action.daily is not None:
        parts.append(f"what happened in one notice a day, at {clock_of(action.daily)}")
    if action.quiet is not None:
        start, end = map(clock_of, action.quiet)
        parts.append(f"no notices from {start} to {end}")
    return ", and ".join(parts)


def _voted_for(action: Vote, seats: Mapping[str, Seat]) -> str:
    """What a player votes to do."""
    match action.on:
        case "extend":
            return f"extend the deadline by {format_duration(action.seconds)}"
        case "excuse":
            return f"excuse {owner_name(action.whom, seats)} from this step"
        case on:
            return {"pause": "pause the match", "go on": "let the match go on"}[on]


def before_deadline(until: float, due: float, zone: str) -> str:
    """How long before the deadline *due* somebody is back who is away *until* then."""
    left = max(60.0, due - until)
    return f"only {format_duration(left)} before the deadline of {clock_face_in_zone(due, zone)}"


def _path(path: str, seats: Mapping[str, Seat]) -> str:
    """The *path* of a value, with players instead of their seats: "players.Ana.at"."""
    return ".".join(seats[part].player if part in seats else part for part in path.split("."))


def seat_name(seat: str, seats: Mapping[str, Seat]) -> str:
    """The name of the player of *seat*, or of the team, with a capital letter."""
    return capitalized(owner_name(seat, seats))


def _value(value: Any) -> str:
    return "nothing" if value is None else str(value)
