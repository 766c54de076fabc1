"""No serious finding of axe-core on any kind of tab or page, in light and dark, on a desk and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from gspread.spreadsheet import Spreadsheet

from tests.accessibility import axe_script, findings
from tests.browsing import DESK, PHONE
from tests.localsheets.browser_page import World, area, change, colour, expect, rule, style, validate
from tests.localsheets.test_page_board import a_board, note

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

looks = pytest.mark.parametrize("size", [DESK, PHONE], ids=("desk", "phone"))


def serious(page: Page, axe: str) -> list[str]:
    """The serious findings on a page as it is, by day and by night."""
    found = list[str]()
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found += findings(page, axe)
    return found


@pytest.fixture(scope="session")
def axe(request: pytest.FixtureRequest) -> str:
    """The script of axe-core."""
    return axe_script(request.config)


def form(world: World) -> Spreadsheet:
    """A form with notes, lists and boxes, of which others than its owner may edit C3:D4."""
    sheet = world.made(
        [
            ["Orders"],
            ["Seat", "Player", "Move to", "Ready", "Answer"],
            ["blue1", "Ana", "A5", "", "Ready at 05:41"],
            ["blue2", "Ben", "", "", "There is no tile Z99."],
        ]
    )
    sheet.sheet1.freeze(rows=2, cols=2)
    sheet.sheet1.insert_note("C2", "A tile within your steps.")
    validate(sheet, "C3:C4", rule("ONE_OF_LIST", "A5", "B6"))
    validate(sheet, "D3:D4", rule("BOOLEAN"))
    style(sheet, "A2:E2", backgroundColorStyle=colour("#e5e7eb"), textFormat={"bold": True})
    style(sheet, "C3:D4", backgroundColorStyle=colour("#fefce8"))
    guard = {"range": {"sheetId": 0}, "unprotectedRanges": [area(sheet, "C3:D4")], "editors": {"users": ["gm@x"]}}
    change(sheet, {"addProtectedRange": {"protectedRange": guard}})
    return sheet


def board(world: World) -> Spreadsheet:
    """A board: merged, coloured and bordered cells, and a link."""
    sheet = world.made([["Base"], ["A1", "B1", "C1"], ["♜♥♥", "", '=HYPERLINK("https://example.org","rules")']])
    sheet.sheet1.merge_cells("A1:C1")
    line = {"style": "SOLID_MEDIUM", "colorStyle": colour("#dc2626")}
    style(
        sheet, "A1:C1", backgroundColorStyle=colour("#2563eb"), textFormat={"foregroundColorStyle": colour("#ffffff")}
    )
    style(
        sheet,
        "A3",
        backgroundColorStyle=colour("#fca5a5"),
        textFormat={"foregroundColorStyle": colour("#7f1d1d")},
        borders={"top": line},
    )
    return sheet


def log(world: World) -> Spreadsheet:
    """A log in bands, with a chart over it."""
    sheet = world.made([["Turn", "Coins"], *([at, at] for at in range(30))])
    rows = {"firstBandColorStyle": colour("#ffffff"), "secondBandColorStyle": colour("#f8fafc")}
    change(sheet, {"addBanding": {"bandedRange": {"range": area(sheet, "A1:B30"), "rowProperties": rows}}})
    series = [{"series": {"sourceRange": {"sources": [area(sheet, "B1:B30")]}}}]
    spec = {"title": "Coins", "basicChart": {"chartType": "LINE", "headerCount": 1, "series": series}}
    position = {"overlayPosition": {"anchorCell": {"sheetId": 0, "rowIndex": 2, "columnIndex": 3}}}
    change(sheet, {"addChart": {"chart": {"spec": spec, "position": position}}})
    return sheet


@looks
@pytest.mark.parametrize("kind", [form, board, log], ids=lambda kind: kind.__name__)
def test_no_kind_of_tab_has_a_serious_finding(world: World, axe: str, kind: Any, size: Any) -> None:
    sheet = kind(world)
    sheet.add_worksheet("Log", 20, 5)
    page = world.open(sheet, "ana@x", viewport=size, has_touch=size is PHONE)
    page.shows("A1", sheet.sheet1.acell("A1").value)
    assert serious(page.page, axe) == []


@looks
def test_nothing_that_opens_over_a_tab_has_a_serious_finding(world: World, axe: str, size: Any) -> None:
    page = world.open(form(world), "ana@x", viewport=size, has_touch=size is PHONE)
    page.click("C3")
    page.press("Enter")
    expect(page.page.get_by_role("option")).to_have_count(2)
    assert serious(page.page, axe) == []
    page.press("Escape")
    page.click("A1")
    page.press("x")
    expect(page.message).to_be_visible()
    page.press("Control+f")
    assert serious(page.page, axe) == []
    page.press("Escape", "Escape")
    expect(page.message).to_be_hidden()
    page.click("A3", button="right")
    expect(page.page.get_by_role("menu")).to_be_visible()
    assert serious(page.page, axe) == []


@looks
def test_no_dialog_or_panel_has_a_serious_finding(world: World, axe: str, size: Any) -> None:
    page = world.open(form(world), "ana@x", viewport=size, has_touch=size is PHONE)
    page.page.get_by_role("button", name="Share").click()
    expect(page.page.get_by_role("listitem")).to_have_count(2)
    assert serious(page.page, axe) == []
    page.press("Escape", "Control+Alt+m")
    for text in ("Is A5 free?", "And B6?"):
        page.page.get_by_role("textbox", name="Write a comment").fill(text)
        page.press("Enter")
        expect(page.page.get_by_role("article").filter(has_text=text)).to_be_visible()
    page.page.get_by_role("button", name="Resolve").first.click()
    expect(page.page.get_by_role("button", name="Open again")).to_be_visible()
    assert serious(page.page, axe) == []


@looks
def test_a_board_with_a_picked_piece_has_no_serious_finding(world: World, axe: str, size: Any) -> None:
    clicks = {"piece": "Unit", "to": ["To"], "name": ""}
    sheet, tab = a_board(world, [["No", "Unit", "To"], ["1"]], clicks, pieces={"b1": "A1"}, moves=[["A1", "B2"]])
    validate(sheet, "B2", rule("ONE_OF_LIST", "b1"))
    validate(sheet, "C2", rule("ONE_OF_LIST", "B1", "B2"))
    for turn in ("Turn 1", "Turn 2"):
        note(sheet, tab, "version", turn)
    page = world.open(sheet, gid=tab, viewport=size, has_touch=size is PHONE)
    page.click("A2")
    expect(page.page.locator("td.lit")).to_have_count(2)
    expect(page.page.get_by_role("group", name="Earlier turns")).to_be_visible()
    assert serious(page.page, axe) == []


@looks
def test_no_other_page_has_a_serious_finding(world: World, axe: str, size: Any) -> None:
    board(world)
    page = world.visit("gm@x", viewport=size).new_page()
    page.goto(world.base)
    page.locator("#files a").first.wait_for()
    assert serious(page, axe) == []
    page.goto(f"{world.base}/d/nowhere")
    assert serious(page, axe) == []
