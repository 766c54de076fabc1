"""What a change touches: the tests that could fail by it, and no others where that is known."""

from __future__ import annotations

import subprocess

import pytest

from sheets_gm.games.finding import games
from tests.import_graph import PACKAGE, ROOT, dotted, modules
from tests.touched import ALWAYS, LOOKING, touched


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", sorted(games()))
def test_a_change_of_a_game_touches_the_game_alone(game: str) -> None:
    """Its rules, its template or a test of it: its own room, and what every game is asked."""
    room = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/games" / game).rglob("test_*.py")}
    for path in (f"sheets_gm/games/{game}/__init__.py", f"templates/{game}/workbook.toml", min(room)):
        found = touched([path])
        assert found.files == room | ALWAYS
        assert found.holds(f"tests/games/test_every_game.py::test_a_full_table_may_start[{game}]")
        assert found.holds(f"tests/simulation/test_simulation.py::test_a_world[{game}-0]")
        for other in set(games()) - {game}:
            assert not found.holds(f"tests/games/test_every_game.py::test_a_full_table_may_start[{other}]")
            assert not found.holds(f"tests/games/{other}/test_settings.py::test_a_setting")
        assert not found.holds("tests/gm/test_desk.py::test_pause")


@pytest.mark.parametrize(
    ("path", "test", "other"),
    [
        ("sheets_gm/gm/desk/features/effects.py", "tests/gm/test_desk.py", "tests/kernel/test_dice.py"),
        ("sheets_gm/kernel/dice.py", "tests/kernel/test_dice.py", "tests/localsheets/test_functions.py"),
        ("sheets_gm/sheet/planning.py", "tests/simulation/test_simulation.py", "tests/kernel/test_dice.py"),
        ("sheets_gm/adapters/cli/demo.py", "tests/adapters/cli/test_demo.py", "tests/gm/test_turn.py"),
        ("sheets_gm/localsheets/spreadsheet", "tests/localsheets/test_functions.py", "tests/kernel/test_dice.py"),
        ("sheets_gm/localsheets/page/sheet.css", "tests/test_evenings_in_browser.py", "tests/gm/test_turn.py"),
        ("sheets_gm/localsheets/page/sheet.css", "tests/localsheets/test_page_board.py", "tests/gm/test_turn.py"),
        ("templates/deploy/crontab", "tests/adapters/cli/test_deploy.py", "tests/kernel/test_dice.py"),
        ("templates/common/workbook.toml", "tests/games/test_templates.py", "tests/kernel/test_dice.py"),
        ("docs/quota.md", "tests/gm/test_calls_of_a_match.py", "tests/gm/test_turn.py"),
        ("docs/reliability.md", "tests/simulation/test_simulation.py", "tests/gm/test_turn.py"),
        ("docs/tests.md", "tests/test_readme.py", "tests/gm/test_turn.py"),
        ("README.md", "tests/test_readme.py", "tests/gm/test_turn.py"),
        ("scripts/sync", "tests/test_scripts.py", "tests/gm/test_turn.py"),
        ("tests/kernel/goldens/dice.txt", "tests/kernel/test_goldens.py", "tests/gm/test_turn.py"),
        ("tests/simulation/cases", "tests/simulation/test_simulation.py", "tests/gm/test_turn.py"),
        ("tests/gm/test_turn.py", "tests/gm/test_turn.py", "tests/gm/test_desk.py"),
        ("tests/simulation/people.py", "tests/simulation/test_simulation.py", "tests/gm/test_turn.py"),
    ],
)
def test_a_change_touches_the_tests_that_could_fail_by_it(path: str, test: str, other: str) -> None:
    found = touched([path])
    assert (ROOT / test).is_file()
    assert (ROOT / other).is_file()
    assert not found.everything
    assert test in found.files
    assert found.may_hold(test)
    assert other not in found.files


@pytest.mark.parametrize("path", ["pyproject.toml", "uv.lock", "tests/conftest.py", "scripts/test", "something.new"])
def test_what_nobody_knows_touches_everything(path: str) -> None:
    found = touched(["docs/quota.md", path])
    assert found.holds("tests/gm/test_turn.py::test_a_turn")
    assert path in str(found)


@pytest.mark.long
def test_no_change_touches_the_house_alone() -> None:
    assert touched([]).files == {"tests/test_house.py"}


@pytest.mark.long
def test_every_module_that_imports_by_looking_is_known() -> None:
    looking = {dotted(path) for path in modules(PACKAGE) if "import_module(" in path.read_text("utf-8")}
    assert looking == set(LOOKING)


@pytest.mark.long
def test_the_script_explains_itself_and_finds_rooms() -> None:
    script = ROOT / "scripts" / "test"
    shown = subprocess.run([script, "--help"], capture_output=True, text=True, check=True).stdout
    page = (ROOT / "docs" / "tests.md").read_text("utf-8")
    for use in ("scripts/test --all", "scripts/test --touched", "scripts/test games/gvg", "--sample HASH"):
        assert use in shown
        assert use in page
