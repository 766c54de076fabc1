"""What tests of several folders need: a PostgreSQL server of our own, a browser, the questions of property tests."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests import browsing, passed_rooms, sampling
from tests.touched import Touched, changed, touched

# a run of all tests asks the same questions each time; with HYPOTHESIS=wander they are new ones. No machine is too busy
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("day", settings.get_profile("steady"), max_examples=25)
settings.register_profile("wander", deadline=None)

# no test reads or writes the folder of the person who runs it
os.environ["XDG_DATA_HOME"] = str(Path(tempfile.gettempdir()) / "no-such-folder-of-anybody")

COLLECTED = (500_000, 20, 20)
"""When cycles are looked for: tests make many small objects and few cycles. At each 700 it took a third of the time."""

gc.set_threshold(*COLLECTED)


LONG = (
    "tests/adapters/sync_process/test_many_syncs.py",
    "tests/simulation/test_simulation.py",
    "tests/games/test_every_game.py",
    "tests/test_sixth_game.py",
    "tests/gm/test_rounds.py",
)
"""Files that take longest, the longest first: they begin first, so that no core is left alone with one at the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("which tests are run")
    group.addoption("--all", action="store_true", help="everything, where a run of the day takes a sample")
    group.addoption("--sample", metavar="HASH", help="the samples of a run that printed this hash")
    group.addoption(
        "--touched", action="store_true", help="what differs from the branch main, committed or not, touches"
    )
    group.addoption("--changed", metavar="PATH", action="append", help="what this file or folder touches")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until the tests are collected, which are kept
    option = config.option
    if not option.all and option.sample is None:
        option.sample = sampling.hash_of_tree()  # which the processes of the run are told
    sampling.go_by(sampling.ALL if option.all else option.sample)
    settings.load_profile(os.environ.get("HYPOTHESIS", "steady" if option.all else "day"))
    if isinstance(getattr(option, "narrowed", None), dict):
        config.stash[NARROWED] = Touched(**option.narrowed)
    elif option.touched or option.changed:
        config.stash[NARROWED] = found = touched(option.changed or changed())
        option.narrowed = asdict(found)
    config.stash[RESTING] = () if NARROWED in config.stash else passed_rooms.resting(config.args)


NARROWED = pytest.StashKey[Touched]()
RESTING = pytest.StashKey[tuple[str, ...]]()


def pytest_report_header(config: pytest.Config) -> list[str]:
    tree = f"samples by the hash of the tree: --sample {config.option.sample} repeats them, --all runs everything"
    lines = ["everything is run (--all)" if config.option.all else tree]
    lines += [
        f"{room} rests: all that its tests follow from is as it was when they passed" for room in config.stash[RESTING]
    ]
    return [*lines, str(config.stash[NARROWED])] if NARROWED in config.stash else lines


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if any(collection_path == config.rootpath / room for room in config.stash[RESTING]):
        return True
    found = config.stash.get(NARROWED, Touched(everything=True))
    if not collection_path.name.startswith("test_") or collection_path.suffix != ".py":
        return None
    return None if found.may_hold(collection_path.relative_to(config.rootpath).as_posix()) else True


@pytest.hookimpl(trylast=True)  # a sample is taken of what -k and -m have left
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    found = config.stash.get(NARROWED, Touched(everything=True))
    narrowed = [item for item in items if found.holds(item.nodeid)]
    is_part = NARROWED in config.stash or config.args != config.getini("testpaths")
    chosen = sampling.sample_of_items(narrowed, named=config.args, is_part=is_part)
    if left_out := set(items).difference(chosen):
        config.hook.pytest_deselected(items=list(left_out))
    items[:] = sorted(chosen, key=lambda item: _turn(item.nodeid.partition("::")[0]))


def _turn(file: str) -> tuple[int, bool]:
    """When a file of tests begins: `LONG` first; then those beside the rooms, which start programs and browsers."""
    return LONG.index(file) if file in LONG else len(LONG), file.count("/") > 1


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()  # the modules and the tests stay until the end


def pytest_runtest_setup() -> None:
    gc.set_threshold(*COLLECTED)  # a sync or a server of an earlier test has thresholds of its own


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    config = session.config
    option = config.option
    left_out = NARROWED in config.stash or option.collectonly or any((option.keyword, option.markexpr, option.deselect))
    if exitstatus or hasattr(config, "workerinput") or left_out or getattr(option, "lf", False) or browsing.missing():
        return  # something failed or was left out; or this is one of several processes
    passed_rooms.note_what_passed(config.args)


@pytest.fixture(scope="session", autouse=True)
def shelf_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Where one of several processes finds the matches that another has prepared."""
    prepared = sys.modules.get("tests.gm.prepared")  # which no test has asked for if it is not there by now
    if prepared is not None and "PYTEST_XDIST_WORKER" in os.environ:
        prepared.shelf.folder = tmp_path_factory.getbasetemp().parent / "prepared"


def binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own, on a socket in a folder of our own."""
    with postgres_server() as where:
        yield where


STOP_AT_THE_END = """
import shutil, subprocess, sys
sys.stdin.read()
subprocess.run(sys.argv[2:], capture_output=True)
shutil.rmtree(sys.argv[1], ignore_errors=True)
"""
"""Waits for the end of whoever holds the other end of its input, however that comes, and ends their server."""


@contextmanager
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server that runs until the block ends. Skips where there is none."""
    where = binaries()
    if where is None:
        pytest.skip("PostgreSQL is not installed here: apt install postgresql")
    # not in pytest's own folder, which is shut to the account that the server runs as
    home = Path(tempfile.mkdtemp(prefix="postgres"))
    run: list[str] = []
    if os.getuid() == 0:
        if shutil.which("runuser") is None:
            pytest.skip("PostgreSQL does not run as root, and there is no runuser")
        run = ["runuser", "-u", "postgres", "--"]
        shutil.chown(home, "postgres")
    data = home / "data"
    subprocess.run([*run, str(where / "initdb"), "-D", str(data), "-A", "trust"], check=True, capture_output=True)
    options = f"-c listen_addresses='' -k {home} -F"
    control = [*run, str(where / "pg_ctl"), "-D", str(data), "-w", "-o", options, "-l", str(home / "log")]
    stop = [sys.executable, "-S", "-c", STOP_AT_THE_END, str(home), *control, "-m", "immediate", "stop"]
    # a process of its own, in a group that no Ctrl-C reaches, so that the server ends even if this process is killed
    with subprocess.Popen(stop, stdin=subprocess.PIPE, start_new_session=True) as stopping:
        subprocess.run([*control, "start"], check=True, capture_output=True)
        user = "postgres" if run else os.environ.get("USER", "postgres")
        try:
            yield f"postgresql://{user}@/postgres?host={home}"
        finally:
            assert stopping.stdin is not None
            stopping.stdin.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests; each person in it has a context of its own."""
    reason = browsing.missing()
    if reason:
        pytest.skip(f"NO BROWSER TEST IS RUN: {reason}")
    with browsing.chromium() as made:
        yield made
