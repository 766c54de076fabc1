"""The commands of the README and the documents are real: each exists, and each option shown is one it has."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from sheets_gm.adapters.cli import cli

ROOT = Path(__file__).resolve().parent.parent
README = "\n".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
)

LINES = sorted(
    {found.group(0).strip("`") for found in re.finditer(r"(?m)^sheets-gm [^\n#]+|`sheets-gm [^`]+`", README)}
)


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_the_readme_is_one_that_the_program_has(line: str) -> None:
    words = line.split()
    command = cli.get_command(click.Context(cli), words[1])
    if isinstance(command, click.Group):
        command = command.get_command(click.Context(command), words[2])
    assert command is not None, line
    options = {"--help", *(option for parameter in command.params for option in parameter.opts)}
    assert [word for word in words if word.startswith("--") and word not in options] == []


@pytest.mark.parametrize("script", sorted(set(re.findall(r"scripts/[a-z_]+", README))))
def test_a_script_of_the_readme_is_there_and_can_be_run(script: str) -> None:
    path = ROOT / script
    assert path.is_file()
    assert path.stat().st_mode & 0o111
