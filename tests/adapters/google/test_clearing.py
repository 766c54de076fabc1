"""Inputs: what people type stays what they typed, and is cleared whatever it is, unless it was changed since."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS, batch_update
from sheets_gm.adapters.google.calls.cell_requests import KEPT
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import SheetsRefused, TabPlan, TabRange, WorkbookPlan
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.batch_update import requests
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.sheet.grid import Cell, Grid
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.template import TabTemplate
from sheets_gm.sheet.writes import VALUE, Once, Put, Unless
from tests.gm.table import sheets_on

TEXT, NUMBER = Cell(typed=True, text=True), Cell(typed=True)
EMPTY_INPUTS = Grid(((Cell("seat"), TEXT, NUMBER),))
PLACES = {"text": "B1", "number": "C1"}


class Input:
    """A tab with an input of text and one of numbers, in a spreadsheet of some locale; *shown* is how it is drawn."""

    def __init__(self, locale: str = "en_US", shown: Grid = EMPTY_INPUTS) -> None:
        self.shown = shown
        self.sheets: GoogleSheets = sheets_on(Service(Storage(None)), "sync@table")
        content = WorkbookPlan(
            [TabPlan("orders", TabTemplate(title="Orders"), 5, 5)], {}, plan("orders", Grid(), [], shown)
        )
        self.book: Workbook = self.sheets.make("table", "T", content)
        change = {"properties": {"locale": locale}, "fields": "locale"}
        batch_update(self.sheets, self.book.document, [{"updateSpreadsheetProperties": change}])

    def type(self, where: str, text: str) -> None:
        """What a person types into a cell."""
        address = f"{SHEETS}/{self.book.document}/values/Orders!{PLACES[where]}"
        self.sheets.call("put", address, {"values": [[text]]}, {"valueInputOption": "USER_ENTERED"})

    def change(self, where: str, cell: dict[str, Any], fields: str) -> None:
        """What a person pastes, with its format."""
        column = list(PLACES).index(where) + 1
        start = {"sheetId": self.book.tabs["orders"], "rowIndex": 0, "columnIndex": column}
        request = {"updateCells": {"start": start, "rows": [{"values": [cell]}], "fields": fields}}
        batch_update(self.sheets, self.book.document, [request])

    def values(self) -> list[Any]:
        return [*self.sheets.read(self.book, [TabRange("orders")])["orders"][0], "", "", ""][1:3]

    def value(self, where: str) -> Any:
        return self.values()[list(PLACES).index(where)]

    def format(self, where: str) -> Any:
        params = {
            "ranges": f"Orders!{PLACES[where]}",
            "fields": "sheets.data.rowData.values.userEnteredFormat.numberFormat",
        }
        rows = self.sheets.call("get", f"{SHEETS}/{self.book.document}", params=params)["sheets"][0]["data"][0]
        cells = rows.get("rowData", [{}])[0].get("values", [{}])
        return cells[0].get("userEnteredFormat", {}).get("numberFormat", {}).get("pattern")

    def clear(self, between: Any = None) -> None:
        """Clear what is typed; *between* is done after it was read."""
        read = self.sheets.read(self.book, [TabRange("orders")])["orders"]
        writes = plan("orders", self.shown, read, self.shown)
        if between:
            between()
        self.sheets.write(self.book, writes, {})


LOCALES = ("en_US", "de_DE", "fr_FR")
ANYTHING = (
    *("A1", "1-2", "3/4", "7", "1.5", "1,5", "-2,25", "12%", "1/2/2024", "2024-01-02", "12:30", "TRUE", "=1+1"),
    *("=NA()", "=1/3", "$3", "1,000", "1.000", "1e5", "0.1", "123456789.123", "(5)", "a $1 \\E .*", "'7", " x"),
)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("typed", ANYTHING)
@pytest.mark.parametrize("where", PLACES)
def test_whatever_was_typed_is_cleared_and_leaves_no_format_behind(locale: str, typed: str, where: str) -> None:
    tab = Input(locale)
    before = tab.format(where)
    tab.type(where, typed)
    assert tab.value(where) != ""
    tab.clear()
    assert tab.values() == ["", ""]
    assert tab.format(where) == before


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("value", [1.5, 45292, 45292.75, 0.1, 1 / 3, 1234567.1, -2.25, 1e-20, 1e300])
def test_what_was_pasted_with_a_format_of_its_own_is_cleared_with_it(locale: str, value: float) -> None:
    for pattern, kind in (("yyyy-mm-dd", "DATE"), ("0%", "PERCENT"), ("#,##0.00", "NUMBER")):
        for where in PLACES:
            tab = Input(locale)
            before = tab.format(where)
            cell = {
                "userEnteredValue": {"numberValue": value},
                "userEnteredFormat": {"numberFormat": {"type": kind, "pattern": pattern}},
            }
            tab.change(where, cell, "userEnteredValue,userEnteredFormat")
            tab.clear()
            assert tab.values() == ["", ""]
            assert tab.format(where) == before


@pytest.mark.parametrize("typed", ["1-2", "007", "3/4", "1e5", "=E9", "TRUE", "50%"])
@pytest.mark.parametrize("locale", LOCALES)
def test_in_an_input_of_text_everything_stays_as_it_was_typed(locale: str, typed: str) -> None:
    tab = Input(locale)
    assert tab.format("text") == "@"
    for _ in range(2):
        tab.type("text", typed)
        assert tab.value("text") == typed
        tab.clear()


@pytest.mark.parametrize(("locale", "typed"), [("en_US", "1.5"), ("de_DE", "1,5"), ("fr_FR", "1,5")])
def test_an_input_of_numbers_takes_them_as_the_locale_writes_them(locale: str, typed: str) -> None:
    tab = Input(locale)
    tab.type("number", typed)
    assert tab.value("number") == 1.5


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("typed", "then"), [("A1", "E9"), ("7", "8"), ("1/2/2024", "2"), ("12%", "x"), ("5", "50"), ("5", "15")]
)
@pytest.mark.parametrize("where", PLACES)
def test_what_was_typed_between_the_reading_and_the_writing_stays(
    locale: str, typed: str, then: str, where: str
) -> None:
    tab = Input(locale)
    tab.type(where, typed)
    tab.clear(between=lambda: tab.type(where, then))
    assert str(tab.value(where)) in (then, f"{then}.0")


def test_what_a_search_does_not_find_is_cleared_if_it_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a smart chip, or wherever a cell shows something else than its value."""
    monkeypatch.setitem(requests.HANDLERS, "findReplace", lambda *_: {})
    for typed, where in product(("A1", "7", "1/2/2024"), PLACES):
        tab = Input()
        tab.type(where, typed)
        tab.clear()
        assert tab.values() == ["", ""]


def test_an_edit_that_a_search_rightly_does_not_find_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    tab = Input()
    tab.type("text", "A1")
    before = dict(tab.sheets.calls)
    tab.clear(between=lambda: tab.type("text", "E9"))
    assert tab.value("text") == "E9"
    assert tab.sheets.calls["write"] - before["write"] == 2  # what was typed, and what clears: no more


@pytest.mark.parametrize("default", ["AUTO", "1-2", "a $1 \\E .*"])
@pytest.mark.parametrize("typed", ["HOLD", "1/2/2024", "=E9", " "])
def test_a_default_comes_back_into_an_input_of_text(default: str, typed: str) -> None:
    tab = Input(shown=Grid(((Cell("seat"), TEXT._replace(value=default), NUMBER),)))
    tab.type("text", typed)
    tab.clear()
    assert (tab.value("text"), tab.format("text")) == (default, "@")


def test_what_was_typed_before_a_default_came_back_stays() -> None:
    tab = Input(shown=Grid(((Cell("seat"), TEXT._replace(value="AUTO"), NUMBER),)))
    tab.type("text", "FIGHT")
    tab.clear(between=lambda: tab.type("text", "HOLD"))
    assert tab.value("text") == "HOLD"


def test_a_batch_that_is_to_be_applied_once_is_refused_the_second_time_with_all_that_is_in_it() -> None:
    made = Input()
    for number in range(3 * KEPT):
        once = Once("orders", f"entry {number}", number)
        made.sheets.write(made.book, [Put("orders", 1, 0, (Cell(number),), VALUE), once], {})
        for late in range(max(0, number - KEPT + 2), number + 1):
            with pytest.raises(SheetsRefused):
                made.sheets.write(
                    made.book, [Put("orders", 2, 0, (Cell("late"),), VALUE), Once("orders", f"entry {late}", late)], {}
                )
    assert made.sheets.read(made.book, [TabRange("orders")])["orders"][1:] == [[3 * KEPT - 1]]
    found = made.sheets.call("get", f"{SHEETS}/{made.book.document}", params={"fields": "developerMetadata"})
    assert sum(".once." in each["metadataKey"] for each in found["developerMetadata"]) < KEPT


def test_a_batch_that_is_late_is_refused_and_one_in_time_leaves_no_metadata() -> None:
    made = Input()

    def write(text: str, *guard: Once | Unless) -> None:
        made.sheets.write(made.book, [Put("orders", 1, 0, (Cell(text),), VALUE), *guard], {})

    def found() -> Any:
        return made.sheets.call("get", f"{SHEETS}/{made.book.document}", params={"fields": "developerMetadata"})

    before = found()
    for text in ("one", "two"):
        write(text, Unless("orders", "after #1"))
    assert found() == before
    write("shown", Once("orders", "after #1", 2))
    with pytest.raises(SheetsRefused):
        write("late", Unless("orders", "after #1"))
    write("in time", Unless("orders", "after #2"))
    assert made.sheets.read(made.book, [TabRange("orders")])["orders"][1:] == [["in time"]]


def test_a_text_that_begins_like_a_formula_and_was_typed_since_stays() -> None:
    cells = Input()
    cells.type("text", "The Red Host")
    cells.clear(lambda: cells.type("text", "=Host 7"))
    assert cells.value("text") == "=Host 7"


def test_a_formula_that_was_pasted_into_an_input_of_texts_is_cleared() -> None:
    cells = Input()
    cells.change("text", {"userEnteredValue": {"formulaValue": '="Red "&"Host"'}}, "userEnteredValue")
    assert cells.value("text") == "Red Host"
    cells.clear()
    assert cells.value("text") == ""


@pytest.mark.parametrize("blank", [" ", "\u2028", "\u00a0 \u2003"])
def test_what_somebody_typed_over_nothing_but_spaces_stays(blank: str) -> None:
    cells = Input()
    cells.type("text", blank)
    cells.clear(lambda: cells.type("text", "C5"))
    assert cells.value("text") == "C5"
    cells.type("text", blank)
    cells.clear()
    assert cells.value("text") == ""
