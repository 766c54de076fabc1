"""A game that is added: a folder, found because it is there, and asked what every game is asked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from sheets_gm.games.contract import Game

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "docs" / "treasure"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder as `pip install` leaves it: the example's package, and the entry point that its project names."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    site = tmp_path / "site"
    shutil.copytree(EXAMPLE / "treasure", site / "treasure")
    told = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [f"{name} = {target}" for name, target in project["entry-points"]["sheets_gm.games"].items()]
    (told / "entry_points.txt").write_text("\n".join(["[sheets_gm.games]", *lines]) + "\n")
    return site


@pytest.fixture
def cloned(tmp_path: Path) -> Path:
    """A clone into whose folders the example was put."""
    clone = tmp_path / "clone"
    for folder in ("sheets_gm", "templates"):
        shutil.copytree(ROOT / folder, clone / folder)
    shutil.copytree(EXAMPLE / "treasure", clone / "sheets_gm" / "games" / "treasure")
    shutil.move(clone / "sheets_gm" / "games" / "treasure" / "templates" / "treasure", clone / "templates")
    return clone


def ran(home: Path, path: Path, *words: str) -> str:
    """What a program says that finds *path* before all else; it must end well."""
    env = {**os.environ, "PYTHONPATH": f"{path}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, *words], cwd=home, env=env, capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("where", ["installed", "cloned"])
def test_a_game_is_played_to_its_end_and_proved_because_its_folder_is_there(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = request.getfixturevalue(where)
    assert re.search(
        r"(?m)^treasure +Treasure  \(2 to 8 players", ran(tmp_path, path, "-m", "sheets_gm.adapters.cli", "games")
    )
    told = ran(tmp_path, path, "-m", "sheets_gm.adapters.cli", "demo", "treasure", "--fast")
    assert "Round 6 of 6. Winner" in told
    assert "all 7 entries recompute" in told
    assert (tmp_path / "exports" / "treasure-demo.xlsx").is_file()


def test_a_game_of_another_package_is_asked_what_every_game_is_asked(tmp_path: Path, installed: Path) -> None:
    questions = ["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", str(ROOT / "tests/games/test_every_game.py")]
    told = ran(tmp_path, installed, *questions, "-k", "treasure", "--rootdir", str(ROOT))
    assert int(re.findall(r"(\d+) passed", told)[0]) > 20


def test_a_game_without_a_template_is_named(tmp_path: Path, installed: Path) -> None:
    shutil.rmtree(installed / "treasure" / "templates")
    env = {**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "sheets_gm.adapters.cli", "demo", "treasure", "--fast"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 3
    assert done.stderr.strip() == "sheets-gm: The game treasure has no template: there is no folder templates/treasure."


def test_a_folder_that_exports_no_game_yet_is_not_listed_and_named_when_asked_for(tmp_path: Path, cloned: Path) -> None:
    (cloned / "sheets_gm" / "games" / "half_done").mkdir()
    (cloned / "sheets_gm" / "games" / "half_done" / "__init__.py").write_text("")
    env = {**os.environ, "PYTHONPATH": f"{cloned}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "sheets_gm.adapters.cli", "games"]
    listed = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=240)
    assert listed.returncode == 0
    assert "half_done" not in listed.stdout
    named = subprocess.run(
        [*command, "half_done"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=240
    )
    assert named.returncode == 1
    assert "The folder of half_done exports no GAME yet" in named.stderr


def test_the_guide_names_all_that_a_game_offers() -> None:
    guide = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
    assert [each.name for each in fields(Game) if f"`{each.name}`" not in guide] == []
