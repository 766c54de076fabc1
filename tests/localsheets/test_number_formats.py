"""Google's number format patterns, token by token."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.localsheets.spreadsheet.model.calculated import SIGNS, CellError
from sheets_gm.localsheets.spreadsheet.values.number_formats import format_by_pattern, format_value, is_date


@pytest.mark.parametrize(
    ("value", "pattern", "seen"),
    [
        (2.5, "0", "3"),
        (-2.5, "0", "-3"),
        (7, "000", "007"),
        (0, "#", ""),
        (12.3, "0.##", "12.3"),
        (12, "0.##", "12."),
        (12.3, "??.??", "12.3 "),
        (1234.5, "#,##0.00", "1,234.50"),
        (-1234567, "#,##0", "-1,234,567"),
        (12, "#,##0000", "0,012"),
        (1234567, '0.0,,"M"', "1.2M"),
        (1234567, "#,##0,", "1,235"),
        (0.125, "0%", "13%"),
        (0.125, "0.0 %", "12.5 %"),
        (1234567, "0.00E+00", "1.23E+06"),
        (0.00321, "0.00E+00", "3.21E-03"),
        (9.999e9, "0.00E+00", "1.00E+10"),
        (12345, "##0.0E+0", "12.3E+3"),
        (99.95, '"$"#,##0', "$100"),
        (-1.99, '"$"#,##0.00', "-$1.99"),
        (3, "[$€-407]0.00", "€3.00"),
        (3, r"\x0", "x3"),
        (3, '0" gold"', "3 gold"),
        (5551234, "000-0000", "555-1234"),
        (99.95, '_("$"* #,##0.00_)', " $ 99.95 "),
        (-23.45, r'_("$"* #,##0.00_);_("$"* \(#,##0.00\)', " $ (23.45)"),
        (-3, "0;(0)", "(3)"),
        (0, "0;(0)", "0"),
        (0, '0;(0);"none"', "none"),
        ("hi", '0;0;0;"<"@">"', "<hi>"),
        ("hi", "0.00", "hi"),
        ("hi", "@ there", "hi there"),
        (5, "@", "5"),
        (-5, "[red]0;[Blue]-0", "-5"),
        (150, '[>=100]"many";[<0]"less";0', "many"),
        (-1, '[>=100]"many";[<0]"less";0', "less"),
        (5, '[>=100]"many";[<0]"less";0', "5"),
        (5, '"always"', "always"),
        (1e20, "#,##0", "100,000,000,000,000,000,000"),
    ],
)
def test_numbers_and_texts_take_their_places_in_a_pattern(value: Any, pattern: str, seen: str) -> None:
    assert format_by_pattern(value, pattern) == seen


@pytest.mark.parametrize(
    ("pattern", "seen"),
    [
        ("yyyy-mm-dd", "2026-03-01"),
        ("yy/m/d", "26/3/1"),
        ("dddd, mmmm d", "Sunday, March 1"),
        ("ddd d mmm", "Sun 1 Mar"),
        ("mmmmm", "M"),
        ("h:mm", "15:04"),
        ("hh:mm:ss", "15:04:05"),
        ("h:mm am/pm", "3:04 PM"),
        ("h AM/PM", "3 PM"),
        ("mm:ss", "04:05"),
        ("m/d/yyyy h:mm:ss.000", "3/1/2026 15:04:05.250"),
        ('d "of" mmmm', "1 of March"),
    ],
)
def test_dates_take_their_places_in_a_pattern(pattern: str, seen: str) -> None:
    assert format_by_pattern(46082 + (15 * 3600 + 4 * 60 + 5.25) / 86400, pattern) == seen


@pytest.mark.parametrize(
    ("serial", "pattern", "seen"),
    [
        (1.5, "[h]:mm", "36:00"),
        (1.5, "[hh]:mm:ss", "36:00:00"),
        (1 / 24, "[mm]:ss", "60:00"),
        (1 / 1440, "[s]", "60"),
        (-0.0625, "[h]:mm", "-1:30"),
        (1.000023148148148, "[hh]:mm:ss", "24:00:02"),
    ],
)
def test_elapsed_time_does_not_stop_at_a_day(serial: float, pattern: str, seen: str) -> None:
    assert format_by_pattern(serial, pattern) == seen


@pytest.mark.parametrize(
    ("kind", "seen"),
    [
        ("NUMBER", "1,234.57"),
        ("PERCENT", "123456.79%"),
        ("CURRENCY", "$1,234.57"),
        ("DATE", "5/18/1903"),
        ("SCIENTIFIC", "1.23E+03"),
        ("TEXT", "1234.56789"),
    ],
)
def test_a_type_without_a_pattern_has_its_own(kind: str, seen: str) -> None:
    assert format_value(1234.56789, {"type": kind}) == seen


def test_booleans_and_blanks_have_no_format() -> None:
    assert format_value(True, {"type": "NUMBER"}) == "TRUE"
    assert format_value(None, {"type": "NUMBER"}) == ""


def test_a_serial_beyond_every_calendar_is_shown_as_a_number() -> None:
    assert format_by_pattern(1e9, "yyyy-mm-dd") == "1000000000"


def test_only_dates_and_times_are_dates() -> None:
    assert is_date({"type": "TIME", "pattern": "0"})
    assert is_date({"pattern": "[h]:mm"})
    assert not is_date({"type": "NUMBER"})
    assert not is_date(None)


@given(
    st.floats(allow_nan=False, allow_infinity=False) | st.integers() | st.text(max_size=5),
    st.text('0#?.,;%@eE+-"\\_*[]hmsyd/:$aAmMpP><=1 x', max_size=15),
)
def test_no_pattern_is_refused(value: Any, pattern: str) -> None:
    assert isinstance(format_by_pattern(value, pattern), str)


ERRORS = [CellError(kind, message) for kind in SIGNS for message in ("", "why")]
NUMBERS = st.one_of(
    st.integers(-(10**400), 10**400).map(lambda each: each if abs(each) < 10**300 else float(10**300)),
    st.floats(allow_nan=False, allow_infinity=False),
)
PIECES = st.sampled_from(
    [*'0#?;-.,%@eE+hmsdyYaApP[]/\\"_* $<>=', "[h]", "[>=1]", "am/pm", "E+0", ";;", "[$€-407]", "."]
)
PATTERNS = st.one_of(st.lists(PIECES, max_size=12).map("".join), st.text(max_size=12))


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize("pattern", ["0;-0", "0.00%", "@", "yyyy-mm-dd", "[h]:mm", "0;-0;0;@", "[>1]0"])
def test_an_error_is_shown_without_a_pattern(error: CellError, pattern: str) -> None:
    assert format_value(error, {"type": "NUMBER", "pattern": pattern}) == str(error)


@given(st.one_of(st.sampled_from(ERRORS), NUMBERS, st.text(max_size=9), st.booleans(), st.none()), PATTERNS)
def test_whatever_a_cell_holds_and_however_it_is_formatted_it_can_be_shown(value: Any, pattern: str) -> None:
    for kind in ("NUMBER", "DATE", "TEXT", "PERCENT"):
        assert isinstance(format_value(value, {"type": kind, "pattern": pattern}), str)
