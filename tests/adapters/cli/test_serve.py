"""`sheets-gm serve`: the local spreadsheet, an account for the sync, and the settings by which the sync finds it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import requests

from tests.localsheets import real

PROGRAM = (sys.executable, "-m", "sheets_gm.adapters.cli")


def test_the_sync_has_an_account_whose_token_only_its_owner_reads(tmp_path: Path) -> None:
    with real.process(tmp_path, program=PROGRAM) as running:
        token = tmp_path / "sheets" / "sync.token"
        sheet = real.client(running.base, token.read_text(encoding="utf-8").strip()).create("Match")
        assert [each["emailAddress"] for each in sheet.list_permissions()] == ["sync@localhost"]
        assert token.stat().st_mode & 0o077 == 0
        code, out, _ = running.stop()
    assert code == 0
    assert out.startswith("Wrote sheets-gm.toml: sheets-gm new and sheets-gm sync will use this server.\n")
    written = tomllib.loads((tmp_path / "sheets-gm.toml").read_text(encoding="utf-8"))
    assert written["google"]["endpoint"] == running.base
    assert written["google"]["token_file"] == "sheets/sync.token"


def test_settings_and_a_token_that_are_there_stay(tmp_path: Path) -> None:
    (tmp_path / "sheets-gm.toml").write_text("# mine\n", encoding="utf-8")
    with real.process(tmp_path, program=PROGRAM):
        token = (tmp_path / "sheets" / "sync.token").read_text(encoding="utf-8")
    with real.process(tmp_path, program=PROGRAM):
        pass
    assert (tmp_path / "sheets" / "sync.token").read_text(encoding="utf-8") == token
    assert (tmp_path / "sheets-gm.toml").read_text(encoding="utf-8") == "# mine\n"


def test_a_match_is_made_on_a_server_that_trusts_everybody(tmp_path: Path) -> None:
    """`permissions.list` is the first thing that the check of a new match asks for."""
    with real.process(tmp_path, "--trust-all", program=PROGRAM) as running:
        command = [*PROGRAM, "new", "gvg", "--name", "friday"]
        done = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        name = running.base + "/drive/v3/files/" + done.stdout.partition("/d/")[2].split()[0]
        held = requests.get(f"{name}/permissions", timeout=10).json()["permissions"]
        assert next(each["role"] for each in held if each["type"] == "user") == "owner"
        assert all("displayName" in each for each in held if each["type"] == "user")
        assert running.stop()[2] == ""
