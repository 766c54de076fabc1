"""A small file takes no large memory, and whatever is in it, it is read or gets a sentence."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from click import ClickException

from sheets_gm.adapters.cli.import_file import command as import_file
from sheets_gm.adapters.export.carried import read_exported
from sheets_gm.adapters.export.match_sheet.reading import SHARED
from sheets_gm.adapters.export.packing import packed, unpacked
from sheets_gm.adapters.export.record import read_record
from sheets_gm.adapters.files.bounded import LINE, RATIO, SLACK, VALUES, TooLarge, lines, read_text
from sheets_gm.adapters.files.match_files import read_match
from sheets_gm.adapters.installation.settings import load
from sheets_gm.adapters.people import roster
from sheets_gm.adapters.season.people import read_people
from sheets_gm.adapters.season.sources import results_from
from sheets_gm.games import csv_tables
from sheets_gm.games.finding import game
from sheets_gm.kernel.errors import SetupError, UserError
from tests import fuzzed_files

SPACES = " " * 1_000_000


def read_roster(path: Path) -> object:
    return roster.read(path, game("gvg"), game("gvg").settings())


def import_cards(path: Path) -> object:
    return import_file.main(["war_game", str(path), "--dry-run"], standalone_mode=False)


def report_of_spaces(path: Path) -> None:
    path.write_text(f'<html><script type="text/plain" id="record">{packed([SPACES] * 40)}</script>')


def workbook_of_texts(path: Path) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as parts:
        parts.writestr("[Content_Types].xml", "<Types/>")
        parts.writestr(SHARED, b"<si><t>x</t></si>" * 1_200_000)


def record_of_values(path: Path) -> None:
    path.write_text("[" + "[]," * VALUES + "[]]")


def large_text(path: Path) -> None:
    with path.open("w") as file:
        for _ in range(33):
            file.write(SPACES)


def packed_line(path: Path) -> None:
    path.write_bytes(gzip.compress(SPACES.encode() * 40, 1))


def packed_lines(path: Path) -> None:
    path.write_bytes(gzip.compress((" " * 999 + "\n").encode() * 40_000, 1))


BOMBS: dict[str, tuple[str, Callable[[Path], None], Callable[[Path], object]]] = {
    "a report whose record is unpacked to 40 MB": (".html", report_of_spaces, read_exported),
    "a workbook with 20 MB of texts": (".xlsx", workbook_of_texts, read_exported),
    "a record of two million values": (".json", record_of_values, read_record),
    "a record of 33 MB": (".json", large_text, read_record),
    "a match file of two million values": (".match", record_of_values, read_match),
    "a match file of 33 MB": (".match", large_text, read_match),
    "a roster of 33 MB": (".csv", large_text, read_roster),
    "a packed line of 40 MB": (".gz", packed_line, import_cards),
    "packed lines of 40 MB": (".gz", packed_lines, import_cards),
}


@contextmanager
def at_most(megabytes: float) -> Iterator[None]:
    """What happens here takes no more memory."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < megabytes * 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_file_that_would_take_a_large_memory_gets_a_sentence(bomb: str, tmp_path: Path) -> None:
    ending, write, read = BOMBS[bomb]
    path = tmp_path / f"file{ending}"
    write(path)
    with at_most(100), pytest.raises(UserError):
        read(path)


def test_what_is_packed_is_unpacked_up_to_a_ratio_that_no_match_needs() -> None:
    text = "turn after turn " * (SLACK // 16)
    assert unpacked(packed([text])) == text
    assert unpacked(packed([text] * (RATIO * 2))) is None


def test_packed_tables_of_a_match_are_unpacked_up_to_a_limit() -> None:
    tables = csv_tables.pack({"map.csv": "a" * 40_000_000}, ["map.csv"])
    with at_most(100), pytest.raises(csv_tables.BadTable):
        csv_tables.unpack(tables)


def test_lines_of_a_bulk_file_are_read_as_they_are(tmp_path: Path) -> None:
    data = b"[\n{},\n{}\n]"
    for name, held in (("plain", data), ("packed", gzip.compress(data))):
        (tmp_path / name).write_bytes(held)
        assert b"".join(lines(tmp_path / name)) == data
    with pytest.raises(TooLarge, match="1 MB"):
        read_text(Path("/dev/zero"), LINE)


@pytest.mark.parametrize("value", ["=1+1", None, [], {"a": 1}, "x"])
def test_an_export_with_a_changed_value_is_named_and_the_others_count(value: object, tmp_path: Path) -> None:
    record = json.loads(fuzzed_files.record_text("gvg"))
    record["head"]["charter"]["settings"]["halftime_blocks"] = value
    (tmp_path / "a.json").write_text(json.dumps(record))
    (tmp_path / "b.json").write_text("{")
    found = list(results_from(None, [str(tmp_path)], {}))
    assert [Path(each.name).name for each in found] == ["a.json", "b.json"]
    assert "does not fit together (halftime_blocks: " in found[0].why
    assert found[1].why.startswith("cannot be counted: in line 1: ")
    assert not any("\n" in each.why for each in found)


@pytest.mark.parametrize("kind", ["record", "roster", "map of people", "bulk file", "match file"])
def test_damaged_files_are_read_or_get_a_sentence(kind: str, tmp_path: Path) -> None:
    """A few of those that `scripts/soak --files 20000` reads by night."""
    ending, make, readers = fuzzed_files.KINDS[kind]
    path = tmp_path / f"file{ending}"
    for number in range(6):
        path.write_bytes(make(Random(number), "gvg"))
        with suppress(UserError, SetupError, ClickException):
            readers[number % len(readers)](path, "gvg")


LONG = "x" * 200_000
HAND_MADE: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "a roster with a long cell": ("roster.csv", f"player,team\n{LONG},blue\n", read_roster),
    "a map of people with a long cell": ("people.csv", f"name,person\nAna,{LONG}\n", read_people),
    "settings with nested brackets": ("sheets-gm.toml", "store = " + "[" * 5000, lambda path: load(path.parent)),
    "settings whose keys are nested": ("sheets-gm.toml", ".".join("a" * 3000) + " = 1", lambda path: load(path.parent)),
    "settings of 2 MB": ("sheets-gm.toml", "# " + SPACES * 2, lambda path: load(path.parent)),
}


@pytest.mark.parametrize("file", HAND_MADE)
def test_a_file_that_is_written_by_hand_gets_a_sentence(file: str, tmp_path: Path) -> None:
    name, text, read = HAND_MADE[file]
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises((UserError, SetupError)) as raised:
        read(path)
    assert str(raised.value)


def test_a_table_with_a_long_cell_is_refused_by_its_line() -> None:
    with pytest.raises(csv_tables.BadTable, match="line 2"):
        list(csv_tables.table_rows("map.csv", f"a,b\n{LONG},1\n", ("a", "b")))
