"""The scripts that people and cron run: each finds the environment by itself, from wherever it is called."""

from __future__ import annotations

import fcntl
import os
import shutil
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


@pytest.mark.slow
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
    assert sorted(path.name for path in (home / "out").iterdir()) == [
        "friday.html",
        "friday.json",
        "friday.png",
        "friday.xlsx",
    ]


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


@pytest.mark.parametrize(
    ("has_environment", "chosen", "taken"), [(False, "", True), (True, "", False), (False, "3.13", False)]
)
def test_a_new_environment_takes_the_python_of_the_distribution(
    tmp_path: Path, has_environment: bool, chosen: str, taken: bool
) -> None:
    """Where it is new enough; an environment that is there stays, and whoever names a Python gets that one."""
    asked = tmp_path / "scripts" / "ask"
    asked.parent.mkdir()
    shutil.copy(SCRIPTS / "_env", asked.parent)
    asked.write_text('#!/usr/bin/env bash\n. "$(dirname "$0")/_env"\necho "${UV_PYTHON:-}"\n', encoding="utf-8")
    asked.chmod(0o755)
    if has_environment:
        (tmp_path / ".venv").mkdir()
    (tmp_path / "uv").symlink_to("/bin/true")
    new_enough = subprocess.run(
        ["/usr/bin/env", "/usr/bin/python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"], check=False
    )
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "UV_PYTHON": chosen}
    said = subprocess.run([asked], capture_output=True, text=True, env=env, check=True).stdout
    assert said.strip() == ("/usr/bin/python3" if taken and new_enough.returncode == 0 else chosen)
