"""Where the command line looks and writes: names of matches, folders that are wrong, files that cannot be written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheets_gm.adapters.export.files import CannotWrite, check_writable, file_name
from sheets_gm.adapters.installation.settings import FILE
from tests.adapters.place import typed
from tests.installation import installation


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with installation(tmp_path):
        yield tmp_path


@pytest.mark.parametrize("name", ["a/b", "../esc", ".hidden", "-f", "a\\b", "a ", "a\nb", "x" * 61, "tab\tbed"])
def test_a_match_has_no_name_that_its_files_could_not_have(tmp_path: Path, name: str) -> None:
    done = typed(tmp_path, "new", "gvg", f"--name={name}")
    assert (done.code, done.out) == (1, "")
    assert "is not a valid name" in done.err
    assert "letters, digits" in done.err


@pytest.mark.parametrize("name", ["friday", "Freitag abend", "round-2.1", "дуэль_3", "x"])
def test_a_match_may_be_called_by_letters_digits_and_what_joins_them(home: Path, name: str) -> None:
    assert typed(home, "new", "gvg", "--name", name, "--set", "team_size=1").code == 0
    done = typed(home, "export", name, "--format", "json")
    assert [Path(line).name for line in done.out.split("\n") if line] == [f"{name}.json"]


@pytest.mark.parametrize(("name", "file"), [("a/b", "a_b"), ("../esc", "_esc"), ("..", "match"), ("c:\\d", "c__d")])
def test_a_match_with_an_older_name_is_exported_into_its_folder_too(name: str, file: str) -> None:
    assert file_name(name) == file


def test_an_export_to_where_nothing_can_be_written_is_one_line(home: Path) -> None:
    typed(home, "new", "gvg", "--name", "six", "--set", "team_size=1")
    (home / "afile").write_text("mine", encoding="utf-8")
    (home / "out" / "six.xlsx").mkdir(parents=True)
    for folder, line in (("afile", "it is a file"), ("afile/deeper", "it is a file"), ("out", "directory")):
        done = typed(home, "export", "six", "--to", folder)
        assert (done.code, len(done.err.splitlines())) == (1, 1)
        assert line in done.err
        assert "choose another folder with --to" in done.err
    assert (home / "afile").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_may_not_be_written_is_found_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(CannotWrite, match="Permission denied"):
        check_writable(tmp_path, [tmp_path / "six.json"])
    monkeypatch.undo()
    check_writable(tmp_path, [tmp_path / "six.json"])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ["status"],
        ["status", "friday"],
        ["export", "friday"],
        ["sync", "--once"],
        ["resolve", "friday"],
        ["pause", "friday"],
        ["rebuild"],
        ["recheck"],
        ["new", "gvg"],
    ],
)
def test_in_a_wrong_folder_nothing_is_made_and_the_folder_is_named(tmp_path: Path, words: list[str]) -> None:
    done = typed(tmp_path, *words, "--home", str(tmp_path))
    assert done.code in (1, 3, 4)
    assert f"There is no {FILE} in {tmp_path}" in done.err
    assert "--home DIR" in done.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [["status"], ["new", "gvg"], ["doctor"]])
def test_a_home_that_is_no_folder_is_said_to_be_none(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "friends.csv").write_text("player\n", encoding="utf-8")
    for name, line in (("nowhere", "does not exist"), ("friends.csv", "is not a folder")):
        done = typed(tmp_path, *words, "--home", name)
        assert (done.code, done.out) == (2, "")
        assert f"--home: {tmp_path / name} {line}: name the folder of your matches." in done.err
    assert [each.name for each in tmp_path.iterdir()] == ["friends.csv"]


def test_an_error_about_a_match_says_which_folder_was_looked_in(home: Path) -> None:
    assert f"There is no match yet in {home}" in typed(home, "status").out
    assert f"There is no match called 'monday' in {home}. There are: none." in typed(home, "status", "monday").err


def test_a_game_masters_account_is_an_address(tmp_path: Path) -> None:
    done = typed(tmp_path, "new", "gvg", "--gm", "nobody")
    assert (done.code, "“nobody” is not an e-mail address" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("foo=1", "There is no setting foo. All settings: sheets-gm games gvg"),
        ("max_turns=many", "max_turns: “many” is not a whole number: write one like 12. All settings"),
    ],
)
def test_a_setting_that_is_none_points_to_where_all_of_them_are(tmp_path: Path, setting: str, message: str) -> None:
    done = typed(tmp_path, "new", "gvg", "--set", setting)
    assert (done.code, message in done.err) == (1, True)


def test_a_wrong_key_in_the_settings_is_said_in_plain_words(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("[google]\nendpiont = 'x'\n", encoding="utf-8")
    done = typed(tmp_path, "status")
    assert done.code == 3
    assert "google.endpiont: there is no such name" in done.err
    assert "sheets-gm help running" in done.err


def test_a_match_of_one_entry_is_verified_up_to_its_start(home: Path) -> None:
    typed(home, "new", "gvg", "--name", "six", "--set", "team_size=1")
    assert typed(home, "export", "six", "--format", "json").code == 0
    output = typed(home, "verify", "exports/six.json").out
    assert output.startswith("six: not finished: consistent up to entry 0, whose seal is ")


def test_a_deadline_is_shown_with_its_zone(home: Path) -> None:
    typed(home, "new", "gvg", "--name", "friday", "--every", "24h", "--zone", "Asia/Tokyo")
    assert re.search(r"deadline: \w+ \d+ \w+ \d\d:\d\d JST", typed(home, "status", "friday").out)


def test_an_account_of_the_server_is_an_address(tmp_path: Path) -> None:
    done = typed(tmp_path, "serve", "--account", "notmail")
    assert (done.code, "“notmail” is not an e-mail address" in done.err) == (2, True)
    assert not list(tmp_path.iterdir())


def test_an_address_that_is_no_spreadsheet_is_answered_with_both_forms(home: Path) -> None:
    shown = typed(home, "new", "gvg", "--sheet", "http://127.0.0.1:8765/?key=abc").err
    assert "https://docs.google.com/spreadsheets/d/" in shown
    assert "for the local spreadsheet, http://127.0.0.1:8765/d/" in shown
