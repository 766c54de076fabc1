"""The scripts that people and cron run: each finds the environment by itself, from wherever it is called."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheets_gm.adapters.installation import settings
from tests.installation import installation

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"


def run(home: Path, script: str, *words: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in ("SHEETS_GM_HOME", "VIRTUAL_ENV")}
    return subprocess.run(
        [SCRIPTS / script, *words], capture_output=True, text=True, cwd=home, env=env, check=False, timeout=120
    )


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with installation(tmp_path):
        yield tmp_path


def test_a_gm_plays_a_turn_and_exports_the_match_with_scripts_alone(home: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "sheets_gm.adapters.cli", "new", "gvg", "--name", "friday", "--set", "max_turns=1"],
        cwd=home, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert run(home, "sync").returncode == 0
    played = run(home, "resolve_turn", "friday")
    assert played.returncode == 0, played.stderr
    assert "Turn 1 of 1" in played.stdout
    exported = run(home, "export_match", "friday", "--to", "out")
    assert exported.returncode == 0, exported.stderr
    assert sorted(path.name for path in (home / "out").iterdir()) == ["friday.html", "friday.json", "friday.xlsx"]


def test_a_second_sync_leaves_quietly_while_one_runs(home: Path) -> None:
    with (home / ".sync.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        (home / settings.FILE).write_text("this would break a sync that ran", encoding="utf-8")
        assert run(home, "sync").returncode == 0
    assert run(home, "sync").returncode == 3


def test_a_tick_in_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [Path(__file__).parents[1] / "scripts" / "sync", "--home", tmp_path / "nope"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    shown = f"There is no folder {tmp_path / 'nope'}: name the folder of your matches with --home.\n"
    assert (done.returncode, done.stderr) == (3, shown)
