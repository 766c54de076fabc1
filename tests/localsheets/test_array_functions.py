"""Functions that search texts by patterns, shape arrays, call a LAMBDA, read computed addresses, or QUERY a range.

Most examples are those of Google's own pages about the functions, on small tables.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.localsheets.formula_sheets import Book

PIVOTED = ["blue sum gold", "blue max hp", "red sum gold", "red max hp"]


@pytest.fixture(scope="module")
def book() -> Book:
    """A small table, its numbers in two columns."""
    made = Book().type(
        "A1",
        ["name", "team", "hp", "gold"],
        ["Ana", "blue", 3, 10],
        ["Ben", "red", 7, 2],
        ["Cleo", "blue", "", 5],
        ["Dov", "red", 5, 1],
    )
    return made.type("'My tab'!B2", [42]).type("F1", ["C3"]).type("F2", ["C"]).type("F3", [2])


def shown(book: Book, formula: str) -> Any:
    """What a formula fills: rows of values, or its single value."""
    rows = book.type("M20", [formula]).rows("M20:V40", "UNFORMATTED_VALUE")
    book.type("M20", [""])
    rows = [
        [str(each).partition(" (")[0] if str(each).startswith("#") else each for each in row] for row in rows if row
    ]
    return rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        # patterns
        ('=REGEXMATCH("Spreadsheets", "S.r")', True),
        ('=REGEXMATCH("Spreadsheets", "^r")', False),
        ('=REGEXEXTRACT("My favorite number is 241", "\\d+")', "241"),
        ('=REGEXEXTRACT("You can also extract values", "also (\\w+) (\\w+)")', [["extract", "values"]]),
        ('=REGEXREPLACE("Spreadsheets", "S.*d", "Bed")', "Bedsheets"),
        ('=REGEXREPLACE("Ana Ito", "(\\w+) (\\w+)", "$2, $1")', "Ito, Ana"),
        ('=REGEXMATCH(12, "1")', "#VALUE!"),
        ('=REGEXMATCH("a", "(")', "#REF!"),
        ('=REGEXEXTRACT("a", "b")', "#N/A"),
        ('=REGEXREPLACE(REPT("a", 32000), "", REPT("b", 30000)&"$0")', "#VALUE!"),
        ('=LEN(REGEXREPLACE(REPT("a", 32000), "a", REPT("$0", 8000)))', "#VALUE!"),
        ('=INDIRECT("R"&REPT("9", 5000)&"C1", FALSE)', "#REF!"),
        ('=ARRAYFORMULA(REGEXMATCH(A2:A3, "^A"))', [[True], [False]]),
        # stacks, lines and choices
        ("=HSTACK({1;2}, {3})", [[1, 3], [2, "#N/A"]]),
        ("=VSTACK({1,2}, {3})", [[1, 2], [3, "#N/A"]]),
        ("=TOCOL({1,2;3,4})", [[1], [2], [3], [4]]),
        ("=TOCOL({1,2;3,4}, 0, TRUE)", [[1], [3], [2], [4]]),
        ("=TOROW({1,2;3,4})", [[1, 2, 3, 4]]),
        ("=TOCOL(C2:C5, 1)", [[3], [7], [5]]),
        ("=TOCOL({1,NA()}, 2)", 1),
        ("=WRAPROWS({1,2,3,4,5}, 2, 0)", [[1, 2], [3, 4], [5, 0]]),
        ("=WRAPCOLS({1,2,3,4,5}, 2)", [[1, 3, 5], [2, 4, "#N/A"]]),
        ("=WRAPROWS({1,2}, 5)", [[1, 2]]),
        ("=CHOOSECOLS(A2:D3, 1, -1)", [["Ana", 10], ["Ben", 2]]),
        ("=CHOOSEROWS(A2:B5, {4, 1})", [["Dov", "red"], ["Ana", "blue"]]),
        ("=CHOOSEROWS(A2:B5, 5)", "#VALUE!"),
        ("=ARRAY_CONSTRAIN({1,2,3;4,5,6}, 2, 2)", [[1, 2], [4, 5]]),
        ("=SORTN({3;1;2;1}, 2)", [[1], [1]]),
        ("=SORTN({3;1;2;1;2}, 2, 2)", [[1], [2]]),
        ("=SORTN({3;1;2;1;2}, 2, 3)", [[1], [1], [2], [2]]),
        ("=SORTN({3;1;2;1;2}, 3, 1)", [[1], [1], [2], [2]]),
        ("=SORTN({1;2;3}, 1, 0, 1, FALSE)", 3),
        ("=MMULT({1,2;3,4}, {5;6})", [[17], [39]]),
        ("=UNIQUE({1,1,2}, TRUE)", [[1, 2]]),
        ("=UNIQUE({1;1;2}, FALSE, TRUE)", 2),
        # names and functions of one's own
        ("=LET(x, 2, y, x*3, x+y)", 8),
        ("=LET(x, C2:C3, SUM(x))", 10),
        ("=LET(X, 2, x+1)", 3),
        ("=LET(f, LAMBDA(a, a*2), f(f(5)))", 20),
        ("=LAMBDA(a, b, a-b)(7, 2)", 5),
        ("=LET(n, 5, g, LAMBDA(a, a+n), LET(n, 100, g(1)))", 6),
        ("=LAMBDA(a, a)", "#N/A"),
        ("=LAMBDA(a, a)(1, 2)", "#N/A"),
        ("=LET(1, 2, 3)", "#NAME?"),
        ("=MAP(C2:C3, LAMBDA(v, v+1))", [[4], [8]]),
        ("=MAP({1,2}, {10,20}, LAMBDA(a, b, a*b))", [[10, 40]]),
        ("=MAP({1,0}, LAMBDA(v, 1/v))", [[1, "#DIV/0!"]]),
        ("=REDUCE(5, {1,2,3}, LAMBDA(sum, v, sum+v))", 11),
        ("=SCAN(0, {1;2;3}, LAMBDA(sum, v, sum+v))", [[1], [3], [6]]),
        ("=BYROW(C2:D3, LAMBDA(r, MAX(r)))", [[10], [7]]),
        ("=BYCOL(C2:D3, LAMBDA(c, SUM(c)))", [[10, 12]]),
        ("=MAKEARRAY(2, 2, LAMBDA(r, c, r*10+c))", [[11, 12], [21, 22]]),
        ("=MAP({1}, 2)", "#VALUE!"),
        # computed addresses
        ("=INDIRECT(F1)", 7),
        ('=INDIRECT("$C$2")', 3),
        ("=INDIRECT(\"'My tab'!B2\")", 42),
        ('=SUM(INDIRECT(F2&"2:"&F2&"5"))', 15),
        ('=INDIRECT("R2C3", FALSE)', 3),
        ('=INDIRECT("nowhere!")', "#REF!"),
        ("=OFFSET(A1, 1, 2)", 3),
        ("=SUM(OFFSET(C1, 1, 0, 4, 1))", 15),
        ("=OFFSET(C2, 0, 0, 2, 2)", [[3, 10], [7, 2]]),
        ("=OFFSET(A1, -1, 0)", "#REF!"),
        # a call whose result is an area shows all of it, whatever its function
        ("=IF(TRUE, C2:D3)", [[3, 10], [7, 2]]),
        ("=CHOOSE(2, A1, C2:D3)", [[3, 10], [7, 2]]),
        ("=LET(area, C2:D3, area)", [[3, 10], [7, 2]]),
        ("=INDEX(C2:D5, 2, 0)", [[7, 2]]),
        ("=XLOOKUP(7, C2:C5, C2:D5)", [[7, 2]]),
        ("=IF(TRUE, C2)", 3),
        # and it is still one for what takes an area
        ("=SUM(OFFSET(INDEX(C1:D5, 2, 0), 1, 0))", 9),
        ("=SUM(OFFSET(XLOOKUP(3, C2:C5, C2:D5), 1, 0))", 9),
        # lookups
        ('=XLOOKUP("Z", A2:A5, C2:C5, "none")', "none"),
        ("=XLOOKUP(6, {1,5,9}, {10,50,90}, 0, -1)", 50),
        ("=XLOOKUP(6, {1,5,9}, {10,50,90}, 0, 1)", 90),
        ('=XLOOKUP("c*", A2:A5, D2:D5, 0, 2)', 5),
        ('=XLOOKUP(6, {1,5,9}, {10,50,90}, "none", 2)', "none"),
        ('=XLOOKUP("red", B2:B5, A2:A5, "", 0, -1)', "Dov"),
        ('=XLOOKUP("r*", B2:B5, A2:A5, "none")', "none"),
        ('=XMATCH("Ben", A2:A5)', 2),
        ("=XMATCH(4, {1,3,5}, 1)", 3),
        ("=XMATCH(4, {1,3,5})", "#N/A"),
        # one line each
        ("=GCD(12, 18)", 6),
        ("=LCM(4, 6)", 12),
        ("=FACT(5)", 120),
        ("=COMBIN(5, 2)", 10),
        ("=PERMUT(5, 2)", 20),
        ("=MROUND(21, 14)", 28),
        ("=SUMSQ(3, 4)", 25),
        ("=ROUND(DEGREES(ATAN2(1, 1)), 6)", 45),
        ("=ROUND(SIN(RADIANS(30)), 6)", 0.5),
        ("=ASIN(2)", "#NUM!"),
        ("=AVERAGEA(C2:C5, TRUE)", 4),
        ('=MAXA("a", -1)', 0),
        ("=PERCENTILE(C2:C5, 0.5)", 5),
        ("=QUARTILE({1,2,3,4,5}, 1)", 2),
        ("=STDEV.P({1,3})", 1),
        ("=RANK.EQ(7, C2:C5)", 1),
        ("=CORREL({1;2;3}, {2;4;6})", 1),
        ("=SLOPE({2;4;6}, {1;2;3})", 2),
        ("=INTERCEPT({3;5;7}, {1;2;3})", 1),
        ("=GEOMEAN(1, 4)", 2),
        ("=FREQUENCY({1,2,3,4,5}, {2,4})", [[2], [2], [1]]),
        ("=SUBTOTAL(9, C2:C5)", 15),
        ("=SUBTOTAL(101, C2:C5)", 5),
        ("=SUBTOTAL(12, C2:C5)", "#VALUE!"),
        ('=COUNTUNIQUEIFS(A2:A5, B2:B5, "red")', 2),
        ("=WEEKNUM(DATE(2026, 1, 10))", 2),
        ("=ISOWEEKNUM(DATE(2026, 1, 1))", 1),
        ("=NETWORKDAYS(DATE(2026, 3, 2), DATE(2026, 3, 8))", 5),
        ("=NETWORKDAYS(DATE(2026, 3, 2), DATE(2026, 3, 8), DATE(2026, 3, 4))", 4),
        ("=WORKDAY(DATE(2026, 3, 6), 1)=DATE(2026, 3, 9)", True),
        ('=ISDATE("3/1/2026")', True),
        ('=ISDATE("soon")', False),
        ('=ISEMAIL("ana@example.org")', True),
        ('=ISURL("https://example.org/a")', True),
        ("=ISFORMULA(C2)", False),
        ("=ISREF(C2)", True),
        ("=ISREF(2)", False),
        ("=TO_TEXT(5)", "5"),
        ('=ENCODEURL("a b&c")', "a%20b%26c"),
        ('=UNICODE("A")', 65),
        ("=UNICHAR(9731)", "☃"),
        ("=ROMAN(1994)", "MCMXCIV"),
        ('=ARABIC("XIV")', 14),
        ("=ADD(1, 2)", 3),
        ("=GTE(2, 2)", True),
        ("=UMINUS(4)", -4),
    ],
)  # fmt: skip
def test_a_formula_comes_to_what_google_says(book: Book, formula: str, value: Any) -> None:
    assert shown(book, formula) == value


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("select A, C where C > 3", [["name", "hp"], ["Ben", 7], ["Dov", 5]]),
        ("select A where B = 'blue' and not D < 6", [["name"], ["Ana"]]),
        ("select A where A contains 'o' or A starts with 'A'", [["name"], ["Ana"], ["Cleo"], ["Dov"]]),
        ("select A where C is null", [["name"], ["Cleo"]]),
        ("select A where A matches '.e.*' or A like 'D_v'", [["name"], ["Ben"], ["Dov"]]),
        ("select B, sum(D) group by B", [["team", "sum gold"], ["blue", 15], ["red", 3]]),
        ("select B, avg(C) group by B label B 't', avg(C) ''", [["t"], ["blue", 3], ["red", 6]]),
        ("select A, D order by D desc limit 2", [["name", "gold"], ["Ana", 10], ["Cleo", 5]]),
        ("select A order by B, D offset 2", [["name"], ["Dov"], ["Ben"]]),
        ("select A, C*2+1 where C is not null label C*2+1 'x'", [["name", "x"], ["Ana", 7], ["Ben", 15], ["Dov", 11]]),
        ("select sum(D), max(A)", [["sum gold", "max name"], [18, "Dov"]]),
        ("select C, sum(D) where C > 3 group by C pivot B", [["hp", "red"], [5, 1], [7, 2]]),
        ("select sum(D), max(C) pivot B", [PIVOTED, [15, 3, 3, 7]]),
        ("select upper(A) where D = 2 label upper(A) ''", "BEN"),
        ("where D = 2", [["name", "team", "hp", "gold"], ["Ben", "red", 7, 2]]),
        ("select Z", "#VALUE!"),
        ("select A, sum(D)", "#VALUE!"),
        ("select A were B", "#VALUE!"),
        ("limit 1", [["name", "team", "hp", "gold"], ["Ana", "blue", 3, 10]]),
    ],
)  # fmt: skip
def test_a_query_selects_what_its_words_say(book: Book, query: str, rows: Any) -> None:
    assert shown(book, f'=QUERY(A1:D5, "{query}", 1)') == rows


def test_a_query_guesses_its_headings_and_names_columns_of_arrays_by_number(book: Book) -> None:
    assert shown(book, '=QUERY(A1:D5, "select A where D = 1")') == [["name"], ["Dov"]]
    assert shown(book, '=QUERY({1,2;3,4}, "select Col2 where Col1 > 1")') == 4
    dated = "=QUERY({DATE(2026,3,1);DATE(2026,5,1)}, \"select Col1 where Col1 > date '2026-04-01'\")"
    assert shown(book, dated) == book.of("=DATE(2026,5,1)")


def test_a_formula_with_a_computed_address_follows_its_cells_its_address_and_a_renamed_tab() -> None:
    book = Book().type("A1", ["A3"], ["=1+1"], ["=A2*10"]).type("B1", ["=INDIRECT(A1)"], ["=B1+1"])
    assert book.plain("B2") == 21
    assert book.type("A2", ["=2+1"]).plain("B2") == 31
    assert book.type("A1", ["A2"]).plain("B2") == 4
    assert book.type("A2", [8]).plain("B2") == 9
    assert book.type("A1", ["B2"]).shown("B2") == "#REF!", "a circle"
    assert book.type("A1", ["A2"]).plain("B2") == 9
    assert book.type("C1", ["=OFFSET(C1, 0, 0)"]).shown("C1") == "#REF!"
