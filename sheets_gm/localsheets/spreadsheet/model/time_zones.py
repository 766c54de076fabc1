"""Time zones by the names in a spreadsheet's `timeZone`."""

from __future__ import annotations

from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@lru_cache
def zone(name: str) -> ZoneInfo:
    """Return the time zone with this name; GMT if it is unknown."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("Etc/GMT")
