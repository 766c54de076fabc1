"""The boards of the games in a real browser: what a click does, and what a player sees of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.spreadsheet.model import access
from tests import browsing
from tests.gm.table import Evening
from tests.localsheets.browser_page import Sheet, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SHARED = Policy(gm=("gm@table",))


@contextmanager
def seen(browser: Browser, evening: Evening, tab: str, account: str = "ana@table", **options: Any) -> Iterator[Sheet]:
    """A tab of *evening* as *account* sees it."""
    book = next(
        book
        for book in reversed(evening.record.workbooks)
        if tab in book.tabs and access.role(evening.service.documents[book.document], account)
    )
    with server.running(evening.service) as base:
        context = browsing.visitor(browser, base, evening.service.add_account(account), **options)
        page = context.new_page()
        page.goto(f"{base}/d/{book.document}#gid={book.tabs[tab]}")
        page.locator("#state.live").wait_for()
        page.locator("#me .badge").wait_for()
        yield Sheet(page)
        context.close()


def test_a_unit_that_has_acted_is_no_target_and_its_played_row_stays(browser: Browser) -> None:
    evening = Evening(on="google", plays="wesnoth", players=2, policy=SHARED)
    ready: list[Any] = []
    while not ready:
        evening.play(1)
        match = evening.table.session.state
        owned = [unit for unit in match.units if unit.seat == match.acting and not unit.leader]
        ready = [unit for unit in owned if unit.spent != "spent"]
    evening.tick()
    player = next(seat for seat in evening.seats if seat.id == match.acting)
    mine = ready[0]
    row = {"unit": mine.label, "action": "Rest", "ready": True}
    free = next(at for at in range(1, 17) if not evening.row("actions", f"{player.id} #{at}")["unit"])
    name = f"{player.id} #{free}"
    evening.type("actions", {evening.cell("actions", name, field): value for field, value in row.items()})
    evening.tick()
    played = evening.row("actions", name)
    able = {unit.at for unit in evening.table.session.state.units if unit.seat == player.id and unit.spent != "spent"}
    with seen(browser, evening, "board", player.account or "") as page:
        outlined = page.page.locator("td.mine")
        expect(outlined).to_have_count(len(able))
        place = page.page.locator("td.place").filter(has_text=re.compile(rf"\b{mine.id}\b"))
        expect(place).not_to_have_class(re.compile(r"\bmine\b"))
        place.click()
        assert page.page.locator("td.lit").count() == 0
        browsing.saved(page.page)
    evening.tick()
    assert evening.row("actions", name) == played


def test_your_turn_leads_to_the_first_duty_that_is_left_and_lists_all(browser: Browser) -> None:
    """Ana is a captain: once her order is ready, her team's skills are due, and then others are waited for."""
    evening = Evening(on="google", players=4, settings={"skill_costs": {"Player Speed": 0}}, policy=SHARED)
    evening.tick()
    with seen(browser, evening, "board") as page:
        header = page.page.get_by_role("banner")
        turn = header.get_by_role("button", name="Your turn")
        expect(turn).to_have_text("Ana, your turn: Orders")
        expect(header.get_by_role("group", name="What you have to do")).to_have_text("● Orders● Commands")
        evening.order("blue1", ready=True)
        evening.tick()
        expect(turn).to_have_text("Ana, your turn: Commands")
        expect(header.get_by_role("group", name="What you have to do")).to_have_text("✓ Orders● Commands")
        turn.click()
        expect(page.tab("Commands")).to_have_attribute("aria-selected", "true")
        expect(page.tab("Orders")).to_have_accessible_description("you are ready here")
        evening.type("commands", {evening.cell("commands", "blue1", "ready"): True})
        evening.tick()
        expect(turn).to_be_hidden()
        others = [seat.player for seat in evening.seats if seat.id != "blue1"]
        expect(header.get_by_role("status")).to_contain_text(f"✓ Ready · waiting for {others[0]}")
        page.tab("Board").click()
        expect(header.get_by_role("status")).to_contain_text("✓ Ready · waiting for")


def test_a_form_opens_on_the_first_row_that_is_still_to_do(browser: Browser) -> None:
    evening = Evening(on="google", plays="wesnoth", players=2, policy=SHARED)
    evening.tick()
    leader = next(unit.label for unit in evening.table.session.state.units if unit.seat == "blue")
    cells = {"unit": leader, "action": "Recruit", "recruit": "Spearman", "ready": True}
    evening.type("actions", {evening.cell("actions", "blue #1", name): value for name, value in cells.items()})
    evening.tick()
    assert evening.row("actions", "blue #1")["receipt"].startswith("✓")
    with seen(browser, evening, "actions") as page:
        expect(page.place).to_have_value("C5")
        page.click("C9")
        page.tab("Board").click()
        page.page.get_by_role("button", name="Your turn").click()
        expect(page.place).to_have_value("C5")
