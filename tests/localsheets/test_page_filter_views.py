"""Filter views on the page: whoever chooses one sees fewer rows, and nobody else notices."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.spreadsheet import Spreadsheet

from tests.localsheets.browser_page import Sheet, World, area, change, expect

pytestmark = pytest.mark.browser

ORDERS = [["Orders", ""], ["Seat", "Player"], ["b1", "Ana"], ["b2", "Ben"], ["b3", "Ana and Ben"], ["b4", "Cleo"]]


def view(sheet: Spreadsheet, title: str, **criteria: Any) -> None:
    spec = {"columnIndex": 1, "filterCriteria": criteria}
    made = {"title": title, "range": area(sheet, "A2:B6"), "filterSpecs": [spec]}
    change(sheet, {"addFilterView": {"filter": made}})


def condition(type: str, *values: str) -> dict[str, Any]:
    return {"type": type, "values": [{"userEnteredValue": value} for value in values]}


def menu(page: Sheet) -> Any:
    return page.page.get_by_role("combobox", name="Filter view")


def rows(page: Sheet) -> list[str]:
    """The first cells of the rows that are shown and hold anything."""
    cells = page.page.locator("#grid td[data-address^=A]")
    return [text for text in cells.all_inner_texts() if text.strip()]


def shows(page: Sheet, *wanted: str) -> None:
    expect(page.page.locator("#grid td[data-address^=A] .text")).to_have_text(list(wanted))


def test_whoever_chooses_a_view_sees_its_rows_and_others_see_all(world: World) -> None:
    sheet = world.made(ORDERS)
    view(sheet, "Ana", hiddenValues=["Ben", "Cleo"])
    ana, ben = world.open(sheet, "ana@x"), world.open(sheet, "ben@x")
    before = sheet.fetch_sheet_metadata({"fields": "sheets(filterViews,basicFilter,properties)"})
    assert menu(ana).locator("option").all_inner_texts() == ["All rows", "Only Ana"]
    menu(ana).select_option("Only Ana")
    shows(ana, "Orders", "Seat", "b1", "b3")
    assert rows(ben) == ["Orders", "Seat", "b1", "b2", "b3", "b4"]
    assert sheet.fetch_sheet_metadata({"fields": "sheets(filterViews,basicFilter,properties)"}) == before
    menu(ana).select_option("All rows")
    shows(ana, "Orders", "Seat", "b1", "b2", "b3", "b4")


@pytest.mark.parametrize(
    ("criteria", "left"),
    [
        ({"condition": condition("TEXT_CONTAINS", "ANA")}, ["b1", "b3"]),
        ({"condition": condition("TEXT_EQ", "ana")}, ["b1"]),
        ({"condition": condition("TEXT_STARTS_WITH", "C"), "hiddenValues": ["Cleo"]}, []),
        ({"condition": condition("CUSTOM_FORMULA", '=ISNUMBER(FIND("An";$B3))')}, ["b1", "b3"]),
        ({"condition": condition("CUSTOM_FORMULA", '=ISNUMBER(FIND("an";$B3))')}, ["b3"]),
    ],
)
def test_a_view_may_have_conditions(world: World, criteria: Any, left: list[str]) -> None:
    sheet = world.made(ORDERS)
    view(sheet, "Some", **criteria)
    page = world.open(sheet)
    menu(page).select_option("Only Some")
    shows(page, "Orders", "Seat", *left)


def test_a_view_with_a_formula_is_not_offered_and_a_tab_without_views_has_no_menu(world: World) -> None:
    sheet = world.made(ORDERS)
    view(sheet, "Odd", condition=condition("CUSTOM_FORMULA", "=A1>1"))
    view(sheet, "Of another row", condition=condition("CUSTOM_FORMULA", '=ISNUMBER(FIND("an";$B4))'))
    page = world.open(sheet)
    expect(page.cell("A3")).to_be_visible()
    expect(menu(page)).to_be_hidden()


def test_what_changes_meanwhile_is_shown_or_hidden_at_once(world: World) -> None:
    sheet = world.made(ORDERS)
    view(sheet, "Ana", hiddenValues=["Ben", "Cleo"])
    page = world.open(sheet)
    menu(page).select_option("Only Ana")
    sheet.sheet1.update([["Ana"]], "B4")
    shows(page, "Orders", "Seat", "b1", "b2", "b3")
    sheet.sheet1.update([["Cleo"]], "B3")
    shows(page, "Orders", "Seat", "b2", "b3")


def test_a_row_that_something_leads_to_is_shown(world: World) -> None:
    sheet = world.made(ORDERS)
    view(sheet, "Ana", hiddenValues=["Ben", "Cleo"])
    page = world.open(sheet)
    menu(page).select_option("Only Ana")
    shows(page, "Orders", "Seat", "b1", "b3")
    page.place.fill("B4")
    page.place.press("Enter")
    shows(page, "Orders", "Seat", "b1", "b2", "b3", "b4")
    assert page.active == "B4"
    expect(menu(page)).to_have_value("0")
