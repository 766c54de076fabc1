"""The command `localsheets`, and its page in the documentation."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sheets_gm.localsheets.__main__ import NEEDS
from sheets_gm.localsheets.http_server.command_line import cli
from tests import patience
from tests.localsheets import real

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "localsheets.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"(?ms)^```sh\n(.*?)^```", PAGE)
LINES = [line for block in COMMANDS for line in block.splitlines() if not block.startswith("uvx ")]  # a soak runs that
PROGRAMS = re.findall(r"(?ms)^```python\n(.*?)^```", PAGE)
PACKAGE = ROOT / "sheets_gm" / "localsheets"


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sheets_gm.localsheets", *words]
    return subprocess.run(command, cwd=home, capture_output=True, text=True, check=False, timeout=patience.SECONDS)


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_its_page_is_one_that_the_program_understands(line: str) -> None:
    program, *words = shlex.split(line)
    assert program == "localsheets"
    command: click.Command = cli
    while isinstance(command, click.Group):
        command = command.commands[words.pop(0)]
    context = click.Context(command, info_name=program)
    command.parse_args(context, list(words))


def test_an_account_is_added_listed_and_used_without_the_rest_of_the_project(tmp_path: Path) -> None:
    made = run(tmp_path, "account", "add", "ana@example.org")
    assert made.returncode == 0, made.stderr
    again = run(tmp_path, "account", "add", "ana@example.org")
    taken = "localsheets: The account ana@example.org exists already. For a new link: localsheets account link"
    assert (again.returncode, again.stderr) == (1, f"{taken} ana@example.org\n")
    assert run(tmp_path, "account", "list").stdout == "ana@example.org\n"
    assert run(tmp_path, "account", "add", "ben@example.org", "--user-credentials", "ben.json").returncode == 0
    assert '"type": "authorized_user"' in (tmp_path / "ben.json").read_text(encoding="utf-8")
    key = made.stdout.strip().partition("?key=")[2]
    with real.process(tmp_path) as served:
        sheet = real.client(served.base, key).create("Ana's")
        assert sheet.sheet1.title == "Sheet1"
    assert not (tmp_path / "sheets-gm.toml").exists()


def test_a_folder_without_accounts_and_a_port_in_use_are_one_line_each(tmp_path: Path) -> None:
    nobody = run(tmp_path, "account", "list")
    assert (nobody.returncode, nobody.stderr.count("\n")) == (3, 1)
    assert nobody.stderr.startswith("localsheets: There are no accounts in sheets")
    with real.process(tmp_path) as served:
        port = served.base.rpartition(":")[2]
        second = run(tmp_path, "serve", "--port", port, "--data", "others")
    assert (second.returncode, second.stderr.count("\n")) == (3, 1)
    assert second.stderr.startswith("localsheets: ")


def test_help_shows_examples() -> None:
    for words in ([], ["serve"], ["account"], ["account", "add"]):
        done = CliRunner().invoke(cli, [*words, "--help"], prog_name="localsheets")
        assert done.exit_code == 0
        assert "account add" in done.output or "localsheets serve" in done.output


def test_the_program_of_its_page_that_needs_no_server_does_what_it_says() -> None:
    (program,) = (each for each in PROGRAMS if "in_process" in each)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=patience.SECONDS
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_it_needs_what_its_page_says_and_what_the_project_declares() -> None:
    """Packages of others, by the names under which they are installed."""
    names = {"re2": "google-re2", "h11": "uvicorn"}  # uvicorn brings h11
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        if path.name == "pytest_plugin.py":
            continue  # the page names what it needs apart
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found.update(each.name.partition(".")[0] for each in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    others = {names.get(each, each) for each in found - sys.stdlib_module_names - {"sheets_gm"}}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=\[]", each)[0] for each in project["dependencies"]}
    assert others <= declared
    shown = PAGE.rpartition("It needs ")[2]
    assert others == set(re.findall(r"`([\w-]+)`", shown)) == set(NEEDS.split())


@pytest.mark.parametrize("missing", ["click", "re2", "starlette"])
def test_a_library_that_is_not_installed_is_named_with_all_that_it_needs(tmp_path: Path, missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; from sheets_gm.localsheets.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "serve", "--port", "0"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=patience.SECONDS,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == f"localsheets needs {missing}, which is not installed: pip install {NEEDS}\n"
