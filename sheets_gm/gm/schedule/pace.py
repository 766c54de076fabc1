"""Pace: how long a match may wait until it is polled again, and what becomes of that where calls are rationed.

Laws: the table is read from the top, and the first line that holds decides; nobody sleeps past a reminder, a deadline
or the end of a grace: a poll falls on each of them; where calls are short, everybody waits longer in proportion, and
nobody much longer than `LONGEST`. A pace follows from the record and the journal alone, so that it outlives a process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from sheets_gm.gm.record.record import Record


class Rule(NamedTuple):
    """For *within* seconds around the instant *of* a pulse, a match is polled every *pause* seconds."""

    name: str
    of: str
    within: float
    pause: float


RULES = (
    Rule("people are typing", "typed", 60, 5),
    Rule("the deadline is near", "due", 120, 5),
    Rule("a step was just played", "stepped", 60, 10),
    Rule("people typed a moment ago", "typed", 300, 20),
    Rule("the deadline comes", "due", 900, 20),
    Rule("a step was played a moment ago", "stepped", 600, 30),
    Rule("people typed lately", "typed", 900, 60),
)

QUIET = Rule("quiet", "", 0, 120)
WATCHED = Rule("quiet, with Drive's feed to wake it", "", 0, 300)
ASIDE = Rule("set aside", "", 0, 60)

LONGEST = 540.0
"""Seconds that no match goes without a poll, as long as the quota allows one: less than what is taken for an outage."""


LEAST_EASE = 0.1
"""What is left of the patience of a match that has waited for `LONGEST`."""

SHORTEST = 0.001
"""A pause that is none."""


@dataclass(frozen=True, slots=True)
class Activity:
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


Pacing: TypeAlias = Callable[[Activity, float], Pace]


def activity_of(record: Record, stepped: float | None = None, *, watched: bool = False) -> Activity:
    """The pulse of a match, by its record and the instant of its newest entry."""
    policy = record.policy
    typed = max((draft.since for draft in record.drafts), default=0.0)
    moments: tuple[float, ...] = ()
    if record.due is not None:
        reminder = (record.due - policy.remind,) if policy.remind and record.reminded != record.due else ()
        moments = (*reminder, record.due, record.due + policy.grace)
    return Activity(typed or None, stepped, record.due, moments, watched)


def adaptive(of: Activity, now: float) -> Pace:
    """The pace by the table."""
    rule = next((rule for rule in RULES if _holds(rule, of, now)), WATCHED if of.watched else QUIET)
    return _paced(rule.name, rule.pause, of, now)


def fixed(seconds: float, why: str = "fixed") -> Pacing:
    """The same pace for every match, always."""
    return lambda of, now: _paced(why, seconds, of, now)


def _holds(rule: Rule, of: Activity, now: float) -> bool:
    instant: float | None = getattr(of, rule.of)
    return instant is not None and abs(now - instant) <= rule.within


def _paced(why: str, pause: float, of: Activity, now: float) -> Pace:
    ahead = [moment for moment in of.moments if moment > now]
    return Pace(why, pause, min((now + pause, *ahead)))


# -- rationed calls ----------------------------------------------------------------------------------------------------


def urgency(waited: float, pause: float) -> float:
    """How much a match that has *waited* asks for its poll: in pauses, and far more as that comes near to `LONGEST`."""
    ease = max(LEAST_EASE, 1 - (max(waited, 0.0) / LONGEST) ** 4)
    return waited / max(pause, SHORTEST) / ease


def demand(loads: Mapping[float, float]) -> float:
    """Calls a minute of so many workbooks at each pause (seconds: workbooks)."""
    return sum(count * 60.0 / pause for pause, count in loads.items())


def waits(loads: Mapping[float, float], capacity: float) -> dict[float, float]:
    """What each pause becomes, in seconds, where *capacity* calls a minute must do for so many workbooks at each.

    The most urgent is polled first, so all are equally urgent when their turn comes.
    """
    if demand(loads) <= capacity:
        return {pause: pause for pause in loads}

    def at(level: float) -> dict[float, float]:
        return {pause: max(pause, _wait(pause, level)) for pause in loads}

    def calls(level: float) -> float:
        return sum(loads[pause] * 60.0 / waited for pause, waited in at(level).items())

    return at(_root(lambda level: -calls(level), -capacity))


def _wait(pause: float, level: float) -> float:
    """How long a match waits until it is as urgent as *level*."""
    return _root(lambda waited: urgency(waited, pause), level)


def _root(of: Callable[[float], float], wanted: float) -> float:
    """Where the rising function *of* reaches *wanted*."""
    low, high = 0.0, 1e6
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if of(middle) < wanted else (low, middle)
    return high
