"""The page with several users: each sees the changes of the others, and no edit is lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browsing import visitor
from tests.localsheets import real
from tests.localsheets.browser_page import Sheet, World, change, expect, rule, validate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

pytestmark = pytest.mark.browser

EDITS = 20
"""Edits of each person at each pace."""

BLOCK = [["a", "b", "c"], ["1", "2", "3"], ["x", "y", "z"]]


def held_reads(page: Sheet, tab: int) -> list[Route]:
    """The requests by which the page will read rows of the tab with this id from now on: they wait until they go on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        body: Any = route.request.post_data_json
        asked = [each["gridRange"]["sheetId"] for each in body["dataFilters"]]
        held.append(route) if tab in asked else route.continue_()

    page.page.route("**/*getByDataFilter*", hold)
    return held


def test_what_another_types_is_seen_and_the_cell_flashes(world: World) -> None:
    sheet = world.made(BLOCK)
    ana, ben = world.open(sheet, "ana@x"), world.open(sheet, "ben@x")
    ana.type("B2", "hello")
    ben.shows("B2", "hello")
    expect(ben.cell("B2")).to_have_class(re.compile("flash"))
    expect(ben.page.get_by_role("log")).to_have_text("B2 is now hello")
    expect(ana.cell("B2")).not_to_have_class(re.compile("flash"))


def test_what_a_program_writes_is_seen_without_looking_again(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.page.evaluate("performance.mark('before')")
    sheet.sheet1.update([["by the sync"]], "C3")
    page.shows("C3", "by the sync")


def test_a_change_of_formats_merges_and_tabs_is_seen_too(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    sheet.sheet1.format("A1", {"textFormat": {"bold": True}})
    expect(page.cell("A1")).to_have_css("font-weight", "700")
    sheet.sheet1.merge_cells("A2:B2")
    expect(page.cell("B2")).to_have_count(0)
    sheet.add_worksheet("New", 5, 5)
    expect(page.tab("New")).to_be_visible()
    sheet.sheet1.update_title("Old")
    expect(page.tab("Old")).to_be_visible()


def test_a_tab_that_is_chosen_opens_though_the_open_one_is_hidden_meanwhile(world: World) -> None:
    sheet = world.made(BLOCK)
    two, _ = sheet.add_worksheet("Two", 5, 5), sheet.add_worksheet("Three", 5, 5)
    page = world.open(sheet)
    page.tab("Two").click()
    expect(page.tab("Two")).to_have_attribute("aria-selected", "true")
    held: list[Route] = []

    def first_waits(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.page.route("**/*getByDataFilter*", first_waits)
    page.tab("Three").click()
    two.hide()
    page.page.wait_for_timeout(500)  # the page leaves the hidden tab
    (cells_of_three,) = held
    cells_of_three.continue_()
    expect(page.tab("Two")).to_have_count(0)
    expect(page.tab("Three")).to_have_attribute("aria-selected", "true")


def test_the_tab_bar_shows_the_tab_that_is_open_though_the_page_was_about_to_open_another_one(world: World) -> None:
    sheet = world.made(BLOCK)
    two, _ = sheet.add_worksheet("Two", 5, 5), sheet.add_worksheet("Three", 5, 5)
    page = world.open(sheet)
    for title in ("Three", "Two"):
        page.tab(title).click()
        expect(page.tab(title)).to_have_attribute("aria-selected", "true")
    held = held_reads(page, sheet.sheet1.id)
    first = {"sheetId": sheet.sheet1.id, "endRowIndex": 1, "endColumnIndex": 1}
    noted = {"range": first, "cell": {"note": "new"}, "fields": "note"}
    hidden = {"properties": {"sheetId": two.id, "hidden": True}, "fields": "hidden"}
    sheet.batch_update({"requests": [{"repeatCell": noted}, {"updateSheetProperties": hidden}]})
    expect(page.tab("Sheet1")).to_have_attribute("aria-selected", "true")  # which is read now, since it has changed
    page.tab("Three").click()
    expect(page.tab("Three")).to_have_attribute("aria-selected", "true")
    (cells_of_the_first,) = held
    cells_of_the_first.continue_()
    page.page.wait_for_timeout(500)
    assert page.tab("Three").get_attribute("aria-selected") == "true"


def test_a_tab_that_is_chosen_opens_though_the_page_reads_it_already_for_a_chart(world: World) -> None:
    sheet = world.made(BLOCK)
    two = sheet.add_worksheet("Two", 5, 5)
    column = {"sources": [{"sheetId": two.id, "endRowIndex": 5, "startColumnIndex": 0, "endColumnIndex": 1}]}
    spec = {"basicChart": {"chartType": "LINE", "series": [{"series": {"sourceRange": column}}]}}
    over = {"overlayPosition": {"anchorCell": {"sheetId": sheet.sheet1.id, "rowIndex": 2, "columnIndex": 4}}}
    page = world.open(sheet)
    held = held_reads(page, two.id)
    change(sheet, {"addChart": {"chart": {"spec": spec, "position": over}}})
    page.page.wait_for_timeout(500)
    assert held
    page.tab("Two").click()
    for route in held:
        route.continue_()
    expect(page.tab("Two")).to_have_attribute("aria-selected", "true")


def test_who_else_is_here_is_shown_with_the_cell_that_each_is_at(world: World) -> None:
    sheet = world.made(BLOCK)
    ana, ben = world.open(sheet, "ana@x"), world.open(sheet, "ben@x")
    ben.click("B2")
    expect(ana.page.get_by_role("img", name="ben is here")).to_have_text("BE")
    expect(ana.cell("B2")).to_have_attribute("data-who", "ben")
    assert ana.style("B2", "outlineStyle") == "solid"
    ben.press("ArrowDown")
    expect(ana.cell("B3")).to_have_attribute("data-who", "ben")
    expect(ana.cell("B2")).not_to_have_attribute("data-who", "ben")
    ben.page.close()
    expect(ana.page.get_by_role("img", name="ben is here")).to_have_count(0)
    expect(ana.cell("B3")).not_to_have_attribute("data-who", "ben")


def test_visitors_of_other_spreadsheets_are_not_shown(world: World) -> None:
    one, two = world.made(BLOCK), world.made(BLOCK)
    ana, ben = world.open(one, "ana@x"), world.open(two, "ben@x")
    world.open(one, "cleo@x")
    expect(ana.page.get_by_role("img", name="cleo is here")).to_be_visible()
    expect(ana.page.get_by_role("img", name="ben is here")).to_have_count(0)
    expect(ben.page.get_by_role("img", name="cleo is here")).to_have_count(0)


def test_nobody_moves_another_in_their_name(world: World) -> None:
    sheet = world.made(BLOCK)
    world.open(sheet, "ana@x")
    stranger = world.visit("eve@x")
    place = {"client": "made-up", "spreadsheetId": sheet.id, "sheetId": 0, "row": 1, "column": 1}
    assert stranger.request.post(f"{world.base}/presence", data=place).status == 404
    assert stranger.request.post(f"{world.base}/presence", data={"client": 1}).status == 400


def test_a_change_of_the_cell_that_is_being_edited_is_reported(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("B2")
    page.page.keyboard.type("mine")
    sheet.sheet1.update([["theirs"]], "B2")
    expect(page.message).to_contain_text("Somebody else has just changed B2 to “theirs”")
    expect(page.editor).to_have_value("mine")
    page.press("Escape")
    page.shows("B2", "theirs")


def test_the_corner_says_who_one_is(world: World) -> None:
    page = world.open(world.made(BLOCK), "ana@x")
    expect(page.page.get_by_role("img", name="You are ana@x")).to_be_visible()


def test_the_header_says_when_an_edit_is_sent_and_when_it_is_saved(world: World) -> None:
    """A screen reader hears of a save only if it fails or has taken long."""
    page = world.open(world.made(BLOCK))
    state, heard = page.page.locator("#state"), page.page.locator("#announcements")
    expect(state).to_have_text("Live")
    held: list[Route] = []
    page.page.route("**/values:batchUpdate*", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks what it calls

    def held_up() -> Route:
        while not held:
            page.page.wait_for_timeout(10)
        return held.pop()

    page.type("A1", "mine")
    expect(state).to_have_text("Saving…")
    held_up().continue_()
    expect(state).to_have_text("Saved")
    expect(heard).not_to_have_text(re.compile("Sav"))
    page.type("A2", "slow")
    expect(state).to_have_text("Saving…")
    page.page.wait_for_timeout(1600)
    held_up().continue_()
    expect(heard).to_have_text("Saved")
    page.type("A3", "lost")
    held_up().fulfill(status=503, body="{}")
    expect(state).to_have_text("Not saved yet: 1 edit")
    expect(heard).to_have_text("Not saved yet: 1 edit")
    page.page.unroute("**/values:batchUpdate*")
    expect(state).to_have_text("Saved")
    page.page.route("**/values:batchUpdate*", lambda route: route.fulfill(status=400, body="{}"))
    page.type("A4", "no")
    expect(state).to_have_text("Not saved")
    expect(page.message).to_contain_text("Not saved")


# -- while something is drawn anew -------------------------------------------------------------------------------------


def press(page: Page, target: Locator) -> None:
    """Press on the middle of *target*, and hold."""
    target.hover()
    page.mouse.down()


def test_a_tab_that_is_drawn_anew_while_it_is_pressed_is_opened(world: World) -> None:
    sheet = world.made(BLOCK)
    log = sheet.add_worksheet("Log", 20, 5)
    page = world.open(sheet)
    press(page.page, page.tab("Log"))
    sheet.sheet1.update_title("Sheet2")
    expect(page.tab("Sheet2")).to_be_visible()
    page.page.mouse.up()
    expect(page.tab("Log")).to_have_attribute("aria-selected", "true")
    press(page.page, page.tab("Sheet2"))
    log.update_title("Past")
    expect(page.tab("Past")).to_be_visible()
    page.tab("Past").hover()
    page.page.mouse.up()  # elsewhere, which is no click
    page.page.wait_for_timeout(100)
    expect(page.tab("Past")).to_have_attribute("aria-selected", "true")


def test_a_spreadsheet_of_the_list_that_is_drawn_anew_while_it_is_pressed_is_opened(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.visit("gm@x").new_page()
    page.goto(world.base)
    link = page.get_by_role("link", name="Games")
    press(page, link)
    link.evaluate("link => link.dataset.pressed = 'here'")
    sheet.sheet1.update([["by the sync"]], "C3")
    expect(link).not_to_have_attribute("data-pressed", "here")
    page.mouse.up()
    expect(page).to_have_title("Games")


@pytest.mark.parametrize("times", [1, 4])
def test_what_a_busy_server_refuses_to_show_is_asked_for_again_while_the_page_is_live(world: World, times: int) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    left = [times]

    def busy(route: Route) -> None:
        left[0] -= 1
        if left[0] >= 0:
            route.fulfill(status=503, body="{}")
        else:
            route.continue_()

    page.page.route("**/*getByDataFilter*", busy)
    sheet.sheet1.update([["by the sync"]], "C3")
    page.shows("C3", "by the sync")
    expect(page.page.locator("#state")).to_have_text("Live")


# -- when the server goes away -----------------------------------------------------------------------------------------


def start(home: Path, browser: Browser) -> tuple[real.Process, str, Sheet]:
    """A server process, a spreadsheet on it by its id, and ana's page of it."""
    port = real.free_port()
    process = real.start(home, "--account", "ana@x", port=port)
    real.wait_until_up(process)
    token = real.key(home)
    sheet = real.client(process.base, token).create("Games")
    sheet.sheet1.update(BLOCK, "A1")
    sheet.share("ana@x", "user", "writer", notify=False)
    page = visitor(browser, process.base, link_of(process)).new_page()
    page.goto(f"{process.base}/d/{sheet.id}")
    page.locator("#state.live").wait_for()
    page.locator("#me .badge").wait_for()
    return process, sheet.id, Sheet(page)


def link_of(process: real.Process) -> str:
    """The key that the server printed for ana."""
    assert process.process.stdout is not None
    for line in process.process.stdout:
        found = re.search(r"ana@x\s.*[?]key=(\S+)", line)
        if found:
            return found[1]
    raise AssertionError("no link was printed")


def again(home: Path, old: real.Process) -> real.Process:
    process = real.start(home, port=int(old.base.rpartition(":")[2]))
    real.wait_until_up(process)
    return process


def values(home: Path, process: real.Process, sheet: str) -> list[list[str]]:
    token = real.key(home)
    return real.client(process.base, token).open_by_key(sheet).sheet1.get_all_values()


def test_edits_made_while_the_server_is_away_are_kept_and_sent_when_it_is_back(
    tmp_path: Path, browser: Browser
) -> None:
    process, sheet, page = start(tmp_path, browser)
    process.stop()
    state = page.page.locator("#state")
    expect(state).to_have_text("Reconnecting…")
    page.type("B2", "kept")
    page.type("C2", "too")
    expect(state).to_have_text("Offline: 2 edits waiting")
    page.shows("B2", "kept")
    process = again(tmp_path, process)
    try:
        expect(state).to_have_text("Saved")
        page.saved("B2")
        page.saved("C2")
        assert values(tmp_path, process, sheet)[1] == ["1", "kept", "too"]
    finally:
        process.stop()


def test_edits_that_were_not_saved_outlive_the_page_itself(tmp_path: Path, browser: Browser) -> None:
    process, sheet, page = start(tmp_path, browser)
    process.stop()
    page.type("B2", "kept")
    expect(page.page.locator("#state")).to_contain_text("1 edit")
    process = again(tmp_path, process)
    try:
        page.page.goto(f"{process.base}/d/{sheet}")
        page.shows("B2", "kept")
        page.saved("B2")
        assert values(tmp_path, process, sheet)[1][1] == "kept"
    finally:
        process.stop()


def test_a_held_up_edit_does_not_overwrite_what_somebody_else_wrote_meanwhile(tmp_path: Path, browser: Browser) -> None:
    process, sheet, page = start(tmp_path, browser)
    page.page.route("**/values:batchUpdate*", lambda route: route.abort())
    page.type("B2", "mine")
    expect(page.page.locator("#state")).to_contain_text("1 edit")
    token = real.key(tmp_path)
    try:
        real.client(process.base, token).open_by_key(sheet).sheet1.update([["theirs"]], "B2")
        page.page.unroute("**/values:batchUpdate*")
        expect(page.message).to_contain_text("B2 was changed to “theirs” by somebody else before your “mine” arrived")
        page.shows("B2", "theirs")
        page.message.get_by_role("button", name="Use mine").click()
        page.shows("B2", "mine")
        page.saved("B2")
        assert values(tmp_path, process, sheet)[1][1] == "mine"
    finally:
        process.stop()


# -- the list ----------------------------------------------------------------------------------------------------------


def test_the_list_shows_what_one_may_open_and_whose_it_is(world: World) -> None:
    mine = world.gspread("ana@x").create("Mine")
    shared = world.made(BLOCK)
    shared.share("ana@x", "user", "reader", notify=False)
    world.gspread("eve@x").create("Secret plans")
    page = world.visit("ana@x").new_page()
    page.goto(world.base)
    items = page.get_by_role("listitem")
    expect(items).to_have_count(2)
    expect(items.filter(has_text="Mine")).to_contain_text("yours")
    expect(items.filter(has_text="Games")).to_contain_text("owned by gm, you can view")
    expect(page.get_by_text("ana@x")).to_be_visible()
    page.get_by_role("link", name="Mine").click()
    expect(page.get_by_role("heading", name="Mine")).to_be_visible()
    assert page.url == f"{world.base}/d/{mine.id}#gid=0"


def test_a_new_spreadsheet_appears_in_the_list_by_itself(world: World) -> None:
    page = world.visit("ana@x").new_page()
    page.goto(world.base)
    expect(page.get_by_text("No spreadsheets are shared with you yet")).to_be_visible()
    page.wait_for_timeout(200)
    world.gspread("ana@x").create("Brand new")
    expect(page.get_by_role("link", name="Brand new")).to_be_visible()


def test_a_links_key_does_not_stay_in_the_address_bar(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.browser.new_page()
    page.goto(f"{world.base}/d/{sheet.id}?key={world.key('gm@x')}")
    Sheet(page).shows("A1", "a")
    assert world.key("gm@x") not in page.url
    assert "key" not in page.url
    assert page.evaluate("document.cookie") == ""
    page.close()


def test_a_hidden_page_closes_its_stream(world: World) -> None:
    sheet = world.made(BLOCK)
    ana, ben = world.open(sheet, "ana@x"), world.open(sheet, "ben@x")
    expect(ana.page.get_by_role("img", name="ben is here")).to_be_visible()
    hide = "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    ben.page.evaluate(hide, True)
    expect(ana.page.get_by_role("img", name="ben is here")).to_have_count(0)
    ana.type("A1", "meanwhile")
    ben.page.evaluate(hide, False)
    ben.shows("A1", "meanwhile")
    expect(ana.page.get_by_role("img", name="ben is here")).to_be_visible()


def test_losing_and_regaining_access_is_shown_at_once(world: World) -> None:
    sheet = world.made(BLOCK)
    ben = world.open(sheet, "ben@x")
    sheet.remove_permissions("ben@x")
    expect(ben.page.locator("#state")).to_have_text("Closed")
    expect(ben.page.get_by_role("heading", level=1)).to_contain_text("no longer shared with you")
    sheet.sheet1.update([["meanwhile"]], "A1")
    assert ben.text("A1") == "a"
    sheet.share("ben@x", "user", "writer", notify=False)
    expect(ben.page.locator("#state")).to_have_text("Live")
    ben.shows("A1", "meanwhile")


def test_a_deleted_spreadsheet_is_reported_to_its_visitors(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    sheet.client.request("delete", f"https://www.googleapis.com/drive/v3/files/{sheet.id}")
    expect(page.page.locator("#state")).to_have_text("Closed")


# -- quick edits -------------------------------------------------------------------------------------------------------


def test_a_cell_that_is_typed_back_before_the_first_edit_is_answered_holds_the_last_text(world: World) -> None:
    sheet = world.made([["C1"]])
    page = world.open(sheet)

    def slowly(route: Route) -> None:
        page.page.wait_for_timeout(300)
        route.continue_()

    page.page.route("**/values:batchUpdate", slowly)
    page.type("A1", "A1")
    page.type("A1", "C1")
    page.saved("A1")
    page.shows("A1", "C1")
    assert sheet.sheet1.acell("A1").value == "C1"
    expect(page.message).to_be_hidden()


def test_what_is_typed_is_written_where_the_page_has_not_seen_anothers_edit_yet(world: World) -> None:
    sheet = world.made([["C1"]])
    page = world.open(sheet)
    page.page.route("**/spreadsheets/*?*", lambda route: route.abort())  # the page cannot load what changes
    sheet.sheet1.update([["A1"]], "A1")
    page.type("A1", "C1")
    page.page.wait_for_timeout(200)
    assert sheet.sheet1.acell("A1").value == "C1"


def test_an_undo_of_quick_edits_goes_back_one_by_one(world: World) -> None:
    sheet = world.made([["one"]])
    page = world.open(sheet)
    for text in ("two", "three", "four"):
        page.type("A1", text)
    page.saved("A1")
    for text in ("three", "two", "one"):
        page.press("Control+z")
        page.shows("A1", text)
        page.saved("A1")


def test_a_click_on_another_cell_keeps_what_was_typed_in_the_bar_in_its_own_cell(world: World) -> None:
    sheet = world.made(BLOCK)
    page = world.open(sheet)
    page.click("A1")
    page.bar.click()
    page.page.keyboard.type("!")
    page.click("B2")
    page.saved("A1")
    page.shows("A1", "a!")
    page.shows("B2", "2")
    assert sheet.sheet1.get("A1:B2") == [["a!", "b"], ["1", "2"]]


def test_no_quick_edit_of_two_people_is_lost(world: World) -> None:
    sheet = world.made([["A1", "C1"]])
    people = [world.open(sheet, account) for account in ("ana@x", "ben@x")]
    for address in ("A1", "B1"):
        validate(sheet, address, rule("ONE_OF_LIST", "A1", "B2", "C1"))
    for number in range(EDITS):
        for page, address in zip(people, ("A1", "B1"), strict=True):
            page.type(address, ("A1", "C1", "B2", "C1")[number % 4])
            page.page.wait_for_timeout((0, 3, 15)[number % 3])
        if number % 5 == 4:
            wanted = ("A1", "C1", "B2", "C1")[number % 4]
            for page, address in zip(people, ("A1", "B1"), strict=True):
                page.saved(address)
            assert sheet.sheet1.get("A1:B1") == [[wanted, wanted]]


def test_a_page_says_that_no_program_reads_what_is_typed(world: World) -> None:
    page = world.open(world.made(BLOCK)).page
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    document = page.url.partition("/d/")[2].partition("#")[0]
    look: dict[str, Any] = {"at": 1764345540, "pause": 0, "ended": True}
    answer: dict[str, Any] = {"turns": [], "runs": [], "person": None, "looks": {document: look}}
    page.route("**/turns", lambda route: route.fulfill(json=answer))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#state")).to_have_text(re.compile("^No sync has looked since .*; what you type is kept.$"))
    expect(page.locator("#state")).to_have_class("away")
    look["ended"] = False
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#state")).to_have_text("Live")
    page.wait_for_timeout(1100)
    assert errors == []  # also of the clock of a match, which looks once a second
