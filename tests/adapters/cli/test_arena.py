"""`sheets-gm arena`: the same seed gives the same table, and what a bot in a file does wrong is its own loss."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sheets_gm.adapters.arena.matches import Pairing, play
from sheets_gm.adapters.arena.table import interval
from sheets_gm.adapters.cli.arena import command
from sheets_gm.games.finding import game

QUICK = ["--set", "max_turns=3", "--players", "2", "--matches", "4", "--patience", "0.2"]

FAULTS = {
    "slow": "while True: pass",
    "asleep": "import time; time.sleep(60)",
    "wrong": "return 1 / 0",
    "strange": "return (3,)",
    "elsewhere": "from sheets_gm.games.contract import Filled; return [Filled('moves', 0, {})]",
}


def arena(*words: str) -> Result:
    return CliRunner().invoke(command, ["gvg", *words, *QUICK])


def bots_in(path: Path, **bodies: str) -> Path:
    """A file with a bot for each of *bodies*."""
    made = [f"def {name}(view, forms, dice):\n    {body}\n" for name, body in bodies.items()]
    path.write_text("\n".join([*made, f"BOTS = {{{', '.join(f'{name!r}: {name}' for name in bodies)}}}\n"]))
    return path


def test_the_same_seed_gives_the_same_table() -> None:
    words = ("--bot", "keen", "--bot", "random", "--bot", "rusher", "--seed", "7")
    first, second = arena(*words), arena(*words)
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert [line.split(" | ")[1:3] for line in first.stdout.splitlines()[2:]] == [
        ["`keen`", "`random`"],
        ["`keen`", "`rusher`"],
    ]
    assert "A choice of keen: " in first.stderr


def test_the_sides_change_from_match_to_match() -> None:
    """Of the same bot against itself, whoever wins a position wins it once as the first and once as the second."""
    rules = game("gvg")
    pair = [play(Pairing("gvg", rules.settings(), 2, ("keen", "keen"), 1, number, 9.0)).winner for number in (0, 1)]
    assert set(pair) in ({0, 1}, {None})


@pytest.mark.parametrize("fault", FAULTS)
def test_errors_and_slowness_are_the_loss_of_the_bot(tmp_path: Path, fault: str) -> None:
    path = bots_in(tmp_path / "mine.py", **{fault: FAULTS[fault]})
    (row,) = arena("--bot", "keen", "--bot", str(path)).stdout.splitlines()[2:]
    assert row.startswith(f"| `gvg` | `keen` | `{fault}` | 4 | 0 | 0 | 51 to 100 % | the second bot: ")


def test_a_bot_in_a_file_is_named_by_its_path_and_perhaps_its_name(tmp_path: Path) -> None:
    one = tmp_path / "one.py"
    one.write_text("def bot(view, forms, dice):\n    return ()\n")
    two = bots_in(tmp_path / "two.py", lazy="return ()", idle="return []")
    rows = arena("--bot", str(one), "--bot", f"{two}:idle", "--bot", str(two)).stdout.splitlines()[2:]
    assert [row.split(" | ")[1:6] for row in rows] == [
        ["`one.py`", f"`{name}`", "0", "4", "0"] for name in ("idle", "lazy", "idle")
    ]


@pytest.mark.parametrize(
    ("text", "typed", "why"),
    [
        ("", "nobody", "“nobody” is no bot of gvg: write keen, rusher, guard or random, or the path of a .py file"),
        ("", "none.py", "none.py cannot be used: FileNotFoundError"),
        ("import nothing_here", "mine.py", "mine.py cannot be used: ModuleNotFoundError"),
        ("x = 1", "mine.py", "mine.py has no bot: it needs a function bot(view, forms, dice), or several in BOTS"),
        ("BOTS = {'one': print}", "mine.py:two", "mine.py has no bot of this name; it has one"),
    ],
)
def test_what_is_no_bot_is_said_before_anything_is_played(tmp_path: Path, text: str, typed: str, why: str) -> None:
    (tmp_path / "mine.py").write_text(text)
    done = arena("--bot", "keen", "--bot", str(tmp_path / typed) if ".py" in typed else typed)
    assert done.exit_code == 2
    assert why in " ".join(done.output.replace("│", " ").split()).replace(f"{tmp_path}/", "")


def test_one_bot_alone_plays_nobody() -> None:
    assert "name at least two" in arena("--bot", "keen").output


@pytest.mark.parametrize(
    ("won", "played", "low", "high"), [(50, 100, 0.404, 0.596), (100, 100, 0.963, 1.0), (0, 10, 0.0, 0.278)]
)
def test_the_share_of_wins_has_bounds(won: int, played: int, low: float, high: float) -> None:
    assert interval(won, played) == pytest.approx((low, high), abs=0.001)
