"""The page on a phone: what one decides by is on the screen, and large enough for a finger."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from gspread.spreadsheet import Spreadsheet

from tests.browsing import PHONE
from tests.localsheets.browser_page import Sheet, World, area, change, expect, rule, validate

pytestmark = pytest.mark.browser

LINE = "Fill in your row: choose where to go, and tick the box when you are done; you can change it until the evening."
FORM = [
    ["Orders"],
    [LINE],
    ["Seat", "Player", "Role", "Is at", "State", "Move to", "How", "Ready", "Answer"],
    ["blue1", "Ana", "Healer", "C13", "knocked down", "", "WALK", "", "There is no tile Z99. Try E9."],
    ["blue2", "Ben", "Tank", "C5", "", "", "RUN", "", ""],
]


def formed(world: World) -> Spreadsheet:
    """A form of one row per person, wider than a phone, of which others than its owner may edit F4:H5."""
    sheet = world.made(FORM)
    sheet.sheet1.freeze(rows=3, cols=2)
    validate(sheet, "F4:F5", rule("ONE_OF_LIST", "A5", "B6"))
    validate(sheet, "G4:G5", rule("ONE_OF_LIST", "WALK", "RUN"))
    validate(sheet, "H4:H5", rule("BOOLEAN"))
    guard = {"range": {"sheetId": 0}, "unprotectedRanges": [area(sheet, "F4:H5")], "editors": {"users": ["gm@x"]}}
    change(sheet, {"addProtectedRange": {"protectedRange": guard}})
    return sheet


def held(world: World, sheet: Spreadsheet) -> Sheet:
    """Ana opens a spreadsheet on a phone."""
    return world.open(sheet, "ana@x", viewport=PHONE, has_touch=True, is_mobile=True)


def card(page: Sheet) -> Any:
    return page.page.get_by_role("region", name="Active row")


def test_the_active_row_stands_in_a_card_above_the_tabs_with_its_facts_and_its_answer(world: World) -> None:
    page = held(world, formed(world))
    expect(card(page)).to_contain_text("Ana")
    for fact in ("Is at C13", "State knocked down", "Answer There is no tile Z99. Try E9."):
        expect(card(page)).to_contain_text(fact)
    page.cell("B5").tap()
    expect(card(page)).to_contain_text("Ben")
    expect(card(page)).not_to_contain_text("Z99")
    page.cell("A1").tap()
    expect(card(page)).to_be_hidden()


def test_a_row_is_filled_in_from_its_card_without_scrolling_sideways(world: World) -> None:
    sheet = formed(world)
    page = held(world, sheet)
    assert page.page.locator("#view").evaluate("view => view.scrollLeft") == 0
    inputs = [card(page).get_by_role("button", name=name) for name in ("Move to empty", "How WALK")]
    ready = card(page).get_by_role("checkbox", name="Ready")
    for each in (*inputs, ready):
        box = each.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["height"] >= 24
    card(page).get_by_role("button", name="Move to").tap()
    page.page.get_by_role("option", name="B6").tap()
    expect(card(page).get_by_role("button", name="Move to B6")).to_be_visible()
    expect(ready).not_to_be_checked()
    ready.tap()
    expect(ready).to_be_checked()
    page.saved("F4")
    page.saved("H4")
    assert sheet.sheet1.get("F4:H4") == [["B6", "WALK", "TRUE"]]


def test_a_free_text_is_entered_from_the_card_of_its_row(world: World) -> None:
    sheet = formed(world)
    validate(sheet, "G4:G5", None)
    page = held(world, sheet)
    card(page).get_by_role("button", name="How WALK").tap()
    page.page.keyboard.press("Control+A")
    page.page.keyboard.type("slowly")
    page.page.keyboard.press("Enter")
    page.saved("G4")
    assert sheet.sheet1.acell("G4").value == "slowly"


def test_a_row_with_rare_inputs_after_its_answer_is_shown_from_its_start(world: World) -> None:
    headings = ["Seat", "Coins", "Move to", "Ready", "Answer", *(f"More {number}" for number in range(16))]
    sheet = world.made([["Orders"], headings, ["blue1", "7"]])
    sheet.sheet1.freeze(rows=2, cols=1)
    for cells in ("C3", "F3:U3"):
        validate(sheet, cells, rule("ONE_OF_LIST", "A5", "B6"))
    validate(sheet, "D3", rule("BOOLEAN"))
    free = [area(sheet, "C3:D3"), area(sheet, "F3:U3")]
    guard = {"range": {"sheetId": 0}, "unprotectedRanges": free, "editors": {"users": ["gm@x"]}}
    change(sheet, {"addProtectedRange": {"protectedRange": guard}})
    page = world.open(sheet, "ana@x")
    expect(page.page.locator("#place")).to_have_value("C3")
    assert page.page.locator("#view").evaluate("view => view.scrollLeft") == 0


def test_the_card_is_for_narrow_screens_and_for_rows_one_may_fill_in(world: World) -> None:
    sheet = formed(world)
    wide = world.open(sheet, "ana@x")
    wide.click("F4")
    expect(card(wide)).to_be_hidden()
    plain = held(world, world.made([["a", "b"]]))
    plain.cell("A1").tap()
    expect(card(plain)).to_be_hidden()


def test_a_long_text_wraps_at_the_edge_of_a_phone(world: World) -> None:
    page = held(world, formed(world))
    box = page.cell("A2").locator(".text").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["height"] > 20


def test_a_long_text_out_of_sight_or_at_the_edge_of_a_phone_makes_no_row_higher(world: World) -> None:
    sheet = world.made([["a", "b", "c"], ["a", "b", "c", LINE], ["a"], ["a", "b", "c", "", "", "", "", "", LINE]])
    page = held(world, sheet)
    heights = [page.cell(f"A{row}").bounding_box() for row in (1, 2, 4)]
    assert len({round(each["height"]) for each in heights if each}) == 1, heights


def test_a_tab_that_is_a_little_wider_than_a_phone_is_fitted_to_it(world: World) -> None:
    sheet = world.made([["a", "b", "c", "d", "e", "last"]])
    sheet.add_worksheet("Wide", 20, 20).update([["w"] * 20])
    page = held(world, sheet)
    last = page.cell("F1").bounding_box()
    assert last is not None
    assert PHONE["width"] - 8 < last["x"] + last["width"] <= PHONE["width"]
    page.tab("Wide").click()
    page.shows("A1", "w")
    expect(page.cell("A1")).to_have_css("width", "100px")
    wide = page.cell("A1").bounding_box()
    assert wide is not None
    assert wide["width"] == pytest.approx(69, abs=1)


def test_a_box_and_a_cell_to_fill_in_are_large_enough_for_a_finger(world: World) -> None:
    page = held(world, formed(world))
    page.page.locator("#view").evaluate("view => view.scrollTo(400, 0)")
    for found in (page.page.get_by_role("checkbox", name="H4"), page.cell("F4")):
        size = found.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 23.9


def test_frozen_columns_leave_room_on_a_phone_and_the_last_of_them_stays(world: World) -> None:
    sheet = world.made([["a", "b", "c", *"defghijklm"], *([f"r{at}"] for at in range(20))])
    sheet.sheet1.freeze(rows=1, cols=3)
    page = held(world, sheet)
    page.page.locator("#view").evaluate("view => view.scrollTo(400, 0)")
    last = page.cell("C1").bounding_box()
    assert last is not None
    assert last["x"] + last["width"] == pytest.approx(PHONE["width"] * 0.45 + 24 * 0.69, abs=2)
    assert last["x"] > 0


def test_charts_do_not_cover_each_other_on_a_phone(world: World) -> None:
    sheet = world.made([["Turn", "Blue"], *([at, at * at] for at in range(20))])
    for row in (2, 22):
        line = {"sourceRange": {"sources": [area(sheet, "B1:B20")]}}
        basic = {"chartType": "LINE", "headerCount": 1, "series": [{"series": line}]}
        corner = {"sheetId": 0, "rowIndex": row, "columnIndex": 2}
        position = {"overlayPosition": {"anchorCell": corner, "widthPixels": 400, "heightPixels": 371}}
        change(
            sheet,
            {"addChart": {"chart": {"spec": {"title": f"From {row}", "basicChart": basic}, "position": position}}},
        )
    page = held(world, sheet)
    charts = page.page.locator("#charts figure")
    expect(charts).to_have_count(2)
    for chart, address in ((charts.nth(0), "C3"), (charts.nth(1), "C23")):
        at, cell = chart.bounding_box(), page.cell(address).bounding_box()
        assert at is not None
        assert cell is not None
        assert abs(at["x"] - cell["x"]) < 3
        assert abs(at["y"] - cell["y"]) < 3


def test_the_places_of_a_board_are_wide_enough_for_a_finger_and_their_texts_can_be_read(world: World) -> None:
    sheet = world.made([["Board"], [f"b{at} 10/10" for at in range(15)]])
    places = {f"P{at}": [1, at] for at in range(15)}
    made = {
        "metadataKey": "page.places",
        "metadataValue": json.dumps(places),
        "visibility": "DOCUMENT",
        "location": {"sheetId": 0},
    }
    columns = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 15}
    change(
        sheet,
        {"createDeveloperMetadata": {"developerMetadata": made}},
        {"updateDimensionProperties": {"range": columns, "properties": {"pixelSize": 66}, "fields": "pixelSize"}},
    )
    page = held(world, sheet)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bplace\b"))
    place = page.cell("A2").bounding_box()
    assert place is not None
    assert 33.5 <= place["width"] < 40
    size = "text => parseFloat(getComputedStyle(text).fontSize) * text.currentCSSZoom"
    assert page.cell("A2").locator(".text").evaluate(size) >= 7.4


def test_a_list_that_is_wider_than_a_phone_is_made_narrower_and_its_texts_wrap(world: World) -> None:
    rows = [["When", "What happened", "Rule"], ["Round 1, dawn: Ana (blue) to move", LINE, "R-7"]]
    sheet = world.made(rows)
    sheet.sheet1.freeze(rows=1)
    sizes = [
        {"range": {"sheetId": 0, "dimension": "COLUMNS", "startIndex": at, "endIndex": at + 1}, "fields": "pixelSize"}
        | {"properties": {"pixelSize": width}}
        for at, width in enumerate((310, 560, 80))
    ]
    whole = {"protectedRange": {"range": {"sheetId": 0}, "editors": {"users": ["gm@x"]}}}
    change(sheet, *({"updateDimensionProperties": each} for each in sizes), {"addProtectedRange": whole})
    page = held(world, sheet)
    last, long = page.cell("C2").bounding_box(), page.cell("B2").bounding_box()
    assert last is not None
    assert long is not None
    assert last["x"] + last["width"] <= PHONE["width"] + 1
    assert long["height"] > 30
    wide = world.open(sheet, "ana@x").cell("B2").bounding_box()
    assert wide is not None
    assert wide["width"] == pytest.approx(560, abs=1)


def test_a_sign_says_that_a_tab_goes_on_to_the_right(world: World) -> None:
    page = held(world, world.made([["w"] * 20]))
    middle = page.page.locator("#middle")
    expect(middle).to_have_class("goes-on")
    page.page.locator("#view").evaluate("view => view.scrollTo(5000, 0)")
    expect(middle).not_to_have_class("goes-on")
    narrow = held(world, world.made([["a", "b"]]))
    narrow.shows("B1", "b")
    expect(narrow.page.locator("#middle")).not_to_have_class("goes-on")
