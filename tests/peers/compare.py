"""Our turn beside a turn of other engines: installed in a folder of their own, measured in turns in one run.

What else the machine does slows all of them alike, so the ratios mean something where the times do not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import TypeAlias

import click

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "build" / "peers"

PYTHON_PACKAGE = "diplomacy==1.1.2"
NODE_PACKAGE = "boardgame.io@0.50.2"

DIPLOMACY = "diplomacy: legal list + set_orders + process of a phase"
BOARDGAME = "boardgame.io: a turn of ten players, Local() and ten clients"

GOALS = {DIPLOMACY: (8.0, 20.0), BOARDGAME: (5.0, 2.0)}
"""How many of our turns should fit into one of each peer's: the rules alone, and with everything drawn."""

ROUND = 20
"""Turns that each engine plays before it is the next one's turn."""

EDGE = 100
"""Turns of which the early and the late figure are the median; the first `WARM` turns count for neither."""
WARM = 20

Times: TypeAlias = tuple[float, float]
"""The CPU seconds of the rules of a turn, and of its drawing."""

Turns: TypeAlias = Callable[[int], Sequence[Times]]
"""Plays so many turns, and returns the times of each."""


def install(folder: Path = FOLDER) -> Mapping[str, Sequence[str]]:
    """Install the peers in *folder* if they are not there; return the command of each. `ClickException`."""
    python, node = folder / "python" / "bin" / "python", folder / "node"
    if not python.is_file():
        _run(sys.executable, "-m", "venv", str(folder / "python"))
        _run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PYTHON_PACKAGE)
    if not (node / "node_modules").is_dir():
        npm = "npm", "install", "--silent", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"
        _run(*npm, "--prefix", str(node), NODE_PACKAGE)
    return {
        DIPLOMACY: (str(python), str(HERE / "diplomacy_turns.py")),
        BOARDGAME: ("node", str(HERE / "boardgame_turns.mjs"), str(node)),
    }


def _run(*command: str) -> None:
    if shutil.which(command[0]) is None:
        raise click.ClickException(f"The peers need {command[0]}, which is not installed here.")
    click.echo(f"  … {' '.join(command)}", err=True)
    done = subprocess.run(command, check=False)
    if done.returncode:
        raise click.ClickException(f"“{' '.join(command)}” failed with code {done.returncode}.")


@contextmanager
def engine(command: Sequence[str]) -> Iterator[Turns]:
    """The engine that *command* starts; it ends with the block. Sets of Python have the same order in every run."""
    same = {**os.environ, "PYTHONHASHSEED": "0"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=same) as process:

        def play(turns: int) -> list[Times]:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(f"{turns}\n")
                process.stdin.flush()
                found = [(rules, drawing) for rules, drawing in json.loads(process.stdout.readline())]
            except (OSError, ValueError) as error:
                raise click.ClickException(f"“{' '.join(command)}” stopped without an answer.") from error
            return found

        try:
            yield play
        finally:
            process.terminate()
            assert process.stdin is not None
            with suppress(BrokenPipeError):  # of what an engine that stopped has not read
                process.stdin.close()


def measure(engines: Mapping[str, Turns], turns: int) -> dict[str, list[Times]]:
    """The times of so many turns of each engine, which play a few turns each, one after another."""
    taken: dict[str, list[Times]] = {name: [] for name in engines}
    while (left := turns - len(next(iter(taken.values())))) > 0:
        for name, play in engines.items():
            taken[name] += play(min(ROUND, left))
    return taken


def rows(ours: str, taken: Mapping[str, Sequence[Times]]) -> Iterator[tuple[str, str]]:
    """What to print: a turn of each engine, how many of *ours* fit into it, and each engine late and early.

    The turns are compared twice: by the rules alone, and with everything drawn that the engine draws.
    """
    alone = {name: median(rules for rules, _ in times) for name, times in taken.items()}
    drawn = {name: median(map(sum, times)) for name, times in taken.items()}
    for name in taken:
        yield name, f"{alone[name] * 1e3:.2f} ms"
        if drawn[name] != alone[name]:
            yield f"{short(name)}: the same with everything drawn", f"{drawn[name] * 1e3:.2f} ms"
    for at, (what, seconds) in enumerate((("rules alone", alone), ("everything drawn", drawn))):
        for name in taken:
            if name != ours:
                goal = f" (goal {GOALS[name][at]:g})" if name in GOALS else ""
                fit = f"{seconds[name] / seconds[ours]:.1f}{goal}"
                yield f"{what}: turns of ours in one of {short(name)}", fit
    for name, times in taken.items():
        yield f"{short(name)}: turn {len(times)} to turn 30", f"{late_to_early([rules for rules, _ in times]):.2f}"


def short(name: str) -> str:
    """The name of an engine."""
    return name.partition(":")[0]


def late_to_early(seconds: Sequence[float]) -> float:
    """What the last turns cost, for one that the early ones cost."""
    edge = min(EDGE, max(len(seconds) // 3, 1))
    warm = min(WARM, edge - 1)
    return median(seconds[-edge:]) / median(seconds[warm : warm + edge])


def compare(ours: str, play: Turns, turns: int, commands: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Measure our turns beside those of the peers that *commands* start."""
    with ExitStack() as running:
        engines = {ours: play}
        for name, command in commands.items():
            engines[name] = running.enter_context(engine(command))
        return list(rows(ours, measure(engines, turns)))
