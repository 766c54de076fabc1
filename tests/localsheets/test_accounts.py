"""The accounts of a data folder, as they are stored."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sheets_gm.localsheets.identity.accounts import FILE, Accounts

WEB_PUSH = """
CREATE TABLE pushes (endpoint TEXT PRIMARY KEY, email TEXT NOT NULL, browser TEXT NOT NULL);
CREATE TABLE told (email TEXT NOT NULL, document TEXT NOT NULL, turn TEXT NOT NULL, PRIMARY KEY (email, document));
INSERT INTO pushes VALUES ('https://push.example/a', 'ana@x', '{}');
INSERT INTO settings VALUES ('push key', '-----BEGIN PRIVATE KEY-----');
"""


def test_what_was_kept_for_web_push_is_dropped_and_the_rest_is_kept(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path)
    accounts.add("ana@x", "token of ana")
    accounts.remember("address", "http://127.0.0.1:8000")
    accounts.close()
    before = sqlite3.connect(tmp_path / FILE)
    before.executescript(WEB_PUSH)
    before.close()
    accounts = Accounts(tmp_path)
    assert accounts.emails() == ("ana@x",)
    assert (accounts.remembered("push key"), accounts.remembered("address")) == (None, "http://127.0.0.1:8000")
    accounts.close()
    after = sqlite3.connect(tmp_path / FILE)
    tables = {row[0] for row in after.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    after.close()
    assert tables.isdisjoint({"pushes", "told"})
