"""A match that was made by mistake can be forgotten; what was played and its spreadsheets stay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheets_gm.adapters.cli import cli
from sheets_gm.adapters.installation import folders
from sheets_gm.adapters.stores.database.store import open_store
from tests.adapters.place import typed
from tests.installation import installation


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with installation(tmp_path):
        for name in ("friday", "sunday"):
            assert typed(tmp_path, "new", "gvg", "--name", name, "--set", "team_size=1").code == 0
        yield tmp_path


def test_a_forgotten_match_is_known_to_nobody_and_its_record_and_sheet_stay(home: Path) -> None:
    link = json.loads(typed(home, "status", "friday", "--json").out)[0]["workbooks"]["table"]
    done = typed(home, "forget", "friday", "--yes")
    assert done.code == 0, done.err
    assert f"everybody  {link}" in done.out
    assert [each["match"] for each in json.loads(typed(home, "status", "--json").out)] == ["sunday"]
    assert typed(home, "sync", "--once").code == 0
    assert typed(home, "verify", "exports/friday.json").code == 7  # the match was not over
    assert typed(home, "new", "gvg", "--name", "friday", "--set", "team_size=1").code == 0


def test_nothing_is_forgotten_without_a_yes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(folders.HOME, str(home))
    monkeypatch.chdir(home)
    asked = CliRunner().invoke(cli, ["forget", "friday"], input="n\n")
    assert "friday is not over (live) and has 0 entries. Delete it permanently?" in asked.output
    assert open_store(home / "matches.db").names() == ("friday", "sunday")
    assert not (home / "exports").exists()


def test_a_match_that_another_process_plays_is_not_forgotten(home: Path) -> None:
    import time

    assert open_store(home / "matches.db").claim("friday", "another", time.time(), 60)
    done = typed(home, "forget", "friday", "--yes")
    assert (done.code, "another process is working" in done.err) == (1, True)
    assert open_store(home / "matches.db").names() == ("friday", "sunday")
