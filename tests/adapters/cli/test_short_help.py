"""The help of each command: what it is for, an example and the usual options, in one screen of 80 x 24."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from sheets_gm.adapters.cli import COMMANDS, cli
from sheets_gm.adapters.cli.short_help import MORE, USUAL

LINES, COLUMNS = 24, 80


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


ALL = dict(commands(cli))


def shown(*words: str) -> list[str]:
    done = CliRunner().invoke(cli, words, terminal_width=COLUMNS)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_the_help_of_a_command_fits_a_screen_and_has_an_example(path: tuple[str, ...]) -> None:
    lines = shown(*path, "--help")
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= COLUMNS
    example = re.compile(rf"^  (sheets-gm )?{' '.join(path)}\b")
    text = lines[1 : lines.index("Options:")]
    assert any(map(example.match, text))
    purpose = text[1 : text.index("", 1)]
    assert 1 <= len(purpose) <= 2
    assert f"  {MORE}" in text


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_all_of_the_help_is_shown_on_demand(path: tuple[str, ...]) -> None:
    whole = "\n".join(shown(*path, "--help-all"))
    options = (each for each in ALL[path].params if isinstance(each, click.Option))
    assert [each.opts for each in options if each.opts[-1] not in whole and each.opts != ["--help-all"]] == []


def test_the_usual_options_are_options() -> None:
    for name, usual in USUAL.items():
        names = {opt.removeprefix("--") for each in ALL[name,].params for opt in each.opts}
        assert set(usual) <= names, name
    assert set(USUAL) <= set(COMMANDS)


def test_a_help_is_not_cut_within_a_sentence() -> None:
    for path in ALL:
        assert [line for line in shown(*path, "--help") if re.search(r"\([^)]*\.$", line)] == []
