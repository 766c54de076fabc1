"""What looks for the unknown by night: `scripts/soak --minutes 60` goes on with all of it until the time is over.

Each search takes a number, from which all that it tries follows, and returns what broke ("": nothing). The search that
has had the least time goes on next. The files of `tests/soaks` are asked once, and so are all properties, with more
examples than by day.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from multiprocessing import cpu_count, get_context
from multiprocessing.pool import AsyncResult
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
from rich.progress import Progress

from sheets_gm.games.finding import game, games
from tests import settings_soak
from tests.gm.race import race
from tests.simulation.settings import lively_settings_of
from tests.simulation.soak import LIVELY, played
from tests.simulation.weeks import live
from tests.soak import one

ROOT = Path(__file__).resolve().parent.parent
NAMES = tuple(sorted(games()))
LIVELY_NAMES = tuple(name for name in NAMES if lively_settings_of(name))
CROWDED = tuple(sorted(path.parent.name for path in (ROOT / "tests" / "games").glob("*/crowded.py")))
RACED = 200
"""Turns that two processes play."""

CROWDS = 500
"""Crowded turns at a time."""


def _of(names: tuple[str, ...], number: int) -> tuple[str, int]:
    """The game of a number, and the number of its try: the games take turns."""
    return names[number % len(names)], number // len(names)


def _world(number: int) -> str:
    world = played(_of(NAMES, number))
    return world.broken and f"scripts/soak --game {world.game} --seeds 1 --seed {world.seed}: {world.broken}"


def _lively_world(number: int) -> str:
    name, seed = _of(LIVELY_NAMES, number)
    broken = played((name + LIVELY, seed)).broken
    return broken and f"scripts/soak --lively --game {name} --seeds 1 --seed {seed}: {broken}"


def _weeks(number: int) -> str:
    name, seed = _of(NAMES, number)
    broken = live(name, seed).broken
    return broken and f"scripts/soak --game {name} --weeks 1 --seed {seed}: {broken}"


def _settings(number: int) -> str:
    trial = settings_soak.trial(*_of(settings_soak.SOAKED, number))
    broken = settings_soak.trouble(trial)
    return f"{trial}: {broken}" if broken else ""


def _match(number: int) -> str:
    name, seed = _of(NAMES, number)
    bots = ["random", *game(name).bots]
    one((name, bots[seed % len(bots)], seed, None, ()))
    return ""


def _crowded(number: int) -> str:
    name, part = _of(CROWDED, number)
    importlib.import_module(f"tests.games.{name}.crowded").run(range(part * CROWDS, (part + 1) * CROWDS))
    return ""


def _race(_: int) -> str:
    with TemporaryDirectory() as home:
        race(Path(home), str(Path(home) / "matches.db"), RACED)
    return ""


SEARCHES: Mapping[str, Callable[[int], str]] = {
    "worlds": _world,
    "lively worlds": _lively_world,
    "two weeks": _weeks,
    "settings": _settings,
    "whole matches": _match,
    "crowded turns": _crowded,
    "races of two processes": _race,
}


class Try(NamedTuple):
    """One try of a search: its number, what broke, and the seconds that it took."""

    search: str
    number: int
    broken: str
    seconds: float


def tried(search: str, number: int) -> Try:
    """Try it. Whatever is raised broke."""
    began = time.monotonic()
    try:
        broken = SEARCHES[search](number)
    except Exception as error:
        broken = f"{type(error).__name__}: {error}"
    return Try(search, number, broken, time.monotonic() - began)


def look(minutes: float, first: int, found: Callable[[float], None] = lambda _: None) -> Iterator[Try]:
    """Every try that begins within so many *minutes*, from the number *first* on; *found* is told the seconds gone."""
    began, spent = time.monotonic(), Counter[str](dict.fromkeys(SEARCHES, 0))
    following = dict.fromkeys(SEARCHES, first)
    running: list[tuple[str, AsyncResult[Try]]] = []
    with get_context("spawn").Pool(maxtasksperchild=100) as pool:
        while running or time.monotonic() - began < minutes * 60:
            while len(running) < cpu_count() and time.monotonic() - began < minutes * 60:
                busy = Counter(name for name, _ in running)
                search = min(SEARCHES, key=lambda name: (busy[name], spent[name]))
                running.append((search, pool.apply_async(tried, (search, following[search]))))
                following[search] += 1
            time.sleep(0.02)
            found(time.monotonic() - began)
            for each in [each for each in running if each[1].ready()]:
                running.remove(each)
                done = each[1].get()
                spent[done.search] += done.seconds  # type: ignore[assignment]
                yield done


def asked_once() -> bool:
    """Whether the files of `tests/soaks` pass, and all properties with the examples of a night."""
    files = sorted(str(path) for path in (ROOT / "tests" / "soaks").glob("[a-z]*.py"))
    pytest = [sys.executable, "-m", "pytest", "--quiet", "--numprocesses", "auto", "--dist", "loadfile"]
    by_night = {**os.environ, "HYPOTHESIS": "night"}
    properties = [str(path) for path in sorted((ROOT / "tests").rglob("test_*.py")) if "@given(" in path.read_text()]
    codes = [
        subprocess.run([*pytest, *which, "--timeout", "3000"], cwd=ROOT, env=by_night, check=False).returncode
        for which in (files, properties)
    ]
    return codes == [0, 0]


def search_all(minutes: float, first: int | None) -> int:
    """Look for so many *minutes*, and report. The exit code: 1 if anything broke."""
    begin = int(time.time() // 86400) * 10_000 if first is None else first
    click.echo(f"From {begin} on; --seed {begin} repeats it.")
    fine = asked_once()
    count, broken = Counter[str](), Counter[str]()
    with Progress(transient=True) as progress:
        task = progress.add_task("Looking", total=minutes * 60)
        for each in look(minutes, begin, lambda seconds: progress.update(task, completed=seconds)):
            count[each.search] += 1
            if each.broken:
                broken[each.search] += 1
                progress.console.print(f"{each.search}, number {each.number}: {each.broken}", markup=False)
    for search in SEARCHES:
        click.echo(f"{search}: {count[search]} tried, {broken[search]} broken")
    if not fine:
        click.echo("Of the files of tests/soaks and the properties some failed: see above.")
    return 1 if broken or not fine else 0
