"""What looks for the unknown by night: `scripts/soak --minutes 60` goes on with all of it until the time is over.

Each search takes a number, from which all that it tries follows, and returns what broke ("": nothing). The search that
has had the least time goes on next. The files of `tests/soaks` take turns with those that ask for more than by day: of
properties with more examples, and of all games where one shows it (`by_day`).
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from multiprocessing import cpu_count, get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
from rich.progress import Progress

from sheets_gm.games.finding import game, games
from tests import fuzzed_files, settings_soak
from tests.gm.race import race
from tests.simulation.settings import lively_settings_of
from tests.simulation.soak import LIVELY, played
from tests.simulation.weeks import live
from tests.whole_matches import one

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
    bots = ["random", *game(name).people.bots]
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


def _file(number: int) -> str:
    files = _files()
    file = files[number % len(files)]
    command = [sys.executable, "-m", "pytest", "-q", "--numprocesses", "0", "--timeout", "3000", "-rN", file]
    by_night = {**os.environ, "HYPOTHESIS": "night"}
    done = subprocess.run(command, cwd=ROOT, env=by_night, capture_output=True, text=True, check=False)
    return "" if done.returncode in (0, NOTHING_RUN) else f"{file}:\n{done.stdout[-3000:]}"


NOTHING_RUN = 5
"""The exit code of pytest where no test was run."""


@cache
def _files() -> tuple[str, ...]:
    tests = ROOT / "tests"
    files = {path: path.read_text(encoding="utf-8") for path in tests.rglob("test_*.py")}
    more_by_night = [path for path, text in files.items() if "@given(" in text or "by_day(" in text]
    return tuple(str(path.relative_to(ROOT)) for path in sorted([*(tests / "soaks").glob("[a-z]*.py"), *more_by_night]))


def _damaged_file(number: int) -> str:
    return fuzzed_files.trouble(number)


SEARCHES: Mapping[str, Callable[[int], str]] = {
    "worlds": _world,
    "lively worlds": _lively_world,
    "two weeks": _weeks,
    "settings": _settings,
    "whole matches": _match,
    "crowded turns": _crowded,
    "races of two processes": _race,
    "files": _file,
    "damaged files": _damaged_file,
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
    began, spent = time.monotonic(), dict.fromkeys(SEARCHES, 0.0)
    following = dict.fromkeys(SEARCHES, first)
    running: dict[Future[Try], str] = {}
    with ProcessPoolExecutor(mp_context=get_context("spawn"), max_tasks_per_child=100) as pool:
        while running or time.monotonic() - began < minutes * 60:
            while len(running) < cpu_count() and time.monotonic() - began < minutes * 60:
                busy = Counter(running.values())
                search = min(SEARCHES, key=lambda name: (busy[name], spent[name]))
                running[pool.submit(tried, search, following[search])] = search
                following[search] += 1
            found(time.monotonic() - began)
            for future in wait(running, timeout=1, return_when=FIRST_COMPLETED).done:
                done = future.result()
                spent[running.pop(future)] += done.seconds
                yield done


def search_all(minutes: float, first: int | None) -> int:
    """Look for so many *minutes*, and report. The exit code: 1 if anything broke."""
    begin = int(time.time() // 86400) * 10_000 if first is None else first
    click.echo(f"From {begin} on; --seed {begin} repeats it.")
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
    return 1 if broken else 0
