"""Injected faults for tests of clients: answers that are late, fail, are truncated or never arrive.

A seed alone decides which faults occur, so a run can be repeated. `503` and `timeout` happen before the request is
carried out, `drop-after-commit` and `truncated` after it is stored.
"""

from __future__ import annotations

import random
import re
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

UNAVAILABLE, TIMEOUT, DROP, TRUNCATED = "503", "timeout", "drop-after-commit", "truncated"
FAULTS = (UNAVAILABLE, TIMEOUT, DROP, TRUNCATED)
HOLD = 180.0
"""Seconds after which Google aborts a request."""

UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
"""Seconds of each unit of time."""

Span: TypeAlias = tuple[float, float]


@dataclass
class FaultInjection:
    """The faults to inject: a range of *latency* in seconds, and for each fault its share of the requests (0 to 1)."""

    latency: Span = (0.0, 0.0)
    faults: Mapping[str, float] = field(default_factory=dict)
    seed: int | None = None
    injected: Counter[str] = field(init=False, default_factory=Counter)
    _random: random.Random = field(init=False)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311 - not used for secrets

    def next_fault(self) -> tuple[float, str | None]:
        """Return the delay in seconds of the next request, and its fault if any."""
        with self._lock:
            low, high = self.latency
            wait = self._random.uniform(low, high)
            drawn = self._random.random()
            for fault, share in self.faults.items():
                if drawn < share:
                    self.injected[fault] += 1
                    return wait, fault
                drawn -= share
            return wait, None


def parse_latency(text: str) -> Span:
    """Parse `200ms`, `1.5s` or a range such as `50ms-200ms`. Raises ValueError, which says what is wrong."""
    ends = []
    for part in text.split("-"):
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(ms|s)\s*", part)
        if not match:
            raise ValueError(f"“{text}” is not a latency: write 200ms, 1.5s, or a range such as 50ms-200ms.")
        ends.append(float(match[1]) / (1000 if match[2] == "ms" else 1))
    if len(ends) > 2 or ends[0] > ends[-1]:
        raise ValueError(f"“{text}” is not a range: write the shorter time first, such as 50ms-200ms.")
    return ends[0], ends[-1]


def parse_time(text: str) -> float:
    """Parse a time such as `90s`, `30m` or `2h`, in seconds. Raises ValueError, which says what is wrong."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(ms|s|m|min|h|d)\s*", text)
    if not match or not float(match[1]):
        raise ValueError(f"“{text}” is not a duration: write 90s, 30m or 2h.")
    return float(match[1]) * UNITS[match[2]]


def parse_faults(text: str) -> dict[str, float]:
    """Parse `503:0.02,timeout:0.01`. Raises ValueError, which says what is wrong."""
    held: dict[str, float] = {}
    for part in text.split(","):
        name, _, share = part.strip().partition(":")
        if name not in FAULTS or not re.fullmatch(r"0(\.\d+)?|1(\.0+)?|\.\d+", share):
            raise ValueError(
                f"“{part}” is not a fault: write {', '.join(FAULTS)}, each with its share, such as 503:0.02."
            )
        held[name] = float(share)
    if sum(held.values()) > 1:
        raise ValueError("The shares of the faults add up to more than 1.")
    return held
