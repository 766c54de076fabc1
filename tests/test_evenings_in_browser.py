"""An evening of each game with a board as people play it, at a desk and on a phone: from the first page to the answer.

Nobody scrolls sideways to decide a row, and nobody looks for the tab: the page says whose turn it is and leads there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.spreadsheet.model import access
from tests import browsing
from tests.gm.table import Evening
from tests.localsheets.browser_page import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


class Plays(NamedTuple):
    """A match of a game: how many play, the board to click on, and what its answer column is called."""

    game: str
    players: int
    layout: str
    board: str
    answer: str


MATCHES = (
    Plays("gvg", 4, "sealed", "Board", "Answer"),
    Plays("wesnoth", 2, "shared", "Board", "Result"),
    Plays("champions", 3, "sealed", "You", "Answer"),
)

SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": browsing.DESK},
    "phone": {"viewport": browsing.PHONE, "has_touch": True, "is_mobile": True},
}


def stays(page: Page) -> None:
    """Nothing was scrolled sideways, neither the page nor the sheet."""
    assert page.evaluate("[document.scrollingElement.scrollLeft, document.getElementById('view').scrollLeft]") == [0, 0]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("plays", MATCHES, ids=lambda plays: plays.game)
def test_a_player_moves_a_piece_by_clicks_and_is_answered(browser: Browser, plays: Plays, screen: str) -> None:
    evening = Evening(
        on="google", plays=plays.game, players=plays.players, policy=Policy(layout=plays.layout, gm=("gm@table",))
    )
    evening.tick()
    with server.running(evening.service) as base:
        context = browsing.visitor(browser, base, evening.service.add_account("ana@table"), **SCREENS[screen])
        page = context.new_page()
        page.goto(base)
        turn = page.get_by_role("region", name="Your turn").get_by_role("link")
        expect(turn).to_contain_text(re.compile("Orders|Actions|Movement"))
        expect(turn).not_to_contain_text(re.compile(r"(\w+) · \1"))  # a step that is called like its tab is named once
        turn.click()
        page.get_by_role("tab", name=plays.board, exact=True).click()
        page.locator("td.mine").first.click()
        card = page.get_by_role("region", name="The picked piece")
        expect(card).to_be_visible()
        stays(page)
        lit = page.locator("td.lit:not(.picked)")
        expect(lit.first).to_be_visible()
        lit.first.click()
        expect(page.locator("td.chosen")).to_have_count(1)
        browsing.saved(page)
        evening.tick()
        expect(card).to_contain_text(re.compile(f"{plays.answer} ✓"))
        card.get_by_label("Ready").first.check()
        browsing.saved(page)
        evening.tick()
        if plays.game == "wesnoth":
            expect(card).to_be_hidden()  # her only unit has moved, so it is the other player's turn
            expect(page).to_have_title("An evening")
        else:
            expect(page).to_have_title("An evening" if plays.layout == "shared" else re.compile("^An evening: "))
        stays(page)
        page.get_by_role("tab", name="What happened", exact=True).click()
        expect(page.get_by_role("gridcell", name=re.compile("^A1, What happened"))).to_be_visible()
        context.close()


HELD = """
() => {
  const held = document.activeElement, box = held.getBoundingClientRect(), style = getComputedStyle(held);
  const seen = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && box.width > 0;
  const framed = [held, held.querySelector(".text")].some((one) => one && getComputedStyle(one).boxShadow !== "none");
  const marked = style.outlineStyle !== "none" || framed;
  const name = (held.ariaLabel ?? held.labels?.[0]?.textContent ?? held.textContent).trim();
  return held === document.body ? "" : `${name}${seen && marked ? "" : " [not to be seen]"}`;
}
"""
"""What has the focus, and whether people can see it there."""


def tabbed(page: Page, key: str, times: int) -> list[str]:
    """What has the focus after each of some presses of *key*; "" for the browser itself."""
    found = []
    for _ in range(times):
        page.keyboard.press(key)
        found.append(str(page.evaluate(HELD)))
    return found


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press *key* until something called *name* has the focus; everything on the way can be seen."""
    way: list[str] = []
    while not way or not way[-1].startswith(name):
        assert len(way) < 40, f"{name} is not reached: {way}"
        way += tabbed(page, key, 1)
        assert "not to be seen" not in way[-1], way


def test_an_evening_without_a_mouse_is_no_trap_anywhere(browser: Browser) -> None:
    """From the first page to the played turn: tabs, cells, drop-downs, boxes, the board, find, comments and sharing."""
    evening = Evening(on="google", players=2, policy=Policy(gm=("gm@table",)))
    evening.tick()
    (document,) = evening.service.documents.values()
    document.meta["writersCanShare"] = True
    with server.running(evening.service) as base:
        context = browsing.visitor(browser, base, evening.service.add_account("ana@table"))
        page = context.new_page()
        keys = page.keyboard
        page.goto(base)
        expect(page.get_by_role("region", name="Your turn").get_by_role("link")).to_be_visible()
        tab_to(page, "An evening")
        keys.press("Enter")
        cells = page.locator("td:focus")
        expect(page.get_by_role("tab", name="Orders")).to_have_attribute("aria-selected", "true")
        page.locator("#me .badge").wait_for()

        # a drop-down and a box, in the first row that is hers
        expect(cells).to_have_attribute("aria-label", re.compile("Move to"))
        keys.press("Alt+ArrowDown")
        expect(page.get_by_role("listbox")).to_be_visible()
        keys.press("ArrowDown")
        keys.press("Enter")
        browsing.saved(page)
        moved = str(evening.row("orders", "blue1")["move_to"])
        assert moved

        # the tab bar, and the board by keys alone
        keys.press("F6")
        expect(page.get_by_role("tab", name="Orders")).to_be_focused()
        tab_to(page, "Board", "ArrowLeft")
        expect(page.locator("td.mine").first).to_be_visible()
        keys.press("Control+f")
        keys.type("Ana")
        # before her piece come the lines that say who is waited for, and how the sides stand
        for number in range(1, 4):
            expect(page.locator("#find output")).to_have_text(f"{number} of 3")
            if number < 3:
                keys.press("Enter")
        keys.press("Escape")
        expect(page.locator("td.mine:focus")).to_have_count(1)
        keys.press("Enter")
        expect(page.get_by_role("region", name="The picked piece")).to_be_visible()
        expect(page.locator("td.chosen")).to_have_count(1)
        keys.press("F6")
        tab_to(page, "Ready")
        keys.press("Space")
        browsing.saved(page)
        assert evening.row("orders", "blue1")["ready"]
        keys.press("Escape")
        expect(cells).to_have_count(1)

        # nothing holds the focus: Escape and Tab leave the cells, and go round the whole page both ways
        keys.press("Escape")
        round_trip = tabbed(page, "Tab", 40)
        assert {"", "All spreadsheets", "Comments", "Board"} <= set(round_trip), round_trip
        assert not [each for each in round_trip if "not to be seen" in each]

        # somebody is invited, and the focus is where it was before
        keys.press("Escape")
        tab_to(page, "👥 Share")
        keys.press("Enter")
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_label("E-mail address")).to_be_focused()
        keys.type("dov@table")
        tab_to(page, "Role")
        keys.press("ArrowUp")
        keys.press("Enter")
        tab_to(page, "Add")
        keys.press("Enter")
        expect(dialog.get_by_role("status")).to_have_text("dov@table is added.")
        assert access.role(document, "dov@table") == "commenter"
        tab_to(page, "Done")
        keys.press("Enter")
        expect(dialog).to_be_hidden()
        expect(page.get_by_role("button", name="Share")).to_be_focused()
        tab_to(page, "Comments", "Shift+Tab")
        keys.press("Enter")
        keys.type("Good luck!")
        keys.press("Enter")
        expect(page.get_by_role("article")).to_contain_text("Good luck!")
        tab_to(page, "Close comments", "Shift+Tab")
        keys.press("Enter")
        expect(cells).to_have_count(1)

        for seat in evening.seats:
            evening.order(seat.id, ready=True)
        evening.tick()
        expect(page.get_by_role("gridcell", name=re.compile("Turn 2"))).to_be_visible()
        tabs = page.get_by_role("tab").all_inner_texts()
        open_now = page.get_by_role("tab", selected=True).inner_text()
        keys.press("Control+PageDown")
        following = page.get_by_role("tab", name=tabs[tabs.index(open_now) + 1], exact=True)
        expect(following).to_have_attribute("aria-selected", "true")
        expect(cells).to_have_count(1)
        context.close()


NOTICES = """
window.notices = [];
const browsers = window.Notification;
window.Notification = class extends EventTarget {
  static get permission() {
    return localStorage.getItem("permission") ?? "default";
  }
  static async requestPermission() {
    localStorage.setItem("permission", await browsers.requestPermission());
    return this.permission;
  }
  constructor(title, { body }) {
    super();
    window.notices.push(`${title}: ${body}`);
  }
};
"""
"""A browser without windows shows no notifications and forgets what it has allowed: both are noted."""


def test_who_asks_for_it_is_notified_when_a_turn_opens(browser: Browser) -> None:
    evening = Evening(on="google", players=2, policy=Policy(gm=("gm@table",)))
    evening.tick()
    with server.running(evening.service) as base:
        context = browsing.visitor(browser, base, evening.service.add_account("ana@table"))
        context.add_init_script(NOTICES)
        page = context.new_page()
        page.goto(base)
        wish = page.get_by_label("Notify me here when it is my turn")
        expect(wish).not_to_be_checked()
        wish.click()  # the browser does not allow it
        expect(wish).not_to_be_checked()
        context.grant_permissions(["notifications"], origin=base)
        wish.check()
        expect(wish).to_be_checked()
        evening.order("blue1", ready=True)
        evening.tick()
        expect(page.get_by_role("region", name="Your turn")).to_be_hidden()
        evening.order("red1", ready=True)
        evening.tick()
        expect(page.get_by_role("region", name="Your turn")).to_be_visible()
        assert page.evaluate("notices") == ["Your turn: An evening: Orders · no deadline"]
        page.reload()
        expect(wish).to_be_checked()
        assert page.evaluate("notices") == []
        wish.uncheck()
        context.close()
