"""Games are found because they are there, and one that is broken stops no other."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import sheets_gm.games
from sheets_gm.adapters.cli import cli
from sheets_gm.adapters.doctor.findings import Level
from sheets_gm.adapters.doctor.templates import check_templates
from sheets_gm.games import finding
from sheets_gm.games.finding import BrokenGame, broken_games, game, games

GOOD = ("champions", "gvg", "war_game", "wesnoth", "win_or_die")


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Adds the folder of a game with this code, as if it were beside the others."""
    monkeypatch.setattr(sheets_gm.games, "__path__", [*sheets_gm.games.__path__, str(tmp_path)])

    def forget() -> None:
        importlib.invalidate_caches()
        finding.look_again()

    def put(name: str, code: str) -> None:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(code, "utf-8")
        forget()

    forget()
    yield put
    for name in [name for name in sys.modules if name.startswith("sheets_gm.games.broken")]:
        del sys.modules[name]
    forget()


BROKEN = {
    "a name that is not there": (
        "import nothing_like_that\n",
        "No module named 'nothing_like_that' (broken/__init__.py, line 1)",
    ),
    "an error of its own": ("\n\nLIMIT = 1 / 0\n", "ZeroDivisionError: division by zero (broken/__init__.py, line 3)"),
    "a missing bracket": ("GAME = (\n", "SyntaxError: '(' was never closed (__init__.py, line 1)"),
    "something else": ("GAME = 7\n", "its GAME is of the type int, not a Game"),
    "what it does not offer": (
        "from sheets_gm.games.contract import Game\nGAME = Game(name='broken')\n",
        "'open', 'resolve', 'view', 'label', 'describe', 'result', and 'tabs' (broken/__init__.py, line 2)",
    ),
}


@pytest.mark.parametrize("why", BROKEN)
def test_a_broken_game_is_named_with_its_line_and_the_others_are_played(
    why: str, add: Callable[[str, str], None]
) -> None:
    code, message = BROKEN[why]
    add("broken", code)
    assert tuple(games()) == GOOD
    assert list(broken_games()) == ["broken"]
    assert message in str(broken_games()["broken"])
    assert game("gvg").title
    with pytest.raises(BrokenGame) as raised:
        game("broken")
    assert str(raised.value) == str(broken_games()["broken"])


def test_games_lists_the_others_and_names_the_broken_one(add: Callable[[str, str], None]) -> None:
    add("broken", "LIMIT = 1 / 0\n")
    done = CliRunner().invoke(cli, ["games"])
    assert done.exit_code == 1
    assert [line.split()[0] for line in done.stdout.splitlines()[:5]] == list(GOOD)
    assert "The game broken cannot be loaded: ZeroDivisionError" in done.stderr


def test_doctor_names_the_broken_game_and_checks_the_templates_of_the_others(add: Callable[[str, str], None]) -> None:
    add("broken", "LIMIT = 1 / 0\n")
    found = list(check_templates())
    assert [(each.level, each.subject) for each in found] == [(Level.BAD, "game broken"), (Level.OK, "templates")]
    assert "line 1" in found[0].message
