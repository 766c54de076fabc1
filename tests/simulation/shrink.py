"""Making a failing script smaller: steps are left out, and numbers made small, as long as it fails in the same way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tests.simulation.running import Outcome, run
from tests.simulation.script import Script, Step

MOST_RUNS = 250
"""Runs after which a script is small enough."""


def kind_of(broken: str) -> str:
    """What is broken, without the numbers and names that differ from run to run."""
    return re.sub(r"\d+|'[^']*'|“[^”]*”|\([^)]*\)", "", broken)[:60]


def smaller(failed: Outcome, play: Callable[[Script], Outcome] = run, most: int = MOST_RUNS) -> Outcome:
    """The smallest script found that fails as *failed* does, in at most so many runs."""
    best, kind, runs = failed, kind_of(failed.broken), 0
    # what comes after the step that failed is not needed
    best = replace(best, script=replace(best.script, steps=best.script.steps[: best.steps]))
    changed = True
    while changed:
        changed = False
        for script in _less(best.script):
            if runs >= most:
                return best
            runs += 1
            tried = play(script)
            if tried.broken and kind_of(tried.broken) == kind:
                best, changed = tried, True
                break
    return best


def _less(script: Script) -> Iterator[Script]:
    """Scripts that are a little smaller: without a part of the steps, the largest parts first; with fewer processes."""
    size = len(script.steps) // 2
    while size:
        for at in range(0, len(script.steps), size):
            yield replace(script, steps=script.steps[:at] + script.steps[at + size :])
        size //= 2
    if script.syncs > 1:
        yield replace(script, syncs=script.syncs - 1)
    if script.store != "database":
        yield replace(script, store="database")
    for at, step in enumerate(script.steps):
        for given in _simpler(step):
            yield replace(script, steps=(*script.steps[:at], given, *script.steps[at + 1 :]))


def _simpler(step: Step) -> Sequence[Step]:
    """Simpler forms of one step."""
    if step.what == "network" and step.given[3] > 1:
        return [Step(step.what, (*step.given[:3], 1))]
    return []
