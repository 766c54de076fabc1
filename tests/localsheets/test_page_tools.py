"""What people know from a sheet: find, fill, the menu of a cell, and the widths of columns."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.utils import ValueRenderOption

from tests.localsheets.browser_page import Sheet, World, area, change, expect, rule, validate

pytestmark = pytest.mark.browser

BLOCK = [["a", "b", "c"], ["1", "2", "3"], ["x", "y", "z"]]


def select(page: Sheet, first: str, last: str) -> None:
    page.click(first)
    page.click(last, modifiers=["Shift"])


# -- fill --------------------------------------------------------------------------------------------------------------


def test_control_and_d_fill_the_selection_from_its_first_row(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    select(page, "A1", "B3")
    page.press("Control+d")
    page.saved("B3")
    page.shows("B3", "b")
    assert sheet.sheet1.get_all_values() == [["a", "b", "c"], ["a", "b", "3"], ["a", "b", "z"]]
    page.click("C2")
    page.press("Control+d")
    page.shows("C2", "c")
    page.press("Control+z")
    page.shows("C2", "3")


def test_control_and_r_fill_it_from_its_first_column(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    select(page, "A2", "C2")
    page.press("Control+r")
    page.shows("C2", "1")
    page.saved("C2")
    assert sheet.sheet1.row_values(2) == ["1", "1", "1"]


def test_a_formula_that_is_filled_moves_its_addresses_and_keeps_those_with_a_dollar(world: World) -> None:
    sheet = world.made()
    sheet.sheet1.update([[1, 10], [2, 20], [3, 30]], "A1")
    sheet.sheet1.update([['=A1+$B$1+B$1&"A1"']], "C1", raw=False)
    page = world.open(sheet)
    select(page, "C1", "C3")
    page.press("Control+d")
    page.shows("C3", "23A1")
    page.saved("C3")
    found = sheet.sheet1.get("C1:C3", value_render_option=ValueRenderOption.formula)
    assert found == [['=A1+$B$1+B$1&"A1"'], ['=A2+$B$1+B$1&"A1"'], ['=A3+$B$1+B$1&"A1"']]


def test_a_fill_that_a_cell_may_not_hold_writes_nothing(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "A3", rule("ONE_OF_LIST", "x", "y"))
    page = world.open(sheet)
    select(page, "A1", "A3")
    page.press("Control+d")
    expect(page.message).to_contain_text("Nothing was filled. A3: “a” is not allowed here")
    assert sheet.sheet1.get_all_values() == BLOCK


@pytest.mark.parametrize(
    ("block", "last", "filled"),
    [(["q"], "A1", ["q", "q", "q"]), ([1, 3], "A2", ["1", "3", "5", "7"]), (["a", "b"], "A2", ["a", "b", "a", "b"])],
)
def test_the_handle_is_drawn_down_and_two_numbers_go_on(
    world: World, block: list[Any], last: str, filled: list[str]
) -> None:
    sheet = world.made([[text] for text in block])
    page = world.open(sheet)
    select(page, "A1", last)
    handle, end = page.page.locator("#handle").bounding_box(), page.cell(f"A{len(filled)}").bounding_box()
    assert handle is not None
    assert end is not None
    page.page.mouse.move(handle["x"] + 4, handle["y"] + 4)
    page.page.mouse.down()
    page.page.mouse.move(end["x"] + 20, end["y"] + 8, steps=4)
    page.page.mouse.up()
    page.shows(f"A{len(filled)}", filled[-1])
    page.saved(f"A{len(filled)}")
    assert sheet.sheet1.col_values(1) == filled


def test_a_protected_cell_has_no_handle(world: World) -> None:
    sheet = world.made(BLOCK)
    guard = {"range": area(sheet, "A1:A2"), "editors": {"users": ["gm@x"]}}
    change(sheet, {"addProtectedRange": {"protectedRange": guard}})
    page = world.open(sheet, "ana@x")
    page.click("B1")
    expect(page.page.locator("#handle")).to_be_visible()
    page.click("A1")
    expect(page.page.locator("#handle")).to_be_hidden()


# -- find --------------------------------------------------------------------------------------------------------------


def test_find_goes_from_match_to_match_also_in_rows_that_are_not_loaded_yet(world: World) -> None:
    sheet = world.made([[f"line {at}"] for at in range(1, 1501)], height=1500)
    page = world.open(sheet)
    page.shows("A1", "line 1")
    page.press("Control+f")
    field = page.page.get_by_role("textbox", name="Find in this tab")
    expect(field).to_be_focused()
    page.page.keyboard.type("LINE 149")
    found = page.page.get_by_role("search").locator("output")
    expect(found).to_have_text("1 of 11")
    page.shows("A149", "line 149")
    page.press("Enter")
    expect(found).to_have_text("2 of 11")
    expect(page.place).to_have_value("A1490")
    page.press("Shift+Enter", "Shift+Enter")
    expect(found).to_have_text("11 of 11")
    page.press("Escape")
    expect(page.cell("A1499")).to_be_focused()
    expect(field).to_be_hidden()


def test_find_says_that_there_is_nothing(world: World) -> None:
    page = world.open(world.made(BLOCK))
    page.press("Control+f")
    page.page.keyboard.type("nowhere")
    expect(page.page.get_by_role("search").locator("output")).to_have_text("No matches")


# -- the menu ----------------------------------------------------------------------------------------------------------


def test_the_menu_of_a_cell_copies_pastes_cuts_clears_and_fills(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet, permissions=["clipboard-read", "clipboard-write"])

    def choose(address: str, item: str) -> None:
        page.click(address, button="right")
        page.page.get_by_role("menuitem", name=item).click()

    choose("A1", "Copy")
    choose("C3", "Paste")
    page.shows("C3", "a")
    choose("B1", "Cut")
    page.shows("B1", "")
    choose("C2", "Clear")
    page.shows("C2", "")
    choose("A2", "Fill down")
    page.shows("A2", "a")
    page.saved("A2")
    assert sheet.sheet1.get_all_values() == [["a", "", "c"], ["a", "2", ""], ["x", "y", "a"]]


def test_the_menu_is_for_the_whole_selection_and_is_left_by_escape(world: World) -> None:
    page = world.open(world.made(BLOCK))
    select(page, "A1", "B2")
    page.click("B1", button="right")
    menu = page.page.get_by_role("menu")
    expect(menu.get_by_role("menuitem", name="Cut")).to_be_focused()
    page.press("ArrowDown")
    expect(menu.get_by_role("menuitem", name="Copy")).to_be_focused()
    page.press("Escape")
    expect(menu).to_be_hidden()
    assert page.selected == ["A1", "B1", "A2", "B2"]
    page.click("C3", button="right")
    assert page.selected == ["C3"]


# -- widths ------------------------------------------------------------------------------------------------------------


def test_a_column_is_widened_by_its_edge_for_everybody(world: World) -> None:
    sheet = world.made(BLOCK)
    page, other = world.open(sheet), world.open(sheet, "ana@x")
    name = page.page.get_by_role("columnheader", name="A", exact=True).bounding_box()
    assert name is not None
    edge = name["x"] + name["width"] - 2
    page.page.mouse.move(edge, name["y"] + 5)
    page.page.mouse.down()
    page.page.mouse.move(edge + 60, name["y"] + 5, steps=3)
    page.page.mouse.up()
    for each in (page, other):
        expect(each.cell("A1")).to_have_css("width", "160px")
    assert page.selected == ["A1"]
