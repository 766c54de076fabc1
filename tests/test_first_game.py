"""The tutorial, followed word for word in an empty folder; and the folder that it begins with."""

from __future__ import annotations

import doctest
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from sheets_gm.adapters.cli import cli
from sheets_gm.adapters.scaffold.writing import BadGameName, write_game
from sheets_gm.games import files
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.template import read
from tests.test_sixth_game import ROOT, found_in, installed_from, ran

TUTORIAL = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")
STEPS = re.split(r"(?m)^## (?=\d+\. )", TUTORIAL)[1:]


def blocks(kind: str, text: str) -> list[str]:
    """The blocks of code of one kind in *text*."""
    return re.findall(rf"(?ms)^```{kind}\n(.*?)^```", text)


def module_of(folder: Path) -> Path:
    """The module of the game whose folder `new-game` wrote."""
    return folder / folder.name / "__init__.py"


def write_as_far_as(step: int, folder: Path) -> None:
    """What a reader has in the folder of the game after so many steps."""
    code = [block for text in STEPS[:step] for block in blocks("py", text)]
    module_of(folder).write_text("\n\n".join(code), encoding="utf-8")
    for text in STEPS[:step]:
        for table in blocks("toml", text):
            template = folder / folder.name / "templates" / folder.name / "workbook.toml"
            template.write_text(table, encoding="utf-8")


def loaded(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # models look their annotations up there
    spec.loader.exec_module(module)
    return module


def test_there_are_ten_steps_and_each_ends_with_something_to_see() -> None:
    assert [text.partition(".")[0] for text in STEPS] == [str(number) for number in range(1, 11)]
    assert [text for text in STEPS if not blocks("pycon", text) and not blocks("sh", text)] == []


@pytest.mark.parametrize("step", range(2, 10))
def test_after_each_step_the_prompt_prints_what_the_tutorial_says(step: int, tmp_path: Path) -> None:
    folder = write_game("tictactoe", tmp_path)
    write_as_far_as(step, folder)
    module = loaded(module_of(folder), f"tictactoe_after_{step}")
    runner = doctest.DocTestRunner()
    for number, text in enumerate(blocks("pycon", STEPS[step - 1])):
        said: list[str] = []
        example = doctest.DocTestParser().get_doctest(text, vars(module), f"step {step}.{number}", None, 0)
        assert example.examples
        runner.run(example, out=said.append, clear_globs=False)
        assert said == []


@pytest.mark.slow
def test_the_commands_of_the_tutorial_play_the_example_and_then_tic_tac_toe(tmp_path: Path) -> None:
    """Word for word, but that a file of metadata stands for pip, and the last command only for its options."""
    first = blocks("sh", STEPS[0])[0].splitlines()
    assert first == [
        "sheets-gm new-game tictactoe",
        "pip install -e ./tictactoe",
        "sheets-gm demo tictactoe --fast",
    ]
    written = ran(tmp_path, tmp_path, "-m", "sheets_gm.adapters.cli", *first[0].split()[1:])
    assert "pip install -e ./tictactoe" in written
    folder = tmp_path / "tictactoe"
    assert "3 rolls" in ran(tmp_path, installed_from(folder, tmp_path / "one"), *_command(first[2]))
    write_as_far_as(10, folder)
    site = installed_from(folder, tmp_path / "two")
    assert "Seats: cross, nought" in ran(tmp_path, site, *_command(blocks("sh", STEPS[8])[0]))
    played = ran(tmp_path, site, *_command(blocks("sh", STEPS[9])[0].splitlines()[0]))
    assert "marks" in played
    assert re.search(r"all \d+ entries recompute", played)


def _command(line: str) -> list[str]:
    return ["-m", "sheets_gm.adapters.cli", *line.split()[1:]]


LAMBDAS = {
    "places": "lambda settings: tuple(Place(side, side) for side in SIDES)",
    "start": "lambda settings, seats, dice: Outcome(Match())",
    "open": "lambda match: open_forms(match)",
    "view": "lambda match, seat: View(match=match)",
    "label": "lambda match: f'Round {match.round}'",
    "describe": "lambda event, seats: event.kind",
    "people": (
        "People(bots={'idle': lambda view, forms, dice: ()}, seating=lambda settings, seats: (), "
        "leave=lambda match, team: Outcome(match))"
    ),
    "checks": (
        "Checks(check=lambda match, seat, order: None, fits=lambda match, seat, orders: [None for _ in orders], "
        "laws=(lambda match: None if len(match.held) < 10 else 'too many',))"
    ),
    "showing": "Showing(moves=lambda events: ())",
}
"""What somebody may write at once for each part of a game."""


def with_lambdas(module: Path, to: Path) -> None:
    """The game of *module* with `LAMBDAS` for its parts, and its types to be inferred."""
    code = module.read_text(encoding="utf-8").replace("GAME: Game[Match, View] = ", "GAME = ")
    code = code.replace("import Game, GameSettings, Place", "import Checks, Game, GameSettings, People, Place, Showing")
    for name, text in LAMBDAS.items():
        line = f"    {name}={text},"
        code, found = re.subn(rf"(?m)^    {name}=.*,$", line.replace("\\", r"\\"), code)
        if not found:
            code = code.replace("    state=Match,\n", f"    state=Match,\n{line}\n")
    to.write_text(code, encoding="utf-8")


@pytest.mark.slow
def test_at_its_end_the_game_passes_the_checks_of_types_and_what_every_game_is_asked(tmp_path: Path) -> None:
    folder = write_game("tictactoe", tmp_path)
    write_as_far_as(10, folder)
    site = installed_from(folder, tmp_path / "site")
    with_lambdas(module_of(folder), site / "tictactoe" / "lambdas.py")
    strict = ["mypy", "--config-file", "", "--strict", str(site / "tictactoe")]
    for check in (
        strict,
        ["ruff", "check", "--config", str(ROOT / "pyproject.toml"), "--ignore", "S101,ARG005,PLW0108,E501", str(site)],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *check], cwd=ROOT, env=found_in(site), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    questions = ["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", str(ROOT / "tests/games/test_every_game.py")]
    output = ran(tmp_path, site, *questions, "-k", "tictactoe", "--rootdir", str(ROOT))
    assert int(re.findall(r"(\d+) passed", output)[0]) > 35


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Chess", "use small letters"),
        ("my-game", "use small letters"),
        ("class", "use small letters"),
        ("gvg", "There is a game called gvg already"),
        ("json", "A Python package is called json already"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused_and_nothing_is_written(name: str, why: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["new-game", name, "--into", str(tmp_path)])
    assert isinstance(done.exception, BadGameName)
    assert why in str(done.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    made = write_game("tictactoe", tmp_path)
    module_of(made).write_text("my work", encoding="utf-8")
    with pytest.raises(BadGameName, match="is there already"):
        write_game("tictactoe", tmp_path)
    assert module_of(made).read_text(encoding="utf-8") == "my work"


def test_a_form_whose_template_freezes_nothing_has_its_headings_frozen_where_clicks_look_for_them(
    tmp_path: Path,
) -> None:
    """The page knows a column of a form by the last frozen row."""
    folder = write_game("tictactoe", tmp_path)
    write_as_far_as(10, folder)
    own = read((folder / "tictactoe" / "templates" / "tictactoe" / "workbook.toml").read_text("utf-8"), "own")
    common = read(files.read("common", "workbook.toml"), "common")
    tabs = loaded(module_of(folder), "tictactoe_to_load").GAME.all_tabs()
    found = load(own, common, [columns_of(tab) for tab in tabs], COLUMNS).tabs
    assert "frozen_rows" not in own.data["tabs"]["marks"]
    assert {key: found[key].frozen_rows for key in ("board", "marks", "desk")} == {"board": 0, "marks": 3, "desk": 3}


def test_nothing_of_the_example_is_left_in_the_folder_of_a_new_game(tmp_path: Path) -> None:
    made = write_game("sea_battle", tmp_path)
    texts = {path.relative_to(made): path.read_text(encoding="utf-8") for path in made.rglob("*") if path.is_file()}
    assert len(texts) == 4
    assert [path for path, text in texts.items() if re.search("(?i)example|EXA-", f"{path} {text}")] == []
    assert "SEA-1" in texts[Path("sea_battle/__init__.py")]
