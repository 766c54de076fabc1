"""Scripts that differ from one only in the moment at which something goes wrong.

A case names such a moment by a number of calls. When this program makes its calls in another order, what the case is
about happens a few calls earlier or later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tests.simulation.script import FOREVER, Script, Step

CALLS = range(4, 64, 2)
"""Calls after which a process may be stopped."""

FAULTS = range(7)
"""Calls before a fault strikes."""


def nearby(script: Script) -> Iterator[Script]:
    """*script*, and then the same with one moment moved."""
    yield script
    for at, step in enumerate(script.steps):
        for other in _moved(step):
            yield replace(script, steps=(*script.steps[:at], other, *script.steps[at + 1 :]))


def _moved(step: Step) -> Sequence[Step]:
    given = step.given
    if step.what == "go" and given[1] != FOREVER:
        return [Step("go", (given[0], calls)) for calls in CALLS]
    if step.what == "disk":
        return [Step("disk", (after, *given[1:])) for after in FAULTS]
    if step.what == "network":
        return [Step("network", (given[0], after, *given[2:])) for after in FAULTS]
    return []
