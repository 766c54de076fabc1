"""Deadlines: when a step is due, and how long an outage lasted.

A deadline is an instant, so a clock change does not move a deadline that is already set. A fixed time is a local time
in the match's zone, so it stays at the same hour. The day between two fixed times counts as 24 hours, even if it has 23
or 25.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from sheets_gm.gm.match_record.clock_times import ClockTime, from_day_of, last_at, local_time, shortest_gap
from sheets_gm.gm.match_record.playing_hours import PlayingHours, PlayingTime

USUAL_LEAST = 12 * 3600.0
"""The upper limit in seconds for the default of *least*, the time that a step has before a fixed time."""

OUTAGE, SHORTEST_OUTAGE = 600.0, 60.0
"""Seconds without a poll that count as an outage, if polls are usually more frequent: at most, and where turns are
short."""

SHARE = 4
"""A gap that is longer than one part in `SHARE` of the time for a turn is an outage, within these limits."""

PACES = 4
"""If polls are rare, a gap is an outage if it is longer than this many usual pauses."""

RARE = 50.0
"""The pause between two noted polls from which on polls are rare. The sync notes a poll twice a minute, and polls a
match with a deadline in the next minutes at least every 20 seconds."""


class Pace(NamedTuple):
    """When steps are due: after *every* seconds, or at fixed *times* in a *zone*. A step has at least *least* seconds.

    *every* alone is a rolling deadline. With both, the next deadline is the first fixed time that is at least *every*
    seconds after the previous deadline. Without *least*, a step has at least half of the shortest gap between the fixed
    times, but `USUAL_LEAST` is enough. With *hours*, all durations are playing time, and fixed times outside the hours
    do not count.
    """

    every: float | None
    times: tuple[ClockTime, ...]
    zone: str
    least: float | None = None
    hours: PlayingHours | None = None

    @property
    def time(self) -> PlayingTime:
        """How time passes for deadlines."""
        return PlayingTime(self.hours, self.zone)

    @property
    def shortest(self) -> float:
        """The seconds that a step has at least before a fixed time, when it opens."""
        return (
            min(USUAL_LEAST, _shortest_gap(self.times, self.zone, self.hours) / 2) if self.least is None else self.least
        )

    def next_due(self, now: float, passed: float | None = None) -> float | None:
        """Return when a step is due that opens at *now*; None without a deadline.

        It counts from *now*. With fixed times it counts from the deadline that has *passed*, before any extension or
        outage moved it.
        """
        if not self.times:
            return None if self.every is None else self.time.deadline(now, self.every)
        start = now if passed is None else last_at(self.times, self.zone, passed)
        return next(
            instant
            for instant in from_day_of(self.times, self.zone, now)
            if instant > now
            and self.time.includes(instant)
            and self._between(start, instant) >= (self.every or 0.0)
            and self._played(now, instant) >= self.shortest
        )

    def _played(self, start: float, end: float) -> float:
        """Return the seconds that people have between two instants."""
        return self._between(start, end) if self.hours is None else self.time.between(start, end)

    def _between(self, start: float, end: float) -> float:
        """Return the seconds between two instants by the local clock: a day always has 24 hours."""
        first, last = (local_time(each, self.zone).replace(tzinfo=None) for each in (start, end))
        return (last - first).total_seconds()


@lru_cache(maxsize=256)
def _shortest_gap(times: tuple[ClockTime, ...], zone_name: str, hours: PlayingHours | None) -> float:
    """Return the shortest playing time between one of *times* and the next, in seconds. Dates off are ignored."""
    if hours is None:
        return shortest_gap(times)
    week = PlayingTime(hours.but(dates_off=()), zone_name)
    counted = (instant for instant in from_day_of(times, zone_name, 0.0) if week.includes(instant))
    return min(week.between(*pair) for pair in pairwise(islice(counted, 7 * len(times) + 1)))


def is_ever(times: tuple[ClockTime, ...], hours: PlayingHours) -> bool:
    """Return whether at least one of the weekly *times* is within *hours*. If none is, no step would ever be due."""
    week = PlayingTime(hours.but(dates_off=()), "UTC")
    return any(week.includes(instant) for instant in islice(from_day_of(times, "UTC", 0.0), 7 * len(times) + 1))


def outage(seen: float, usual: float, now: float, turn: float) -> float:
    """Return for how many seconds the match was not polled, if that is an outage; else 0.

    *seen* is the last poll, *usual* the pause before it: if a poll comes every half hour, an hour is not an outage.
    *turn* is the time that a turn has.
    """
    gap, rarely = now - seen, PACES * usual if usual > RARE else 0.0
    return gap if gap > max(min(OUTAGE, max(SHORTEST_OUTAGE, turn / SHARE)), rarely) else 0.0


@lru_cache(maxsize=1024)
def clock_face(instant: float, zone_name: str) -> str:
    """Return an instant as the sheet writes it: "Sat 21 Nov 14:05"."""
    return local_time(instant, zone_name).strftime("%a %d %b %H:%M")


def clock_face_in_zone(instant: float, zone_name: str) -> str:
    """Return an instant with its zone, for people in different zones: "Sat 21 Nov 14:05 CET"."""
    return local_time(instant, zone_name).strftime("%a %d %b %H:%M %Z")


WITHIN = 6 * 86400.0
"""Up to this many seconds ahead, the day of the week is enough to say which day is meant."""


def short_clock_face(instant: float, zone_name: str, since: float) -> str:
    """Return an instant with its zone, short if it is soon after *since*, when it is written: "Sat 14:05 CET"."""
    if instant - since >= WITHIN:
        return clock_face_in_zone(instant, zone_name)
    return local_time(instant, zone_name).strftime("%a %H:%M %Z")


def date_and_time(instant: float, zone_name: str) -> str:
    """Return an instant with its year, for people who read it much later: "21 Nov 2026 14:05 CET"."""
    return local_time(instant, zone_name).strftime("%d %b %Y %H:%M %Z")


@lru_cache(maxsize=256)
def time_of_day(instant: float, zone_name: str) -> str:
    """Return an instant of today as a receipt shows it: "14:05"."""
    return local_time(instant, zone_name).strftime("%H:%M")
