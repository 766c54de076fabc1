"""The report of a bug, and what an upgrade would do to a store."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from sheets_gm.adapters.doctor.upgrade import stored_schema
from sheets_gm.adapters.stores.database.schema import SCHEMA
from sheets_gm.adapters.stores.database.store import open_store
from tests.adapters.place import ROBOT, Place, typed
from tests.migrations.matches import unpack


def test_a_report_has_what_a_maintainer_needs_and_no_secret(place: Place) -> None:
    made = typed(place.folder, "new", "gvg", "--name", "friday", "--gm", "gm@x", "--sheet", place.sheet.url)
    assert made.code == 0, made.err
    file = place.folder / "sheets-gm.toml"
    notices = '[notices."*"]\ntable = ["discord://webhook-id/secret-token"]\n'
    file.write_text(file.read_text("utf-8") + notices, encoding="utf-8")
    done = typed(place.folder, "doctor", "--report")
    assert done.code == 0
    for needed in (
        "sheets-gm 0.",
        "CPython 3.",
        "gspread 6.",
        "gvg: gvg-",
        "google.service_account is set",
        "ok match 1",
    ):
        assert needed in done.out
    document = place.sheet.id
    for each in (*place.secrets(), "secret-token", ROBOT, "friday", document, str(place.folder), str(Path.home())):
        assert each not in done.out, each


def test_a_report_hides_the_password_of_a_store_and_the_token_of_the_environment(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEETS_GM_TOKEN", "token-of-the-environment")
    file = place.folder / "sheets-gm.toml"
    text = file.read_text("utf-8").replace("matches.db", "postgresql://ana:secret@127.0.0.1:1/token-of-the-environment")
    file.write_text(text, encoding="utf-8")
    shown = typed(place.folder, "doctor", "--report").out
    assert "secret" not in shown
    assert "token-of-the-environment" not in shown
    assert "store = " in shown


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation of version 0.1.0."""
    home = tmp_path_factory.mktemp("old") / "home"
    home.mkdir()
    return unpack("gvg", home)


def test_the_doctor_says_what_an_upgrade_would_do_and_does_not_do_it(old: Path, tmp_path: Path) -> None:
    shutil.copy(old / "matches.db", tmp_path)
    before = (tmp_path / "matches.db").read_bytes()
    done = typed(tmp_path, "doctor")
    assert "warn  upgrade: matches.db was written by an earlier version (schema 2)" in done.out
    assert "records get parts when they are saved" in done.out
    assert "make a backup" in done.out
    assert (tmp_path / "matches.db").read_bytes() == before
    open_store(tmp_path / "matches.db").close()
    assert stored_schema(tmp_path / "matches.db") == SCHEMA
    assert "upgrade" not in typed(tmp_path, "doctor").out


def test_a_downgrade_is_refused_in_a_sentence_by_every_command(old: Path, tmp_path: Path) -> None:
    shutil.copy(old / "matches.db", tmp_path)
    with sqlite3.connect(tmp_path / "matches.db") as db:
        db.execute("UPDATE sheets_gm_schema SET version = ?", (SCHEMA + 1,))
    db.close()
    for words in (("status",), ("export", "friday"), ("recheck",)):
        done = typed(tmp_path, *words)
        assert done.code == 3
        assert "upgrade this one, or restore the backup" in done.err
        assert len(done.err.splitlines()) == 1
