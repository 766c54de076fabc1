"""The exported files: a workbook that people keep, read back with another library, and a file that proves a match."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import openpyxl
import pytest
import xlsxwriter
from openpyxl.utils import get_column_letter
from rich.console import Console
from rich.progress import Progress

from sheets_gm.adapters.cli.export_progress import ExportProgress
from sheets_gm.adapters.export.carried import read_exported
from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.match_sheet.dice import write_dice
from sheets_gm.adapters.export.match_sheet.lists import HEADING, Column, ListSheet, Looks
from sheets_gm.adapters.export.match_sheet.workbook import write_match_sheet
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import BadExport, MatchRecord, read_record
from sheets_gm.adapters.export.report.page import report_page
from sheets_gm.adapters.export.tables import tables
from sheets_gm.adapters.files.replacing import replacing
from sheets_gm.gm.story.audience import EVERYTHING
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.match.journal import Entry
from tests.gm.pasts import played
from tests.gm.table import Evening

ROOT = Path(__file__).resolve().parents[3]

FIRST = HEADING + 2
"""The first row of a list, counted from 1."""

USUAL = 15
"""The height of a row for which the file names none, in points."""

NARROW = 1.5
"""How many more letters of a text have room than the width of a column counts, which is in digits, at most."""


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


def listed(book: Any, title: str) -> list[list[Any]]:
    """The rows of a list below its headings, without the lines that are folded below them."""
    sheet = book[title]
    found = sheet.iter_rows(min_row=FIRST)
    return [[cell.value for cell in row] for row in found if not sheet.row_dimensions[row[0].row].outlineLevel]


def folded(book: Any, title: str) -> list[str]:
    """The lines that are folded below the rows of a list."""
    sheet = book[title]
    found = [row for row in sheet.iter_rows(min_row=FIRST) if sheet.row_dimensions[row[0].row].outlineLevel]
    assert all(sheet.row_dimensions[row[0].row].hidden for row in found)
    return [str(cell.value) for row in found for cell in row if cell.value is not None]


def entries(evening: Evening) -> list[Entry]:
    return list(evening.store.entries(evening.name))


def test_the_tabs_are_in_the_order_in_which_people_read_them_and_the_dice_are_last(book: Any) -> None:
    assert [sheet.title for sheet in book if sheet.sheet_state == "hidden"] == ["Record"]
    assert book.sheetnames == ["Match", "Turns", "Orders", "Statistics", "Dice", "Record"]
    guide = (ROOT / "docs" / "game-master.md").read_text(encoding="utf-8")
    table = guide.partition("## The final match sheet")[2].partition("\n## ")[0]
    assert re.findall(r"(?m)^\| \*(.+?)\* \|", table) == [
        *("Match", "Turns", "Orders", "Combat log", "Statistics"),
        "GM",
        "Dice",
    ]


def test_the_first_tab_says_who_won_and_who_played_and_shows_the_last_board(evening: Evening, book: Any) -> None:
    told = {line[0]: line[1:] for line in rows(book["Match"]) if line}
    result = evening.game.result(evening.table.session.state)
    assert result is not None
    assert result.reason in told["Result"][0]
    assert told["Ended in"] == ["Turn 3 of 3"]
    assert told["At the end"][0].startswith("Bulwark HP: ")
    assert {seat.player for seat in evening.seats} <= told.keys()
    assert "When it turned" in told
    assert len(book["Match"]._images) == 1
    assert (book.properties.title, book.properties.creator) == ("An evening", "The sheets_gm developers")


def test_there_is_a_row_for_each_turn_with_all_that_happened_folded_below_it(evening: Evening, book: Any) -> None:
    played = [[entry.label, entry.number] for entry in entries(evening)]
    assert [[row[0], row[-1]] for row in listed(book, "Turns")] == played
    events = [event for entry in entries(evening)[1:] for event in entry.events if event["kind"] == "moved"]
    told = "\n".join(folded(book, "Turns"))
    assert events
    assert all(
        f"→ {event['end']} ({event['steps']})" in told for event in events if not event["end"].startswith("BASE")
    )
    assert told.count("Played: all ready") == 3


def test_every_order_stands_as_it_was_typed_with_who_typed_it(evening: Evening, book: Any) -> None:
    names = {seat.id: seat.player for seat in evening.seats}
    typed = [
        [entry.label, names[row.seat], entry.number, str(row.cells["move_to"])]
        for entry in entries(evening)
        for row in entry.typed
        if row.form == "orders"
    ]
    shown = [
        [row[0], row[1], row[-1], row[3].split(" · ")[0].removeprefix("Move to: ")]
        for row in listed(book, "Orders")
        if row[2] == "Orders"
    ]
    assert len(typed) > 6
    assert sorted(shown) == sorted(typed)


def test_the_dice_are_the_journals_with_what_they_follow_from(evening: Evening, book: Any) -> None:
    told = folded(book, "Dice")
    names = {seat.id: seat.player for seat in evening.seats}
    assert [line for line in told if line.endswith(" of 6")] == [
        f"{with_names(roll.why, names)}: {roll.value} of {roll.sides}"
        for entry in entries(evening)
        for roll in entry.rolls
    ]
    for kind in ("secret", "seal"):
        shown = [line.removeprefix(f"{kind}: ") for line in told if line.startswith(f"{kind}: ")]
        assert shown == [getattr(entry, kind) for entry in entries(evening)]


def with_names(why: str, names: dict[str, str]) -> str:
    for seat, name in names.items():
        why = why.replace(seat, name)
    return why


def test_hidden_rolls_are_published_with_their_secret_once_the_match_is_over(evening: Evening, tmp_path: Path) -> None:
    charter = evening.record.charter
    rolls = (Roll(why="open", sides=6, value=3), Roll(why="hidden", sides=6, value=4, hidden=True))
    entry = Entry(number=1, kind="turn", label="Turn 1", rules=charter.rules, rolls=rolls)
    for secret, lines in ((None, ["open: 3 of 6"]), (b"secret", ["open: 3 of 6", "hidden: 4 of 6"])):
        with xlsxwriter.Workbook(str(tmp_path / "hidden.xlsx")) as made:
            write_dice(made, Looks(made), MatchRecord(charter, [entry], secret))
        read = openpyxl.load_workbook(tmp_path / "hidden.xlsx")
        assert [line for line in folded(read, "Dice") if line.endswith(" of 6")] == lines
        assert (b"secret".hex() in [row[1] for row in listed(read, "Dice")]) is bool(secret)


def test_who_plays_is_told_and_nobodys_address(tmp_path: Path) -> None:
    evening = Evening(settings={"max_turns": 1, "team_size": 2})
    evening.play(1)
    path, *texts = write_exports(evening.store, evening.name, tmp_path, ["xlsx", "html", "json", "jsonl"])
    made = openpyxl.load_workbook(path)
    told = [row[0] for row in rows(made["Match"]) if row]
    assert {seat.player for seat in evening.seats} <= set(told)
    assert not any("@" in str(cell) for sheet in made for row in rows(sheet) for cell in row)
    carried = [read_exported(each).record.charter.model_dump_json() for each in (path, *texts[:2])]
    told = [*carried, *(each.read_text(encoding="utf-8") for each in texts)]
    assert not [seat.account for seat in evening.seats for text in told if str(seat.account) in text]


def test_what_looks_like_a_formula_stays_text_wherever_it_is_told(book: Any) -> None:
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if str(cell.value).startswith("=1+1")]
    assert {cell.parent.title for cell in cells} >= {"Match", "Orders", "Statistics"}
    assert {cell.data_type for cell in cells} == {"s"}


def test_the_charts_are_drawn_from_the_cells_of_the_turns(book: Any) -> None:
    ends = [(line.val.numRef.f, line.cat.numRef.f) for chart in book["Statistics"]._charts for line in chart.series]
    last = book["Turns"].max_row
    # one line: of two sides, one has what the other has not
    assert ends[0] == (f"Turns!$C$4:$C${last}", f"Turns!$A$4:$A${last}")
    assert [cell.value for cell in book["Turns"][3]].count("Lead Red") == 0


def test_every_list_is_as_wide_as_a_page_and_has_its_headings_on_each(book: Any) -> None:
    for sheet in [each for each in book if each.sheet_state == "visible"]:
        assert (sheet.sheet_properties.pageSetUpPr.fitToPage, sheet.page_setup.fitToWidth) in ((True, 1), (True, None))
    for title in ("Turns", "Orders", "Statistics", "Dice"):
        assert book[title].print_title_rows == "$3:$3"
        assert book[title].freeze_panes == "B4"
        assert book[title].auto_filter.ref.startswith("A3:")


def test_no_wrapped_text_is_higher_than_its_row(book: Any) -> None:
    """Rows have the height of the text with most lines, so that lines do not lie over each other on paper."""
    for title in ("Turns", "Orders"):
        sheet = book[title]
        for row in sheet.iter_rows(min_row=FIRST):
            height = sheet.row_dimensions[row[0].row].height or USUAL
            is_folded = bool(sheet.row_dimensions[row[0].row].outlineLevel)
            for cell in row:
                if isinstance(cell.value, str):
                    across = range(cell.column, len(row) + 1) if is_folded else [cell.column]
                    letters = sum(sheet.column_dimensions[get_column_letter(each)].width for each in across) * NARROW
                    assert height >= 12 * max(1, len(cell.value) // letters), cell.value


def test_every_row_of_a_list_has_a_height_of_its_own(book: Any) -> None:
    """A row of the usual height has none in the file: LibreOffice fits it after it has placed the headings above it."""
    for title in ("Turns", "Orders", "Statistics", "Dice"):
        sheet = book[title]
        last = sheet.max_row if title != "Statistics" else FIRST
        written = [row[0].row for row in sheet.iter_rows(max_row=last) if any(cell.value is not None for cell in row)]
        assert [row for row in written if not sheet.row_dimensions[row].height] == []


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed here")
def test_a_printed_match_of_gvg_has_few_pages(tmp_path: Path) -> None:
    past = played("gvg", 60, {})
    with replacing(tmp_path / "gvg.xlsx") as partly:
        proof = Proof(lambda: MatchRecord(past.record.charter, past.entries(), None))
        write_match_sheet(partly, past, EVERYTHING, proof)
    home = f"-env:UserInstallation=file://{tmp_path}/office"
    command = [
        "soffice",
        home,
        "--headless",
        "--convert-to",
        "pdf",
        "--outdir",
        str(tmp_path),
        str(tmp_path / "gvg.xlsx"),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=200)
    pages = re.findall(rb"/Type\s*/Page[^s]", (tmp_path / "gvg.pdf").read_bytes())
    assert 5 <= len(pages) <= 15


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


def test_signs_that_few_fonts_have_are_plain_ones_but_for_what_was_typed(tmp_path: Path) -> None:
    """Programs without such a font print nothing for them, or an emoji that no PDF keeps."""
    path = tmp_path / "signs.xlsx"
    with xlsxwriter.Workbook(str(path)) as made:
        listing = ListSheet(made, Looks(made), "Signs", "", [Column("What", 90), Column("As typed", 90, exact=True)])
        listing.add(["⚔ Ana and Ben; ☠ Ben", "⚔ at A1"], ["✝ Ben falls"])
        listing.close()
    assert listed(openpyxl.load_workbook(path), "Signs") == [["× Ana and Ben; † Ben", "⚔ at A1"]]
    assert folded(openpyxl.load_workbook(path), "Signs") == ["† Ben falls"]


def test_whoever_waits_is_told_which_file_is_written_and_each_entry_that_is_read(
    evening: Evening, tmp_path: Path
) -> None:
    class Watching:
        def __init__(self) -> None:
            self.read: dict[str, int] = {}
            self.name = ""

        def begin(self, path: Path) -> None:
            self.name = path.name

        def watch(self, entries: Iterable[Entry]) -> Iterator[Entry]:
            for entry in entries:
                self.read[self.name] = self.read.get(self.name, 0) + 1
                yield entry

    watching = Watching()
    paths = list(write_exports(evening.store, evening.name, tmp_path, ("xlsx", "html", "json"), watcher=watching))
    assert list(watching.read) == [path.name for path in paths]
    count = evening.store.last_number(evening.name) + 1
    assert watching.read["evening.json"] == count
    assert all(number % count == 0 for number in watching.read.values())


def test_the_progress_of_an_export_counts_every_reading_on_a_terminal() -> None:
    shown = io.StringIO()
    with Progress("{task.description} {task.completed} {task.fields[reading]}", console=Console(file=shown)) as bar:
        progress = ExportProgress(bar, 3)
        entry = Entry(number=0, kind="start", rules="x")
        assert list(progress.watch([entry])) == [entry]
        progress.begin(Path("friday.xlsx"))
        assert len(list(progress.watch([entry] * 3))) == 3
        assert (bar.tasks[0].description, bar.tasks[0].completed) == ("friday.xlsx", 3)
        assert len(list(progress.watch([entry] * 2))) == 2
        assert (bar.tasks[0].completed, bar.tasks[0].fields["reading"]) == (2, "reading 2")
        progress.begin(Path("friday.html"))
        assert [task.description for task in bar.tasks] == ["friday.html"]


def test_no_file_takes_more_memory_for_the_entries_of_a_longer_match(tmp_path: Path) -> None:
    """Each reading lets go of an entry before long; a file of 3,000 turns takes a few megabytes more than its rows."""
    past = played("gvg", 24, {"team_size": 1})
    texts = [entry.model_dump_json() for entry in past.entries()]
    held: WeakValueDictionary[int, Entry] = WeakValueDictionary()
    most = 0

    def entries() -> Iterator[Entry]:
        nonlocal most
        for text in texts:
            entry = Entry.model_validate_json(text)
            held[len(held) and max(held) + 1] = entry
            most = max(most, len(held))
            yield entry

    long = replace(past, entries=entries)
    proof = Proof(lambda: MatchRecord(past.record.charter, entries()), None)
    write_match_sheet(tmp_path / "long.xlsx", long, EVERYTHING, proof)
    report_page(long, EVERYTHING, proof)
    for table in tables(long, EVERYTHING):
        list(table.rows)
    assert len(texts) > 20
    assert most <= 6
