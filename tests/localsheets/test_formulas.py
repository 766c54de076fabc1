"""Recalculation: dependents, circular references, spilled arrays, other sheets, named ranges, time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.localsheets.spreadsheet.calculation.recalculation.dependents import Dependents
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.shift import Shift
from tests.localsheets.formula_sheets import NOW, Book


def test_a_change_reaches_all_that_reads_it() -> None:
    book = Book().type("A1", [1, "=A1*2", "=B1+'My tab'!A1"]).type("'My tab'!A1", ["=One!B1*10"])
    assert book.rows("A1:C1") == [["1", "2", "22"]]
    book.type("A1", [5])
    assert book.rows("A1:C1") == [["5", "10", "110"]]


@pytest.mark.parametrize(
    "name", ["IMPORTRANGE", "IMPORTDATA", "IMPORTHTML", "IMPORTXML", "IMPORTFEED", "GOOGLEFINANCE"]
)
def test_no_formula_reads_another_spreadsheet(name: str) -> None:
    """Nor a page of the network."""
    address = "https://docs.google.com/spreadsheets/d/1aB"
    assert Book().type("A1", [f'={name}("{address}", "A1")']).rows("A1") == [["#NAME?"]]


def test_a_chain_of_ten_thousand_cells_is_worked_out() -> None:
    book = Book()
    book.document.sheets[0].meta["properties"]["gridProperties"]["rowCount"] = 10_000
    book.type("A1", [1], *[[f"=A{row}+1"] for row in range(1, 10_000)])
    assert book.plain("A10000") == 10_000
    book.type("A1", [11])
    assert book.plain("A10000") == 10_010


def test_only_dependents_of_a_change_are_recalculated() -> None:
    book = Book().type("A1", [1, 2], ["=A1", "=B1"], ["=SUM(A1:A2)", "=SUM(B:B)-B3"], ["=A3+1", "=B2+1"])
    assert book.rows("A2:B4") == [["1", "2"], ["2", "#REF!"], ["3", "3"]]
    before = dict(book.document.sheets[0].results)
    book.type("B1", [9])
    book.rows("A1")
    after = book.document.sheets[0].results
    assert {place for place in before if before[place] is not after[place]} == {(1, 1), (2, 1), (3, 1)}


def test_a_circle_is_an_error_until_it_is_broken() -> None:
    book = Book().type("A1", ["=B1", "=C1", "=A1", "=A1+1", '=IFERROR(B1,"caught")', "=F1"])
    assert book.rows("A1:F1") == [["#REF!", "#REF!", "#REF!", "#REF!", "caught", "#REF!"]]
    book.type("C1", [4])
    assert book.rows("A1:F1") == [["4", "4", "4", "5", "4", "#REF!"]]
    book.type("C1", ["=SUM(A1:B1)"])
    assert book.rows("A1:F1") == [["#REF!", "#REF!", "#REF!", "#REF!", "caught", "#REF!"]]


def test_a_formula_that_goes_takes_its_value_along() -> None:
    book = Book().type("A1", ["=1+1", "=A1+1"])
    assert book.rows("A1:B1") == [["2", "3"]]
    book.type("A1", [""])
    assert book.rows("A1:B1") == [["", "1"]]
    book.type("A1", ["text"])
    assert book.rows("A1:B1") == [["text", "#VALUE!"]]


def test_half_open_ranges_grow_with_their_tab() -> None:
    book = Book().type("A1", [1, "=ROWS(A2:A)", "=SUM(A2:A)"])
    assert book.rows("B1:C1") == [["999", "0"]]
    book.document.sheets[0].meta["properties"]["gridProperties"]["rowCount"] = 1200
    book.type("A1100", [5])
    assert book.rows("B1:C1") == [["1199", "5"]]


def test_names_lead_to_their_ranges() -> None:
    book = Book().type("A1", [1, "=SUM(Pot)"], [2], [3])
    assert book.shown("B1") == "#NAME?"
    name = {"namedRangeId": "1", "name": "pot", "range": {"startRowIndex": 0, "endRowIndex": 2, "endColumnIndex": 1}}
    book.document.sheets[0].meta["namedRanges"] = [name]
    assert book.plain("B1") == 3
    book.type("A2", [10])
    assert book.plain("B1") == 11
    book.document.sheets[0].meta["namedRanges"] = [{**name, "range": {**name["range"], "endRowIndex": 3}}]  # type: ignore[dict-item]
    assert book.plain("B1") == 14


def test_time_goes_on_at_every_reading() -> None:
    book = Book().type("A1", ["=NOW()", "=TODAY()", "=A1-B1"])
    assert book.rows("A1:C1", "UNFORMATTED_VALUE") == [[46082.5, 46082, 0.5]]
    book.document.clock = lambda: NOW + timedelta(days=1, hours=6)
    assert book.rows("A1:C1", "UNFORMATTED_VALUE") == [[46083.75, 46083, 0.75]]
    book.document.meta["properties"]["timeZone"] = "Asia/Tokyo"
    assert book.plain("B1") == 46084


def test_random_values_change_when_something_changes_and_not_before() -> None:
    book = Book().type("A1", ["=RANDBETWEEN(1,1000000000)"])
    first = book.plain("A1")
    assert book.plain("A1") == first
    assert any(book.type("B1", [count]).plain("A1") != first for count in range(3))


# -- arrays ------------------------------------------------------------------------------------------------------------


def test_an_array_spills_below_and_beside() -> None:
    book = Book().type("A1", ["={1,2;3,4}", "", "=B2*10"])
    assert book.rows("A1:C2") == [["1", "2", "40"], ["3", "4"]]
    assert book.rows("A1:B2", "FORMULA") == [["={1,2;3,4}", 2], [3, 4]]


@pytest.mark.parametrize(
    ("formula", "rows"),
    [
        ("=UNIQUE(G1:G5)", [["b"], ["a"], ["c"]]),
        ("=SORT(G1:H5,2,FALSE)", [["c", "9"], ["b", "5"], ["a", "3"], ["a", "3"], ["b", "1"]]),
        ("=SORT(G1:G5)", [["a"], ["a"], ["b"], ["b"], ["c"]]),
        ("=FILTER(G1:H5,H1:H5>2)", [["b", "5"], ["a", "3"], ["a", "3"], ["c", "9"]]),
        ('=FILTER(G1:G5,G1:G5="z")', [["#N/A"]]),
        ("=TRANSPOSE(G1:H2)", [["b", "a"], ["5", "3"]]),
        ("=ARRAYFORMULA(H1:H3*2)", [["10"], ["6"], ["6"]]),
        ('=ARRAYFORMULA(IF(H1:H3>3,"big",G1:G3))', [["big"], ["a"], ["a"]]),
        ("=ARRAYFORMULA(H1:H2&TRANSPOSE(G1:G2))", [["5b", "5a"], ["3b", "3a"]]),
        ("=SEQUENCE(2,2,5)", [["5", "6"], ["7", "8"]]),
        ('=SPLIT("a,2",",")', [["a", "2"]]),
        ("=UNIQUE(FILTER(G1:G5,H1:H5<9))", [["b"], ["a"]]),
        ("=INDEX(G1:H5,2,0)", [["a", "3"]]),
        ('={G1:G2;"end"}', [["b"], ["a"], ["end"]]),
    ],
)
def test_functions_that_make_arrays(formula: str, rows: list[list[str]]) -> None:
    book = Book().type("G1", ["b", 5], ["a", 3], ["a", 3], ["c", 9], ["b", 1])
    assert book.type("A1", [formula]).rows("A1:C5") == rows


def test_an_array_overwrites_nothing_and_comes_back_when_there_is_room() -> None:
    book = Book().type("A1", ["=SEQUENCE(3)"]).type("A3", ["mine"])
    assert book.rows("A1:A3") == [["#REF!"], [], ["mine"]]
    error = "#REF! (Array result was not expanded because it would overwrite data in A3.)"
    assert book.plain("A1") == error
    book.type("A3", [""])
    assert book.rows("A1:A3") == [["1"], ["2"], ["3"]]
    book.type("A2", ["x"])
    assert book.rows("A1:A3") == [["#REF!"], ["x"]]


def test_an_array_that_reaches_beyond_the_tab_says_how_much() -> None:
    book = Book().type("Z1", ["={1,2}"])
    assert book.plain("Z1") == "#REF! (Result was not automatically expanded, please insert more columns (1).)"


def test_an_array_that_shrinks_leaves_nothing_behind() -> None:
    book = Book().type("A1", [3, "=SEQUENCE(A1)", "=COUNT(B1:B9)"])
    assert book.rows("B1:C3") == [["1", "3"], ["2"], ["3"]]
    book.type("A1", [1])
    assert book.rows("B1:C3") == [["1", "1"]]


def test_an_array_that_reads_itself_is_a_circle() -> None:
    assert Book().type("A1", ["=ARRAYFORMULA(A2:A3+1)"]).shown("A1") == "#REF!"
    book = Book().type("A1", ["=ARRAYFORMULA(B1:B2)", 1], ["", "=A2"])
    assert book.rows("A1:B2") == [["#REF!", "1"], ["", "#REF!"]]


def test_a_filtered_date_is_a_date() -> None:
    book = Book().type("A1", ["3/1/2026", "$5"], ["3/2/2026", "$6"]).type("D1", ["=FILTER(A1:B2,B1:B2>5)"])
    assert book.rows("D1:E1") == [["3/2/2026", "$6"]]


# -- laws --------------------------------------------------------------------------------------------------------------

NAMES = [f"{column}{row}" for column in "ABC" for row in range(1, 5)]
FORMULAS = (
    st.sampled_from(NAMES)
    .flatmap(
        lambda one: st.sampled_from(NAMES).map(
            lambda other: [
                f"={one}+{other}",
                f"=SUM({one}:{other})",
                f'=IF({one}>1,{other},"no")',
                f"=IFERROR({one},0)&{other}",
                f"=COUNTA({one[0]}2:{one[0]})",
                f"='My tab'!{one}*2",
                f"=VLOOKUP({one},A1:C4,2,FALSE)",
            ]
        )
    )
    .flatmap(st.sampled_from)
)
ENTRIES = st.one_of(FORMULAS, st.sampled_from([1, 2, 0, "a", "", "TRUE", "3/1/2026", "'=x"]))
PLACES = st.sampled_from([*NAMES, *(f"'My tab'!{name}" for name in NAMES)])


def afresh(book: Book) -> dict[Any, Any]:
    """What everything comes to when it is worked out from nothing."""
    book.document.formulas = None
    book.document.start_engine()
    return book.results()


@given(st.lists(st.lists(st.tuples(PLACES, ENTRIES), min_size=1, max_size=4), max_size=8))
def test_a_partial_recalculation_equals_a_full_one(edits: list[list[tuple[str, Any]]]) -> None:
    book = Book()
    for batch in edits:
        for place, entry in batch:
            book.type(place, [entry])
        assert book.results() == afresh(book)


SHIFTS = st.builds(
    lambda kind, rows, start, count, to: Shift(kind, rows, start, start + count, to),
    st.sampled_from(["insert", "delete", "move"]),
    st.booleans(),
    st.integers(0, 4),
    st.integers(1, 2),
    st.sampled_from([0, 7]),
)


@given(st.lists(st.tuples(PLACES, ENTRIES) | SHIFTS, max_size=12), st.booleans())
def test_moving_lines_leaves_nothing_stale(edits: list[tuple[str, Any] | Shift], taken_back: bool) -> None:
    book = Book()
    for edit in edits:
        if isinstance(edit, Shift):
            book.document.shift(book.document.sheets[0], edit)
        else:
            book.type(edit[0], [edit[1]])
        assert book.results() == afresh(book)
        if taken_back:
            before = book.results()
            book.document.commit()
            book.type("A2", ["=B1"]).type("B1", ["=A1&1"])
            book.document.shift(book.document.sheets[0], Shift("insert", True, 1, 2))
            book.results()
            book.document.rollback()
            assert book.results() == before


ARRAYS = st.sampled_from(NAMES).flatmap(
    lambda one: st.sampled_from(
        [f"=SEQUENCE({one})", f"=ARRAYFORMULA({one}:{one[0]}4+1)", f"=UNIQUE({one}:C4)", f"=TRANSPOSE({one}:{one[0]}4)"]
    )
)


@given(st.lists(st.lists(st.tuples(PLACES, ENTRIES | ARRAYS), min_size=1, max_size=3), max_size=6))
def test_arrays_settle_whatever_the_order_of_edits(edits: list[list[tuple[str, Any]]]) -> None:
    book = Book()
    for batch in edits:
        for place, entry in batch:
            book.type(place, [entry])
        assert book.results() == afresh(book)


BOXES = st.tuples(
    st.integers(0, 40), st.integers(0, 5), st.none() | st.integers(1, 20), st.none() | st.integers(1, 5)
).map(
    lambda four: Box(
        four[0],
        four[1],
        None if four[2] is None else four[0] + four[2],
        None if four[3] is None else four[1] + four[3],
    )
)


@given(st.lists(BOXES, max_size=20), st.lists(st.integers(0, 19), max_size=20), st.integers(0, 60), st.integers(0, 12))
def test_a_cell_finds_exactly_its_readers(boxes: list[Box], gone: list[int], row: int, column: int) -> None:
    readers: Dependents[int] = Dependents()
    for number, area in enumerate(boxes):
        readers.add(7, area, number)
    for number in gone:
        if number < len(boxes):
            readers.discard(7, boxes[number], number)
    expected = {number for number, area in enumerate(boxes) if number not in gone and area.holds((row, column))}
    assert set(readers.of((7, row, column))) == expected
    assert not set(readers.of((8, row, column)))
