"""Typed text, the values that it becomes, and what cells show."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from gspread.exceptions import APIError
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.localsheets.spreadsheet.values.automatic import default_text
from sheets_gm.localsheets.spreadsheet.values.dates import moment, serial_of
from sheets_gm.localsheets.spreadsheet.values.number_formats import format_value
from sheets_gm.localsheets.spreadsheet.values.user_entered import parse_typed
from tests.localsheets.conftest import People

TODAY = date(2026, 6, 1)


def of(text: str, held: Any = None) -> tuple[Any, str, str]:
    """The value that *text* becomes, the type and pattern of its format, and how it is shown."""
    entry = parse_typed(text, held, TODAY)
    value = next(iter(entry.value.values()))
    look = entry.format or {}
    return value, f"{look.get('type', '')} {look.get('pattern', '')}".strip(), format_value(value, held or entry.format)


@pytest.mark.parametrize(
    ("text", "value", "look", "seen"),
    [
        ("7", 7, "", "7"),
        ("007", 7, "", "7"),
        (" 7 ", 7, "", "7"),
        ("-1.50", -1.5, "", "-1.5"),
        (".5", 0.5, "", "0.5"),
        ("+5", 5, "", "5"),
        ("(5)", -5, "", "-5"),
        ("1,000", 1000, "NUMBER #,##0", "1,000"),
        ("1,234.5", 1234.5, "NUMBER #,##0.00", "1,234.50"),
        ("50%", 0.5, "PERCENT 0%", "50%"),
        ("-12.5%", -0.125, "PERCENT 0.00%", "-12.50%"),
        ("0.1%", 0.001, "PERCENT 0.00%", "0.10%"),
        ("$5", 5, 'CURRENCY "$"#,##0', "$5"),
        ("$1,234.50", 1234.5, 'CURRENCY "$"#,##0.00', "$1,234.50"),
        ("-$1.99", -1.99, 'CURRENCY "$"#,##0.00', "-$1.99"),
        ("€3", 3, 'CURRENCY "€"#,##0', "€3"),
        ("1e5", 100000, "SCIENTIFIC 0.00E+00", "1.00E+05"),
        ("3.2E-3", 0.0032, "SCIENTIFIC 0.00E+00", "3.20E-03"),
        ("2026-03-01", 46082, "DATE yyyy-mm-dd", "2026-03-01"),
        ("3/1/2026", 46082, "DATE m/d/yyyy", "3/1/2026"),
        ("03/01/26", 46082, "DATE m/d/yyyy", "3/1/2026"),
        ("3-1-2026", 46082, "DATE m-d-yyyy", "3-1-2026"),
        ("1 Mar 2026", 46082, "DATE d mmm yyyy", "1 Mar 2026"),
        ("1 march 2026", 46082, "DATE d mmmm yyyy", "1 March 2026"),
        ("1-Mar-2026", 46082, "DATE d-mmm-yyyy", "1-Mar-2026"),
        ("Mar 1, 2026", 46082, "DATE mmm d, yyyy", "Mar 1, 2026"),
        ("March 1 2026", 46082, "DATE mmmm d, yyyy", "March 1, 2026"),
        ("March 2026", 46082, "DATE mmmm yyyy", "March 2026"),
        ("1-2", 46024, "DATE m-d", "1-2"),
        ("1/2", 46024, "DATE m/d", "1/2"),
        ("Mar 1", 46082, "DATE mmm d", "Mar 1"),
        ("12/30/1899", 0, "DATE m/d/yyyy", "12/30/1899"),
        ("10:30", 0.4375, "TIME h:mm", "10:30"),
        ("10:30:15", 0.43767361111111114, "TIME h:mm:ss", "10:30:15"),
        ("10:30 PM", 0.9375, "TIME h:mm am/pm", "10:30 PM"),
        ("12:00 am", 0, "TIME h:mm am/pm", "12:00 AM"),
        ("24:00:02", 1.000023148148148, "TIME [h]:mm:ss", "24:00:02"),
        ("3/1/2026 10:30", 46082.4375, "DATE_TIME m/d/yyyy h:mm", "3/1/2026 10:30"),
        ("2026-03-01 10:30:15 PM", 46082.93767361111, "DATE_TIME yyyy-mm-dd h:mm:ss am/pm", "2026-03-01 10:30:15 PM"),
        ("Mar 1, 2026 6:00", 46082.25, "DATE_TIME mmm d, yyyy h:mm", "Mar 1, 2026 6:00"),
        ("true", True, "", "TRUE"),
        ("'5", "5", "", "5"),
        ("'=1+1", "=1+1", "", "=1+1"),
    ],
)
def test_what_is_typed_becomes_what_google_makes_of_it(text: str, value: Any, look: str, seen: str) -> None:
    assert of(text) == (value, look, seen)
    assert type(of(text)[0]) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "abc",
        "2/30/2026",
        "13/13/2026",
        "1,00",
        "--5",
        "1.2.3",
        "0x10",
        "1e400",
        "3:5",
        "10:60",
        "C7",
        "nan",
        "inf",
        "5 5",
    ],
)
def test_what_reads_as_nothing_else_is_text(text: str) -> None:
    assert of(text) == (text, "", text)


def test_a_cell_of_plain_text_keeps_what_is_typed() -> None:
    plain = {"type": "TEXT", "pattern": "@"}
    assert [of(text, plain)[0] for text in ("007", "=1+1", "1/2", "TRUE")] == ["007", "=1+1", "1/2", "TRUE"]
    assert of("007", {"type": "TEXT"})[0] == "007"


def test_a_number_typed_into_a_percent_cell_is_of_a_hundred() -> None:
    assert of("5", {"type": "PERCENT", "pattern": "0%"}) == (0.05, "", "5%")


@pytest.mark.parametrize(
    ("number", "seen"),
    [
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.3333333333"),
        (2 / 3, "0.6666666667"),
        (1234567.891234, "1234567.891"),
        (1e14, "100000000000000"),
        (1e21, "1.00E+21"),
        (-1e-7, "-0.0000001"),
        (1e-11, "1.00E-11"),
        (2.0, "2"),
        (-0.0, "0"),
    ],
)
def test_numbers_without_a_format_show_at_most_ten_digits(number: float, seen: str) -> None:
    assert default_text(number) == seen


NUMBERS = st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers(-(10**18), 10**18)


@given(
    st.one_of(
        NUMBERS.map(str),
        NUMBERS.map(lambda number: f"{number:,}"),
        st.floats(-1e6, 1e6).map(lambda number: f"{number:.3f}%"),
        st.floats(-1e6, 1e6).map(lambda number: f"${number:,.2f}"),
        st.dates(date(1900, 1, 1)).flatmap(
            lambda day: st.sampled_from(
                ["%Y-%m-%d", "%m/%d/%Y", "%d %b %Y", "%B %d, %Y", "%m/%d", "%Y-%m-%d 13:05:59", "%m/%d/%Y 1:05 am"]
            ).map(day.strftime)
        ),
        st.times().map(lambda time: time.strftime("%H:%M:%S")),
        st.text(max_size=12),
    )
)
def test_what_is_shown_and_typed_again_is_shown_the_same(text: str) -> None:
    once = of(text)
    if once[2].startswith(("=", "'")):
        return
    assert of(once[2])[2] == once[2]


@given(st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31)))
def test_serials_count_days_from_the_thirtieth_of_december_1899(when: datetime) -> None:
    seconds = when.hour * 3600 + when.minute * 60 + when.second
    found = moment(serial_of(when.date()) + seconds / 86400)
    assert found is not None
    assert (found.day, found.milliseconds) == (when.date(), seconds * 1000)


# -- through gspread ---------------------------------------------------------------------------------------------------


def test_the_three_render_options(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["1,234.5", "50%", "3/1/2026", "TRUE", "a", "10:30 PM", ""]], "A1", raw=False)
    assert tab.get("A1:G1") == [["1,234.50", "50%", "3/1/2026", "TRUE", "a", "10:30 PM"]]
    plain = [[1234.5, 0.5, 46082, True, "a", 0.9375]]
    assert tab.get("A1:G1", value_render_option="UNFORMATTED_VALUE") == plain
    assert tab.get("A1:G1", value_render_option="FORMULA") == plain


def test_dates_are_serial_numbers_or_text_as_asked(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["2026-03-01", "3/1/2026 6:00", "24:00:02", "7", "$5"]], "A1", raw=False)
    asked = {"valueRenderOption": "UNFORMATTED_VALUE", "dateTimeRenderOption": "FORMATTED_STRING"}
    assert sheet.values_get("A1:E1", asked)["values"] == [["2026-03-01", "3/1/2026 6:00", "24:00:02", 7, 5]]
    asked["dateTimeRenderOption"] = "SERIAL_NUMBER"
    assert sheet.values_get("A1:E1", asked)["values"] == [[46082, 46082.25, 1.000023148148148, 7, 5]]


def test_an_option_that_google_does_not_know_is_refused(sheet: Any) -> None:
    for asked in ({"valueRenderOption": "PRETTY"}, {"dateTimeRenderOption": "ISO"}, {"majorDimension": "DIAGONAL"}):
        with pytest.raises(APIError, match="Invalid value at"):
            sheet.values_get("A1", asked)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"valueRenderOptions": "FORMULA"}, "Field 'valueRenderOptions' could not be found in request message"),
        ({"range": "A1"}, "Cannot bind query parameter"),
        ({"insertDataOption": "OVERWRITE"}, "Cannot bind query parameter"),
    ],
)
def test_a_parameter_that_google_does_not_know_there_is_refused(
    sheet: Any, query: dict[str, str], message: str
) -> None:
    with pytest.raises(APIError, match=message):
        sheet.values_get("A1", query)


def test_a_parameter_may_be_written_as_google_writes_its_fields(sheet: Any) -> None:
    sheet.sheet1.update([["=1+1"]], "A1", raw=False)
    assert sheet.values_get("A1", {"value_render_option": "FORMULA", "quotaUser": "ana"})["values"] == [["=1+1"]]


def test_a_flag_is_true_or_false(sheet: Any) -> None:
    with pytest.raises(APIError, match=r"Invalid value at 'include_grid_data' \(TYPE_BOOL\), \"perhaps\""):
        sheet.fetch_sheet_metadata({"includeGridData": "perhaps"})


def test_columns_are_trimmed_and_ragged_too(sheet: Any) -> None:
    sheet.sheet1.update([["a", "", "c"], [], ["d"]], "B2")
    answer = sheet.values_get("A1:F9", {"majorDimension": "COLUMNS"})
    assert answer["values"] == [[], ["", "a", "", "d"], [], ["", "c"]]


def test_a_typed_date_formats_its_cell_unless_the_cell_has_a_format(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.format("A2", {"numberFormat": {"type": "NUMBER", "pattern": "0.0"}, "textFormat": {"bold": True}})
    tab.format("A3", {"textFormat": {"bold": True}})
    tab.update([["3/1/2026"], ["3/1/2026"], ["3/1/2026"]], "A1", raw=False)
    held = sheet.fetch_sheet_metadata({"includeGridData": "true"})["sheets"][0]["data"][0]["rowData"]
    looks = [row["values"][0]["userEnteredFormat"] for row in held]
    day = {"type": "DATE", "pattern": "m/d/yyyy"}
    assert looks == [
        {"numberFormat": day},
        {"numberFormat": {"type": "NUMBER", "pattern": "0.0"}, "textFormat": {"bold": True}},
        {"numberFormat": day, "textFormat": {"bold": True}},
    ]
    assert tab.col_values(1) == ["3/1/2026", "46082.0", "3/1/2026"]


def test_grid_data_has_the_effective_value_and_format_of_a_cell(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["50%"]], "A1", raw=False)
    tab.format("A1", {"backgroundColor": {"red": 1}, "textFormat": {"bold": True}})
    held = sheet.fetch_sheet_metadata({"includeGridData": "true"})["sheets"][0]["data"][0]["rowData"][0]["values"][0]
    assert (held["effectiveValue"], held["formattedValue"]) == ({"numberValue": 0.5}, "50%")
    look = held["effectiveFormat"]
    assert look["numberFormat"] == {"type": "PERCENT", "pattern": "0%"}
    assert look["backgroundColorStyle"] == {"rgbColor": {"red": 1}}
    assert (look["textFormat"]["bold"], look["textFormat"]["fontSize"], look["wrapStrategy"]) == (
        True,
        10,
        "OVERFLOW_CELL",
    )


def test_a_date_without_a_year_is_of_the_year_where_the_spreadsheet_lies(people: People) -> None:
    people.service.clock = lambda: datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    sheet = people.client("ana@x").create("Games")
    sheet.sheet1.update([["1/2"]], "A1", raw=False)
    sheet.update_timezone("Europe/Moscow")
    sheet.sheet1.update([["1/2"]], "A2", raw=False)
    answer = sheet.values_get("A1:A2", {"valueRenderOption": "UNFORMATTED_VALUE"})["values"]
    assert answer == [[serial_of(date(2026, 1, 2))], [serial_of(date(2027, 1, 2))]]


def test_the_spreadsheets_locale_and_time_zone_are_kept(sheet: Any) -> None:
    sheet.update_locale("de_DE")
    sheet.update_timezone("Europe/Berlin")
    held = sheet.fetch_sheet_metadata()["properties"]
    assert (held["locale"], held["timeZone"]) == ("de_DE", "Europe/Berlin")
