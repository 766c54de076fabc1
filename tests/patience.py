"""How long a test waits for what must happen: long enough for a machine on which ten other runs are going on.

A limit says only when to give up. Whoever waits goes on as soon as what they wait for is there, so a long one costs
nothing, and a short one makes a busy machine look like a broken program.
"""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 120.0
"""When to give up."""


def wait_until(what: Callable[[], bool], why: str) -> None:
    """Return as soon as *what* is true; AssertionError with *why* if it never is."""
    end = time.monotonic() + SECONDS
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.02)
