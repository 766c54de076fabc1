"""Match sheets and reports carry their record, and what they show is compared with it, cell by cell."""

from __future__ import annotations

import re
import shutil
import subprocess
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest

from sheets_gm.adapters.export.carried import read_exported
from sheets_gm.adapters.export.checking.altered import altered as altered_in
from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.match_sheet.workbook import write_match_sheet
from sheets_gm.adapters.export.packing import packed, unpacked
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import BadExport, MatchRecord, read_record
from sheets_gm.adapters.installation.version import running
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.story.audience import EVERYTHING
from sheets_gm.kernel.dice import Secrets
from tests.adapters.export.test_report import report
from tests.adapters.place import typed
from tests.gm.pasts import SEED, SHORT, short_past
from tests.gm.table import Evening


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A match with an undone turn, a substitute, a name like a formula, a zone of its own, and a team that gave up."""
    evening = Evening(settings={"max_turns": 4, "team_size": 2}, names={"blue2": "=1+1"}, accounts=False)
    record = evening.record
    evening.store.save(record.but(policy=record.policy.but(zone="Asia/Tokyo")))
    evening.play(2)
    evening.do("rewind", "Turn 2", why="a wrong board")
    evening.do("override", "teams.blue.coins", 3, why="a coin that was missed")
    evening.do("substitute", "red1", "Zoe", why="Gus moved house")
    evening.play(1)
    evening.do("concede", "red")
    paths = write_exports(evening.store, evening.name, tmp_path_factory.mktemp("out"))
    return {path.suffix[1:]: path for path in paths}


def altered(path: Path) -> list[str]:
    return list(altered_in(read_exported(path)))


@pytest.mark.parametrize("kind", ["xlsx", "html"])
def test_a_file_carries_the_record_that_is_exported_beside_it(kind: str, exports: dict[str, Path]) -> None:
    file = read_exported(exports[kind])
    assert file.record == read_record(exports["json"])
    assert file.origin is not None
    assert file.origin.zone == "Asia/Tokyo"


@pytest.mark.parametrize("kind", ["xlsx", "html", "json"])
def test_what_a_file_shows_follows_from_its_record(kind: str, exports: dict[str, Path]) -> None:
    """Also who played when, which time it was where they live, and who gave up: nothing but the record tells."""
    assert altered(exports[kind]) == []


@pytest.mark.parametrize("name", SHORT)
def test_the_files_of_every_game_follow_from_their_records(name: str, tmp_path: Path) -> None:
    past = short_past(name)
    record = MatchRecord(past.record.charter, past.entries(), Secrets(SEED).hidden)
    write_match_sheet(tmp_path / "match.xlsx", past, EVERYTHING, Proof(lambda: record))
    (tmp_path / "match.html").write_text(report(name), encoding="utf-8")
    assert (altered(tmp_path / "match.xlsx"), altered(tmp_path / "match.html")) == ([], [])


def changed(exports: dict[str, Path], tmp_path: Path, change: Callable[[Any], None]) -> Path:
    """The match sheet after a *change*, saved by another library."""
    book = openpyxl.load_workbook(exports["xlsx"])
    change(book)
    path = tmp_path / "changed.xlsx"
    book.save(path)
    return path


def test_a_cell_that_was_changed_is_named_with_its_tab(exports: dict[str, Path], tmp_path: Path) -> None:
    def change(book: Any) -> None:
        book["Turns"]["B5"] = "Nothing at all"
        book["Turns"]["C4"] = book["Turns"]["C4"].value + 1
        book["Orders"]["D4"] = "Move to: Z99"
        book["GM"]["C4"] = "A ruling that never was"
        book["Orders"]["B4"] = None
        book["Statistics"]["C4"] = 999

    told = altered(changed(exports, tmp_path, change))
    places = [
        "Turns, cell C4",
        "Turns, cell B5",
        "Orders, cell B4",
        "Orders, cell D4",
        "Statistics, cell C4",
        "GM, cell C4",
    ]
    assert [line.partition(" shows ")[0] for line in told] == places
    assert "shows “Nothing at all”. From the record follows “" in told[1]
    assert "shows nothing." in told[2]


def test_a_tab_that_was_added_among_the_lists_is_named(exports: dict[str, Path], tmp_path: Path) -> None:
    told = altered(changed(exports, tmp_path, lambda book: book.create_sheet("Combat log")))
    assert told == ["The tab Combat log does not follow from the record."]


def test_a_row_that_was_added_and_a_formula_that_was_a_text_are_named(exports: dict[str, Path], tmp_path: Path) -> None:
    def change(book: Any) -> None:
        book["Orders"]["B999"] = "Ana"
        cell = next(cell for row in book["Statistics"].iter_rows() for cell in row if cell.value == "=1+1")
        cell.value, cell.data_type = "=1+1", "f"

    orders, statistics = altered(changed(exports, tmp_path, change))
    assert orders == "Orders, cell B999 shows “Ana”. From the record follows nothing."
    assert re.fullmatch(r"Statistics, cell A\d+ shows the formula =1\+1. From the record follows “=1\+1”.", statistics)


def test_a_tab_that_is_missing_is_named(exports: dict[str, Path], tmp_path: Path) -> None:
    assert altered(changed(exports, tmp_path, lambda book: book.remove(book["Orders"]))) == [
        "The tab Orders is missing."
    ]


def test_verify_names_the_cell_and_ends_with_5(exports: dict[str, Path], tmp_path: Path) -> None:
    right = typed(tmp_path, "verify", str(exports["xlsx"]))
    assert right.code == 0, right
    assert "Every cell of its lists follows from this record." in right.out

    def change(book: Any) -> None:
        book["Turns"]["B5"] = "Nothing at all"

    wrong = typed(tmp_path, "verify", str(changed(exports, tmp_path, change)))
    assert wrong.code == 5
    assert "Turns, cell B5 shows “Nothing at all”." in wrong.out
    assert "Every cell" not in wrong.out


@pytest.mark.parametrize(("kind", "version"), [("xlsx", "0.1.0"), ("xlsx", ""), ("html", "0.1.0")])
def test_other_words_in_a_file_of_another_version_are_no_proof_that_somebody_altered_it(
    kind: str, version: str, exports: dict[str, Path], tmp_path: Path
) -> None:
    said = f"Version {version} of the program" if version else "An older version of the program"
    path = tmp_path / f"changed.{kind}"
    own = running()
    if kind == "html":
        page = exports["html"].read_text(encoding="utf-8").replace(own, version)
        path.write_text(page, encoding="utf-8")
        assert typed(tmp_path, "verify", str(path)).code == 0
        path.write_text(page.replace('<p class="result">', '<p class="result">Oh: '), encoding="utf-8")
    else:
        for text in (None, "Nothing at all"):
            book = openpyxl.load_workbook(exports["xlsx"])
            origin = next(cell for row in book["Record"].iter_rows() for cell in row if own in str(cell.value))
            origin.value = str(origin.value).replace(own, version)
            if text is not None:
                assert typed(tmp_path, "verify", str(path)).code == 0
                book["Turns"]["B5"] = text
            book.save(path)
    done = typed(tmp_path, "verify", str(path))
    assert done.code == 7
    assert f"{said} wrote this file, and this one would word it otherwise." in done.out
    assert typed(tmp_path, "verify", str(path), "--seal", "0" * 16).code == 5


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed here")
def test_what_libreoffice_saves_again_is_still_compared(exports: dict[str, Path], tmp_path: Path) -> None:
    def change(book: Any) -> None:
        book["Statistics"]["C4"] = 999

    path = changed(exports, tmp_path, change)
    home = f"-env:UserInstallation=file://{tmp_path}/office"
    command = ["soffice", home, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path / "saved")]
    subprocess.run([*command, str(path), str(exports["xlsx"])], check=True, capture_output=True, timeout=200)
    assert altered(tmp_path / "saved" / exports["xlsx"].name) == []
    (line,) = altered(tmp_path / "saved" / path.name)
    assert line.startswith("Statistics, cell C4 shows “999”.")


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        (r'(<span class="sentence">)[^<]+(</span>)', r"\1Nothing at all\2", "“turn-\\d+”"),
        (r'(<p class="result">)[^<]+', r"\1Red wins", "“header”"),
        (r"(wrong\()", r"(() => 0)(", "“script”"),
        (r"(<tbody><tr><th scope=.row.>)", r"\1X", "“turn-\\d+”"),
    ],
    ids=["a turn", "the result", "a script", "a figure"],
)
def test_a_part_of_a_report_that_was_changed_is_named(
    before: str, after: str, part: str, exports: dict[str, Path], tmp_path: Path
) -> None:
    page = exports["html"].read_text(encoding="utf-8")
    path = tmp_path / "changed.html"
    path.write_text(re.sub(before, after, page, count=1), encoding="utf-8")
    (line,) = altered(path)
    assert re.search(part, line), line


@pytest.mark.parametrize("name", ["frames", "sealed"])
def test_boards_of_a_report_that_were_changed_are_found(name: str, exports: dict[str, Path], tmp_path: Path) -> None:
    page = exports["html"].read_text(encoding="utf-8")
    found = re.search(rf'id="{name}">([^<]*)<', page)
    assert found is not None
    text = unpacked(found[1]) or ""
    path = tmp_path / "changed.html"
    path.write_text(page.replace(found[1], packed([text.replace("1", "2", 1)])), encoding="utf-8")
    (line,) = altered(path)
    assert "do not follow from its record" in line


def without_record(book: Any) -> None:
    book.remove(book["Record"])


def damaged_record(book: Any) -> None:
    book["Record"]["A3"] = book["Record"]["A3"].value[:-400]


def no_origin(book: Any) -> None:
    book["Record"]["A2"] = "{}"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without_record, "the record that it should carry is missing"),
        (damaged_record, "the record that it should carry is damaged"),
        (no_origin, "does not say how it was made"),
    ],
)
def test_a_workbook_that_lost_its_record_is_refused_with_a_clear_line(
    change: Callable[[Any], None], message: str, exports: dict[str, Path], tmp_path: Path
) -> None:
    with pytest.raises(BadExport, match=message):
        read_exported(changed(exports, tmp_path, change))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04 and no more", "is no workbook that can be read"),
        (b"<!doctype html><title>Another page</title>", "the record that it should carry is missing"),
        (b"\x00\x01", "not an exported match|damaged|not a text file"),
    ],
)
def test_another_file_is_refused_with_a_clear_line(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_bytes(data)
    with pytest.raises(BadExport, match=message):
        read_exported(path)


def test_a_damaged_workbook_is_refused_in_one_sentence_without_warnings_of_a_library(
    exports: dict[str, Path], tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    warnings.simplefilter("always")
    path, damaged = tmp_path / "damaged.xlsx", "xl/_rels/workbook.xml.rels"
    with ZipFile(exports["xlsx"]) as whole, ZipFile(path, "w") as made:
        for each in whole.namelist():
            data = whole.read(each)
            made.writestr(each, data.replace(b"Target=", b"Goal=") if each == damaged else data)
    with pytest.raises(BadExport, match="is no workbook that can be read"):
        read_exported(path)
    assert [*recwarn] == []


def test_a_file_of_a_match_that_goes_on_is_asked_for_when_it_is_over(tmp_path: Path) -> None:
    evening = Evening(plays="win_or_die", policy=Policy(layout="sealed"))
    evening.tick()
    for path in write_exports(evening.store, evening.name, tmp_path, ["xlsx", "html", "json"]):
        with pytest.raises(BadExport, match="holds only the public part"):
            read_exported(path)
