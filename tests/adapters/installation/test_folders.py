"""Where an installation lies: a folder of matches, or the user's own folder."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from sheets_gm.adapters.installation import folders
from sheets_gm.adapters.installation.settings import FILE
from sheets_gm.localsheets.identity import accounts


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without matches, in which the program is called."""
    monkeypatch.delenv(folders.HOME, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    found = tmp_path / "here"
    found.mkdir()
    monkeypatch.chdir(found)
    return found


@pytest.mark.parametrize("name", [FILE, "matches.db", f"sheets/{folders.ACCOUNTS}"])
def test_a_folder_with_settings_matches_or_sheets_is_used_as_before(here: Path, name: str) -> None:
    (here / "sheets").mkdir()
    (here / name).touch()
    assert folders.home() == here
    assert folders.exports() == Path("exports")
    assert folders.defaults() == {}


def test_elsewhere_everything_lies_in_the_users_own_folder(here: Path, tmp_path: Path) -> None:
    own = tmp_path / "data" / "sheets-gm"
    assert (folders.home(), folders.exports()) == (own, own / "exports")
    assert folders.defaults()["serve"] == {"folder": str(own / "sheets")}
    assert folders.home_of_server(own / "sheets") == own
    assert folders.home_of_server(Path("sheets")) == Path()
    assert not own.exists()
    folders.make_own_folder()
    assert stat.S_IMODE(own.stat().st_mode) == 0o700


def test_a_named_folder_goes_before_both(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / FILE).touch()
    monkeypatch.setenv(folders.HOME, str(tmp_path))
    assert folders.home() == tmp_path
    assert folders.defaults() == {}


def test_the_accounts_of_a_server_have_the_name_that_is_looked_for() -> None:
    assert accounts.FILE == folders.ACCOUNTS
