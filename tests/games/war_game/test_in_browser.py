"""A turn of forty players and a judge, from the announcement of its battles to their results: two of them by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.http_server import server
from tests import browsing
from tests.games.war_game import sixty
from tests.gm.table import Evening
from tests.localsheets.browser_page import Sheet, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser

OURS = "team.coalition"


def sit_down(evening: Evening, base: str, browser: Browser, account: str, tab: str, key: str) -> Sheet:
    """*account* opens a tab of the workbook with *key*."""
    return open_tab(evening, base, browsing.visitor(browser, base, evening.service.add_account(account)), tab, key)


def open_tab(evening: Evening, base: str, visitor: BrowserContext, tab: str, key: str) -> Sheet:
    """A page of somebody who has sat down, with another tab."""
    page = visitor.new_page()
    book = evening.book(tab, key)
    page.goto(f"{base}/d/{book.document}#gid={book.tabs[tab]}")
    page.locator("#state.live").wait_for()
    return Sheet(page)


def turn_to(page: Sheet, title: str) -> None:
    """Click a tab, and wait until it is drawn: its cells have the addresses of the tab before it."""
    page.page.get_by_role("tab", name=re.compile(f"^{title}")).click()
    expect(page.cell("A1")).to_contain_text(f"{title} · ")


def tick_ready(page: Sheet, address: str) -> None:
    page.page.get_by_role("checkbox", name=address, exact=True).click()
    page.saved(address)


def row_of(evening: Evening, tab: str, player: str = "", start: str = "") -> str:
    """The name of the first row of the side's *tab* that begins with *start*, of those that *player* fills in."""
    headings, *rows = evening.values(tab, OURS)[2:]
    names = (str(line[headings.index("Row")]) for line in rows if line)
    return next(name for name in names if name.startswith(start) and name.endswith(f"({player})" if player else ")"))


@pytest.mark.clause("CPW-25", "CPW-27", "CPW-162", "CPW-187")
def test_a_player_and_the_judge_play_a_turn_by_hand_from_its_announcement_to_its_result(browser: Browser) -> None:
    evening = Evening(
        on="google",
        plays="war_game",
        settings=sixty.settings().model_dump(),
        policy=Policy(layout="sealed", gm=("gm@table",)),
    )
    evening.play()
    # mercenaries send no text, so the battle against them has one mark
    battle = next(str(line[0]) for line in evening.values("battles", "public")[3:] if ", 11B" in str(line[1]))
    strategy = row_of(evening, "strategies", start=f"{battle} ")
    player_name = strategy.rpartition("(")[2].rstrip(")")
    seat = next(each.id for each in evening.seats if each.player == player_name)
    accounts = {each.id: each.account or "" for each in evening.seats}
    with server.running(evening.service) as base:
        player = sit_down(evening, base, browser, accounts[seat], "strategies", OURS)
        public = open_tab(evening, base, player.page.context, "battles", "public")
        expect(public.page.get_by_role("gridcell", name=re.compile("attacks .*, 11B"))).to_be_visible()

        # the player to whom the battle is assigned writes the strategy, and sends another army on its way
        text = evening.cell("strategies", strategy, "text", OURS)
        player.type(text, "We come out of the morning mist, and hold the forge.")
        player.saved(text)
        tick_ready(player, evening.cell("strategies", strategy, "ready", OURS))
        turn_to(player, "Movement")
        army = row_of(evening, "moves", player_name)
        line = evening.cell("moves", army, "line", OURS)
        player.type(line, "to the hills!")
        player.saved(line)
        evening.tick()
        expect(player.cell(evening.cell("moves", army, "receipt", OURS))).to_contain_text("There is no square in it")
        at = str(evening.row("moves", army, OURS)["at"]).split()[1]
        player.type(line, f"{at} - intercept")
        player.saved(line)
        tick_ready(player, evening.cell("moves", army, "ready", OURS))

        # all others play, and the judge reads and marks
        evening.play(1, but=[seat, "judge"])
        judge = sit_down(evening, base, browser, accounts["judge"], "judging", "seat.judge")
        expect(judge.cell("A1")).to_contain_text("Judging · Turn 2: the judge decides")
        judge.tab("Texts").click()
        expect(judge.page.get_by_role("gridcell", name=re.compile("We come out of the morning mist"))).to_be_visible()
        turn_to(judge, "Judging")
        row = battle
        for name, mark in (("first", "9"), ("reason", "A fine plan.")):
            cell = evening.cell("judging", row, name, "seat.judge")
            judge.type(cell, mark)
            judge.saved(cell)
        headings, first_row, *_ = evening.values("judging", "seat.judge")[2:]
        first = str(first_row[headings.index("No.")])
        tick_ready(judge, evening.cell("judging", first, "ready", "seat.judge"))
        assert evening.tick().steps

        # everybody reads the result
        public.tab("What happened").click()
        public.page.get_by_role("link", name="Results").click()
        public.shows("A1", "Results · Turn 3: orders")
        expect(public.page.get_by_role("gridcell", name=re.compile(r"= die \d+, strategy \+9"))).to_be_visible()
        expect(public.page.get_by_role("gridcell", name=re.compile("A fine plan."))).to_be_visible()
