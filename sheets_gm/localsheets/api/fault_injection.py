"""Bad weather, for tests of clients: answers that are late, fail, come cut off or never come.

Laws: what goes wrong is decided by a seed and by nothing else, so a run can be had again; every fault happens at one
place of a request: before it is done (`503`, `timeout`), or after it is done and kept (`drop-after-commit`,
`truncated`).
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
"""Seconds after which Google gives a request up."""

Span: TypeAlias = tuple[float, float]


@dataclass
class Weather:
    """What happens to requests: seconds of *latency* (from, to), and each fault's share of them (0 to 1)."""

    latency: Span = (0.0, 0.0)
    faults: Mapping[str, float] = field(default_factory=dict)
    seed: int | None = None
    seen: Counter[str] = field(init=False, default_factory=Counter)
    _luck: random.Random = field(init=False)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._luck = random.Random(self.seed)  # noqa: S311 - no secret hangs on it

    def ahead(self) -> tuple[float, str | None]:
        """For the next request: how many seconds it waits, and what befalls it."""
        with self._lock:
            low, high = self.latency
            wait = self._luck.uniform(low, high)
            drawn = self._luck.random()
            for fault, share in self.faults.items():
                if drawn < share:
                    self.seen[fault] += 1
                    return wait, fault
                drawn -= share
            return wait, None


def parsed_latency(text: str) -> Span:
    """`200ms`, `1.5s`, or a range: `50ms-200ms`. ValueError says what is wrong."""
    ends = []
    for part in text.split("-"):
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(ms|s)\s*", part)
        if not found:
            raise ValueError(f"«{text}» is no latency: write 200ms, 1.5s, or a range such as 50ms-200ms.")
        ends.append(float(found[1]) / (1000 if found[2] == "ms" else 1))
    if len(ends) > 2 or ends[0] > ends[-1]:
        raise ValueError(f"«{text}» is no range: write the shorter time first, such as 50ms-200ms.")
    return ends[0], ends[-1]


def parsed_faults(text: str) -> dict[str, float]:
    """`503:0.02,timeout:0.01`. ValueError says what is wrong."""
    held: dict[str, float] = {}
    for part in text.split(","):
        name, _, share = part.strip().partition(":")
        if name not in FAULTS or not re.fullmatch(r"0(\.\d+)?|1(\.0+)?|\.\d+", share):
            raise ValueError(f"«{part}» is no fault: write {', '.join(FAULTS)}, each with its share, such as 503:0.02.")
        held[name] = float(share)
    if sum(held.values()) > 1:
        raise ValueError("The faults' shares are more than 1 together.")
    return held
