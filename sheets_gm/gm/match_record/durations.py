"""Durations as people write them and as the program prints them: "90m", "1d12h", "1 day 2 hours"."""

from __future__ import annotations

import re

from sheets_gm.gm.match_record.clock_times import DAY, MOST_YEARS, BadTime
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.folding import plain

_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_UNITS = (
    ("s", "sec", "second"),
    ("m", "min", "minute"),
    ("h", "hr", "hour"),
    ("d", "day"),
)
_LETTER = {word + many: names[0] for names in _UNITS for word in names for many in ("", "s")}

LONGEST = MOST_YEARS * 366 * DAY
"""The most seconds of a duration that somebody types."""

SHORT = 120.0
"""Durations below so many seconds are told with their seconds."""

_PART = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([a-z]*)\.?\s*")


def seconds_of(text: str, bare: str) -> float | None:
    """Return the seconds of a duration; None if *text* is not a duration. A number without a unit has the unit *bare*.

    Raises BadTime if it is longer than `LONGEST`.
    """
    rest = re.sub(r"(,|\band\b)", " ", re.sub(r"(?<=[0-9]),(?=[0-9])", ".", plain(text))).strip()
    total, parts = 0.0, 0
    while rest:
        part = _PART.match(rest)
        unit = None if part is None else _LETTER.get(part[2] or (bare if part.end() == len(rest) else ""))
        if part is None or unit is None or (not part[2] and parts):
            return None
        total += float(part[1]) * _SECONDS[unit]
        rest, parts = rest[part.end() :], parts + 1
    if total > LONGEST:
        raise BadTime(f"“{text}” is longer than {MOST_YEARS} years. Write a shorter time.")
    return total if parts else None


def format_duration(seconds: float) -> str:
    """A duration in words: "1 day 2 hours", "45 minutes", "1 minute 10 seconds"."""
    if seconds < SHORT:
        minutes, rest = divmod(round(seconds), 60)
        parts = [counted(number, unit) for number, unit in ((minutes, "minute"), (rest, "second")) if number]
        return " ".join(parts) or "0 seconds"
    minutes = round(seconds / 60)
    days, rest = divmod(minutes, 1440)
    hours, minutes = divmod(rest, 60)
    parts = [counted(number, unit) for number, unit in ((days, "day"), (hours, "hour"), (minutes, "minute")) if number]
    return " ".join(parts)
