"""What the page shows: tabs, formats, merged and frozen cells, notes, large tabs, light and dark, a phone."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.browsing import PHONE
from tests.localsheets.browser_page import World, area, change, colour, expect, style, validate
from tests.localsheets.browser_page import rule as rule_of

pytestmark = pytest.mark.browser

BLOCK = [["a", "b", "c"], ["1", "2", "3"], ["x", "y", "z"]]


def test_tabs_stand_in_their_order_with_their_colours_and_hidden_ones_are_not_shown(world: World) -> None:
    sheet = world.made(BLOCK)
    log, secret = sheet.add_worksheet("Log", 20, 5), sheet.add_worksheet("Secret", 20, 5)
    log.update_tab_color("#ff0000")
    log.update([["here"]], "A1")
    secret.hide()
    page = world.open(sheet)
    expect(page.page.get_by_role("tab")).to_have_text(["Sheet1", "Log"])
    expect(page.tab("Sheet1")).to_have_attribute("aria-selected", "true")
    assert page.tab("Log").evaluate("tab => getComputedStyle(tab).borderBottomColor") == "rgb(255, 0, 0)"
    page.tab("Log").click()
    page.shows("A1", "here")
    expect(page.tab("Log")).to_have_attribute("aria-selected", "true")
    assert page.page.url.endswith(f"#gid={log.id}")
    page.tab("Log").focus()
    page.press("ArrowLeft")
    page.shows("A1", "a")


def test_a_link_opens_a_hidden_tab_which_is_in_the_tab_bar_as_long_as_it_is_open(world: World) -> None:
    sheet = world.made(BLOCK)
    secret = sheet.add_worksheet("Secret", 20, 5)
    secret.update([["here"]], "A1")
    secret.hide()
    runs = [{"startIndex": 0, "format": {"link": {"uri": f"#gid={secret.id}"}}}]
    cell = {"userEnteredValue": {"stringValue": "Secret"}, "textFormatRuns": runs}
    corner = {"sheetId": sheet.sheet1.id, "rowIndex": 0, "columnIndex": 0}
    fields = "userEnteredValue,textFormatRuns"
    change(sheet, {"updateCells": {"start": corner, "rows": [{"values": [cell]}], "fields": fields}})
    page = world.open(sheet)
    page.cell("A1").get_by_role("link").click()
    page.shows("A1", "here")
    expect(page.page.get_by_role("tab")).to_have_text(["Sheet1", "Secret"])
    secret.update([["changed"]], "A1")
    page.shows("A1", "changed")
    page.page.reload()
    page.shows("A1", "changed")
    page.tab("Sheet1").click()
    expect(page.page.get_by_role("tab")).to_have_text(["Sheet1"])


def test_a_link_with_a_gid_opens_that_tab(world: World) -> None:
    sheet = world.made(BLOCK)
    log = sheet.add_worksheet("Log", 20, 5)
    log.update([["here"]], "A1")
    world.open(sheet, gid=log.id).shows("A1", "here")


def test_a_cell_is_drawn_in_its_format(world: World) -> None:
    sheet = world.made(BLOCK)
    style(
        sheet,
        "A1",
        backgroundColorStyle=colour("#123456"),
        textFormat={
            "foregroundColorStyle": colour("#fedcba"),
            "bold": True,
            "italic": True,
            "strikethrough": True,
            "fontSize": 15,
        },
        horizontalAlignment="CENTER",
        verticalAlignment="TOP",
        wrapStrategy="WRAP",
    )
    page = world.open(sheet)
    looks = {
        "backgroundColor": "rgb(18, 52, 86)",
        "color": "rgb(254, 220, 186)",
        "fontWeight": "700",
        "fontStyle": "italic",
        "textDecorationLine": "line-through",
        "fontSize": "20px",
        "textAlign": "center",
        "verticalAlign": "top",
    }
    assert {name: page.style("A1", name) for name in looks} == looks
    assert page.cell("A1").locator(".text").evaluate("text => getComputedStyle(text).whiteSpace") == "pre-wrap"


def test_numbers_stand_as_their_format_shows_them_and_to_the_right(world: World) -> None:
    sheet = world.made()
    sheet.sheet1.update([[0.5, "text", True]], "A1")
    style(sheet, "A1", numberFormat={"type": "PERCENT", "pattern": "0.0%"})
    page = world.open(sheet)
    page.shows("A1", "50.0%")
    assert (page.style("A1", "textAlign"), page.style("B1", "textAlign")) == ("right", "left")
    assert page.style("C1", "textAlign") == "center"


def test_borders_are_drawn_on_each_side_they_are_wanted_on(world: World) -> None:
    sheet = world.made(BLOCK)
    line = {"style": "SOLID_MEDIUM", "colorStyle": colour("#ff0000")}
    style(sheet, "B2", borders={"top": line, "bottom": {**line, "style": "DASHED"}, "left": line, "right": line})
    page = world.open(sheet)
    assert page.style("B2", "borderRight") == "2px solid rgb(255, 0, 0)"
    assert page.style("B2", "borderBottom") == "1px dashed rgb(255, 0, 0)"
    assert page.style("B1", "borderBottom") == "2px solid rgb(255, 0, 0)"
    assert page.style("A2", "borderRight") == "2px solid rgb(255, 0, 0)"


def test_merged_cells_are_one_cell(world: World) -> None:
    sheet = world.made([["a", "", "c"]])
    sheet.sheet1.merge_cells("A1:B2")
    page = world.open(sheet)
    assert page.cell("A1").evaluate("td => [td.rowSpan, td.colSpan]") == [2, 2]
    expect(page.cell("B2")).to_have_count(0)
    page.click("A1")
    page.press("ArrowRight")
    assert page.active == "C1"
    page.press("ArrowLeft", "ArrowDown")
    assert page.active == "A3"


def test_columns_and_rows_have_their_sizes_and_hidden_ones_are_skipped(world: World) -> None:
    sheet = world.made(BLOCK)

    def sized(dimension: str, at: int, **properties: Any) -> dict[str, Any]:
        span = {"sheetId": 0, "dimension": dimension, "startIndex": at, "endIndex": at + 1}
        return {"updateDimensionProperties": {"range": span, "properties": properties, "fields": ",".join(properties)}}

    change(sheet, sized("COLUMNS", 0, pixelSize=177), sized("ROWS", 0, pixelSize=55))
    change(sheet, sized("COLUMNS", 1, hiddenByUser=True), sized("ROWS", 1, hiddenByUser=True))
    page = world.open(sheet)
    assert page.cell("A1").evaluate("td => [td.offsetWidth, td.offsetHeight]") == [177, 55]
    expect(page.cell("B1")).to_have_count(0)
    expect(page.cell("A2")).to_have_count(0)
    page.click("A1")
    page.press("ArrowRight", "ArrowDown")
    assert page.active == "C3"


def test_frozen_rows_and_columns_stay_in_sight(world: World) -> None:
    sheet = world.made([["corner", *(f"h{at}" for at in range(25))], *([f"r{at}"] for at in range(300))])
    sheet.sheet1.freeze(rows=1, cols=1)
    page = world.open(sheet)
    page.page.locator("#view").evaluate("view => view.scrollTo(900, 4000)")
    expect(page.cell("A191")).to_be_in_viewport()
    for address in ("A1", "J1"):
        expect(page.cell(address)).to_be_in_viewport()
    assert page.cell("A1").evaluate("td => td.getBoundingClientRect().left") == pytest.approx(40, abs=1)


def test_gridlines_are_hidden_where_the_sheet_says_so(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    assert page.style("A1", "borderBottomColor") != "rgba(0, 0, 0, 0)"
    change(
        sheet,
        {
            "updateSheetProperties": {
                "properties": {"sheetId": 0, "gridProperties": {"hideGridlines": True}},
                "fields": "gridProperties.hideGridlines",
            }
        },
    )
    expect(page.page.get_by_role("grid")).to_have_class("bare")
    assert page.style("A1", "borderBottomColor") == "rgba(0, 0, 0, 0)"


def test_long_text_runs_over_empty_cells_and_stops_at_the_next_filled_one(world: World) -> None:
    words = "a title that is far too long for a column of a hundred pixels"
    sheet = world.made([[words], [words, "", "stop"], [words, "stop"]])
    page = world.open(sheet)
    widths = [page.cell(f"A{row}").locator(".text").evaluate("text => text.offsetWidth") for row in (1, 2, 3)]
    assert widths[0] > 250
    assert 180 <= widths[1] <= 200
    assert widths[2] <= 100


def test_bands_of_alternating_colours_are_drawn(world: World) -> None:
    sheet = world.made(BLOCK)
    rows = {
        "headerColorStyle": colour("#000080"),
        "firstBandColorStyle": colour("#ffffff"),
        "secondBandColorStyle": colour("#ddeeff"),
    }
    change(sheet, {"addBanding": {"bandedRange": {"range": area(sheet, "A1:B3"), "rowProperties": rows}}})
    page = world.open(sheet)
    assert [page.style(f"A{row}", "backgroundColor") for row in (1, 2, 3)] == [
        "rgb(0, 0, 128)",
        "rgb(255, 255, 255)",
        "rgb(221, 238, 255)",
    ]
    assert page.style("C3", "backgroundColor") == "rgba(0, 0, 0, 0)"


def test_a_conditional_format_is_drawn_and_follows_the_value(world: World) -> None:
    sheet = world.made(BLOCK)
    when = {"type": "TEXT_EQ", "values": [{"userEnteredValue": "down"}]}
    rule = {"condition": when, "format": {"backgroundColorStyle": colour("#ff0000")}}
    wanted = {"ranges": [area(sheet, "A1:C3")], "booleanRule": rule}
    change(sheet, {"addConditionalFormatRule": {"rule": wanted, "index": 0}})
    page = world.open(sheet)
    assert page.style("B2", "backgroundColor") == "rgba(0, 0, 0, 0)"
    page.type("B2", "down")
    expect(page.cell("B2")).to_have_css("background-color", "rgb(255, 0, 0)")


# -- notes -------------------------------------------------------------------------------------------------------------


def test_a_note_is_marked_and_read_on_hover_and_on_focus(world: World) -> None:
    sheet = world.made(BLOCK)
    sheet.sheet1.insert_note("B2", "Two is a fine number.")
    page = world.open(sheet)
    note = page.page.get_by_role("tooltip")
    expect(note).to_be_hidden()
    assert page.cell("B2").evaluate("td => getComputedStyle(td, '::before').borderTopColor") == "rgb(245, 158, 11)"
    page.cell("B2").hover()
    expect(note).to_have_text("Two is a fine number.")
    page.cell("C3").hover()
    expect(note).to_be_hidden()
    page.click("A2")
    page.press("ArrowRight")
    expect(note).to_have_text("Two is a fine number.")


# -- large tabs --------------------------------------------------------------------------------------------------------


def test_of_a_thousand_empty_rows_only_those_on_the_screen_are_drawn(world: World) -> None:
    page = world.open(world.made(BLOCK))
    assert page.page.locator("#grid tr").count() < 80


def test_a_log_of_thousands_of_rows_is_read_where_one_looks(world: World) -> None:
    sheet = world.made([[f"line {at}"] for at in range(1, 5001)], height=5000)
    page = world.open(sheet)
    page.shows("A1", "line 1")
    assert page.page.locator("#grid tr").count() < 80
    page.click("A1")
    page.press("Control+ArrowDown")
    page.place.fill("A4987")
    page.press("Enter")
    page.shows("A4987", "line 4987")
    assert page.page.locator("#grid tr").count() < 80
    sheet.sheet1.update([["changed far below"]], "A4990")
    page.shows("A4990", "changed far below")


def shades(css: str) -> list[int]:
    """The red, green and blue of a CSS colour."""
    return [int(part) for part in css.removeprefix("rgb(").removesuffix(")").split(",")]


# -- light, dark, small ------------------------------------------------------------------------------------------------


def test_in_the_dark_pale_bands_are_shades_of_the_paper_and_others_keep_their_colour(world: World) -> None:
    sheet = world.made(BLOCK)
    pale = {"firstBandColorStyle": colour("#ffffff"), "secondBandColorStyle": colour("#f8fafc")}
    bold = {"firstBandColorStyle": colour("#000080"), "secondBandColorStyle": colour("#800000")}
    for place, rows in (("A1:A3", pale), ("B1:B3", bold)):
        change(sheet, {"addBanding": {"bandedRange": {"range": area(sheet, place), "rowProperties": rows}}})
    page = world.open(sheet, color_scheme="dark")
    assert page.style("A1", "backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.style("A2", "backgroundColor") == "rgba(255, 255, 255, 0.05)"
    assert page.style("B2", "backgroundColor") == "rgb(128, 0, 0)"


def test_in_the_dark_a_fill_has_a_night_version_and_every_ink_stays_legible(world: World) -> None:
    sheet = world.made(BLOCK)
    style(sheet, "A1", backgroundColorStyle=colour("#fef3c7"), textFormat={"foregroundColorStyle": colour("#1e3a8a")})
    style(sheet, "B1", backgroundColorStyle=colour("#fef3c7"))
    style(sheet, "C1", textFormat={"foregroundColorStyle": colour("#1f2937")})
    style(sheet, "A2", backgroundColorStyle=colour("#1e3a8a"), textFormat={"foregroundColorStyle": colour("#ffffff")})
    validate(sheet, "B3", rule_of("BOOLEAN"))
    page = world.open(sheet, color_scheme="dark")
    box = page.cell("B3").get_by_role("checkbox")
    assert box.evaluate("each => getComputedStyle(each).colorScheme") == "light dark"  # an empty one does not glare
    for cell in ("A1", "B1", "A2"):
        text, fill = (shades(page.style(cell, of)) for of in ("color", "backgroundColor"))
        assert max(fill) < 220
        assert sum(fill) / 3 < 110
        assert sum(text) / 3 > sum(fill) / 3 + 90
    red, _, blue = shades(page.style("A1", "backgroundColor"))
    assert red > blue  # the hue stays
    assert page.style("A2", "backgroundColor") == "rgb(30, 58, 138)"  # it is dark enough as it is
    red = int(page.style("C1", "color").removeprefix("rgb(").split(",")[0])
    assert red > 100
    page.page.emulate_media(color_scheme="light")
    expect(page.cell("C1")).to_have_css("color", "rgb(31, 41, 55)")
    expect(page.cell("A1")).to_have_css("background-color", "rgb(254, 243, 199)")
    expect(page.cell("A1")).to_have_css("color", "rgb(30, 58, 138)")


def test_on_a_phone_a_tap_edits_and_nothing_is_wider_than_the_screen(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "B2", rule_of("ONE_OF_LIST", "Attack", "Defend"))
    validate(sheet, "B3", rule_of("BOOLEAN"))
    page = world.open(sheet, viewport=PHONE, has_touch=True, is_mobile=True)
    assert page.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.page.locator("header").evaluate("header => header.offsetHeight") <= 40
    page.cell("B2").tap()
    page.page.get_by_role("option", name="Defend").tap()
    page.shows("B2", "Defend")
    page.cell("B3").tap()
    expect(page.page.get_by_role("checkbox", name="B3")).to_be_checked()
    page.cell("A1").tap()
    expect(page.editor).to_have_count(0)
    page.cell("A1").tap()
    expect(page.editor).to_have_value("a")
    page.page.keyboard.type("!")
    page.press("Enter")
    page.shows("A1", "a!")


def test_on_a_phone_the_sheet_is_fitted_to_the_screen_and_back_again(world: World) -> None:
    page = world.open(world.made([["a"] * 8]), viewport=PHONE, has_touch=True, is_mobile=True)
    width = "td => Math.round(td.getBoundingClientRect().width)"
    before = page.cell("A1").evaluate(width)
    page.page.get_by_role("button", name="Size").tap()
    assert page.cell("A1").evaluate(width) != before
    page.page.get_by_role("button", name="Size").tap()
    assert page.cell("A1").evaluate(width) == before


# -- for those who listen ----------------------------------------------------------------------------------------------


def test_the_sheet_is_a_grid_with_headers_and_cells_that_tell_what_they_are(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "B2", rule_of("ONE_OF_LIST", "1", "2"))
    validate(sheet, "C2", rule_of("BOOLEAN"))
    sheet.sheet1.insert_note("A2", "Look here.")
    page = world.open(sheet)
    grid = page.page.get_by_role("grid", name="Sheet1")
    expect(grid).to_have_attribute("aria-rowcount", "1001")
    expect(grid.get_by_role("columnheader", name="B", exact=True)).to_be_visible()
    expect(grid.get_by_role("rowheader", name="2", exact=True)).to_be_visible()
    expect(page.cell("A2")).to_have_attribute("aria-label", "A2, 1. Note: Look here.")
    expect(page.cell("B2")).to_have_attribute("aria-label", "B2, 2, drop-down")
    expect(page.cell("C2")).to_have_attribute("aria-label", "C2, not ticked")
    expect(page.cell("D4")).to_have_attribute("aria-label", "D4, empty")
    assert grid.get_by_role("row").nth(2).get_attribute("aria-rowindex") == "3"


def test_the_focus_is_seen(world: World) -> None:
    page = world.open(world.made(BLOCK))
    page.click("A1")
    page.press("ArrowRight")
    assert "inset" in page.style("B1", "boxShadow")
    assert page.style("B1", "boxShadow") != page.style("A1", "boxShadow")
    page.tab("Sheet1").focus()
    page.press("ArrowRight")
    assert page.tab("Sheet1").evaluate("tab => getComputedStyle(tab).outlineStyle") == "solid"


def charted(sheet: Any, kind: str = "LINE") -> None:
    """Lay a chart over the sheet, of two lines under their headings."""
    tab = sheet.sheet1

    def column(at: int) -> dict[str, Any]:
        source = {
            "sheetId": tab.id,
            "startRowIndex": 0,
            "endRowIndex": 50,
            "startColumnIndex": at,
            "endColumnIndex": at + 1,
        }
        return {"sourceRange": {"sources": [source]}}

    basic = {
        "chartType": kind,
        "headerCount": 1,
        "domains": [{"domain": column(0)}],
        "series": [{"series": column(1), "colorStyle": colour("#ff0000")}, {"series": column(2)}],
    }
    corner = {"sheetId": tab.id, "rowIndex": 2, "columnIndex": 4}
    position = {"overlayPosition": {"anchorCell": corner, "widthPixels": 400, "heightPixels": 240}}
    change(sheet, {"addChart": {"chart": {"spec": {"title": "Coins", "basicChart": basic}, "position": position}}})


def test_a_line_chart_is_drawn_over_its_cell_and_follows_the_cells_it_is_about(world: World) -> None:
    sheet = world.made([["Turn", "Blue", "Red"], ["1", "0", "4"], ["2", "10", "2"]])
    sheet.sheet1.update([[1, 0, 4], [2, 10, 2]], "A2")
    charted(sheet)
    page = world.open(sheet)
    chart = page.page.get_by_role("img", name="Line chart, Coins: Blue 10, Red 2")
    expect(chart).to_be_visible()
    at, cell = chart.bounding_box(), page.cell("E3").bounding_box()
    assert at is not None
    assert cell is not None
    assert abs(at["x"] - cell["x"]) < 3
    assert abs(at["y"] - cell["y"]) < 3
    first = page.page.locator("#charts polyline").first
    assert first.evaluate("line => getComputedStyle(line).stroke") == "rgb(255, 0, 0)"
    assert len(str(first.get_attribute("points")).split()) == 2
    sheet.sheet1.update([[3, 20, 1]], "A4")
    expect(page.page.get_by_role("img", name="Line chart, Coins: Blue 20, Red 1")).to_be_visible()
    assert len(str(first.get_attribute("points")).split()) == 3


def test_a_column_chart_has_a_column_for_each_number_as_high_as_the_number(world: World) -> None:
    sheet = world.made([["Who", "Won", "Lost"]])
    sheet.sheet1.update([["Ana", 4, 2], ["Ben", 8, 0]], "A2")
    charted(sheet, "COLUMN")
    page = world.open(sheet)
    expect(page.page.get_by_role("img", name="Column chart, Coins: Ana 4, Ben 8, Ana 2, Ben 0")).to_be_visible()
    bars = page.page.locator("#charts rect")
    heights = [float(str(bars.nth(at).get_attribute("height"))) for at in range(bars.count())]
    assert [round(height / heights[0], 3) for height in heights] == [1, 2, 0.5, 0]
    assert bars.first.evaluate("bar => getComputedStyle(bar).fill") == "rgb(255, 0, 0)"


def test_the_labels_of_a_chart_keep_clear_of_each_other(world: World) -> None:
    sheet = world.made([["Turn", "Blue", "Red"]])
    sheet.sheet1.update([[f"Turn {number} of 60, Archery Duel", number, 1] for number in range(1, 31)], "A2")
    charted(sheet)
    page = world.open(sheet)
    expect(page.page.locator("#charts .under").first).to_be_visible()
    boxes = [each.bounding_box() for each in page.page.locator("#charts .under").all()]
    assert len(boxes) > 1
    assert all(one and other and one["x"] + one["width"] < other["x"] for one, other in pairwise(boxes))


def test_a_chart_of_another_kind_says_that_it_is_not_drawn(world: World) -> None:
    sheet = world.made([["Turn", "Blue", "Red"]])
    charted(sheet, "AREA")
    page = world.open(sheet)
    expect(page.page.locator("#charts figcaption")).to_have_text("Coins (this page draws line and column charts only)")


def test_parts_of_a_text_have_formats_and_links_of_their_own(world: World) -> None:
    sheet = world.made(BLOCK)
    other = sheet.add_worksheet("Orders", 20, 5)
    runs = [
        {"startIndex": 4, "format": {"bold": True, "fontSize": 15}},
        {"startIndex": 8, "format": {"link": {"uri": f"#gid={other.id}&range=B7"}}},
        {"startIndex": 11, "format": {}},
    ]
    cell = {"userEnteredValue": {"stringValue": "One two Ana, due"}, "textFormatRuns": runs}
    corner = {"sheetId": sheet.sheet1.id, "rowIndex": 0, "columnIndex": 0}
    fields = "userEnteredValue,textFormatRuns"
    change(sheet, {"updateCells": {"start": corner, "rows": [{"values": [cell]}], "fields": fields}})
    page = world.open(sheet)
    page.shows("A1", "One two Ana, due")
    bold = page.cell("A1").locator("span").first
    assert bold.evaluate("part => [part.textContent, getComputedStyle(part).fontWeight]") == ["two ", "700"]
    page.cell("A1").get_by_role("link", name="Ana").click()
    expect(page.tab("Orders")).to_have_attribute("aria-selected", "true")
    expect(page.cell("B7")).to_have_attribute("aria-selected", "true")
