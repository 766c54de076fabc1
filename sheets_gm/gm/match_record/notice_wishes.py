"""When each player wants to hear of a match: not in their quiet hours, once a day, or not at all.

A notice that has to wait is kept with the match. What waits for one seat comes in one notice, when its time has come.
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
    """What a player wants: *quiet* from one minute of the day to another, all in one at the minute *daily*, or *none*;
    by *mail* too, to the account that the roster has; or to *hook* too, the secret address of a service, where the last
    *failures* notices did not arrive.

    What asks the player for something comes at once beside a daily notice too, but not in quiet hours.
    """

    quiet: tuple[int, int] | None = None
    daily: int | None = None
    none: bool = False
    mail: bool = False
    hook: str = ""
    failures: int = 0

    def time_for(self, now: float, zone_name: str, *, asks: bool) -> float:
        """When a notice of *now* may come: *now*, or later. *asks*: the match waits for the player."""
        at = now
        if self.daily is not None and not asks:
            at = _next(self.daily, zone_name, now)
        if self.quiet is not None and _is_within(self.quiet, _minute(at, zone_name)):
            at = _next(self.quiet[1], zone_name, at)
        return at


class Held(Model):
    """A notice to *seat* that waits until the instant *at*, with the *instants* that its body names."""

    seat: str
    title: str
    body: str
    at: float
    instants: dict[str, float] = {}


def held_with(held: Sequence[Held], new: Held) -> tuple[Held, ...]:
    """*held* and a *new* notice; what waits for one seat comes together, at the first of their times."""
    own = [each for each in held if each.seat == new.seat][-MOST_HELD + 1 :]
    at = min(each.at for each in (*own, new))
    others = tuple(each for each in held if each.seat != new.seat)
    return (*others, *(each.but(at=at) for each in (*own, new)))


def minute_of_day(text: str) -> int:
    """The minute of a day: "22", "22:30", "8h15". `BadTime`."""
    found = re.fullmatch(r"\s*(\d{1,2})(?:[:h.](\d{2}))?\s*", text)
    minute = int(found[1]) * 60 + int(found[2] or 0) if found else WHOLE_DAY + 1
    if minute > WHOLE_DAY or (found and int(found[2] or 0) > 59):
        raise BadTime(f"“{text.strip()}” is no time of day. Write it like 22:00 or 8.")
    return minute % WHOLE_DAY


def clock_of(minute: int) -> str:
    """A minute of the day as people write it: "22:00"."""
    return f"{minute // 60}:{minute % 60:02}"


def _is_within(quiet: tuple[int, int], minute: int) -> bool:
    start, end = quiet
    return start <= minute < end if start <= end else minute >= start or minute < end


def _minute(instant: float, zone_name: str) -> int:
    local = local_time(instant, zone_name)
    return local.hour * 60 + local.minute


def _next(minute: int, zone_name: str, now: float) -> float:
    """The next instant at which the clocks of a zone show this minute, or would, were an hour not skipped."""
    local = local_time(now, zone_name)
    for day in range(3):
        there = (local + timedelta(days=day)).replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
        if there.timestamp() > now:
            return there.timestamp()
    return now
