"""No formula and no pattern stops the server: what costs too much shows an error, and everything else is worked out."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from gspread.exceptions import APIError

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.spreadsheet.calculation import budget, evaluation
from sheets_gm.localsheets.spreadsheet.calculation.budget import OVER_BUDGET
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.engine import Engine
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Unary
from sheets_gm.localsheets.spreadsheet.model.changes import Change
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.values.patterns import Pattern, PatternError
from tests.localsheets.api_calls import batch, cell, fill, shown
from tests.localsheets.formula_sheets import Book

LIMIT = f"#ERROR! ({OVER_BUDGET.message})"


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps alone decide, however slow the machine is."""
    monkeypatch.setattr(budget, "FORMULA_SECONDS", 1000.0)


# -- one formula -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "formula",
    [
        "=SUM(ARRAYFORMULA(SEQUENCE(200000)*TRANSPOSE(SEQUENCE(200000))))",
        "=SUM(ARRAYFORMULA(A:A*TRANSPOSE(A:A)))",
        '=QUERY(MAKEARRAY(300,1,LAMBDA(r,c,REPT("a",30000))),"where upper(Col1) matches \'(a?a?){99}y\'")',
        '=IFERROR(SUM(ARRAYFORMULA(SEQUENCE(200000)*TRANSPOSE(SEQUENCE(200000)))),"caught")',
        '=COUNTA(ARRAYFORMULA(SEQUENCE(100000)&REPT("x",30000)))',
        '=TEXTJOIN(REPT("x",30000),TRUE,SEQUENCE(200000))',
        "=SUM(ARRAYFORMULA(MATCH(SEQUENCE(9000,1,9000,-1),SEQUENCE(9000,1,9000,-1),1)))",
        "=SUM(ARRAYFORMULA(VLOOKUP(SEQUENCE(9000),SEQUENCE(9000,2),2,FALSE)))",
        "=ROWS({" + ";".join(["SEQUENCE(50000)"] * 20) + "})",
        "=" + "+".join(["SUM(SEQUENCE(40000))"] * 20),
        '=COUNTIFS(A1:Y1000,"*a*b*",A1:Y1000,"<>x",' + ",".join(["A1:Y1000,1"] * 20) + ")",
        "=SUM(ARRAYFORMULA(IF(SEQUENCE(200000)>TRANSPOSE(SEQUENCE(200000)),1,2)))",
    ],
)
def test_a_formula_over_its_budget_shows_an_error_and_is_answered(formula: str) -> None:
    book = Book().type("A1", *[["ab" * 20] for _ in range(900)])
    assert book.of(formula) == LIMIT
    assert book.of("=1+1") == 2


def test_what_people_write_is_far_within_the_budget() -> None:
    book = Book().type("A1", *[[row, row * 2, f"name {row}"] for row in range(1000)])
    for formula, value in (
        ("=SUM(ARRAYFORMULA(A1:A1000*B1:B1000))", sum(2 * row * row for row in range(1000))),
        ('=COUNTIF(C:C,"*9")', 100),
        ("=SUM(ARRAYFORMULA(VLOOKUP(A1:A1000,A:B,2,FALSE)))", 999 * 1000),
        ("=SUM(ARRAYFORMULA(A1:A200*TRANSPOSE(A1:A200)))", sum(range(200)) ** 2),
        ("=" + "+".join(["1"] * 20_000), 20_000),
        ("=SUM(SEQUENCE(100000))", 100_000 * 100_001 / 2),
    ):
        assert book.of(formula) == value


def test_the_message_of_the_limit_is_in_the_cell(sheet: Any) -> None:
    sheet.sheet1.update([["=SUM(ARRAYFORMULA(SEQUENCE(200000)*SEQUENCE(1,200000)))"]], "A1", raw=False)
    assert shown(sheet, "A1") == [["#ERROR!"]]
    held = cell(sheet, "A1")["effectiveValue"]["errorValue"]
    assert held == {"type": "ERROR", "message": OVER_BUDGET.message}


def test_the_clock_stops_what_the_steps_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(None, monkeypatch)
    monkeypatch.setattr(budget, "FORMULA_SECONDS", -1.0)
    slow.type("A1", [["=SUM(SEQUENCE(10000))"]])
    assert slow.shown("A1") == [["#ERROR!"]]


def test_the_errors_of_an_array_are_short() -> None:
    """Otherwise each of them holds the long text that it complains about."""
    book = Book().type("A1", ['=ARRAYFORMULA(VALUE(REPT("x",30000)&SEQUENCE(10)))'])
    assert all(len(row[0]) < 400 for row in book.rows("A1:A10", "UNFORMATTED_VALUE"))


@pytest.mark.parametrize("pattern", ["0." + "0" * 800, "0" * 800, "%" * 800, "0" * 400 + "E+0", "#," * 400])
def test_a_long_number_format_is_shown_somehow(sheet: Any, pattern: str) -> None:
    """It can be read, and so can everything beside it."""
    fill(sheet, "A1", [[1.5, "beside"]])
    data = {"userEnteredFormat": {"numberFormat": {"type": "NUMBER", "pattern": pattern}}}
    where = {"sheetId": 0, "endRowIndex": 1, "endColumnIndex": 1}
    batch(sheet, {"repeatCell": {"range": where, "cell": data, "fields": "userEnteredFormat.numberFormat"}})
    assert shown(sheet, "B1") == [["beside"]]
    assert len(shown(sheet, "A1:B1")[0][0]) < 2000
    assert Book().of(f'=TEXT(1.5,"{pattern}")').startswith("#VALUE! (Function TEXT parameter 2 is longer")


def test_a_bug_in_a_function_is_an_error_in_one_cell(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: Any) -> Any:
        raise KeyError("a bug")

    monkeypatch.setitem(evaluation._KINDS, Unary, broken)
    book = Book().type("A1", ["=-1"], ["=1+1"])
    assert book.rows("A1:A2") == [["#ERROR!"], ["2"]]
    assert "a bug" in caplog.text


# -- all formulas of a document ----------------------------------------------------------------------------------------


class Slow:
    """A service whose recalculations can be made to stop after a few formulas each."""

    def __init__(self, folder: Path | None, monkeypatch: pytest.MonkeyPatch) -> None:
        self.service = Service(Storage(folder))
        self.headers = {"authorization": f"Bearer {self.service.add_account('ana@x')}"}
        monkeypatch.setattr(budget, "UPDATE_SECONDS", 1000.0)
        self.name = self.ask("POST", "", {})["spreadsheetId"]
        self._monkeypatch = monkeypatch

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        path, _, query = path.partition("?")
        sent = b"" if body is None else json.dumps(body).encode()
        status, answer = self.service.handle(method, f"/v4/spreadsheets{path}", query, sent, self.headers)
        assert status == 200, answer
        return answer

    def type(self, where: str, rows: list[list[Any]]) -> None:
        self.ask("PUT", f"/{self.name}/values/{where}?valueInputOption=USER_ENTERED", {"values": rows})

    def shown(self, where: str) -> Any:
        return self.ask("GET", f"/{self.name}/values/{where}").get("values", [])

    def hurry(self) -> None:
        """From now on the time of a recalculation is used up after a few formulas."""

        class Impatient(budget.Stopwatch):
            looks = 0

            def over(self) -> bool:
                self.looks += 1
                return self.looks > 30

            def half_over(self) -> bool:
                return self.looks > 15 or self.over()

        self._monkeypatch.setattr(
            "sheets_gm.localsheets.spreadsheet.calculation.recalculation.engine.Stopwatch", lambda *_: Impatient()
        )


def test_a_recalculation_that_takes_too_long_goes_on_with_the_next_request(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(None, monkeypatch)
    slow.type("A1", [[1]])
    slow.hurry()
    slow.type("B1", [[f"=A1+{row}"] for row in range(200)])
    seen = [slow.shown("B1:B200") for _ in range(60)]
    counts = [sum(row != ["Loading..."] for row in rows) for rows in seen]
    assert counts[0] < 200
    assert counts == sorted(counts)
    assert seen[-1] == [[str(1 + row)] for row in range(200)]


def test_a_copy_of_slow_formulas_has_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(None, monkeypatch)
    slow.hurry()
    slow.type("A1", [["=1+1"]] * 100)
    path = f"/drive/v3/files/{slow.name}/copy"
    status, copy = slow.service.handle("POST", path, "", b"{}", slow.headers)
    assert (status, isinstance(copy, dict)) == (200, True)
    assert all(document.unfinished() for document in slow.service.documents.values())


def test_random_formulas_of_one_person_do_not_keep_the_formulas_of_another_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = Slow(None, monkeypatch)
    slow.type("A1", [["=RAND()"] for _ in range(300)])
    slow.hurry()
    slow.type("B1", [[1], ["=B1+1"]])
    for turn in range(2, 40):
        slow.type("C1", [[turn]])
        if slow.shown("B2") == [["2"]]:
            break
    assert slow.shown("B2") == [["2"]]


def test_owners_take_turns_at_what_is_left_to_recalculate_and_so_do_the_documents_of_each() -> None:
    service = Service(Storage(None))
    names = {}
    for owner, titles in (("eve@x", ("Endless", "Short")), ("ana@x", ("Mine",))):
        headers = {"authorization": f"Bearer {service.add_account(owner)}"}
        for title in titles:
            _, answer = service.handle("POST", "/v4/spreadsheets", "", b"{}", headers)
            assert isinstance(answer, dict)
            names[answer["spreadsheetId"]] = title
    turns: list[str] = []

    class Left:
        """Formulas that are never all worked out."""

        def __init__(self, title: str) -> None:
            self.title = title

        def begin(self) -> None:
            """A turn begins."""

        def unfinished(self) -> bool:
            return True

        def update(self) -> None:
            turns.append(self.title)

        def take_recalculated(self) -> set[int]:
            return set()

    for name, title in names.items():
        service.documents[name].formulas = Left(title)  # type: ignore[assignment]
    for _ in range(8):
        assert service.continue_recalculation()
    assert turns == ["Endless", "Mine", "Short", "Mine", "Endless", "Mine", "Short", "Mine"]


def test_what_is_left_is_never_read_as_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula waits for the formulas that it reads."""
    slow = Slow(None, monkeypatch)
    slow.hurry()
    slow.type("A1", [["1", *[f'=IFERROR({chr(65 + at)}1+1,"wrong")' for at in range(20)]]])
    seen = set()
    for _ in range(40):
        seen |= set(slow.shown("A1:U1")[0])
    assert seen <= {"Loading...", *map(str, range(1, 22))}
    assert slow.shown("U1") == [["21"]]


def test_a_formula_that_reads_too_many_formulas_is_over_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheets_gm.localsheets.spreadsheet.calculation.recalculation.precedents.MOST_PRECEDENTS", 5000)
    book = Book().type("A1", *[["=1"] for _ in range(500)])
    book.type("C1", ["=" + "+".join(f"SUM(A$1:A{row})" for row in range(400, 500))], ["=SUM(A:A)"])
    assert book.rows("C1:C2", "UNFORMATTED_VALUE") == [[LIMIT], [500]]


def test_an_array_beside_many_references_is_quick() -> None:
    book = Book().type("A1", ["=SEQUENCE(900)"])
    book.type("B1", ["=" + "+".join(f"SUM(A1:A{row % 900 + 1})" for row in range(2000))])
    book.type("C1", ["=" + "+".join(f"D{row % 900 + 1}" for row in range(4000)) + "+SEQUENCE(900)"])
    assert book.plain("C1") in (1, LIMIT)


def test_a_formula_is_worked_out_before_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be worked out is not on disk, so it cannot stop a server that starts again."""
    slow = Slow(tmp_path, monkeypatch)
    saved: list[str] = []
    recalculate, save = Engine.update, Storage.save

    def update(self: Engine) -> None:
        saved.append("worked out")
        recalculate(self)

    def store(self: Storage, document: Document, change: Change) -> None:
        saved.append("stored")
        save(self, document, change)

    monkeypatch.setattr(Engine, "update", update)
    monkeypatch.setattr(Storage, "save", store)
    slow.type("A1", [["=1+1"]])
    assert saved[: saved.index("stored")][-1] == "worked out"


def test_formulas_that_are_too_long_together_are_refused_and_leave_nothing(
    sheet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheets_gm.localsheets.spreadsheet.calculation.recalculation.engine.MOST_CHARACTERS", 1000)
    sheet.sheet1.update([["=1+1"]], "A1", raw=False)
    with pytest.raises(APIError, match="formulas of this spreadsheet are too long together"):
        sheet.sheet1.update([["=" + "+".join(["1"] * 600)]], "B1", raw=False)
    assert shown(sheet, "A1:B1") == [["2"]]
    sheet.sheet1.update([["=" + "+".join(["1"] * 400)]], "B1", raw=False)
    assert shown(sheet, "A1:B1") == [["2", "400"]]


def test_the_formulas_of_conditional_formats_have_one_budget_for_a_read(
    sheet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheets_gm.localsheets.spreadsheet.calculation.conditional_formats.RULE_STEPS", 20_000)
    fill(sheet, "A1", [[row] for row in range(50)])
    heavy = {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": "=SUM(SEQUENCE(3000))>0"}]}
    rule = {
        "ranges": [{"sheetId": 0}],
        "booleanRule": {"condition": heavy, "format": {"textFormat": {"bold": True}}},
    }
    batch(sheet, {"addConditionalFormatRule": {"rule": rule, "index": 0}})
    assert cell(sheet, "A1")["effectiveFormat"]["textFormat"]["bold"] is True
    rows = sheet.fetch_sheet_metadata({"includeGridData": "true"})["sheets"][0]["data"][0]["rowData"]
    bold = [row["values"][0]["effectiveFormat"].get("textFormat", {}).get("bold", False) for row in rows]
    assert bold[0]
    assert not bold[-1]


# -- patterns ----------------------------------------------------------------------------------------------------------


def replace(sheet: Any, **body: Any) -> Any:
    return batch(sheet, {"findReplace": {"allSheets": True, "replacement": "x", "searchByRegex": True, **body}})[0]


@pytest.mark.parametrize("find", ["(a+)+b", "(a|aa)+$b", "(.*a){20}b", "(?:a?){50}a{50}b"])
def test_a_pattern_takes_no_longer_than_its_text(sheet: Any, find: str) -> None:
    fill(sheet, "A1", [["a" * 40_000]])
    assert replace(sheet, find=find)["findReplace"] == {}


@pytest.mark.parametrize(
    ("find", "message"),
    [
        ("(", "missing"),
        ("(?=a)", "invalid"),
        (r"(a)\1", "invalid escape"),
        ("(?:a{500}){500}", "invalid repetition"),
        ("a" * 2001, "longer than 2000"),
        (r"(?:\pL{1,9}){1,90}", "large"),
    ],
)
def test_a_pattern_that_is_none_is_refused_in_re2s_words(sheet: Any, find: str, message: str) -> None:
    fill(sheet, "A1", [["a"]])
    with pytest.raises(APIError, match=f"is invalid: .*({message})"):
        replace(sheet, find=find)


def test_a_replacement_never_exceeds_a_cell(sheet: Any) -> None:
    fill(sheet, "A1", [["a" * 20_000]])
    for body in ({"find": "a", "replacement": "b" * 9}, {"find": "(a+)", "replacement": "$1" * 9}):
        with pytest.raises(APIError, match="50000 characters"):
            replace(sheet, **body)
        with pytest.raises(APIError, match="50000 characters"):
            replace(sheet, find="a", replacement="b" * 9, searchByRegex=False)
    assert shown(sheet, "A1") == [["a" * 20_000]]


def test_a_search_that_takes_too_long_is_refused_as_a_whole(sheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(sheet, "A1", [["a"], ["a"]])
    monkeypatch.setattr(budget, "SEARCH_SECONDS", -1.0)
    with pytest.raises(APIError, match="search takes too long"):
        replace(sheet, find="a")
    monkeypatch.undo()
    assert shown(sheet, "A1:A2") == [["a"], ["a"]]


def test_groups_dollars_and_case_are_googles(sheet: Any) -> None:
    fill(sheet, "A1", [["Zug 12, zug 7"], ["İx ix"], ["price"]])
    replace(sheet, find=r"zug (\d+)", replacement="$$$1 $0")
    replace(sheet, find="IX", replacement="y", searchByRegex=False)
    replace(sheet, find="PRICE", replacement="p", searchByRegex=False, matchEntireCell=True)
    assert shown(sheet, "A1:A3") == [["$12 Zug 12, $7 zug 7"], ["İx y"], ["p"]]


def test_wildcards_search_in_linear_time() -> None:
    began = time.thread_time()
    book = Book().type("A1", *[["ab" * 10_000] for _ in range(5)])
    assert book.of('=COUNTIF(A1:A5,"' + "*a*b" * 60 + '")') == 5
    assert book.of('=COUNTIF(A1:A5,"' + "*a*b" * 60 + '*c")') == 0
    assert str(book.of('=SEARCH("' + "a*b" * 60 + '*c",A1)')).startswith("#VALUE!")
    assert book.of('=SEARCH("B*a",A1)') == 2
    assert time.thread_time() - began < 30  # it was minutes


def test_a_pattern_knows_its_bounds() -> None:
    with pytest.raises(PatternError, match="large"):
        Pattern(r"(?:\pL{1,20}\pN){1,20}", match_case=True)
    assert Pattern("a+", match_case=False).search("xxAA", 1) == 2
