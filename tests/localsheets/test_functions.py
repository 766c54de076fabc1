"""The results of operators, conversions and functions, and their errors."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.localsheets.spreadsheet.calculation.functions import FUNCTIONS
from sheets_gm.localsheets.spreadsheet.model.calculated import SIGNS
from tests.localsheets.formula_sheets import Book


@pytest.fixture(scope="module")
def book() -> Book:
    """A small table, and one value on another tab."""
    made = Book().type(
        "A1",
        ["name", "hp", "gold", "born", "alive"],
        ["Ana", 3, "$10.50", "3/1/2026", "TRUE"],
        ["ben", 7, "$2.00", "12/24/2025", "FALSE"],
        ["Cleo", "", "", "", "TRUE"],
        ["Ann", 5, "$1.00", "3/2/2026", "TRUE"],
    )
    return made.type("'My tab'!B2", [42])


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        # signs
        ("=1+2*3", 7),
        ("=(1+2)*3", 9),
        ("=-2^2", 4),
        ("=2^3^2", 64),
        ("=2^-1", 0.5),
        ("=50%*10", 5),
        ("=10%%", 0.001),
        ("=7/2", 3.5),
        ('=1&2&"a"', "12a"),
        ("=1+1&1+1", "22"),
        ('=-"3"', -3),
        ('=+"a"', "a"),
        ("=1=1", True),
        ("=1<>1", False),
        ('="a"="A"', True),
        ('="a"<"B"', True),
        ('=2<"1"', True),
        ('="z"<FALSE', True),
        ('="5"=5', False),
        ("= 1 + 1 ", 2),
        ("=1.5e2", 150),
        ('="say ""hi"""', 'say "hi"'),
        # blanks, booleans and texts
        ("=Y1+1", 1),
        ('=Y1&"x"', "x"),
        ("=Y1=0", True),
        ('=Y1=""', True),
        ("=Y1=FALSE", True),
        ("=Y1=Y2", True),
        ("=Y1", None),
        ("=TRUE+1", 2),
        ('="$1,000"+"50%"', 1000.5),
        ('="1/1/1900"+0', 2),
        ('=""&""', None),
        # references
        ("=B2", 3),
        ("=$B$2+b3", 10),
        ("='My tab'!B2", 42),
        ("='my TAB'!$B$2", 42),
        ("=SUM(B:B)", 15),
        ("=SUM(B2:B)", 15),
        ("=SUM(2:3)", 3 + 7 + 10.5 + 2 + 46082 + 46015),
        ("=SUM(B3:B2)", 10),
        ("=SUM('My tab'!A:C)", 42),
        ("=COUNTA(A2:2)", 5),
        # sums and counts
        ('=SUM(1,"2",TRUE)', 4),
        ("=SUM(A2:E2)", 3 + 10.5 + 46082),
        ("=COUNT(A1:E5)", 9),
        ('=COUNT(1,"2","x",TRUE)', 3),
        ("=COUNTA(A1:B5)", 9),
        ("=COUNTBLANK(A1:B5)", 1),
        ('=COUNTUNIQUE(A2:A5,"Ana")', 4),
        ("=AVERAGE(B2:B5)", 5),
        ("=MIN(B2:B5)", 3),
        ("=MAX(B2:B5,9)", 9),
        ("=MAX(Y1:Y2)", 0),
        ("=MEDIAN(1,9,3,4)", 3.5),
        ("=LARGE(B2:B5,2)", 5),
        ("=SMALL(B2:B5,1)", 3),
        ("=RANK(5,B2:B5)", 2),
        ("=PRODUCT(2,3,B2)", 18),
        ("=STDEV(2,4,4,4,5,5,7,9)", 2.138089935299395),
        ("=SUMPRODUCT(B2:B3,C2:C3)", 45.5),
        ("=SUMPRODUCT((B2:B5>3)*B2:B5)", 12),
        # criteria
        ('=COUNTIF(A2:A5,"an*")', 2),
        ('=COUNTIF(A2:A5,"?en")', 1),
        ('=COUNTIF(A2:A5,"<>ben")', 3),
        ('=COUNTIF(B2:B5,">=5")', 2),
        ("=COUNTIF(B2:B5,7)", 1),
        ('=COUNTIF(B2:B5,"")', 1),
        ('=COUNTIF(B2:B5,"<>")', 3),
        ("=COUNTIF(E2:E5,TRUE)", 3),
        ('=COUNTIF(D2:D5,">1/1/2026")', 2),
        ('=COUNTIF({"a*","ab"},"a~*")', 1),
        ('=SUMIF(A2:A5,"an*",B2:B5)', 8),
        ('=SUMIF(B2:B5,">3")', 12),
        ('=SUMIF(A2:A5,"BEN",B2)', 7),
        ('=AVERAGEIF(A2:A5,"an*",B2:B5)', 4),
        ('=COUNTIFS(A2:A5,"an*",B2:B5,">3")', 1),
        ('=SUMIFS(B2:B5,E2:E5,TRUE,A2:A5,"A*")', 8),
        ("=MAXIFS(B2:B5,E2:E5,TRUE)", 5),
        # choices
        ('=IF(B2>2,"yes","no")', "yes"),
        ('=IF(B2>5,"yes")', False),
        ("=IF(0,1/0,2)", 2),
        ('=IF("true",1,2)', 1),
        ("=IF(,,)", None),
        ('=IFS(B2>5,"big",B2>2,"middling")', "middling"),
        ('=IFERROR(1/0,"none")', "none"),
        ("=IFERROR(1/0)", None),
        ("=IFERROR(B2,0)", 3),
        ("=IFNA(NA(),1)", 1),
        ("=AND(TRUE,1,B2:B5)", True),
        ("=OR(FALSE,B2>9)", False),
        ("=XOR(TRUE,TRUE)", False),
        ("=NOT(B2>9)", True),
        ('=CHOOSE(2,"a","b")', "b"),
        ('=SWITCH(B2,1,"a",3,"b","c")', "b"),
        # texts
        ('=CONCATENATE("a",1,TRUE,B2:B3)', "a1TRUE37"),
        ('=JOIN("-",A2:A3,"x")', "Ana-ben-x"),
        ('=TEXTJOIN(",",TRUE,B2:B5)', "3,7,5"),
        ('=TEXT(1234.5,"#,##0.00")', "1,234.50"),
        ('=TEXT(D2,"dddd")', "Sunday"),
        ('=TEXT("x","0")', "x"),
        ('=VALUE("50%")', 0.5),
        ('=HYPERLINK("https://example.com","here")', "here"),
        ('=UPPER("a")&LOWER("B")&PROPER("jo ann")', "AbJo Ann"),
        ('=TRIM("  a   b ")', "a b"),
        ('=LEN("abc")', 3),
        ("=LEN(12.50)", 4),
        ('=LEFT("abc")&RIGHT("abc",2)&MID("abcd",2,2)', "abcbc"),
        ('=RIGHT("abc",0)', None),
        ('=REPT("ab",3)', "ababab"),
        ('=SUBSTITUTE("a-b-c","-","+")', "a+b+c"),
        ('=SUBSTITUTE("a-b-c","-","+",2)', "a-b+c"),
        ('=REPLACE("abcd",2,2,"x")', "axd"),
        ('=FIND("c","abc")', 3),
        ('=SEARCH("C*","abcd")', 3),
        ('=EXACT("a","A")', False),
        ('=CHAR(65)&CODE("a")', "A97"),
        # numbers
        ("=ROUND(2.5)", 3),
        ("=ROUND(-2.5)", -3),
        ("=ROUND(1.005,2)", 1.01),
        ("=ROUND(1234,-2)", 1200),
        ("=ROUNDUP(2.01,1)", 2.1),
        ("=ROUNDUP(-2.1)", -3),
        ("=ROUNDDOWN(-2.9)", -2),
        ("=INT(-2.5)", -3),
        ("=TRUNC(-2.59,1)", -2.5),
        ("=ABS(-3)", 3),
        ("=MOD(-3,2)", 1),
        ("=MOD(3,-2)", -1),
        ("=QUOTIENT(-7,2)", -3),
        ("=SQRT(16)+POW(2,3)+POWER(2,2)", 16),
        ("=CEILING(7,5)+FLOOR(7,5)", 15),
        ("=LOG(8,2)+LOG10(100)+LN(1)", 5),
        ("=0.1+0.2", 0.30000000000000004),
        # finding
        ("=INDEX(A1:B5,3,2)", 7),
        ("=INDEX(A1:A5,2)", "Ana"),
        ("=INDEX(A1:E1,2)", "hp"),
        ("=SUM(INDEX(A1:B5,0,2))", 15),
        ('=MATCH("BEN",A1:A5,0)', 3),
        ('=MATCH("c*",A1:A5,0)', 4),
        ("=MATCH(4,{1,3,5})", 2),
        ("=MATCH(4,{5,4,1},-1)", 2),
        ('=VLOOKUP("ben",A2:C5,2,FALSE)', 7),
        ('=VLOOKUP(6,{1,"a";5,"b";9,"c"},2)', "b"),
        ('=VLOOKUP("cleo",A2:C5,2,FALSE)', None),
        ('=HLOOKUP("hp",A1:E3,3,FALSE)', 7),
        ('=LOOKUP(6,{1,5,9},{"a","b","c"})', "b"),
        ('=XLOOKUP("Ann",A2:A5,B2:B5)', 5),
        ('=XLOOKUP("Zed",A2:A5,B2:B5,"none")', "none"),
        ("=ROW()", 99),
        ("=COLUMN()", 26),
        ("=ROW(B7)+COLUMN(B7)", 9),
        ("=ROWS(A1:B5)*COLUMNS(A1:B5)", 10),
        ("=ADDRESS(2,28)", "$AB$2"),
        # dates
        ("=DATE(2026,3,1)", 46082),
        ("=DATE(2026,14,0)", 46418),
        ("=YEAR(D2)&MONTH(D2)&DAY(D2)", "202631"),
        ('=YEAR("12/24/2025")', 2025),
        ("=TODAY()", 46082),
        ("=NOW()-TODAY()", 0.5),
        ("=WEEKDAY(D2)", 1),
        ("=EDATE(DATE(2026,1,31),1)", 46081),
        ("=EOMONTH(D2,0)", 46112),
        ("=HOUR(0.75)+MINUTE(0.75)", 18),
        ("=TIME(12,0,0)", 0.5),
        ('=DATEDIF(D3,D2,"D")', 67),
        ("=DAYS(D2,D3)", 67),
        ('=DATEVALUE("3/1/2026")', 46082),
        # what a value is
        ("=ISBLANK(Y1)", True),
        ('=ISBLANK("")', False),
        ("=ISBLANK(IF(,,))", True),
        ("=ISNUMBER(B2)", True),
        ('=ISNUMBER("2")', False),
        ("=ISTEXT(A2)", True),
        ("=ISLOGICAL(E2)", True),
        ("=ISERROR(1/0)", True),
        ("=ISERR(NA())", False),
        ("=ISNA(NA())", True),
        ("=TYPE(Y1)", 1),
        ("=ERROR.TYPE(1/0)", 2),
        ("=N(TRUE)", 1),
    ],
)
def test_a_formula_comes_to_what_it_does_in_google(book: Book, formula: str, value: Any) -> None:
    assert book.of(formula) == value
    assert isinstance(book.of(formula), bool) == isinstance(value, bool)


@pytest.mark.parametrize(
    ("formula", "error"),
    [
        ("=1/0", "#DIV/0! (Function DIVIDE parameter 2 cannot be zero.)"),
        ("=MOD(1,0)", "#DIV/0! (Function MOD parameter 2 cannot be zero.)"),
        ("=AVERAGE(Y1:Y2)", "#DIV/0! (Evaluation of function AVERAGE caused a divide by zero error.)"),
        (
            '="a"+1',
            (
                "#VALUE! (Function ADD parameter 1 expects number values. But 'a' is a text and cannot be coerced to a "
                "number.)"
            ),
        ),
        (
            "=2*A1",
            (
                "#VALUE! (Function MULTIPLY parameter 2 expects number values. But 'name' is a text and cannot be "
                "coerced to a number.)"
            ),
        ),
        (
            '=IF("x",1)',
            (
                "#VALUE! (Function IF parameter 1 expects boolean values. But 'x' is a text and cannot be coerced to a "
                "boolean.)"
            ),
        ),
        ("=NotARealFunction()", "#NAME? (Unknown function: 'NotARealFunction'.)"),
        ("=hp", "#NAME? (Unknown range name: 'HP'.)"),
        ("=Gone!A1", "#REF! (Unresolved sheet name 'Gone'.)"),
        ("=A2000", "#REF! (Reference does not exist.)"),
        ("=#REF!*2", "#REF! (Reference does not exist.)"),
        ('=VLOOKUP("nope",A1:B5,1,FALSE)', "#N/A (Did not find value 'nope' in VLOOKUP evaluation.)"),
        ('=VLOOKUP("Ana",A1:B5,3,FALSE)', "#REF! (VLOOKUP evaluates to an out of bounds range.)"),
        ('=MATCH("x",A1:A5,0)', "#N/A (Did not find value 'x' in MATCH evaluation.)"),
        ("=IFS(FALSE,1)", "#N/A (No match.)"),
        ("=NA()", "#N/A"),
        ("=SQRT(-1)", "#NUM! (Function SQRT parameter 1 value is negative. It should be positive or zero.)"),
        ("=10^999", "#NUM! (The number is too large.)"),
        ("=ABS(1,2)", "#N/A (Wrong number of arguments to ABS. Expected 1 arguments, but got 2 arguments.)"),
        ("=SUM()", "#N/A (Wrong number of arguments to SUM. Expected at least 1 arguments, but got 0 arguments.)"),
        ("=A1:A5", "#VALUE! (An array value could not be found.)"),
        ("=SUM(Y1,1/0)", "#DIV/0! (Function DIVIDE parameter 2 cannot be zero.)"),
        ("=Z99+1", "#REF! (Circular dependency detected. To resolve with iterative calculation, see File > Settings.)"),
        ('=REPT("x",99999)', "#VALUE! (Text result of REPT is longer than the limit of 32000 characters.)"),
        ("=1+", "#ERROR! (Formula parse error.)"),
        ("=)", "#ERROR! (Formula parse error.)"),
        ("=A1:Z1 A30:Z30", "#ERROR! (Formula parse error.)"),
        ('="open', "#ERROR! (Formula parse error.)"),
        ("=1 2", "#ERROR! (Formula parse error.)"),
        ("={1,2;3}", "#VALUE! (In ARRAY_LITERAL, an Array Literal was missing values for one or more rows.)"),
    ],
)
def test_an_error_is_googles_with_its_sentence(book: Book, formula: str, error: str) -> None:
    assert book.of(formula) == error
    assert book.shown("Z99") == error.partition(" ")[0]


def test_an_error_goes_through_all_that_reads_it() -> None:
    book = Book().type("A1", ["=1/0", "=A1+1", "=SUM(A1:B1)", '=IFERROR(C1,"caught")', "=COUNT(A1:C1)", "=ISERROR(C1)"])
    assert book.rows("A1:F1") == [["#DIV/0!", "#DIV/0!", "#DIV/0!", "caught", "0", "TRUE"]]


def test_an_area_stands_for_its_cell_in_line_with_the_formula() -> None:
    book = Book().type("A1", [1, "=A1:A3*2"], [2, "=A:A*2"], [3, "=ABS(A1:A3)"], ["", "=A1:A3"])
    assert book.rows("B1:B4") == [["2"], ["4"], ["3"], ["#VALUE!"]]


def test_parentheses_left_open_are_closed() -> None:
    book = Book().type("A1", ["=SUM(1,ABS(-2"])
    assert (book.text("A1"), book.plain("A1")) == ("=SUM(1,ABS(-2))", 3)


@pytest.mark.parametrize(
    ("formula", "seen"),
    [
        ("=DATE(2026,3,1)", "3/1/2026"),
        ("=NOW()", "3/1/2026 12:00:00"),
        ("=D2+1", "3/2/2026"),
        ("=D2-D3", "67"),
        ("=C2*2", "$21.00"),
        ("=SUM(C2:C5)", "$13.50"),
        ("=C2/C3", "5.25"),
        ("=IF(TRUE,C2)", "$10.50"),
        ("=MAX(D2:D5)", "3/2/2026"),
        ('=VLOOKUP("ben",A2:D5,4,FALSE)', "12/24/2025"),
        ('=C2&""', "10.5"),
        ("=COUNT(D2:D5)", "3"),
        ("=YEAR(D2)", "2026"),
    ],
)
def test_a_formula_brings_the_format_of_what_it_reads(book: Book, formula: str, seen: str) -> None:
    assert book.type("Z99", [formula]).shown("Z99") == seen


def test_every_function_that_is_named_is_there() -> None:
    named = """SUM COUNT COUNTA COUNTIF SUMIF AVERAGE MIN MAX IF IFS IFERROR AND OR NOT CONCATENATE JOIN TEXT VALUE
    HYPERLINK UPPER LOWER TRIM LEN LEFT RIGHT MID ROUND ROUNDUP ROUNDDOWN INT ABS MOD INDEX MATCH VLOOKUP HLOOKUP ROW
    COLUMN DATE YEAR MONTH DAY TODAY NOW ISBLANK ISNUMBER ISTEXT ISERROR REPT SUMPRODUCT UNIQUE SORT FILTER TRANSPOSE"""
    assert set(named.split()) <= set(FUNCTIONS)


ARGUMENTS = st.sampled_from(
    ["1", "0", "-1", "2.5", "1e300", "-1e300", '""', '"a"', '"12"', "TRUE", "", "A1", "A1:B3", "A:A", "Y1", "Y1:Y3",
     "NA()", "{1,2;3,4}", '"3/1/2026"', '">1"', '"D"', "D2", "'My tab'!B2", "99999999"]
)  # fmt: skip


@given(st.sampled_from(sorted(FUNCTIONS)), st.lists(ARGUMENTS, max_size=4), st.booleans())
def test_no_function_fails_but_by_an_error_of_its_own(name: str, arguments: list[str], spread: bool) -> None:
    formula = f"={name}({','.join(arguments)})"
    book = Book().type("A1", ["name", 3], ["x", 5, "", "3/1/2026"], ["y", "50%", "TRUE"])
    value = book.of(f"=ARRAYFORMULA({formula[1:]})" if spread else formula, "F5")
    if isinstance(value, str) and value.startswith("#"):
        assert value.partition(" ")[0] in SIGNS.values()


@given(st.text("=+-*/^&<>%(){},;:!'\"#$.1A2Zz é", max_size=20))
def test_any_text_behind_an_equals_sign_is_a_formula_or_a_parse_error(text: str) -> None:
    Book().of("=" + text)
