"""Deadlines: when a step is due, and what an outage does to it.

Laws: a deadline is an instant, so a change of the clocks moves no deadline that is set; a fixed time is a time on the
wall of the match's zone, so it is the same hour before and after such a change; time in which nobody polled is
nobody's fault.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from sheets_gm.kernel.model import Model

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

OUTAGE = 600.0
"""Seconds without a poll that are taken for an outage, where polls usually come faster than that."""

PACES = 4
"""So many of the usual pauses between two polls are an outage too, where they are longer."""


class BadTime(ValueError):
    """A text is no time of the week; the message says how to write one."""


class ClockTime(Model):
    """A time on the wall: *day* of the week (0 is Monday; None is every day), *hour* and *minute*."""

    day: int | None = None
    hour: int
    minute: int = 0

    def __str__(self) -> str:
        day = "daily" if self.day is None else DAYS[self.day][:3].capitalize()
        return f"{day} {self.hour:02}:{self.minute:02}"


_CLOCK = re.compile(r"(\d{1,2})[:h](\d{2})")
_JOINING = frozenset({"on", "and", "at", "every"})
_ANY_DAY = frozenset({"daily", "day"})
_FORMS = "write it like «Sun 17:00», «Wed and Sat 20:30» or «daily 8:00»"


def clock_times(text: str) -> tuple[ClockTime, ...]:
    """The times that *text* names: "17:00 on Sundays", "Wed and Sat 20:30", "daily 8:00". BadTime.

    Every word of it must be understood: a date is refused, and not taken for its hour alone.
    """
    words = text.lower().replace(",", " ").split()
    found = [clock for word in words if (clock := _CLOCK.fullmatch(word))]
    if len(found) != 1:
        raise BadTime(f"«{text}» names no time: {_FORMS}.")
    hour, minute = int(found[0][1]), int(found[0][2])
    if hour > 23 or minute > 59:
        raise BadTime(f"«{text}»: there is no {hour}:{minute:02} on the clock.")
    days: list[int] = []
    for word in words:
        if word in _JOINING or word in _ANY_DAY or _CLOCK.fullmatch(word):
            continue
        day = _day(word)
        if day is None and word.isalpha():
            raise BadTime(f"«{word}» is no day of the week: write Mon, Tue, Wed, Thu, Fri, Sat or Sun.")
        if day is None:
            raise BadTime(f"«{text}»: a deadline comes every day or every week, so «{word}» says nothing: {_FORMS}.")
        days.append(day)
    if days and not _ANY_DAY.isdisjoint(words):
        raise BadTime(f"«{text}» names every day and single days: {_FORMS}.")
    return tuple(ClockTime(day=day, hour=hour, minute=minute) for day in dict.fromkeys(days)) or (
        ClockTime(hour=hour, minute=minute),
    )


def _day(word: str) -> int | None:
    called = word.removesuffix("s")
    return next((number for number, name in enumerate(DAYS) if len(called) > 1 and name.startswith(called)), None)


@lru_cache(maxsize=64)
def zone(name: str) -> tzinfo:
    """The time zone *name*."""
    return UTC if name == "UTC" else ZoneInfo(name)


def next_at(times: tuple[ClockTime, ...], zone_name: str, after: float) -> float:
    """The first of *times* later than *after*.

    A time that the clocks skip falls when they would have shown it; one that they show twice falls the first time.
    """
    wall = zone(zone_name)
    today = datetime.fromtimestamp(after, wall).date()
    instants = []
    for ahead in range(9):
        date = today + timedelta(days=ahead)
        for time in times:
            if time.day is None or time.day == date.weekday():
                instants.append(
                    datetime(date.year, date.month, date.day, time.hour, time.minute, tzinfo=wall).timestamp()
                )
    return min(instant for instant in instants if instant > after)


def next_due(every: float | None, times: tuple[ClockTime, ...], zone_name: str, after: float) -> float | None:
    """When a step that opens at *after* is due; None without a deadline.

    *every* alone is a rolling deadline, *times* alone are fixed ones. With both the step is due at the first fixed
    time that leaves it at least *every* seconds.
    """
    if times:
        return next_at(times, zone_name, after + (every or 0.0))
    return None if every is None else after + every


def outage(seen: float, usual: float, now: float) -> float:
    """For how many seconds nobody polled, if that is an outage.

    *seen* is the last poll, *usual* the pause before it: where a poll comes every half hour, one of an hour is none.
    """
    gap = now - seen
    return gap if gap > max(OUTAGE, PACES * usual) else 0.0


def clock_face(instant: float, zone_name: str) -> str:
    """An instant as the sheet writes it: "Sat 21 Nov 14:05"."""
    return datetime.fromtimestamp(instant, zone(zone_name)).strftime("%a %d %b %H:%M")


def clock_face_in_zone(instant: float, zone_name: str) -> str:
    """The same with its zone, for people who live in several: "Sat 21 Nov 14:05 CET"."""
    return datetime.fromtimestamp(instant, zone(zone_name)).strftime("%a %d %b %H:%M %Z")


def time_of_day(instant: float, zone_name: str) -> str:
    """An instant of today as a receipt shows it: "14:05"."""
    return datetime.fromtimestamp(instant, zone(zone_name)).strftime("%H:%M")
