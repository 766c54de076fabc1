"""The pace of a match: how long it waits for its next poll, with and without a limit on the number of calls.

The first rule of the table that applies decides. There is always a poll at a reminder, at a deadline and at the end of
its grace. If a feed reports the changes of a match, it is polled when the feed reports one, and rarely otherwise.

If calls are short, all matches wait longer in proportion, and none much longer than `LONGEST`. A match with a feed gets
less of the calls, unless people type in it repeatedly, because the feed reports further changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sheets_gm.gm.between.finding import wakes
from sheets_gm.gm.match_record.notices_part import Notices, Reminders
from sheets_gm.gm.match_record.seats.presence import absences
from sheets_gm.gm.side_jobs import Report, raise_it
from sheets_gm.kernel import beacon

if TYPE_CHECKING:
    from sheets_gm.gm.match_record.record import Record


class Rule(NamedTuple):
    """A rule: within *within* seconds of the time *of* in its activity, a match is polled every *pause* seconds."""

    name: str
    of: str
    within: float
    pause: float


RULES = (
    Rule("people are typing", "typed", 60, 5),
    Rule("the deadline is near", "due", 120, 5),
    Rule("a step was just played", "stepped", 60, 5),
    Rule("people typed a moment ago", "typed", 300, 20),
    Rule("the deadline comes", "due", 900, 20),
    Rule("a step was played a moment ago", "stepped", 600, 30),
    Rule("people typed lately", "typed", 900, 60),
)

QUIET = Rule("quiet", "", 0, 120)
WATCHED = Rule("quiet, until Drive's feed reports a change", "", 0, 7200)
ASIDE = Rule("set aside", "", 0, 60)

LONGEST = 540.0
"""The most seconds that a match waits for a poll, if the quota allows it; less than what counts as an outage."""

RAREST = 43200.0
"""The same for a match whose changes a feed reports, in case the feed misses one."""

CASUAL = 12.0
"""How much longer than others with its pause such a match waits, if few people type in it and calls are short."""

LEAST_EASE = 0.1
"""The least divisor of `urgency`, for a match that has waited for nearly `LONGEST` or longer."""

SHORTEST = 0.001
"""Seconds that a pause of 0 counts as."""


@dataclass(frozen=True, slots=True)
class Activity:
    """What the pace of a match depends on: times, or None.

    *typed* is when a row last changed, *stepped* when a step was last played, *due* the deadline. *moments* are the
    times at which the match must be polled. *watched*: a feed reports its changes. *lively*: polls have found edits
    repeatedly.
    """

    typed: float | None = None
    stepped: float | None = None
    due: float | None = None
    moments: tuple[float, ...] = ()
    watched: bool = False
    lively: bool = False


@dataclass(frozen=True, slots=True)
class Pace:
    """How often a match is polled: *why* (the rule), the *pause* in seconds, and the time *at* of the next poll.

    If calls are short, it waits *weight* times as long as another match with the same pause. *is_moment*: it must be
    polled at exactly that time. *longest* is its maximum waiting time. *until* is when the pace must be computed again,
    because a deadline is near.
    """

    why: str
    pause: float
    at: float
    weight: float = 1.0
    is_moment: bool = False
    longest: float = LONGEST
    until: float = float("inf")


Pacing: TypeAlias = Callable[[Activity, float], Pace]
"""Gives the pace for an activity at an instant."""


def activity_of(
    record: Record,
    stepped: float | None = None,
    *,
    watched: bool = False,
    lively: bool = False,
    report: Report = raise_it,
) -> Activity:
    """Return the activity of a match from its record and the time of its newest entry.

    Errors of a feature go to *report*.
    """
    policy, reminded = record.policy, Reminders.of(record).due
    moments: tuple[float, ...] = ()
    for end in record.ends:
        reminder = (policy.time.after(end, -policy.remind),) if policy.remind and reminded != end else ()
        moments = (*moments, *reminder, end, end + policy.grace)
    moments = (*moments, *(end for each in absences(record) for end in (each.start, each.until)))
    moments = (*moments, *(each.at for each in Notices.of(record).held))
    moments = (*moments, *wakes(record, report))
    if record.resumes is not None:
        moments = (*moments, record.resumes)
    if record.pending is not None and record.pending.round is not None:
        moments = (*moments, beacon.due(record.pending.round))
    return Activity(typed_of(record), stepped, min(record.ends, default=None), moments, watched, lively)


def typed_of(record: Record) -> float | None:
    """Return when a row of a match last changed; None if none did."""
    return max((draft.since for draft in record.drafts), default=0.0) or None


def adaptive(of: Activity, now: float) -> Pace:
    """Return the pace according to the table of rules."""
    rule = next((rule for rule in RULES if _holds(rule, of, now)), WATCHED if of.watched else QUIET)
    return _paced(rule.name, rule.pause, of, now)


def fixed(seconds: float, why: str = "fixed") -> Pacing:
    """Return a pacing with the same pause for every match."""
    return lambda of, now: _paced(why, seconds, of, now)


def _holds(rule: Rule, of: Activity, now: float) -> bool:
    instant: float | None = getattr(of, rule.of)
    return instant is not None and abs(now - instant) <= rule.within


def _paced(why: str, pause: float, of: Activity, now: float) -> Pace:
    moment = min((moment for moment in of.moments if moment > now), default=float("inf"))
    weight = CASUAL if of.watched and not of.lively and pause < QUIET.pause else 1.0
    longest = RAREST if of.watched and not of.lively else LONGEST
    nearer = (of.due - rule.within for rule in RULES if rule.of == "due") if of.due is not None else ()
    until = min((instant for instant in nearer if instant > now), default=float("inf"))
    return Pace(why, pause, min(now + pause, moment), weight, moment <= now + pause, longest, until)


# -- rationed calls ----------------------------------------------------------------------------------------------------


def urgency(waited: float, pause: float, longest: float = LONGEST) -> float:
    """Return how urgent the poll of a match is that has *waited*: in pauses, and much more as that comes near
    *longest*.
    """
    ease = max(LEAST_EASE, 1 - (max(waited, 0.0) / longest) ** 4)
    return waited / max(pause, SHORTEST) / ease


def demand(loads: Mapping[float, float]) -> float:
    """Return the calls a minute for *loads*, the number of workbooks by their pause in seconds."""
    return sum(count * 60.0 / pause for pause, count in loads.items())


def waits(loads: Mapping[float, float], capacity: float) -> dict[float, float]:
    """Return how long workbooks with each pause really wait, in seconds, with *capacity* calls a minute for all
    *loads*.

    The most urgent match is polled first, so all have the same urgency when they are polled.
    """
    if demand(loads) <= capacity:
        return {pause: pause for pause in loads}

    def at(level: float) -> dict[float, float]:
        return {pause: max(pause, _wait(pause, level)) for pause in loads}

    def calls(level: float) -> float:
        return sum(loads[pause] * 60.0 / waited for pause, waited in at(level).items())

    return at(_root(lambda level: -calls(level), -capacity))


def _wait(pause: float, level: float) -> float:
    """Return how long a match waits until its urgency is *level*."""
    longest = RAREST if pause >= WATCHED.pause else LONGEST
    return _root(lambda waited: urgency(waited, pause, longest), level)


def _root(of: Callable[[float], float], wanted: float) -> float:
    """Return the argument for which the increasing function *of* is *wanted*, by bisection."""
    low, high = 0.0, 1e6
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if of(middle) < wanted else (low, middle)
    return high
