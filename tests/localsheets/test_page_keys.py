"""The page by keys and for those who listen: no trap, and names that say what a cell is for."""

from __future__ import annotations

import pytest

from tests.localsheets.browser_page import World, expect, rule, style, validate

pytestmark = pytest.mark.browser

BLOCK = [["a", "b", "c"], ["1", "2", "3"], ["x", "y", "z"]]


def test_who_arrives_can_type_at_once(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    expect(page.cell("A1")).to_be_focused()
    page.page.keyboard.type("here")
    page.press("Enter")
    page.saved("A1")
    assert sheet.sheet1.acell("A1").value == "here"


def test_f6_goes_round_the_sheet_the_tabs_and_the_bar(world: World) -> None:
    page = world.open(world.made(BLOCK))
    page.click("B2")
    page.press("F6")
    expect(page.tab("Sheet1")).to_be_focused()
    page.press("F6")
    expect(page.bar).to_be_focused()
    page.press("F6")
    expect(page.cell("B2")).to_be_focused()
    page.press("Shift+F6")
    expect(page.bar).to_be_focused()


def test_f6_out_of_an_edit_keeps_what_was_typed(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("B2")
    page.page.keyboard.type("kept")
    page.press("F6")
    expect(page.tab("Sheet1")).to_be_focused()
    page.saved("B2")
    assert sheet.sheet1.acell("B2").value == "kept"


def test_escape_and_tab_leave_the_sheet_and_tab_alone_goes_to_the_next_cell(world: World) -> None:
    page = world.open(world.made(BLOCK))
    page.click("A1")
    page.press("Tab")
    assert page.active == "B1"
    page.press("Escape")
    expect(page.page.get_by_role("log")).to_have_text("Tab now leaves the sheet.")
    page.press("Tab")
    expect(page.tab("Sheet1")).to_be_focused()
    page.press("Shift+Tab")
    assert page.active == "B1"
    page.press("Escape", "Shift+Tab")
    expect(page.bar).to_be_focused()
    page.click("A1")
    page.press("Escape", "ArrowDown", "Tab")
    assert page.active == "B2"


@pytest.mark.parametrize("held", ["Control", "Control+Shift"])
def test_control_and_page_down_open_the_next_tab(world: World, held: str) -> None:
    sheet = world.made(BLOCK)
    sheet.add_worksheet("Log", 20, 5)
    page = world.open(sheet)
    page.click("B2")
    page.press(f"{held}+PageDown")
    expect(page.tab("Log")).to_have_attribute("aria-selected", "true")
    expect(page.cell("A1")).to_be_focused()
    page.press(f"{held}+PageDown", f"{held}+PageUp")
    expect(page.tab("Sheet1")).to_have_attribute("aria-selected", "true")
    expect(page.cell("B2")).to_be_focused()


def test_a_cell_is_named_by_its_heading_and_its_row(world: World) -> None:
    sheet = world.made([["Orders"], ["Seat", "Player", "Move to"], ["blue1", "Ana", ""], ["blue2", "", "B6"]])
    sheet.sheet1.freeze(rows=2, cols=2)
    validate(sheet, "C3", rule("ONE_OF_LIST", "A5"))
    page = world.open(sheet)
    expect(page.cell("C3")).to_have_attribute("aria-label", "C3, Move to, Ana, empty, drop-down")
    expect(page.cell("C4")).to_have_attribute("aria-label", "C4, Move to, blue2, B6")
    expect(page.cell("B3")).to_have_attribute("aria-label", "B3, Ana")
    expect(page.cell("C2")).to_have_attribute("aria-label", "C2, Move to")
    sheet.sheet1.update([["Anna"]], "B3")
    expect(page.cell("C3")).to_have_attribute("aria-label", "C3, Move to, Anna, empty, drop-down")


def test_the_bar_shows_a_text_as_it_is_read_and_takes_it_back_as_it_was(world: World) -> None:
    sheet = world.made()
    sheet.sheet1.update([["=1+1"], ["007"]], "A1", raw=True)
    page = world.open(sheet)
    page.click("A2")
    expect(page.bar).to_have_value("007")
    page.click("A1")
    expect(page.bar).to_have_value("=1+1")
    page.bar.focus()
    page.press("End")
    page.page.keyboard.type("0")
    page.press("Enter")
    page.saved("A1")
    page.shows("A1", "=1+10")
    page.bar.focus()
    page.press("Enter")
    page.shows("A1", "=1+10")


def test_another_persons_cursor_does_not_move_a_frozen_cell(world: World) -> None:
    sheet = world.made([["a", "b"], ["c", "d"]])
    sheet.sheet1.freeze(rows=1, cols=1)
    ana, ben = world.open(sheet, "ana@x"), world.open(sheet, "ben@x")
    before = ana.cell("A2").bounding_box()
    ben.click("A2")
    expect(ana.cell("A2")).to_have_attribute("data-who", "ben")
    assert ana.cell("A2").bounding_box() == before


def test_the_frame_of_the_active_cell_goes_round_its_whole_text(world: World) -> None:
    sheet = world.made([["a title that is far too long for a column of a hundred pixels"]])
    style(sheet, "A1", textFormat={"bold": True})
    page = world.open(sheet)
    page.click("A1")
    text = page.cell("A1").locator(".text")
    assert "inset" in text.evaluate("text => getComputedStyle(text).boxShadow")
    assert page.style("A1", "boxShadow") == "none"
    wide, full = text.evaluate("text => [text.clientWidth, text.scrollWidth]")
    assert wide >= full > 200


def test_a_tab_that_could_not_be_loaded_is_not_shown_as_open(world: World) -> None:
    sheet = world.made(BLOCK)
    sheet.add_worksheet("Log", 20, 5)
    page = world.open(sheet)
    page.page.route("**/*getByDataFilter*", lambda route: route.abort())
    page.tab("Log").click()
    expect(page.message).to_contain_text("“Log” could not be loaded yet")
    expect(page.tab("Log")).to_have_attribute("aria-selected", "false")
    expect(page.tab("Sheet1")).to_have_attribute("aria-selected", "true")
    page.shows("A1", "a")
    page.page.unroute("**/*getByDataFilter*")
    page.tab("Log").click()
    expect(page.tab("Log")).to_have_attribute("aria-selected", "true")
    page.shows("A1", "")
