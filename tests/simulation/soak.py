"""Many seeds of each game, one after the other, and what became of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

import click
from rich.progress import track

from tests.simulation.running import Outcome, run, script_of
from tests.simulation.shrink import smaller
from tests.simulation.table import table, write


def played(job: tuple[str, int]) -> Outcome:
    """One seed of one game."""
    return run(script_of(*job))


def simulate(games: Sequence[str], seeds: int, first: int, *, write_table: bool = False) -> int:
    """Play so many *seeds* of each game from *first* on. The exit code: 1 if anything broke.

    A failing seed is reported, made smaller, and left as a file that belongs into `tests/simulation/cases`.
    """
    started, counted, broken = time.monotonic(), {name: Counter[str]() for name in games}, 0
    jobs = [(name, seed) for seed in range(first, first + seeds) for name in games]
    with Pool() as pool:
        for outcome in track(pool.imap_unordered(played, jobs, 4), "Playing", len(jobs), transient=True):
            counted[outcome.script.game].update(outcome.counted)
            if outcome.broken:
                broken += 1
                _tell(outcome)
    click.echo(table(counted))
    click.echo(f"{len(jobs)} worlds, {broken} broken, in {time.monotonic() - started:.0f} s.")
    if write_table and not broken:
        write(counted, seeds)
    return 1 if broken else 0


def _tell(outcome: Outcome) -> None:
    """Say what broke, and the smallest script that was found for it."""
    script = outcome.script
    click.echo(f"{script.game}, seed {script.seed}: {outcome.broken}")
    least = smaller(outcome)
    case = Path(f"{script.game}-{script.seed}.json")
    case.write_text(least.script.dump(), encoding="utf-8")
    click.echo(f"  smaller, in {case}: {least.broken}\n{least.script.dump()}")
