"""Playing hours: when time passes for deadlines and clocks, and the days without play.

A match may be played from 8 to 23 o'clock, not at weekends, and not over the holidays. Outside these hours no deadline
passes and every clock stands still. A whole day of a deadline is a day of play, at the same hour. A part of a day, and
all the time of a clock, counts in playing time.

Time without play always ends (`playing_hours` refuses any other), so every deadline comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import count

from sheets_gm.gm.match_record.clock_times import (
    DAY,
    DAYS,
    EARLIEST,
    LATEST,
    BadTime,
    bounded,
    day_of_week,
    local_time,
    zone,
)
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.model import Model

MIDNIGHT = 24 * 60
LEAST = 60
"""The fewest minutes of play that a day of play has."""

MOST_DATES = 100
"""The most dates off in a match, so that it continues within half a year."""


class DatesOff(Model):
    """The days from *first* to *last*, including both."""

    first: date
    last: date

    @property
    def length(self) -> int:
        """The number of days."""
        return (self.last - self.first).days + 1

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


class PlayingHours(Model):
    """The hours of play on each day: minutes after midnight, from *start* to *end*.

    If *end* is before *start*, it is on the next day, and the hours belong to the day on which they start. *days_off*
    are days of the week without play (0 is Monday), *dates_off* are dates without play.
    """

    start: int = 0
    end: int = MIDNIGHT
    days_off: tuple[int, ...] = ()
    dates_off: tuple[DatesOff, ...] = ()

    @property
    def minutes(self) -> int:
        """The minutes of play in a day of play."""
        return self.end - self.start if self.end > self.start else self.end + MIDNIGHT - self.start

    def is_off(self, day: date) -> bool:
        """Whether there is no play on *day*."""
        return day.weekday() in self.days_off or any(each.first <= day <= each.last for each in self.dates_off)

    def __str__(self) -> str:
        hours = f"from {_clock(self.start)} to {_clock(self.end)}" if self.minutes < MIDNIGHT else ""
        days = [f"{DAYS[day].capitalize()}s" for day in sorted(set(self.days_off))]
        off = [f"on {listed(days)}"] if days else []
        off += [f"on {each}" if each.length == 1 else f"from {each}" for each in self.dates_off]
        return ", ".join(part for part in (hours, f"not {listed(off)}" if off else "") if part)


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


_HOURS = re.compile(r"([0-9]{1,2})(?::([0-9]{2}))?\s*(?:-+|to)\s*([0-9]{1,2})(?::([0-9]{2}))?")
_DATES = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\s*(?:\.{2,3}|-+|to)\s*([0-9]{4}-[0-9]{2}-[0-9]{2}))?")


def playing_hours(hours: str | None, off: Iterable[str] = ()) -> PlayingHours | None:
    """Return the playing hours *hours* ("8-23", "18:30-1:00") without the days *off*; None without either. Raises
    BadTime.

    Each text in *off* lists days of the week ("sat,sun") or dates ("2026-12-24", "2026-12-24..2027-01-02").
    """
    start, end = (0, MIDNIGHT) if hours is None else _hours(hours)
    days: list[int] = []
    dates: list[DatesOff] = []
    for part in (part.strip() for text in off for part in plain(text).split(",")):
        if named := _DATES.fullmatch(part):
            dates.append(DatesOff(first=_date(named[1]), last=_date(named[2] or named[1])))
        elif (day := day_of_week(part)) is not None:
            days.append(day)
        else:
            raise BadTime(f"“{part}” is no day: write sat,sun or 2026-12-24 or 2026-12-24..2027-01-02.")
    if hours is None and not days and not dates:
        return None
    result = PlayingHours(start=start, end=end, days_off=tuple(dict.fromkeys(days)), dates_off=tuple(dates))
    if result.minutes < LEAST:
        raise BadTime("Playing hours must last an hour at least: write them like 8-23.")
    if len(result.days_off) == len(DAYS):
        raise BadTime("Every day of the week is off, so no turn would ever end. Leave one of them out.")
    if any(each.length < 1 for each in dates):
        raise BadTime("The last date off must not be before the first.")
    if sum(each.length for each in dates) > MOST_DATES:
        raise BadTime(f"A match may have {MOST_DATES} dates off in total. Pause it for a longer time.")
    return result


def _hours(text: str) -> tuple[int, int]:
    match = _HOURS.fullmatch(plain(text))
    if match is None:
        raise BadTime(f"“{text}” are no playing hours: write them like 8-23, or 18:30-1:00.")
    first, last = (int(match[at]) * 60 + int(match[at + 1] or 0) for at in (1, 3))
    if first >= MIDNIGHT or last > MIDNIGHT or int(match[2] or 0) > 59 or int(match[4] or 0) > 59:
        raise BadTime(f"“{text}” are no playing hours: a day has the hours 0 to 24.")
    return first, last


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadTime(f"There is no date {text}.") from error


@dataclass(frozen=True, slots=True)
class PlayingTime:
    """How time passes with playing *hours* (None: always) in the time zone *zone_name*. Instants are in seconds."""

    hours: PlayingHours | None
    zone_name: str

    def includes(self, instant: float) -> bool:
        """Return whether time passes at *instant*. The end of a day of play counts as play."""
        instant = bounded(instant)
        return self.hours is None or any(start <= instant <= end for start, end in self._around(instant))

    def between(self, start: float, end: float) -> float:
        """Return the seconds of play between two instants; negative if *end* is earlier than *start*."""
        if self.hours is None:
            return end - start
        if end < start:
            return -self.between(end, start)
        start, end, played = bounded(start), bounded(end), 0.0
        for opens, closes in self._from(start):
            if opens >= end:
                return played
            played += max(0.0, min(closes, end) - max(opens, start))
        raise AssertionError("days never end")

    def after(self, instant: float, seconds: float) -> float:
        """Return the instant that is *seconds* of play after *instant*, or before it if they are negative."""
        if self.hours is None:
            return instant + seconds
        if seconds < 0:
            return self._before(instant, -seconds)
        left = min(seconds, LATEST - EARLIEST)
        for opens, closes in self._from(instant):
            here = max(0.0, closes - max(opens, instant))
            if left <= here:
                return max(opens, instant) + left
            left -= here
        raise AssertionError("days never end")

    def _before(self, instant: float, seconds: float) -> float:
        """Return the latest instant that is *seconds* of play before *instant*."""
        low, high = instant - seconds, instant
        while self.between(low, instant) < seconds:
            low -= max(DAY, high - low)
        days = [(max(opens, low), min(closes, instant)) for opens, closes in self._until(low, instant)]
        for opens, closes in reversed(days):
            here = closes - opens
            if seconds <= here:
                return closes - seconds
            seconds -= here
        return low

    def deadline(self, opened: float, seconds: float) -> float:
        """Return when a step that *opened* then is due after *seconds*.

        Whole days are days of play, at the same hour.
        """
        days, rest = divmod(seconds, DAY)
        if self.hours is None or not days:
            return self.after(opened, seconds)
        for number, (opens, closes) in enumerate(self._from(opened)):
            if number == 0:
                into = max(0.0, opened - opens)
            if number == days:
                return self.after(min(opens + into, closes), rest)
        raise AssertionError("days never end")

    def _around(self, instant: float) -> Iterator[tuple[float, float]]:
        """Yield the days of play that may contain *instant*."""
        return self._until(instant, instant)

    def _until(self, start: float, end: float) -> Iterator[tuple[float, float]]:
        """Yield the days of play that overlap the time from *start* to *end*, or touch it."""
        end = bounded(end)
        for opens, closes in self._from(start):
            if opens > end:
                return
            yield opens, closes

    def _from(self, start: float) -> Iterator[tuple[float, float]]:
        """Yield the days of play as instants, from the first that has not ended at *start*. There is no last one."""
        assert self.hours is not None
        start = bounded(start)
        first = local_time(start, self.zone_name).date() - timedelta(days=1)
        for ahead in count():
            day = first + timedelta(days=ahead)
            if not self.hours.is_off(day):
                opens, closes = _day_of_play(self.hours.start, self.hours.end, self.zone_name, day)
                if closes >= start:
                    yield opens, closes


@lru_cache(maxsize=1024)
def _day_of_play(start: int, end: int, zone_name: str, day: date) -> tuple[float, float]:
    """Return the instants at which play begins and ends on *day*. The clock may change in between."""
    last = end if end > start else end + MIDNIGHT
    local = zone(zone_name)

    def at(minutes: int) -> float:
        on = day + timedelta(days=minutes // MIDNIGHT)
        hour, minute = divmod(minutes % MIDNIGHT, 60)
        return datetime(on.year, on.month, on.day, hour, minute, tzinfo=local).timestamp()

    return at(start), at(last)
