"""A turn of GvG as people play it: two browsers, two identities, cells filled in by hand, and the turn is resolved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.http_server import server
from tests import browsing
from tests.gm.table import Evening
from tests.localsheets.browser_page import Sheet, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

BLUE = ("blue1", "blue2", "blue3", "blue4", "blue5")
RED = ("red1", "red2", "red3", "red4", "red5")


def sit_down(evening: Evening, base: str, browser: Browser, account: str, tab: str) -> Sheet:
    """*account* opens its secret link, and a tab of the match."""
    key = evening.service.add_account(account)
    page = browsing.visitor(browser, base, key).new_page()
    book = evening.book(tab)
    page.goto(f"{base}/d/{book.document}#gid={book.tabs[tab]}")
    page.locator("#state.live").wait_for()
    return Sheet(page)


def get_ready(page: Sheet, evening: Evening, seats: tuple[str, ...]) -> None:
    for seat in seats:
        address = evening.cell("orders", seat, "ready")
        page.page.get_by_role("checkbox", name=address, exact=True).click()
        page.saved(address)


def test_two_captains_fill_in_a_turn_by_hand_and_see_it_resolved(browser: Browser) -> None:

    evening = Evening(on="google", settings={"archery": "off"})
    evening.tick()
    with server.running(evening.service) as base:
        ana = sit_down(evening, base, browser, "ana@table", "orders")
        finn = sit_down(evening, base, browser, "finn@table", "orders")
        for page in (ana, finn):
            expect(page.cell("A1")).to_contain_text("Orders · Turn 1 of 60")
        expect(ana.page.get_by_role("img", name="finn is here")).to_be_visible()

        # the browser's tab and the home page say whose turn it is
        expect(ana.page).to_have_title("● Your turn · An evening")
        expect(ana.page.get_by_role("button", name="Your turn: Orders")).to_be_visible()
        home = ana.page.context.new_page()
        home.goto(base)
        expect(home).to_have_title("● Your turn · Your games")
        turn = home.get_by_role("region", name="Your turn").get_by_role("link")
        expect(turn).to_contain_text("Turn 1 of 60 · Orders · no deadline")
        others = finn.page.context.new_page()
        others.goto(base)
        expect(others.get_by_role("link").first).to_contain_text("waits for you and 9 more")  # who reads comes first
        others.close()
        turn.click()
        expect(home.get_by_role("tab", name="Orders", selected=True)).to_be_visible()
        home.close()

        # the page begins at what is one's own, and offers the tiles within one's steps
        move_to = evening.cell("orders", "blue1", "move_to")
        expect(ana.place).to_have_value(move_to)
        ana.click(move_to)
        ana.press("Enter")
        tile = ana.page.get_by_role("listbox").get_by_role("option").nth(1).inner_text()
        ana.page.keyboard.type(tile.lower())
        ana.press("Enter")
        ana.shows(move_to, tile)
        finn.shows(move_to, tile)

        # another's row is not one's own
        theirs = evening.cell("orders", "red1", "move_to")
        ana.click(theirs)
        ana.page.keyboard.type("A1")
        expect(ana.message).to_contain_text(f"{theirs} is protected")

        # a slip is answered in its own row, by the sync
        ben = evening.cell("orders", "blue2", "move_to")
        ana.type(ben, "Z99")
        ana.saved(ben)
        evening.tick()
        expect(ana.cell(evening.cell("orders", "blue2", "receipt"))).to_contain_text("Z99")
        ana.click(ben)
        ana.press("Delete")
        ana.saved(ben)

        get_ready(ana, evening, BLUE)
        expect(
            finn.page.get_by_role("checkbox", name=evening.cell("orders", "blue5", "ready"), exact=True)
        ).to_be_checked()
        assert not evening.tick().steps
        expect(ana.page).to_have_title("An evening")
        get_ready(finn, evening, RED)
        assert evening.tick().steps

        for page in (ana, finn):
            expect(page.cell("A1")).to_contain_text("Orders · Turn 2 of 60")
            expect(
                page.page.get_by_role("checkbox", name=evening.cell("orders", "red5", "ready"), exact=True)
            ).not_to_be_checked()
        ana.tab("What happened").click()
        ana.page.get_by_role("link", name="Full log").click()
        expect(ana.page.get_by_role("gridcell", name=re.compile(rf"Ana moves .* → {tile}"))).to_be_visible()
        finn.tab("Board").click()
        expect(finn.page.get_by_role("gridcell", name=re.compile("🗡.?Ana"))).to_be_visible()


def test_the_form_opens_at_ones_own_row_also_for_a_captain_who_may_fill_in_others(browser: Browser) -> None:
    evening = Evening(on="google")
    evening.order("blue1", ready=True)
    evening.tick()
    with server.running(evening.service) as base:
        sheet = sit_down(evening, base, browser, "ana@table", "orders")
        expect(sheet.page.locator("#place")).to_have_value(evening.cell("orders", "blue1", "move_to"))


def test_a_form_opens_at_its_first_row_that_is_not_done_though_a_choice_is_drawn_in_it(browser: Browser) -> None:
    evening = Evening(on="google", plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    while not any(form.due and form.key == "battle" for form in evening.table.session.forms):
        evening.play(1)
    with server.running(evening.service) as base:
        sheet = sit_down(evening, base, browser, "ana@table", "battle")
        expect(sheet.page.locator("#place")).to_have_value("C4")
        expect(sheet.cell("C4")).to_have_text("Gladiator")
