"""The wheel in empty environments: of each Python that is found, by each way to install it, with every game."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sheets_gm.games.finding import games
from sheets_gm.localsheets.__main__ import NEEDS
from tests.migrations.matches import served, unpack
from tests.test_wheel import PROJECT, ROOT, SYSTEM, UV, beside, files, ran, wheel

__all__ = ["files", "wheel"]

PYTHONS = ("3.11", "3.12", "3.13")
OF_THE_SOURCE = ("test_the_folders_of_the_readme_are_there", "test_the_rules_name_every_game_and_how_its_clauses_begin")
"""What is asked about the source, which the folder of a wheel has not."""


def python(version: str) -> str:
    """The interpreter of *version* on this machine. Skips where there is none: the release runs them all."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = [*sorted(root.glob(f"versions/{version}.*/bin/python")), Path(shutil.which(f"python{version}") or "-")]
    for each in found:
        if each.is_file() and subprocess.run([each, "-V"], capture_output=True, check=False).returncode == 0:
            return str(each)
    pytest.skip(f"there is no Python {version} here")


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The program by version of Python, each installed when it is first asked for."""
    return _Installed(wheel, tmp_path_factory.mktemp("environments"))


class _Installed(dict[str, Path]):
    def __init__(self, wheel: Path, folder: Path) -> None:
        super().__init__()
        self._wheel, self._folder = wheel, folder

    def __missing__(self, version: str) -> Path:
        home = self._folder / version
        subprocess.run([UV, "venv", "-q", "--python", python(version), str(home)], check=True, timeout=60)
        into = ["--python", str(home / "bin" / "python")]
        subprocess.run([UV, "pip", "install", "-q", *into, str(self._wheel)], check=True, timeout=280)
        self[version] = home / "bin" / "sheets-gm"
        return self[version]


@pytest.mark.parametrize("version", PYTHONS)
def test_an_empty_environment_needs_nothing_but_the_wheel(
    version: str, programs: dict[str, Path], tmp_path: Path
) -> None:
    program = str(programs[version])
    assert f"version {PROJECT['version']}" in ran([program, "--version"], tmp_path)
    assert "# Running it" in ran([program, "help", "running", "--plain"], tmp_path)
    assert "all 2 entries recompute" in ran([program, "demo", "--fast", "--set", "max_turns=1"], tmp_path)


def test_the_local_spreadsheet_is_tested_with_where_only_its_own_libraries_are(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([UV, "venv", "-q", str(tmp_path / "alone")], check=True, timeout=60)
    into = [UV, "pip", "install", "-q", "--python", str(tmp_path / "alone" / "bin" / "python")]
    subprocess.run([*into, "--no-deps", str(wheel)], check=True, timeout=280)
    subprocess.run([*into, "pytest", *NEEDS.split()], check=True, timeout=280)
    (tmp_path / "test_sum.py").write_text(
        "import requests\n"
        "def test_sum(sheets):\n"
        "    who = {'Authorization': f'Bearer {sheets.token()}'}\n"
        "    made = requests.post(f'{sheets.url}/v4/spreadsheets', headers=who, json={}).json()['spreadsheetId']\n"
        "    at = f'{sheets.url}/v4/spreadsheets/{made}/values/A1?valueInputOption=USER_ENTERED'\n"
        "    requests.put(at, headers=who, json={'values': [['=1+2']]})\n"
        "    values = requests.get(at.partition('?')[0], headers=who).json()\n"
        "    assert values['values'] == [['3']]\n"
    )
    python = str(tmp_path / "alone" / "bin" / "python")
    assert "1 passed" in ran([python, "-m", "pytest", "-q", str(tmp_path / "test_sum.py")], tmp_path)
    found = ran(
        [python, "-c", "import importlib.util as u; print(u.find_spec('gspread'), u.find_spec('sqlalchemy'))"], tmp_path
    )
    assert found == "None None\n"


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_is_played_to_its_end_from_the_wheel(name: str, programs: dict[str, Path], tmp_path: Path) -> None:
    shown = ran([str(programs[PYTHONS[0]]), "demo", name, "--fast"], tmp_path)
    assert "Winner: " in shown
    assert re.search(r"all \d+ entries recompute: every position", shown)
    assert (tmp_path / "exports" / f"{name}-demo.xlsx").is_file()


def test_a_store_of_the_version_before_is_upgraded_by_the_wheel(programs: dict[str, Path], tmp_path: Path) -> None:
    program, home = str(programs[PYTHONS[0]]), unpack("gvg", tmp_path / "old")
    with served(home):
        assert "written by an earlier version (schema 2)" in ran([program, "doctor"], home)
        assert "friday" in ran([program, "status"], home)
        ran([program, "recheck", "friday", "--adopt"], home, codes=(0, 5))  # 5: new rules play something otherwise
        ran([program, "recheck", "friday", "--adopt", "--anyway"], home, codes=(0, 5))
        ran([program, "resolve", "friday"], home)
        assert "upgrade" not in ran([program, "doctor"], home)
        ran([program, "export", "friday", "--format", "json"], home)
    assert (home / "exports" / "friday.json").is_file()


def test_an_evening_is_served_by_the_wheel(programs: dict[str, Path], tmp_path: Path) -> None:
    program = str(programs[PYTHONS[0]])
    (tmp_path / "friends.csv").write_text("player,team,account\nAna,blue,ana@example.org\nBen,red,ben@example.org\n")
    serve = [program, "serve", "--data", "sheets", "--port", "0"]
    people = ["--account", "ana@example.org", "--account", "ben@example.org"]
    env = {"PATH": SYSTEM, "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*serve, *people], cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            links = [server.stdout.readline() for _ in range(4)][2:]
            assert all("/?key=" in link for link in links)
            ran(
                [program, "new", "gvg", "--name", "friday", "--roster", "friends.csv", "--set", "max_turns=1"], tmp_path
            )
            ran([program, "sync", "--once"], tmp_path)
            ran([program, "resolve", "friday"], tmp_path)
            assert "a draw" in ran([program, "status", "friday"], tmp_path)
            ran([program, "export", "friday"], tmp_path)
            assert "entries recompute" in ran([program, "verify", "exports/friday.json"], tmp_path)
        finally:
            server.terminate()
    assert (tmp_path / "exports" / "friday.xlsx").is_file()


@pytest.mark.parametrize("way", ["uv tool install", "uvx", "pipx"])
def test_each_way_to_install_it_that_the_manual_names_ends_with_a_played_match(
    way: str, wheel: Path, tmp_path: Path
) -> None:
    folders = {name: str(tmp_path / name) for name in ("tools", "bin", "pipx")}
    where = {"UV_TOOL_DIR": folders["tools"], "UV_TOOL_BIN_DIR": folders["bin"]}
    where |= {"PIPX_HOME": folders["pipx"], "PIPX_BIN_DIR": folders["bin"]}
    where |= {name: value for name, value in os.environ.items() if name.startswith(("UV_", "PIP_", "SSL_"))}
    demo = ["sheets-gm", "demo", "gvg", "--fast", "--set", "max_turns=1"]
    if way == "uvx":
        program = [UV, "tool", "run", "-q", "--from", str(wheel), *demo]
    else:
        tool = [UV, "tool", "run", "-q", "pipx", "install"] if way == "pipx" else [UV, "tool", "install", "-q"]
        ran([*tool, str(wheel)], tmp_path / "home", more=where)
        program = [str(tmp_path / "bin" / demo[0]), *demo[1:]]
    assert "all 2 entries recompute" in ran(program, tmp_path / "home", more=where)


def test_the_commands_of_the_manual_are_ones_that_the_wheel_understands(files: Path, tmp_path: Path) -> None:
    """What is asked of the README and the documents, asked of the files of the wheel in a folder without its source."""
    for folder in ("tests", "docs", "scripts", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "CHANGELOG.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    asked = ["tests/test_readme.py", "tests/test_ten_minutes.py"]
    options = ["-q", "-p", "no:cacheprovider", "--numprocesses", "0", "-k", f"not ({' or '.join(OF_THE_SOURCE)})"]
    code = f"""
import sheets_gm

def test_it_is_the_wheel() -> None:
    assert sheets_gm.__file__.startswith({str(files)!r})
"""
    (tmp_path / "tests" / "test_it.py").write_text(code)
    shown = ran([sys.executable, "-m", "pytest", "tests/test_it.py", *asked, *options], tmp_path, more=beside(files))
    assert int(re.findall(r"(\d+) passed", shown)[0]) > 200
