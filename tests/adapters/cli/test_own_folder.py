"""An evening in a folder that holds nothing: all files go to the user's own folder, and are found there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from sheets_gm.adapters.cli import templates
from tests.program import run

PROGRAM = [sys.executable, "-m", "sheets_gm.adapters.cli"]


def test_a_match_is_served_begun_and_exported_from_a_folder_that_stays_empty(tmp_path: Path) -> None:
    here, own = tmp_path / "here", tmp_path / "data" / "sheets-gm"
    here.mkdir()
    more = {"XDG_DATA_HOME": str(tmp_path / "data"), "SHEETS_GM_HOME": ""}
    serve = [*PROGRAM, "serve", "--port", "0", "--account", "ana@example.org"]
    with subprocess.Popen(
        serve, cwd=here, env={**os.environ, **more, "PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            said = [server.stdout.readline() for _ in range(3)]
            assert f"Wrote {own / 'sheets-gm.toml'}" in said[0]
            assert "ana@example.org" in said[2]
            made = run(here, "new", "gvg", "--name", "friday", "--set", "team_size=1", **more)
            assert made.returncode == 0, made.stderr
            assert "friday" in run(here, "status", **more).stdout
            exported = run(here, "export", "friday", "--format", "json", **more)
            assert exported.returncode == 0, exported.stderr
            listed = run(here, "account", "list", **more)
            assert "ana@example.org" in listed.stdout, listed
        finally:
            server.terminate()
    assert list(here.iterdir()) == []
    assert {"sheets-gm.toml", "matches.db", "sheets", "exports"} <= {path.name for path in own.iterdir()}


def test_a_copied_template_is_read_and_compared(tmp_path: Path) -> None:
    copied = run(tmp_path, "templates", "copy", "gvg")
    own = tmp_path / "templates" / "gvg"
    assert str(own) in copied.stdout
    assert f"Template: {own}" in run(tmp_path, "games", "gvg").stdout
    same = run(tmp_path, "templates", "diff", "gvg")
    assert (same.returncode, same.stdout) == (0, "No difference.\n")
    book = own / "workbook.toml"
    book.write_text(re.sub(r'(?m)^title = "Orders"$', 'title = "Moves"', book.read_text("utf-8")), encoding="utf-8")
    mine = run(tmp_path, "templates", "diff", "gvg")
    assert mine.returncode == 1
    assert '-title = "Orders"' in mine.stdout
    assert '+title = "Moves"' in mine.stdout
    assert run(tmp_path, "templates", "diff", "gvg", "--upgrade").stdout == "No difference.\n"
    again = run(tmp_path, "templates", "copy", "gvg")
    assert (again.returncode, "There is a copy already" in again.stderr) == (1, True)


def test_what_an_upgrade_has_changed_is_shown_beside_what_it_was_copied_from(tmp_path: Path) -> None:
    run(tmp_path, "templates", "copy", "common")
    original = tmp_path / "templates" / f"common{templates.ORIGINAL}" / "workbook.toml"
    original.write_text("# as it was\n" + original.read_text("utf-8"), encoding="utf-8")
    shown = run(tmp_path, "templates", "diff", "common", "--upgrade")
    assert (shown.returncode, "-# as it was" in shown.stdout) == (1, True)
    assert run(tmp_path, "templates", "diff", "common").returncode == 0
    missing = run(tmp_path, "templates", "diff", "wesnoth")
    assert (missing.returncode, "sheets-gm templates copy wesnoth" in missing.stderr) == (1, True)
