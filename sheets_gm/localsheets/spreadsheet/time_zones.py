"""Time zones by the names that a spreadsheet's `timeZone` has."""

from __future__ import annotations

from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@lru_cache
def zone(name: str) -> ZoneInfo:
    """The time zone of a spreadsheet; Greenwich where the name is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("Etc/GMT")
