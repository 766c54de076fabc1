"""Local times: fixed times of a day or week, time zones, and the reading of times from text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import count, pairwise, takewhile
from zoneinfo import ZoneInfo, available_timezones

from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.folding import fold, plain
from sheets_gm.kernel.model import Model

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

DAY = 86400.0

FIRST_YEAR = 1900
EARLIEST, LATEST = (datetime(year, 1, 1, tzinfo=UTC).timestamp() for year in (FIRST_YEAR, 2200))
"""The instants that can be shown in every time zone. A stored instant outside them is shown as the nearest one."""

MOST_YEARS = 10
"""The most years between now and an instant that somebody types."""


class BadTime(UserError, ValueError):
    """The error for a text that is not a time of the day or week. The message shows how to write one."""


class ClockTime(Model):
    """A local time: *day* of the week (0 is Monday; None is every day), *hour* and *minute*."""

    day: int | None = None
    hour: int
    minute: int = 0

    def __str__(self) -> str:
        day = "daily" if self.day is None else DAYS[self.day][:3].capitalize()
        return f"{day} {self.hour:02}:{self.minute:02}"


_CLOCK = re.compile(r"([0-9]{1,2})[:h]([0-9]{2})")
_JOINING = frozenset({"on", "and", "at", "every"})
_ANY_DAY = frozenset({"daily", "day"})
_FORMS = "Write it like “Sun 17:00”, “Wed and Sat 20:30” or “daily 8:00”."


def clock_times(text: str) -> tuple[ClockTime, ...]:
    """Return the times in *text*: "17:00 on Sundays", "Wed and Sat 20:30", "daily 8:00". Raises BadTime.

    Every word must be understood: a date is refused, so that it is not read as its hour alone.
    """
    words = plain(text).replace(",", " ").split()
    matches = [clock for word in words if (clock := _CLOCK.fullmatch(word))]
    if len(matches) != 1:
        raise BadTime(f"“{text}” must contain one time of day. {_FORMS}")
    hour, minute = int(matches[0][1]), int(matches[0][2])
    if hour > 23 or minute > 59:
        raise BadTime(f"{hour}:{minute:02} is not a time of day. {_FORMS}")
    days: list[int] = []
    for word in words:
        if word in _JOINING or word in _ANY_DAY or _CLOCK.fullmatch(word):
            continue
        day = day_of_week(word)
        if day is None and word.isalpha():
            raise BadTime(f"“{word}” is not a day of the week. Write Mon, Tue, Wed, Thu, Fri, Sat or Sun.")
        if day is None:
            raise BadTime(f"A deadline recurs every day or every week, so it cannot contain “{word}”. {_FORMS}")
        days.append(day)
    if days and not _ANY_DAY.isdisjoint(words):
        raise BadTime(f"“{text}” contains both every day and a day of the week. {_FORMS}")
    return tuple(ClockTime(day=day, hour=hour, minute=minute) for day in dict.fromkeys(days)) or (
        ClockTime(hour=hour, minute=minute),
    )


def day_of_week(word: str) -> int | None:
    """Return the day of the week (0: Monday) that *word*, in lower case, names or begins: "sun", "sundays"."""
    start = word.removesuffix("s")
    return next((number for number, name in enumerate(DAYS) if len(start) > 1 and name.startswith(start)), None)


@lru_cache(maxsize=64)
def zone(name: str) -> tzinfo:
    """The time zone *name*."""
    return UTC if name == "UTC" else ZoneInfo(name)


def zone_named(text: str) -> str | None:
    """Return the time zone in *text*, in any case and with spaces ("europe/berlin"); None if there is none."""
    return _zones().get("_".join(plain(text).split()))


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    return {plain(name): name for name in available_timezones()}


def bounded(instant: float) -> float:
    """Return *instant*, or the nearest time that the clocks of every zone can show."""
    return min(max(instant, EARLIEST), LATEST)


def local_time(instant: float, zone_name: str) -> datetime:
    """Return the local time at *instant*, or at the nearest time that the clocks of the zone can show."""
    return datetime.fromtimestamp(bounded(instant), zone(zone_name))


def next_at(times: tuple[ClockTime, ...], zone_name: str, after: float) -> float:
    """Return the first of *times* later than *after*.

    A local time that a clock change skips becomes the hour after it. A local time that occurs twice counts the first
    time.
    """
    return next(instant for instant in from_day_of(times, zone_name, after) if instant > after)


def last_at(times: tuple[ClockTime, ...], zone_name: str, until: float) -> float:
    """Return the last of *times* that is not later than *until*."""
    week = until - 8 * DAY
    return max(instant for instant in takewhile(lambda at: at <= until, from_day_of(times, zone_name, week)))


def from_day_of(times: tuple[ClockTime, ...], zone_name: str, start: float) -> Iterator[float]:
    """Yield all instants of *times* from the local day of *start* on, in order."""
    local = zone(zone_name)
    today = local_time(start, zone_name).date()
    for date in (today + timedelta(days=ahead) for ahead in count()):
        yield from sorted(
            datetime(date.year, date.month, date.day, time.hour, time.minute, tzinfo=local).timestamp()
            for time in times
            if time.day is None or time.day == date.weekday()
        )


def shortest_gap(times: tuple[ClockTime, ...]) -> float:
    """Return the shortest time between one of *times* and the next, in seconds."""
    days = {time: range(7) if time.day is None else (time.day,) for time in times}
    week = sorted({day * 1440 + time.hour * 60 + time.minute for time in times for day in days[time]})
    return 60.0 * min(later - earlier for earlier, later in pairwise((*week, week[0] + 7 * 1440)))


def instant_of(text: str, zone_name: str, after: float) -> float:
    """Return the time in *text*: a date and a time, "2026-11-24 20:00", or the next "Sun 17:00". Raises BadTime.

    It must be at most `MOST_YEARS` later than *after*. A date that is too early for the clocks becomes the first
    possible one.
    """
    try:
        local = datetime.fromisoformat(fold(text).strip())
    except ValueError:
        if re.search(r"[0-9]-[0-9]", fold(text)):
            raise BadTime(f"“{text}” is not a date and a time. Write it like 2026-11-24 20:00.") from None
        return next_at(clock_times(text), zone_name, after)
    if local.year - local_time(after, zone_name).year > MOST_YEARS:
        raise BadTime(f"“{text}” is more than {MOST_YEARS} years away. Write a time that is nearer.")
    if local.year < FIRST_YEAR:
        return EARLIEST
    return (local if local.tzinfo else local.replace(tzinfo=zone(zone_name))).timestamp()
