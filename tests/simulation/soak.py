"""Many seeds of each game, one after the other, and what became of them."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from typing import TypeAlias

import click
from rich.progress import track

from sheets_gm.adapters.sync_process.garbage_collection import collect_less_often
from tests.simulation.running import lively_script_of, run, script_of
from tests.simulation.script import Script
from tests.simulation.settings import lively
from tests.simulation.shrink import smaller
from tests.simulation.table import never_done, table

Job: TypeAlias = tuple[str, int]
"""A kind of worlds, and a seed: a game's ordinary ones by its name, its lively ones by its name and `LIVELY`."""

LIVELY = " lively"
"""Behind the name of a game: its matches in which much happens at once."""

MADE_SMALLER = 3
"""Broken worlds that are made smaller, which takes longer than a hundred others."""

ENOUGH = 100
"""Seeds of each game in which each fault should have happened somewhere."""

LOOKED_AT = 8
"""One of so many worlds is also compared with how it looks when it is built again, which takes a third of its time."""

TOGETHER = 4
"""Worlds that a process gets at a time."""


@dataclass(frozen=True)
class Played:
    """What became of a world: what is *broken* ("": nothing), and what was *counted* in it."""

    game: str
    seed: int
    broken: str
    counted: dict[str, int]


def _script(job: Job) -> Script:
    name, seed = job
    return lively_script_of(name.removesuffix(LIVELY), seed) if name.endswith(LIVELY) else script_of(name, seed)


def played(job: Job) -> Played:
    """One seed of one game."""
    outcome = run(_script(job), rebuild=job[1] % LOOKED_AT == 0)
    return Played(*job, outcome.broken, dict(outcome.counted))


class Log:
    """What became of each world, a line each in a file, so that a run that was ended can go on.

    Of a world that is in it twice, the later line counts. Without a file nothing is kept.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        worlds = [Played(**json.loads(line)) for line in lines]
        self.known = {(each.game, each.seed): each for each in worlds}

    def add(self, world: Played) -> None:
        """Keep *world*."""
        self.known[world.game, world.seed] = world
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(vars(world)) + "\n")

    def left(self, jobs: Sequence[Job]) -> list[Job]:
        """Those of *jobs* that were not played, or broke."""
        return [job for job in jobs if job not in self.known or self.known[job].broken]


def simulate(games: Sequence[str], seeds: int, first: int, *, log: Path | None = None) -> int:
    """Play so many *seeds* of each of the kinds *games* from *first* on. The exit code: 1 if anything broke, or never
    happened.

    Those that are in *log* and broke nothing are not played again. A failing seed is reported; the first few are made
    smaller, and left as files that belong into `tests/simulation/cases`.
    """
    started, kept = time.monotonic(), Log(log)
    jobs = [(name, seed) for seed in range(first, first + seeds) for name in games]
    left = kept.left(jobs)
    for world in _all(left):
        kept.add(world)
        if world.broken:
            click.echo(f"{world.game}, seed {world.seed}: {world.broken}")
    counted = {name: Counter[str]() for name in games}
    for job in jobs:
        counted[job[0]].update(kept.known[job].counted)
    broken = kept.left(jobs)
    for job in broken[:MADE_SMALLER]:
        _make_smaller(job)
    click.echo(table(counted))
    before = f" ({len(jobs) - len(left)} of them played before)" if len(left) < len(jobs) else ""
    click.echo(f"{len(jobs)} worlds{before}, {len(broken)} broken, in {time.monotonic() - started:.0f} s.")
    happened = dict(_happened(counted))
    for name, times in happened.items():
        click.echo(f"{name}: {times:,}")
    missing = never_done(counted) if seeds >= ENOUGH else []
    missing += [name for name, times in happened.items() if seeds >= ENOUGH and not times]
    for name in missing:
        click.echo(f"In none of these worlds: {name}. Something prevents it, so nobody knows whether it is survived.")
    return 1 if broken or missing else 0


def _happened(counted: Mapping[str, Counter[str]]) -> Iterator[tuple[str, int]]:
    """How often each thing happened for which there are lively matches."""
    for kind, counts in counted.items():
        module = lively(kind.removesuffix(LIVELY)) if kind.endswith(LIVELY) else None
        for name, events in module.EVENTS.items() if module else ():
            yield f"{kind}, {name}", sum(counts[f"event: {event}"] for event in events)


def _all(jobs: Sequence[Job]) -> Iterator[Played]:
    with Pool(initializer=collect_less_often) as pool:
        yield from track(pool.imap_unordered(played, jobs, TOGETHER), "Playing", len(jobs), transient=True)


def _make_smaller(job: Job) -> None:
    """Say what is the smallest script that was found for a world that broke, and write it."""
    least = smaller(run(_script(job)))
    case = Path("-".join(map(str, job)).replace(LIVELY, "-lively") + ".json")
    case.write_text(least.script.dump(), encoding="utf-8")
    click.echo(f"smaller, in {case}: {least.broken}\n{least.script.dump()}")
