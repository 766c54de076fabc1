"""A game from outside is asked before it is played: what is wrong with it is named, with its file and line."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sheets_gm.adapters.cli import cli
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.installation.questions import check_from_outside
from sheets_gm.adapters.scaffold.writing import write_game
from sheets_gm.games import files, finding
from sheets_gm.games.finding import BrokenGame
from sheets_gm.gm.questions.asking import SECONDS, ask
from sheets_gm.gm.questions.played import Played
from sheets_gm.gm.questions.positions import lets_somebody_do_something
from tests.games.asked import game_called, template

NAME = "guessing"


@pytest.fixture
def guessing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], str]]:
    """Puts `new` for `old` into the example game among the user's own games; returns what it is now."""
    module = write_game(NAME, tmp_path / "games") / NAME / "__init__.py"
    (tmp_path / "sheets-gm.toml").touch()
    monkeypatch.chdir(tmp_path)

    def forget() -> None:
        sys.modules.pop(NAME, None)
        importlib.invalidate_caches()
        finding.look_again()
        templates._template.cache_clear()

    def change(old: str, new: str) -> str:
        text = module.read_text("utf-8")
        assert old in text
        module.write_text(text.replace(old, new), "utf-8")
        forget()
        return text.replace(old, new)

    files.set_own_folder(tmp_path)
    forget()
    yield change
    files.set_own_folder(None)
    forget()


def checked() -> list[str]:
    """What `games --check` prints of the game: nothing that is wrong, or one line for each fault."""
    done = CliRunner().invoke(cli, ["games", NAME, "--check"])
    lines = done.stdout.splitlines()
    assert done.exit_code == (0 if lines[0].startswith("✓") else 1), done.output
    return [] if done.exit_code == 0 else lines


ROLL = "    shown = dice.roll(6"
TOLD = 'return f"The die shows'

WRONG = {
    "a form that no tab has": (
        'Form("guesses", seat',
        'Form("guess", seat',
        "def open_forms",
        "✗ No tab has the form guess; the tabs have: guesses",
    ),
    "no orders": (
        "orders=(Guess,)",
        "orders=()",
        "orders=()",
        "✗ It has no orders, so no match of it could be read again",
    ),
    "two events of one kind": (
        "events=(Rolled,)",
        'events=(Rolled, type("Rolled", (Rolled,), {"__module__": Rolled.__module__}))',
        "class Rolled",
        "✗ Rolled has the kind of Rolled",
    ),
    "an assertion that does not hold": (
        ROLL,
        f"    assert not match.points\n{ROLL}",
        "assert not match.points",
        "✗ AssertionError: assert not match.points",
    ),
    "a random number": (
        ROLL,
        f"    import random\n    luck = random.randint(1, 6)\n{ROLL}",
        "random.randint",
        "✗ Resolve does something else each time: all chance must come from its dice",
    ),
    "the time": (
        ROLL,
        f"    import time\n    match = match.but(round=time.perf_counter_ns())\n{ROLL}",
        "time.perf_counter_ns",
        "✗ Resolve does something else each time: all chance must come from its dice",
    ),
    "a changed position": (
        ROLL,
        f'    match.points["player1"] = 9\n{ROLL}',
        "def resolve",
        "✗ Resolve changes the position that it gets; make a new one with .but(...)",
    ),
    "an error in what is told": (
        TOLD,
        f"seats['nobody'].player\n    {TOLD}",
        "seats['nobody']",
        "✗ KeyError: 'nobody'",
    ),
    "a sentence without a capital": (
        TOLD,
        TOLD.replace("The", "the"),
        "def describe",
        "⚠ Rolled is no sentence with a capital: “the die shows ",
    ),
}


@pytest.mark.parametrize("why", WRONG)
def test_what_is_wrong_is_named_with_its_line(why: str, guessing: Callable[[str, str], str]) -> None:
    old, new, at, text = WRONG[why]
    changed = guessing(old, new)
    line = changed[: changed.index(at)].count("\n") + 1
    faults = [each.replace(f"{NAME}/__init__.py, line {line}: ", "") for each in checked()]
    assert any(each.startswith(text) for each in faults), faults


def test_a_game_as_it_is_written_for_its_author_is_right(guessing: Callable[[str, str], str]) -> None:
    guessing("GAME: Game", "GAME: Game")
    assert checked() == []
    check_from_outside(finding.game(NAME))


def test_no_match_is_made_of_a_game_over_which_it_would_stumble(guessing: Callable[[str, str], str]) -> None:
    guessing('Form("guesses", seat', 'Form("guess", seat')
    done = CliRunner().invoke(cli, ["demo", NAME, "--fast"])
    assert isinstance(done.exception, BrokenGame)
    assert "No tab has the form guess" in str(done.exception)
    assert f"sheets-gm games {NAME} --check" in str(done.exception)


def test_a_match_is_made_of_a_game_that_only_could_be_better(guessing: Callable[[str, str], str]) -> None:
    guessing('    return f"The die shows', '    return f"the die shows')
    check_from_outside(finding.game(NAME))


class _Clock:
    """A clock that runs a tenth of a second each time that somebody looks at it."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 0.1
        return self.seconds


def test_a_slow_game_is_asked_for_no_longer_than_the_time_there_is() -> None:
    clock: Any = _Clock()
    asked = ask(game_called("duel"), template("duel"), clock)
    assert asked.found == ()
    assert 0 < asked.positions < 60
    assert clock.seconds < 2 * SECONDS


def test_a_machine_that_is_too_slow_for_a_whole_match_finds_nothing_wrong_with_a_right_game() -> None:
    told = [False, *[True] * 9]  # there is some time again for the next question
    played = Played(game_called("duel"), template("duel"), over=lambda: bool(told) and told.pop())
    assert [len(match.steps) for match in played.matches] == [2]
    told.clear()
    assert [*lets_somebody_do_something(played)] == []
