"""The page with one user: editing, moving, selecting, clearing, undoing and copying."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.utils import ValueRenderOption

from tests.localsheets.browser_page import Sheet, World, area, change, expect, rule, style, validate

pytestmark = pytest.mark.browser

BLOCK = [["a", "b", "c"], ["1", "2", "3"], ["x", "y", "z"]]


def test_typing_on_a_cell_replaces_it_and_enter_goes_down(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.type("B2", "seven")
    assert page.active == "B3"
    page.saved("B2")
    assert sheet.sheet1.acell("B2").value == "seven"


@pytest.mark.parametrize(("key", "there"), [("Enter", "B3"), ("Shift+Enter", "B1"), ("Tab", "C2"), ("Shift+Tab", "A2")])
def test_each_key_that_ends_an_edit_leads_on(world: World, key: str, there: str) -> None:
    page = world.open(world.made(BLOCK))
    page.type("B2", "5", end=key)
    assert page.active == there
    page.shows("B2", "5")


@pytest.mark.parametrize("way", ["Enter", "F2", "double click"])
def test_an_edit_begins_with_what_the_cell_holds(world: World, way: str) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("A1")
    page.cell("A1").dblclick() if way == "double click" else page.press(way)
    expect(page.editor).to_have_value("a")
    page.page.keyboard.type("pple")
    page.press("Enter")
    page.saved("A1")
    assert sheet.sheet1.acell("A1").value == "apple"


def test_escape_leaves_the_cell_as_it_was(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("A1")
    page.page.keyboard.type("never")
    page.press("Escape")
    page.shows("A1", "a")
    assert page.active == "A1"
    assert sheet.sheet1.acell("A1").value == "a"


def test_a_click_elsewhere_keeps_what_was_typed(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("A1")
    page.page.keyboard.type("kept")
    page.click("C3")
    page.saved("A1")
    assert sheet.sheet1.acell("A1").value == "kept"


def test_what_is_typed_is_read_as_sheets_reads_it(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.type("A1", "50%")
    page.shows("A1", "50%")
    page.saved("A1")
    assert sheet.sheet1.get("A1", value_render_option=ValueRenderOption.unformatted) == [[0.5]]


def test_a_line_break_is_typed_with_alt_and_enter(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("A1")
    page.page.keyboard.type("one")
    page.press("Alt+Enter")
    page.page.keyboard.type("two")
    page.press("Enter")
    page.saved("A1")
    assert sheet.sheet1.acell("A1").value == "one\ntwo"


def test_arrows_move_and_shift_extends_the_selection(world: World) -> None:
    page = world.open(world.made(BLOCK))
    page.click("A1")
    page.press("ArrowRight", "ArrowDown")
    assert page.active == "B2"
    page.press("Shift+ArrowRight", "Shift+ArrowDown")
    assert page.selected == ["B2", "C2", "B3", "C3"]
    expect(page.place).to_have_value("B2:C3")
    page.click("A1")
    page.click("B2", modifiers=["Shift"])
    assert page.selected == ["A1", "B1", "A2", "B2"]


def test_control_and_an_arrow_jump_to_the_end_of_what_is_filled(world: World) -> None:
    page = world.open(world.made(BLOCK))
    page.click("A1")
    page.press("Control+ArrowDown")
    assert page.active == "A3"
    page.press("Control+End")
    assert page.active == "C3"
    page.press("Control+Home")
    assert page.active == "A1"


def test_only_the_active_cell_is_reached_by_tabbing_into_the_sheet(world: World) -> None:
    page = world.open(world.made(BLOCK))
    page.click("B2")
    assert page.page.locator("td[tabindex='0']").evaluate_all("all => all.map(td => td.dataset.address)") == ["B2"]


def test_who_points_at_a_tab_can_type_at_once(world: World) -> None:
    sheet = world.made(BLOCK)
    log = sheet.add_worksheet("Log", 20, 5)
    page = world.open(sheet)
    page.click("B2")
    page.tab("Log").click()
    expect(page.cell("A1")).to_be_focused()
    page.page.keyboard.type("here")
    page.press("Enter")
    page.saved("A1")
    assert log.acell("A1").value == "here"
    page.tab("Sheet1").click()
    page.page.wait_for_function("document.activeElement.dataset.address === 'B2'")


def test_who_goes_from_tab_to_tab_with_the_keys_stays_among_them(world: World) -> None:
    sheet = world.made(BLOCK)
    sheet.add_worksheet("Log", 20, 5)
    page = world.open(sheet)
    page.tab("Sheet1").focus()
    page.press("ArrowRight")
    page.shows("A1", "")
    expect(page.tab("Log")).to_be_focused()
    page.press("ArrowLeft", "Enter")
    page.shows("A1", "a")
    expect(page.tab("Sheet1")).to_be_focused()


def test_delete_clears_the_whole_selection_in_one_write(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("A1")
    page.click("B2", modifiers=["Shift"])
    version = world.service.documents[sheet.id].meta["version"]
    page.press("Delete")
    page.shows("A1", "")
    page.saved("B2")
    assert sheet.sheet1.get_all_values() == [["", "", "c"], ["", "", "3"], ["x", "y", "z"]]
    assert world.service.documents[sheet.id].meta["version"] == version + 1


def clipboard(page: Any, text: str | None = None) -> str:
    """Copy, or paste *text*, as the browser does when other programs are at the other end."""
    script = """text => {
        const data = new DataTransfer();
        if (text !== null) data.setData('text/plain', text);
        const kind = text === null ? 'copy' : 'paste';
        const how = {clipboardData: data, bubbles: true, cancelable: true};
        document.activeElement.dispatchEvent(new ClipboardEvent(kind, how));
        return data.getData('text/plain');
    }"""
    return str(page.page.evaluate(script, text))


def test_a_block_is_copied_as_tab_separated_text(world: World) -> None:
    sheet = world.made([["a", 'say "hi"'], ["two\nlines", "d"]])
    page = world.open(sheet)
    page.click("A1")
    page.click("B2", modifiers=["Shift"])
    assert clipboard(page) == 'a\t"say ""hi"""\n"two\nlines"\td'


def test_a_block_from_another_program_is_pasted_in_one_write(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("B2")
    version = world.service.documents[sheet.id].meta["version"]
    clipboard(page, '1\t2\r\n"say ""hi"""\t"two\nlines"\r\n')
    page.shows("B2", "1")
    page.saved("C3")
    assert sheet.sheet1.get("B2:C3") == [["1", "2"], ['say "hi"', "two\nlines"]]
    assert world.service.documents[sheet.id].meta["version"] == version + 1
    assert page.selected == ["B2", "C2", "B3", "C3"]


def test_one_copied_cell_fills_the_whole_selection(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("A1")
    page.click("B2", modifiers=["Shift"])
    clipboard(page, "q")
    page.saved("B2")
    assert sheet.sheet1.get("A1:B2") == [["q", "q"], ["q", "q"]]


def test_copy_and_paste_work_with_the_keys(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet, permissions=["clipboard-read", "clipboard-write"])
    page.click("A1")
    page.press("Control+c")
    page.click("C3")
    page.press("Control+v")
    page.shows("C3", "a")


def test_undo_and_redo_take_back_ones_own_edits_in_their_order(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.type("A1", "first")
    page.saved("A1")
    page.type("A1", "second")
    page.saved("A1")
    page.press("Control+z")
    page.shows("A1", "first")
    page.saved("A1")
    page.press("Control+z")
    page.shows("A1", "a")
    page.saved("A1")
    page.press("Control+y")
    page.shows("A1", "first")
    page.press("Control+Shift+z")
    page.shows("A1", "second")
    page.saved("A1")
    assert sheet.sheet1.acell("A1").value == "second"


def test_undo_never_overwrites_what_somebody_else_has_written_since(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.type("A1", "mine")
    page.saved("A1")
    sheet.sheet1.update([["theirs"]], "A1")
    page.shows("A1", "theirs")
    page.press("Control+z")
    expect(page.message).to_contain_text("A1 has been changed by somebody else since")
    page.shows("A1", "theirs")


def test_undo_is_ones_own_only(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    sheet.sheet1.update([["theirs"]], "A1")
    page.shows("A1", "theirs")
    page.click("B2")
    page.press("Control+z")
    expect(page.page.get_by_role("log")).to_have_text("Nothing to undo.")
    page.shows("A1", "theirs")


# -- validation --------------------------------------------------------------------------------------------------------


def test_a_drop_down_offers_its_list_and_typing_filters_it(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "B2", rule("ONE_OF_LIST", "Attack", "Defend", "Run away"))
    page = world.open(sheet)
    page.click("B2")
    page.press("Enter")
    options = page.page.get_by_role("option")
    expect(options).to_have_text(["Attack", "Defend", "Run away"])
    page.page.keyboard.type("de")
    expect(options).to_have_text(["Defend"])
    page.press("Enter")
    page.saved("B2")
    assert sheet.sheet1.acell("B2").value == "Defend"


def test_the_arrow_of_a_drop_down_opens_it_and_a_click_takes_an_option(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "B2", rule("ONE_OF_LIST", "Attack", "Defend"))
    page = world.open(sheet)
    width = page.cell("B2").evaluate("td => td.offsetWidth")
    page.click("B2", position={"x": width - 8, "y": 10})
    page.page.get_by_role("option", name="Attack").click()
    page.shows("B2", "Attack")
    page.saved("B2")
    assert sheet.sheet1.acell("B2").value == "Attack"


def test_a_drop_down_of_a_range_offers_what_stands_there(world: World) -> None:
    sheet = world.made([["Ana"], ["Ben"], [""], ["Ana"]])
    validate(sheet, "C1", rule("ONE_OF_RANGE", "=Sheet1!A1:A4"))
    page = world.open(sheet)
    page.click("C1")
    page.press("F2")
    expect(page.page.get_by_role("option")).to_have_text(["Ana", "Ben"])


def test_an_entry_that_a_strict_list_does_not_hold_is_refused_at_the_cell(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "B2", rule("ONE_OF_LIST", "Attack", "Defend"))
    page = world.open(sheet)
    page.click("B2")
    page.page.keyboard.type("zzz")
    page.press("Enter")
    expect(page.message).to_contain_text("Enter one of: Attack, Defend")
    expect(page.page.get_by_role("alert")).to_contain_text("“zzz” is not allowed here")
    expect(page.editor).to_have_value("zzz")
    page.press("Escape")
    assert sheet.sheet1.acell("B2").value == "2"


def test_an_entry_that_a_mild_list_does_not_hold_is_written(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "B2", rule("ONE_OF_LIST", "Attack", strict=False))
    page = world.open(sheet)
    page.type("B2", "zzz")
    page.saved("B2")
    assert sheet.sheet1.acell("B2").value == "zzz"


def test_a_number_out_of_bounds_is_refused_in_the_sheets_own_words(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "B2", rule("NUMBER_BETWEEN", "1", "6", inputMessage="One roll of one die."))
    page = world.open(sheet)
    page.type("B2", "7")
    expect(page.message).to_contain_text("One roll of one die.")
    page.press("Escape")
    page.type("B2", "6")
    page.saved("B2")
    assert sheet.sheet1.acell("B2").value == "6"


def test_a_sign_of_several_keys_begins_a_text_and_alone_changes_nothing(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    keys = page.page.context.new_cdp_session(page.page)
    page.click("B2")
    keys.send(
        "Input.dispatchKeyEvent", {"type": "keyDown", "key": "–", "text": "–", "modifiers": 1}
    )  # with Option, on a Mac
    page.press("2", "Enter")
    page.shows("B2", "–2")
    page.saved("B2")
    for typed, shown in (("日本", "日本"), ("", "日本")):
        page.click("B2")
        keys.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "key": "Process", "windowsVirtualKeyCode": 229})
        page.page.keyboard.insert_text(typed)
        page.press("Enter")
        page.saved("B2")
        page.shows("B2", shown)
    assert sheet.sheet1.acell("B2").value == "日本"


def test_a_tick_box_is_ticked_by_a_click_and_by_the_space_bar(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "B2", rule("BOOLEAN"))
    page = world.open(sheet)
    box = page.page.get_by_role("checkbox", name="B2")
    expect(box).not_to_be_checked()
    box.click()
    expect(box).to_be_checked()
    page.saved("B2")
    assert sheet.sheet1.get("B2", value_render_option=ValueRenderOption.unformatted) == [[True]]
    page.press("Space")
    expect(box).not_to_be_checked()
    page.saved("B2")
    assert sheet.sheet1.get("B2", value_render_option=ValueRenderOption.unformatted) == [[False]]
    page.press("Space", "Delete")
    expect(box).not_to_be_checked()


def test_a_tick_box_with_a_text_of_its_own_writes_that_and_is_ticked_by_true_too(world: World) -> None:
    sheet = world.made(BLOCK)
    validate(sheet, "B2", rule("BOOLEAN", "✓ #7", strict=False))
    change(sheet, {"updateCells": {"range": area(sheet, "B2"), "fields": "userEnteredValue"}})
    page = world.open(sheet)
    box = page.page.get_by_role("checkbox", name="B2")
    expect(box).not_to_be_checked()
    box.click()
    expect(box).to_be_checked()
    page.saved("B2")
    assert sheet.sheet1.acell("B2").value == "✓ #7"
    page.press("Space")
    page.saved("B2")
    assert sheet.sheet1.acell("B2").value is None
    sheet.sheet1.update([[True]], "B2", raw=True)
    expect(box).to_be_checked()
    sheet.sheet1.update([["✓ #6"]], "B2", raw=True)
    expect(box).not_to_be_checked()


# -- what may not be edited --------------------------------------------------------------------------------------------


def protect(sheet: Any, address: str) -> None:
    guard = {"range": area(sheet, address), "editors": {"users": ["gm@x"]}}
    change(sheet, {"addProtectedRange": {"protectedRange": guard}})


def test_a_protected_cell_is_shaded_and_says_what_to_do(world: World) -> None:
    sheet = world.made(BLOCK)
    protect(sheet, "A1:A2")
    page = world.open(sheet, "ana@x")
    expect(page.cell("A1")).to_have_attribute("aria-readonly", "true")
    expect(page.cell("B1")).to_have_attribute("aria-readonly", "false")
    assert page.style("A1", "cursor") == "not-allowed"
    assert page.style("A1", "backgroundImage") != page.style("B1", "backgroundImage")
    page.click("A1")
    page.page.keyboard.type("x")
    expect(page.message).to_contain_text("A1 is protected")
    expect(page.message).to_contain_text("ask the owner")
    expect(page.editor).to_have_count(0)


def test_a_block_that_touches_a_protected_cell_is_not_pasted_at_all(world: World) -> None:
    sheet = world.made(BLOCK)
    protect(sheet, "B2")
    page = world.open(sheet, "ana@x")
    page.click("A1")
    clipboard(page, "1\t2\n3\t4")
    expect(page.message).to_contain_text("Nothing was changed: B2 is protected")
    assert sheet.sheet1.get_all_values() == BLOCK


def test_what_the_server_refuses_is_shown_in_its_words_and_what_was_typed_is_not_lost(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet, "ana@x")
    page.click("A1")
    page.page.keyboard.type("too late")
    document = world.service.documents[sheet.id]
    held = document.sheets[0].meta
    guard = {"protectedRangeId": 1, "range": {"sheetId": 0}, "editors": {"users": ["gm@x"]}}
    held["protectedRanges"] = [guard]  # while the page does not look
    page.press("Enter")
    expect(page.message).to_contain_text("You are trying to edit a protected cell or object.")
    expect(page.message).to_contain_text("You entered: too late")
    page.shows("A1", "a")


def test_a_reader_can_view_the_sheet_and_is_told_why_not_edit(world: World) -> None:
    sheet = world.made(BLOCK)
    sheet.share("rob@x", "user", "reader", notify=False)
    page = world.visit("rob@x").new_page()
    page.goto(f"{world.base}/d/{sheet.id}")
    page.locator("#me .badge").wait_for()
    looked = Sheet(page)
    expect(looked.cell("A1")).to_have_attribute("aria-readonly", "true")
    looked.click("A1")
    looked.page.keyboard.type("x")
    expect(looked.message).to_contain_text("You can view this spreadsheet but not edit it")


# -- the bar above -----------------------------------------------------------------------------------------------------


def test_the_bar_shows_the_address_and_the_whole_text_and_can_be_typed_in(world: World) -> None:
    sheet = world.made([["a long text that no cell of this width shows as a whole", "b"]])
    style(sheet, "A1", wrapStrategy="CLIP")
    page = world.open(sheet)
    page.click("A1")
    expect(page.place).to_have_value("A1")
    expect(page.bar).to_have_value("a long text that no cell of this width shows as a whole")
    page.bar.fill("short")
    page.press("Enter")
    page.shows("A1", "short")
    page.saved("A1")
    assert sheet.sheet1.acell("A1").value == "short"
    assert page.active == "A1"


def test_an_address_that_is_typed_leads_there(world: World) -> None:
    page = world.open(world.made(BLOCK))
    page.place.fill("k700")
    page.press("Enter")
    expect(page.place).to_have_value("K700")
    assert page.active == "K700"
    page.place.fill("nowhere")
    page.press("Enter")
    expect(page.message).to_contain_text("“nowhere” is not a cell")
