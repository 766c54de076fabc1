"""What tests of several folders need: a PostgreSQL server of our own, a browser, the questions of property tests."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests import browsing

# a run of all tests asks the same questions each time; with HYPOTHESIS=wander they are new ones. No machine is too busy
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("wander", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS", "steady"))

# tests make many small objects and leave few cycles, so looking for cycles at each 700 of them took a third of the time
gc.set_threshold(100_000, 20, 20)


LONG = (
    "test_two_processes_on_one_match",
    "test_a_sync_killed_at_every_point",
    "test_a_gm_plays_a_turn",
    "test_they_share_the_matches",
    "test_everybody_can_look_at_every_position",
    "test_hidden_facts_change_nothing",
    "test_every_legal_choice_can_stand",
)
"""Tests that take a minute each: they begin first, so that no core is left alone with them at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.name.startswith(LONG))


def pytest_collection_finish() -> None:
    gc.freeze()  # the modules and the tests stay until the end


def binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own, on a socket in a folder of our own."""
    with postgres_server() as where:
        yield where


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
    subprocess.run([*control, "start"], check=True, capture_output=True)
    user = "postgres" if run else os.environ.get("USER", "postgres")
    try:
        yield f"postgresql://{user}@/postgres?host={home}"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=False, capture_output=True)
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests; each person in it has a context of its own."""
    reason = browsing.missing()
    if reason:
        pytest.skip(f"NO BROWSER TEST IS RUN: {reason}")
    with browsing.chromium() as made:
        yield made
