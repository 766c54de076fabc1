"""References in formulas follow their cells."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.localsheets.spreadsheet.formulas.parsing import parse
from sheets_gm.localsheets.spreadsheet.formulas.written_references import Move, copied, cut, orphaned, renamed, shifted
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.shift import Shift
from tests.localsheets.formula_sheets import Book


@pytest.mark.parametrize(
    ("shift", "before", "after"),
    [
        (Shift("insert", True, 2, 4), "=A1+A2+A3+A4", "=A1+A2+A5+A6"),
        (Shift("insert", True, 2, 4), "=SUM(A1:A3)*$A$3", "=SUM(A1:A5)*$A$5"),
        (Shift("insert", True, 2, 4), "=SUM(A1:A2)+SUM(A3:A4)", "=SUM(A1:A2)+SUM(A5:A6)"),
        (Shift("insert", True, 0, 1), "=SUM(A2:A)&SUM(A:B)&SUM(2:3)", "=SUM(A3:A)&SUM(A:B)&SUM(3:4)"),
        (Shift("insert", False, 1, 2), "=A1+$B2+C:C+SUM(A1:C1)", "=A1+$C2+D:D+SUM(A1:D1)"),
        (Shift("delete", True, 1, 3), "=A1+A2+A4", "=A1+#REF!+A2"),
        (Shift("delete", True, 1, 3), "=SUM(A1:A4)+SUM(A2:A3)+SUM(A2:A5)", "=SUM(A1:A2)+SUM(#REF!)+SUM(A2:A3)"),
        (Shift("delete", False, 0, 1), "=A1&B$1&SUM(A:C)&1:2", "=#REF!&A$1&SUM(A:B)&1:2"),
        (Shift("move", True, 0, 1, 3), "=A1+A2+A3+A4", "=A3+A1+A2+A4"),
        (Shift("move", True, 4, 6, 0), "=A5+A6+A1", "=A1+A2+A3"),
        (Shift("insert", True, 0, 1, within=(0, 1)), "=A1+B1", "=A2+B1"),
        (Shift("insert", True, 0, 1), "=\"A1\"&'Other'!A1&log10(A1) + a1 ", "=\"A1\"&'Other'!A1&log10(A2) + A2 "),
        (Shift("insert", True, 0, 1), "=One!A1&'ONE'!B2", "=One!A2&'ONE'!B3"),
        (Shift("insert", True, 0, 1), "=A1+ (", "=A2+ ("),
    ],
)
def test_references_follow_lines(shift: Shift, before: str, after: str) -> None:
    assert shifted(before, "One", "one", shift) == after


def test_references_to_other_tabs_follow_lines_of_theirs() -> None:
    shift = Shift("insert", True, 0, 1)
    assert shifted("=A1+One!A1", "Two", "One", shift) == "=A1+One!A2"


@pytest.mark.parametrize(
    ("before", "down", "right", "after"),
    [
        ("=A1+$A1+A$1+$A$1", 1, 1, "=B2+$A2+B$1+$A$1"),
        ("=SUM(A1:B2)&SUM(A:A)&SUM($2:3)&SUM(A2:A)", 1, 1, "=SUM(B2:C3)&SUM(B:B)&SUM($2:4)&SUM(B3:B)"),
        ("='My tab'!A1", 2, 0, "='My tab'!A3"),
        ("=A2+B1", -1, 0, "=A1+#REF!"),
        ("=B1", 0, -1, "=A1"),
        ("=A1", 0, -1, "=#REF!"),
        ('="A1"', 1, 1, '="A1"'),
    ],
)
def test_a_copy_reads_the_cells_as_far_away(before: str, down: int, right: int, after: str) -> None:
    assert copied(before, down, right) == after


def test_a_renamed_tab_is_called_by_its_new_name() -> None:
    assert renamed("=Old!A1+old!$B:$B+Older!A1+A1", "OLD", "New one") == "='New one'!A1+'New one'!$B:$B+Older!A1+A1"
    assert renamed("='It''s'!A1", "It's", "Plain") == "=Plain!A1"


def test_a_tab_that_is_gone_is_no_reference() -> None:
    assert orphaned("=Old!A1+SUM('old'!A:B)+A1", "Old") == "=#REF!+SUM(#REF!)+A1"


def test_what_reads_cells_that_were_cut_reads_them_where_they_are_pasted() -> None:
    moved = Move("One", Box(0, 0, 2, 2), "Two", 5, 1)
    assert cut("=A1+$B$2+C3+SUM(A1:B2)+SUM(A1:C3)", "One", moved) == "=Two!B6+Two!$C$7+C3+SUM(Two!B6:C7)+SUM(A1:C3)"
    assert cut("=One!A1", "Two", moved) == "=Two!B6"
    assert cut("=A1+C3", "One", moved, along=True) == "=B6+One!C3"
    within = Move("One", Box(0, 0, 2, 2), "One", 5, 1)
    assert cut("=A1+C3", "One", within, along=True) == "=B6+C3"


# -- in a spreadsheet, by gspread --------------------------------------------------------------------------------------


def test_formulas_follow_inserted_and_deleted_rows(sheet: Any) -> None:
    tab = sheet.sheet1
    other = sheet.add_worksheet("Other", 10, 5)
    tab.update([[1, "=A1+A3"], [2, "=SUM(A1:A3)"], [3, "=A2"]], "A1", raw=False)
    other.update([["=Sheet1!A3*2"]], "A1", raw=False)
    tab.insert_row([], 2)
    assert tab.get("A1:B4", value_render_option="FORMULA") == [[1, "=A1+A4"], [], [2, "=SUM(A1:A4)"], [3, "=A3"]]
    assert other.acell("A1", value_render_option="FORMULA").value == "=Sheet1!A4*2"
    assert [row[1] for row in tab.get("A1:B4") if row] == ["4", "6", "2"]
    tab.delete_rows(3)
    assert tab.get("A1:B3", value_render_option="FORMULA") == [[1, "=A1+A3"], [], [3, "=#REF!"]]
    assert tab.get("B1:B3") == [["4"], [], ["#REF!"]]
    assert other.acell("A1").value == "6"


def test_formulas_follow_tabs_that_are_renamed_and_deleted(sheet: Any) -> None:
    tab, other = sheet.sheet1, sheet.add_worksheet("Other", 10, 5)
    other.update([[7]], "A1")
    tab.update([["=Other!A1+1"]], "A1", raw=False)
    assert tab.acell("A1").value == "8"
    other.update_title("A new name")
    assert tab.acell("A1", value_render_option="FORMULA").value == "='A new name'!A1+1"
    assert tab.acell("A1").value == "8"
    sheet.del_worksheet(other)
    assert tab.acell("A1").value == "#REF!"


def test_a_failed_batch_leaves_every_formula_as_it_was(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([[1], ["=A1+1"]], "A1", raw=False)
    insert = {"insertDimension": {"range": {"dimension": "ROWS", "startIndex": 0, "endIndex": 1}}}
    with pytest.raises(Exception, match="No sheet with id"):
        sheet.batch_update({"requests": [insert, {"deleteSheet": {"sheetId": 99}}]})
    assert tab.get("A1:A2", value_render_option="FORMULA") == [[1], ["=A1+1"]]
    assert tab.get("A1:A2") == [["1"], ["2"]]
    tab.update_acell("A1", 5)
    assert tab.acell("A2").value == "6"


LINES = st.builds(
    lambda kind, rows, start, count, to: Shift(
        kind, rows, start, start + count, to if not start <= to <= start + count else start
    ),
    st.sampled_from(["insert", "delete"]),
    st.booleans(),
    st.integers(0, 6),
    st.integers(1, 3),
    st.integers(0, 9),
)
CELLS = st.builds(lambda column, row: f"{column}{row}", st.sampled_from("ABCD"), st.integers(1, 8))


@given(st.lists(CELLS, min_size=1, max_size=4, unique=True), LINES)
def test_a_sum_is_the_same_after_lines_have_come_and_only_loses_what_has_gone(cells: list[str], shift: Shift) -> None:
    book = Book()
    for count, cell in enumerate(cells):
        book.type(cell, [10**count])
    book.type("'My tab'!A1", ["=SUM(One!A1:D8)", "=" + "+".join(f"IFERROR(One!{cell},0)" for cell in cells)])
    before = book.rows("'My tab'!A1:B1", "UNFORMATTED_VALUE")[0]
    assert before[0] == before[1]
    book.document.shift(book.document.sheets[0], shift)
    after = book.rows("'My tab'!A1:B1", "UNFORMATTED_VALUE")[0]
    left = sum(cell["userEnteredValue"]["numberValue"] for cell in book.document.sheets[0].cells.values())
    assert after[0] == after[1] == left or (after[0] == 0 and left == 0) or str(after[0]).startswith("#REF!")
    if shift.kind == "insert":
        assert after[0] == before[0]


@given(st.text("=A1:B$2!'#,(+ \"x", max_size=15), st.integers(-2, 2), st.integers(-2, 2))
def test_rewriting_never_breaks_a_text(text: str, down: int, right: int) -> None:
    made = copied("=" + text, down, right)
    try:
        parse("=" + text)
    except ValueError:
        return
    parse(made)
