"""When each player wants notices about a match: outside their quiet hours, once a day, or never.

A notice that has to wait is stored with the match. All waiting notices for a seat are sent together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from sheets_gm.gm.match_record.clock_times import BadTime, local_time
from sheets_gm.kernel.model import Model

WHOLE_DAY = 24 * 60
"""The minutes of a day."""

MOST_HELD = 40
"""The most notices that wait for one seat: the oldest go first."""


class NoticeWish(Model):
    """The wishes of a player for notices.

    *quiet*: no notices from one minute of the day to another. *daily*: all in one notice at this minute. *none*: no
    notices. *mail*: also by e-mail, to the account in the roster. *hook*: also to this secret address of a service,
    where the last *failures* notices did not arrive.

    A notice that asks the player for something is not delayed by *daily*, only by quiet hours.
    """

    quiet: tuple[int, int] | None = None
    daily: int | None = None
    none: bool = False
    mail: bool = False
    hook: str = ""
    failures: int = 0

    def time_for(self, now: float, zone_name: str, *, asks: bool) -> float:
        """Return when a notice of *now* may be sent: *now*, or later. *asks*: the match waits for the player."""
        at = now
        if self.daily is not None and not asks:
            at = _next(self.daily, zone_name, now)
        if self.quiet is not None and _is_within(self.quiet, _minute(at, zone_name)):
            at = _next(self.quiet[1], zone_name, at)
        return at


class Held(Model):
    """A notice to *seat* that waits until *at*. *instants* are the times that its body names."""

    seat: str
    title: str
    body: str
    at: float
    instants: dict[str, float] = {}


def held_with(held: Sequence[Held], new: Held) -> tuple[Held, ...]:
    """Return *held* with a *new* notice. All notices for one seat are sent together, at the earliest of their times."""
    seat_notices = [each for each in held if each.seat == new.seat][-MOST_HELD + 1 :]
    at = min(each.at for each in (*seat_notices, new))
    others = tuple(each for each in held if each.seat != new.seat)
    return (*others, *(each.but(at=at) for each in (*seat_notices, new)))


def minute_of_day(text: str) -> int:
    """Return the minute of a day from a text: "22", "22:30", "8h15". Raises `BadTime`."""
    match = re.fullmatch(r"\s*(\d{1,2})(?:[:h.](\d{2}))?\s*", text)
    minute = int(match[1]) * 60 + int(match[2] or 0) if match else WHOLE_DAY + 1
    if minute > WHOLE_DAY or (match and int(match[2] or 0) > 59):
        wrong = f"“{text.strip()}” is no time of day" if text.strip() else "The time of day is empty"
        raise BadTime(f"{wrong}. Write it like 22:00 or 8.")
    return minute % WHOLE_DAY


def clock_of(minute: int) -> str:
    """Return a minute of the day as people write it: "22:00"."""
    return f"{minute // 60}:{minute % 60:02}"


def _is_within(quiet: tuple[int, int], minute: int) -> bool:
    start, end = quiet
    return start <= minute < end if start <= end else minute >= start or minute < end


def _minute(instant: float, zone_name: str) -> int:
    local = local_time(instant, zone_name)
    return local.hour * 60 + local.minute


def _next(minute: int, zone_name: str, now: float) -> float:
    """Return the next instant at this local minute of the day, also if a clock change skips that minute."""
    local = local_time(now, zone_name)
    for day in range(3):
        there = (local + timedelta(days=day)).replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
        if there.timestamp() > now:
            return there.timestamp()
    return now
