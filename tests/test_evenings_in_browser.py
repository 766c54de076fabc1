"""An evening of each game with a board as people play it, at a desk and on a phone: from the first page to the answer.

Nobody scrolls sideways to decide a row, and nobody looks for the tab: the page says whose turn it is and leads there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sheets_gm.gm.record.policy import Policy
from sheets_gm.localsheets.http_server import server
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
    evening = Evening(plays=plays.game, players=plays.players, policy=Policy(layout=plays.layout, gm=("gm@table",)))
    evening.tick()
    with server.running(evening.service) as base:
        context = browsing.visitor(browser, base, evening.service.add_account("ana@table"), **SCREENS[screen])
        page = context.new_page()
        page.goto(base)
        turn = page.get_by_role("region", name="Your turn").get_by_role("link")
        expect(turn).to_contain_text(re.compile("Orders|Actions|Movement"))
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
