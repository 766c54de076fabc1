"""A game that is added as the guide says: a folder, found because it is there, and asked what every game is asked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from sheets_gm.games.contract import Checks, Game, People, Showing

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "write-a-game.md").read_text(encoding="utf-8")
ENDS = {"treasure": "all 7 entries recompute", "raiders": "all 7 entries recompute"}
"""The games that the guide shows, and what a demonstration of each says at its end."""


def installed(tmp_path: Path, *names: str) -> Path:
    """A folder as `pip install` leaves it: the examples' packages, and the entry points that their projects name."""
    for name in names:
        installed_from(ROOT / "docs" / name, tmp_path / "site")
    return tmp_path / "site"


def installed_from(folder: Path, site: Path) -> Path:
    """The folder *site* as `pip install` leaves it for the project in *folder*, which has the name of its package."""
    name = folder.name
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(folder / name, site / name)
    shown = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    shown.mkdir()
    (shown / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [f"{each} = {target}" for each, target in project["entry-points"]["sheets_gm.games"].items()]
    (shown / "entry_points.txt").write_text("\n".join(["[sheets_gm.games]", *lines]) + "\n")
    return site


def cloned(tmp_path: Path, name: str = "") -> Path:
    """A clone, into which the folder of the example *name* was put."""
    clone = tmp_path / "clone"
    for folder in ("sheets_gm", "templates"):
        shutil.copytree(ROOT / folder, clone / folder)
    if name:
        shutil.copytree(ROOT / "docs" / name / name, clone / "sheets_gm" / "games" / name)
    return clone


def template_beside_the_others(tmp_path: Path, name: str) -> Path:
    """A clone whose folder of templates has that of the example."""
    clone = cloned(tmp_path, name)
    shutil.move(clone / "sheets_gm" / "games" / name / "templates" / name, clone / "templates")
    return clone


def in_the_own_folder(tmp_path: Path, name: str) -> Path:
    """Nothing on Python's path: the example's folder, as it is, lies among the games beside the matches."""
    shutil.copytree(ROOT / "docs" / name, tmp_path / "games" / name)
    (tmp_path / "sheets-gm.toml").touch()
    return ROOT


def found_in(path: Path) -> dict[str, str]:
    """The environment of a program that finds *path* before all else."""
    return {**os.environ, "PYTHONPATH": f"{path}{os.pathsep}{ROOT}"}


def ran(home: Path, path: Path, *words: str) -> str:
    """What a program says that finds *path* before all else; it must end well."""
    done = subprocess.run(
        [sys.executable, *words], cwd=home, env=found_in(path), capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("put", [installed, in_the_own_folder, template_beside_the_others])
def test_a_game_is_played_to_its_end_and_proved_because_its_folder_is_there(
    put: Callable[[Path, str], Path], tmp_path: Path
) -> None:
    name = "treasure"
    path = put(tmp_path, name)
    output = ran(tmp_path, path, "-m", "sheets_gm.adapters.cli", "demo", name, "--fast")
    assert "Round 6 of 6. Winner" in output
    assert ENDS[name] in output
    assert (tmp_path / "exports" / f"{name}-demo.xlsx").is_file()


def test_a_game_in_the_own_folder_that_has_the_name_of_a_package_is_named_and_stops_no_other(tmp_path: Path) -> None:
    in_the_own_folder(tmp_path, "treasure")
    (tmp_path / "games" / "json").mkdir()
    (tmp_path / "games" / "json" / "__init__.py").write_text("GAME = None\n")
    command = [sys.executable, "-m", "sheets_gm.adapters.cli", "games"]
    done = subprocess.run(command, cwd=tmp_path, env=found_in(ROOT), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "The game json cannot be loaded: ImportError: a Python package has this name already" in done.stderr
    assert re.search(r"(?m)^treasure +Treasure  \(2 to \d players", done.stdout)


def test_games_of_other_packages_are_asked_what_every_game_is_asked(tmp_path: Path) -> None:
    path = installed(tmp_path, "treasure", "raiders")
    questions = ["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", str(ROOT / "tests/games/test_every_game.py")]
    output = ran(tmp_path, path, *questions, "-k", "treasure or raiders", "--rootdir", str(ROOT))
    assert int(re.findall(r"(\d+) passed", output)[0]) > 80
    assert "skipped" not in output


def test_a_game_with_secrets_that_does_not_say_how_they_could_differ_fails_the_questions(tmp_path: Path) -> None:
    path = installed(tmp_path, "raiders")
    (path / "raiders" / "other_secrets.py").unlink()
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    command += [str(ROOT / "tests/games/test_every_game.py"), "-k", "raiders and possible_positions"]
    done = subprocess.run(command, cwd=tmp_path, env=found_in(path), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "raiders has secrets, so it must have a module other_secrets" in done.stdout


def test_the_guide_shows_the_code_of_the_examples_as_it_is() -> None:
    code = [path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*/*/*.py")]
    shown = re.findall(r"(?ms)^```py\n(.*?)^```", GUIDE)
    assert len(shown) > 1
    assert [block for block in shown if not any(block in each for each in code)] == []


def test_the_commands_of_the_guide_put_the_second_example_into_a_clone_and_play_it(tmp_path: Path) -> None:
    """Word by word, but for the last, which makes a match on a service: of that one, the options are known."""
    clone = cloned(tmp_path)
    shutil.copytree(ROOT / "docs" / "raiders", clone / "docs" / "raiders")
    (commands,) = (block for block in re.findall(r"(?ms)^```sh\n(.*?)^```", GUIDE) if "cp -r" in block)
    copy, *played, new = (line.split() for line in commands.splitlines())
    subprocess.run(copy, cwd=clone, check=True)
    found = [ran(clone, clone, "-m", "sheets_gm.adapters.cli", *words) for program, *words in played]
    assert "Raiders" in found[0]
    assert ENDS["raiders"] in found[1]
    options = ran(clone, clone, "-m", "sheets_gm.adapters.cli", new[1], "--help")
    assert [word for word in new if word.startswith("--") and word not in options] == []


def test_a_game_without_a_template_is_named(tmp_path: Path) -> None:
    path = installed(tmp_path, "treasure")
    shutil.rmtree(path / "treasure" / "templates")
    env = found_in(path)
    command = [sys.executable, "-m", "sheets_gm.adapters.cli", "demo", "treasure", "--fast"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 3
    assert done.stderr.strip() == "sheets-gm: The game treasure has no template: there is no folder templates/treasure."


def test_a_folder_that_exports_no_game_yet_is_not_listed_and_named_when_asked_for(tmp_path: Path) -> None:
    clone = cloned(tmp_path)
    (clone / "sheets_gm" / "games" / "half_done").mkdir()
    (clone / "sheets_gm" / "games" / "half_done" / "__init__.py").write_text("")
    env = found_in(clone)
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
    offered = [each.name for part in (Game, People, Checks, Showing) for each in fields(part)]
    assert [name for name in offered if f"`{name}`" not in guide] == []
