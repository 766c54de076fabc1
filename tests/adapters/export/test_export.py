"""The exported files: a workbook that people keep, read back with another library, and a file that proves a match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.record import BadExport, MatchRecord, read_record
from sheets_gm.adapters.export.xlsx import ExportTab, write_workbook
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.template import TabTemplate
from tests.gm.table import Evening


@pytest.fixture(scope="module")
def evening() -> Evening:
    """A match of three turns, with a player whose name looks like a formula."""
    evening = Evening(settings={"max_turns": 3, "team_size": 2}, names={"blue2": "=1+1"}, accounts=False)
    evening.play(3)
    return evening


@pytest.fixture(scope="module")
def book(evening: Evening, tmp_path_factory: pytest.TempPathFactory) -> Any:
    (path,) = write_exports(evening.store, evening.name, tmp_path_factory.mktemp("out"), ["xlsx"])
    return openpyxl.load_workbook(path)


def rows(sheet: Any) -> list[list[Any]]:
    return [[cell for cell in row if cell is not None] for row in sheet.iter_rows(values_only=True)]


def test_the_workbook_has_what_is_public_and_no_forms(book: Any) -> None:
    assert book.sheetnames == [
        "Board", "What happened", "Teams", "History", "How to play", "Full log", "Roster", "Rolls", "Dice",
    ]  # fmt: skip


def test_the_workbook_shows_the_board_as_the_sheet_shows_it(evening: Evening, book: Any) -> None:
    shown = evening.values("board")
    exported = list(book["Board"].iter_rows(values_only=True))
    for row, line in enumerate(shown[2:], start=2):
        for column, value in enumerate(line):
            assert (exported[row][column] or "") == value


def test_the_workbook_tells_every_line_of_the_log(evening: Evening, book: Any) -> None:
    found = [line for line in evening.values("log")[3:] if any(line)]
    assert [line[: len(found[0])] for line in rows(book["Full log"])[3:]] == found
    assert len(found) > 10


def test_the_workbook_lists_every_roll_that_is_not_hidden(evening: Evening, book: Any) -> None:
    rolled = [
        [entry.number, entry.label, roll.why, f"d{roll.sides}", roll.value]
        for entry in evening.store.entries(evening.name)
        for roll in entry.rolls
        if not roll.hidden
    ]
    assert rows(book["Rolls"])[1:] == rolled


def test_hidden_rolls_are_published_with_their_secret_once_the_match_is_over(evening: Evening, tmp_path: Path) -> None:
    charter = evening.record.charter
    rolls = (Roll(why="open", sides=6, value=3), Roll(why="hidden", sides=6, value=4, hidden=True))
    entry = Entry(number=1, kind="turn", label="Turn 1", rules=charter.rules, rolls=rolls)
    for secret, line in ((None, ["open"]), (b"secret", ["open", "hidden"])):
        write_workbook(tmp_path / "hidden.xlsx", [], {}, MatchRecord(charter, [entry], secret))
        made = openpyxl.load_workbook(tmp_path / "hidden.xlsx")
        assert [row[2] for row in rows(made["Rolls"])[1:]] == line
        found = [row[-1] for row in rows(made["Dice"])]
        assert (b"secret".hex() in found) is bool(secret)


def test_the_roster_tells_who_played_and_nobodys_address(tmp_path: Path) -> None:
    evening = Evening(settings={"max_turns": 1, "team_size": 2})
    evening.play(1)
    (path,) = write_exports(evening.store, evening.name, tmp_path, ["xlsx"])
    made = openpyxl.load_workbook(path)
    assert rows(made["Roster"])[:3] == [
        ["Roster"],
        ["Who played where."],
        ["Seat", "Player", "Team", "Plays", "Captain"],
    ]
    assert [row[:2] for row in rows(made["Roster"])[3:]] == [[seat.id, seat.player] for seat in evening.seats]
    assert not any("@" in str(cell) for sheet in made for row in rows(sheet) for cell in row)


def test_a_name_that_looks_like_a_formula_stays_a_name(book: Any) -> None:
    cells = [cell for row in book["Roster"].iter_rows() for cell in row if cell.value == "=1+1"]
    assert [cell.data_type for cell in cells] == ["s"]


def test_the_workbook_goes_on_watching_its_cells(book: Any) -> None:
    """What the template says of the board is in the file as the formulas of any spreadsheet program."""
    found = [rule.formula[0] for area in book["Board"].conditional_formatting for rule in area.rules]
    assert 'ISNUMBER(FIND("🍁",A3))' in found
    assert 'AND(ISNUMBER(FIND("♥",A3)),ISERROR(FIND("♥♥",A3)))' in found
    assert all(rule.stopIfTrue for area in book["Board"].conditional_formatting for rule in area.rules)


def test_the_history_has_its_rows_and_its_charts(evening: Evening, book: Any) -> None:
    found = [list(line) for line in evening.values("history")[3:]]
    assert rows(book["History"])[3:] == found
    assert len(found) == 4
    ends = [(line.val.numRef.f, line.cat.numRef.f) for chart in book["History"]._charts for line in chart.series]
    assert ends == [(f"History!${column}$4:${column}$7", "History!$A$4:$A$7") for column in "DEBC"]


def test_the_lines_of_the_log_are_banded(book: Any) -> None:
    fills = [book["Full log"].cell(row, 2).fill.fgColor.rgb for row in range(4, 8)]
    assert fills == ["FFFFFFFF", "FFF8FAFC"] * 2


def test_every_tab_is_printed_as_wide_as_a_page_with_its_headings_on_each(book: Any) -> None:
    for sheet in book:
        assert (sheet.page_setup.orientation, sheet.sheet_properties.pageSetUpPr.fitToPage) == ("landscape", True)
    assert book["Full log"].print_title_rows == "$3:$3"
    assert book["Rolls"].print_title_rows == "$1:$1"


def test_the_proof_of_a_running_match_keeps_the_hidden_secret(tmp_path: Path) -> None:
    evening = Evening()
    evening.tick()
    (path,) = write_exports(evening.store, evening.name, tmp_path, ["json"])
    assert json.loads(path.read_text(encoding="utf-8"))["head"]["hidden"] is None
    assert evening.record.seed not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[: len(text) // 2], "line"),
        (lambda text: text.replace('"number":1,', '"number":"one",', 1), "entry 1: number"),
        (lambda text: text.replace("sheets-gm match 1", "sheets-gm match 9"), "another version"),
        (lambda text: "[1, 2]", "not an exported match"),
    ],
)
def test_a_damaged_proof_is_refused_with_its_place(evening: Evening, tmp_path: Path, damage: Any, message: str) -> None:
    (path,) = write_exports(evening.store, evening.name, tmp_path, ["json"])
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(BadExport, match=message):
        read_record(path)


def test_tabs_whose_titles_begin_alike_have_sheets_of_their_own(evening: Evening, tmp_path: Path) -> None:
    title = "The army of the eastern marches, "
    tabs = [ExportTab(TabTemplate(title=title + each), Grid()) for each in ("first", "Second", "third")]
    write_workbook(tmp_path / "long.xlsx", tabs, {}, MatchRecord(evening.record.charter, [], None))
    names = openpyxl.load_workbook(tmp_path / "long.xlsx").sheetnames
    assert names[:3] == [title[:31], f"{title[:27]} (2)", f"{title[:27]} (3)"]
