"""`sheets-gm season`: a page, CSV files and a spreadsheet, which the sync keeps up to date."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.installation.settings import load
from sheets_gm.adapters.season.keeping import FILE, read_kept
from tests.adapters.place import typed
from tests.installation import installation
from tests.localsheets import real


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """An installation with two matches: one that Ana won, and one that goes on."""
    with installation(tmp_path):
        for name in ("friday", "sunday"):
            assert typed(tmp_path, "new", "gvg", "--name", name, "--set", "team_size=1").code == 0
        concede(tmp_path, "friday", "red")
        yield tmp_path


def concede(home: Path, match: str, team: str) -> None:
    done = typed(home, "concede", match, team)
    assert done.code == 0, done.err


def table(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def standings(home: Path) -> list[list[str]]:
    """The tab Standings of the spreadsheet, below its headings."""
    kept = read_kept(home)
    assert kept.workbook is not None
    client = real.client(load(home).google.endpoint or "", (home / "token").read_text().strip())
    rows: list[list[Any]] = client.open_by_key(kept.workbook.document).worksheet("Standings").get_all_values()
    return [row[:3] for row in rows[3:] if any(row)]


def test_only_what_is_over_counts_and_the_rest_is_named(home: Path) -> None:
    done = typed(home, "season")
    assert done.code == 0, done.err
    assert "⚠ sunday is not over." in done.err
    (ana, ben) = table(home / "exports" / "season.standings.csv")[1:]
    assert (ana[:3], ben[:3]) == (["Ana", "1", "1"], ["Ben", "1", "0"])
    page = (home / "exports" / "season.html").read_text(encoding="utf-8")
    assert "Ana leads with 1 point." in page
    assert "://" not in page
    assert not (home / FILE).exists()
    assert json.loads(typed(home, "season", "--json").out)["standings"][0]["Player"] == "Ana"


def test_exported_files_count_like_the_match_itself_and_each_match_once(home: Path) -> None:
    assert typed(home, "export", "friday").code == 0
    (home / "exports" / "foreign.json").write_text("{}", encoding="utf-8")
    for named in (("exports",), ("exports", "friday"), ("exports/friday.html", "exports/friday.xlsx")):
        done = typed(home, "season", *named, "--to", "out", "--title", "Spring")
        assert done.code == 0, done.err
        assert len(table(home / "out" / "spring.matches.csv")) == 2
        assert ("foreign.json cannot be counted" in done.err) is (named[0] == "exports")
    assert typed(home, "season", "exports").code == 0
    again = typed(home, "season", "exports")  # with its own page among them
    (problem,) = [line for line in again.err.splitlines() if "⚠" in line]
    assert problem.endswith(
        "exports/foreign.json cannot be counted: it is not an exported match: give a file that sheets-gm export wrote."
    )
    assert typed(home, "new", "--from", "exports/friday.json", "--name", "sandbox").code == 0
    concede(home, "sandbox", "blue")
    done = typed(home, "season")
    assert "⚠ sandbox is a sandbox." in done.err
    assert len(table(home / "exports" / "season.matches.csv")) == 2
    missing = typed(home, "season", "nothing")
    assert (missing.code, "There is no match, file or folder called “nothing”" in missing.err) == (1, True)
    shared = typed(home, "season", "--share", "ana@x")
    assert (shared.code, "--share is for --sheet" in shared.err) == (2, True)


def test_the_sync_keeps_the_spreadsheet_up_to_date(home: Path) -> None:
    done = typed(home, "season", "--sheet", "--share", "sync@table")
    assert done.code == 0, done.err
    assert "sheets-gm sync keeps it up to date." in done.out
    assert standings(home) == [["Ana", "1", "1"], ["Ben", "1", "0"]]
    assert "season" not in typed(home, "sync", "--once").out
    concede(home, "sunday", "blue")
    synced = typed(home, "sync", "--once")
    assert (synced.code, "The spreadsheet of the season is up to date." in synced.out) == (0, True)
    assert standings(home) == [["Ana", "2", "1"], ["Ben", "2", "1"]]
    (home / "people.csv").write_text("name,leave out\nBen,yes\n", encoding="utf-8")
    assert typed(home, "season", "--sheet").code == 0
    assert standings(home) == [["Ana", "2", "1"]]


def test_a_damaged_season_stops_no_match_and_says_what_to_do(home: Path) -> None:
    (home / FILE).write_text("{", encoding="utf-8")
    synced = typed(home, "sync", "--once")
    assert synced.code == 0
    assert "delete it, and make the season again" in synced.out
    done = typed(home, "season")
    assert (done.code, "is damaged" in done.err) == (1, True)


def test_the_season_has_a_zone(home: Path) -> None:
    assert typed(home, "season", "--sheet", "--zone", "Asia/Tokyo").code == 0
    assert read_kept(home).zone == "Asia/Tokyo"


def test_the_spreadsheet_of_a_season_is_shared_also_later(home: Path) -> None:
    made = typed(home, "season", "--sheet")
    assert (made.code, "Only this program can open it" in made.out) == (0, True)
    shared = typed(home, "season", "--sheet", "--share", "ana@x")
    assert (shared.code, "Only this program can open it" in shared.out) == (0, False), shared.err
    kept = read_kept(home)
    assert kept.workbook is not None
    assert [(guest.account, guest.role, guest.refused) for guest in kept.workbook.guests] == [("ana@x", "reader", "")]
    assert "Only this program" not in typed(home, "season", "--sheet").out


def test_a_copy_under_another_name_counts_once_and_is_named(home: Path) -> None:
    assert typed(home, "export", "friday").code == 0
    exports = home / "exports"
    record = json.loads((exports / "friday.json").read_text(encoding="utf-8"))
    record["head"]["charter"].update(match="copy", title="Another evening")
    (exports / "z.json").write_text(json.dumps(record), encoding="utf-8")
    done = typed(home, "season", "exports", "friday", "--to", "out", "--title", "Spring")
    assert done.code == 0, done.err
    assert len(table(home / "out" / "spring.matches.csv")) == 2
    (problem,) = [line for line in done.err.splitlines() if "⚠" in line]
    assert "z.json has the same entries as" in problem
