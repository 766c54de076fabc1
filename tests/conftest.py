"""What tests of several folders need: a PostgreSQL server of our own, a browser, the questions of property tests."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests import browsing

# with each commit the same questions are asked; at night, with HYPOTHESIS=night, new ones. No machine is too busy
settings.register_profile("day", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("night", deadline=None, max_examples=1000)

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


def pytest_configure() -> None:
    gc.disable()  # until the tests are collected, which are kept
    settings.load_profile(os.environ.get("HYPOTHESIS", "day"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _turn(item.nodeid.partition("::")[0]))


def _turn(file: str) -> tuple[int, int]:
    """When a file of tests begins: `LONG` first; then mixed, so that some compute while others wait for a browser."""
    return LONG.index(file) if file in LONG else len(LONG), zlib.crc32(file.encode())


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()  # the modules and the tests stay until the end


def pytest_runtest_setup() -> None:
    gc.set_threshold(*COLLECTED)  # a sync or a server of an earlier test has thresholds of its own


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
