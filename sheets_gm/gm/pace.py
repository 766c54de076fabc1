"""Pace: how long a match may wait until it is polled again, and what becomes of that where calls are rationed.

Laws: the table is read from the top, and the first line that holds decides; nobody sleeps past a reminder, a deadline
or the end of a grace: a poll falls on each of them; where calls are short, everybody waits longer by the same factor,
but nobody longer than `LONGEST`. A pace follows from the record and the journal alone, so that it outlives a process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from sheets_gm.gm.ports import Record


class Rule(NamedTuple):
    """For *within* seconds around the instant *of* a pulse, a match is polled every *pause* seconds."""

    name: str
    of: str
    within: float
    pause: float


RULES = (
    Rule("people are typing", "typed", 60, 5),
    Rule("the deadline is near", "due", 120, 5),
    Rule("a step was just played", "stepped", 60, 5),
    Rule("people typed a moment ago", "typed", 600, 15),
    Rule("a step was played a moment ago", "stepped", 600, 15),
    Rule("the deadline comes", "due", 900, 15),
    Rule("people typed within the hour", "typed", 3600, 60),
    Rule("a step was played within the hour", "stepped", 3600, 60),
)

QUIET = Rule("quiet", "", 0, 120)
WATCHED = Rule("quiet, with Drive's feed to wake it", "", 0, 300)
ASIDE = Rule("set aside", "", 0, 60)

LONGEST = 540.0
"""Seconds that no match goes without a poll, as long as the quota allows one: less than what is taken for an outage."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """What the pace of a match depends on: instants, None where there was none.

    *typed* is when a row last changed, *stepped* when a step was played, *due* the deadline; *moments* are the
    instants at which the match must be looked at; *watched* is whether a feed tells of its changes.
    """

    typed: float | None = None
    stepped: float | None = None
    due: float | None = None
    moments: tuple[float, ...] = ()
    watched: bool = False


@dataclass(frozen=True, slots=True)
class Pace:
    """Why a match is polled as often as it is, the *pause* in seconds that its rule gives it, and *at* when next."""

    why: str
    pause: float
    at: float


Pacing: TypeAlias = Callable[[Pulse, float], Pace]


def pulse(record: Record, stepped: float | None = None, *, watched: bool = False) -> Pulse:
    """The pulse of a match, by its record and the instant of its newest entry."""
    policy = record.policy
    typed = max((draft.since for draft in record.drafts), default=0.0)
    moments: tuple[float, ...] = ()
    if record.due is not None:
        reminder = (record.due - policy.remind,) if policy.remind and record.reminded != record.due else ()
        moments = (*reminder, record.due, record.due + policy.grace)
    return Pulse(typed or None, stepped, record.due, moments, watched)


def adaptive(of: Pulse, now: float) -> Pace:
    """The pace by the table."""
    rule = next((rule for rule in RULES if _holds(rule, of, now)), WATCHED if of.watched else QUIET)
    return _paced(rule.name, rule.pause, of, now)


def fixed(seconds: float, why: str = "fixed") -> Pacing:
    """The same pace for every match, always."""
    return lambda of, now: _paced(why, seconds, of, now)


def _holds(rule: Rule, of: Pulse, now: float) -> bool:
    instant: float | None = getattr(of, rule.of)
    return instant is not None and abs(now - instant) <= rule.within


def _paced(why: str, pause: float, of: Pulse, now: float) -> Pace:
    ahead = [moment for moment in of.moments if moment > now]
    return Pace(why, pause, min((now + pause, *ahead)))


# -- rationed calls ----------------------------------------------------------------------------------------------------


def demand(pauses: Mapping[float, float]) -> float:
    """Calls a minute of so many workbooks at each pause (seconds: workbooks)."""
    return sum(count * 60.0 / pause for pause, count in pauses.items())


def stretch(pauses: Mapping[float, float], capacity: float) -> float:
    """The factor by which all pauses grow where *capacity* calls a minute must do; 1 where it is enough.

    Infinite where not even one poll every `LONGEST` fits.
    """
    if demand(pauses) <= capacity:
        return 1.0
    # pauses reach LONGEST from the longest on; with those held there, the others share what is left
    held = 0.0
    left = sorted(pauses.items())
    while left:
        factor = demand(dict(left)) / (capacity - held) if capacity > held else float("inf")
        pause, count = left[-1]
        if pause * factor <= LONGEST:
            return factor
        held += count * 60.0 / LONGEST
        left.pop()
    return float("inf")


def waits(pauses: Sequence[float], factor: float) -> list[float]:
    """What each of *pauses* becomes, in seconds."""
    return [max(pause, min(pause * factor, LONGEST)) for pause in pauses]
