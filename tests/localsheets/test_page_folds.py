"""Groups of columns on the page: seldom needed ones are folded, and one sign opens them for the reader alone."""

from __future__ import annotations

import pytest
from gspread.spreadsheet import Spreadsheet

from tests.browsing import PHONE
from tests.localsheets.browser_page import World, area, change, expect, rule, validate

pytestmark = pytest.mark.browser


def folded(world: World) -> Spreadsheet:
    """A form whose columns E and F are folded."""
    sheet = world.made([["Seat", "To", "Ready", "Answer", "Route", "Reroll"], ["blue1", "A1", "", "✓", "", ""]])
    sheet.sheet1.freeze(rows=1)
    for cells in ("B2", "E2", "F2"):
        validate(sheet, cells, rule("ONE_OF_LIST", "A1", "B2"))
    validate(sheet, "C2", rule("BOOLEAN"))
    guard = {"range": {"sheetId": 0}, "unprotectedRanges": [area(sheet, "B2:C2"), area(sheet, "E2:F2")]}
    where = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 4, "endIndex": 6}
    change(
        sheet,
        {"addProtectedRange": {"protectedRange": {**guard, "editors": {"users": ["gm@x"]}}}},
        {"addDimensionGroup": {"range": where}},
        {
            "updateDimensionGroup": {
                "dimensionGroup": {"range": where, "depth": 1, "collapsed": True},
                "fields": "collapsed",
            }
        },
    )
    return sheet


def test_a_sign_opens_a_group_of_columns_and_folds_it_again(world: World) -> None:
    sheet = folded(world)
    page = world.open(sheet, "ana@x")
    page.shows("B2", "A1")
    expect(page.cell("E2")).to_have_count(0)
    page.page.get_by_role("button", name="Show Route, Reroll").click()
    expect(page.cell("E2")).to_be_visible()
    other = world.open(sheet, "ben@x")
    other.shows("B2", "A1")
    expect(other.cell("E2")).to_have_count(0)
    fold = page.page.get_by_role("button", name="Fold Route, Reroll")
    expect(fold).to_be_focused()
    fold.press("Enter")
    expect(page.cell("E2")).to_have_count(0)


def test_the_card_of_a_row_offers_the_folded_fields_too(world: World) -> None:
    page = world.open(folded(world), "ana@x", viewport=PHONE, has_touch=True, is_mobile=True)
    card = page.page.get_by_role("region", name="Active row")
    expect(card.get_by_role("button", name="To A1")).to_be_visible()
    expect(card.get_by_role("button", name="Route")).to_have_count(0)
    card.get_by_role("button", name="More").tap()
    expect(card.get_by_role("button", name="Route")).to_be_visible()
    card.get_by_role("button", name="Less").tap()
    expect(card.get_by_role("button", name="Route")).to_have_count(0)


def test_opening_a_group_by_the_api_shows_its_columns_and_folding_hides_them(world: World) -> None:
    sheet = folded(world)
    page = world.open(sheet, "ana@x")
    page.shows("B2", "A1")
    where = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 4, "endIndex": 6}
    change(sheet, {"updateDimensionGroup": {"dimensionGroup": {"range": where, "depth": 1}, "fields": "collapsed"}})
    expect(page.cell("E2")).to_be_visible()
    held = sheet.fetch_sheet_metadata({"includeGridData": "true"})["sheets"][0]
    assert not any(each.get("hiddenByUser") for each in held["data"][0]["columnMetadata"])
