"""Virtual time: one true clock for the whole world, and the clock of each machine, which may leap."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

START = 1_800_000_000.0

UPTIME = 5_000.0
"""Seconds since the machines of this world began."""


@dataclass
class Time:
    """The true time. Nobody waits for it: whoever sleeps moves it on."""

    now: float = START

    def steady(self) -> float:
        """Seconds on a clock that never leaps; it began with the machine."""
        return self.now - START + UPTIME

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.now += max(seconds, 0.0)

    def date(self) -> datetime:
        """The true time as the service has it."""
        return datetime.fromtimestamp(self.now, UTC)
