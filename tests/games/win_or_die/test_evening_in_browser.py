"""An evening of Win or Die as people play it: Ana at a desk, Ben on a phone, everything filled in by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from gspread.utils import rowcol_to_a1

from sheets_gm.games.win_or_die.data.board import board
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.tabs.all_tabs import places
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.http_server import server
from tests import browsing
from tests.gm.table import Evening
from tests.localsheets.browser_page import Sheet, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

TOUCH = {"viewport": browsing.PHONE, "has_touch": True, "is_mobile": True}


@dataclass
class Player:
    """Somebody with the own workbook open, who never scrolls sideways."""

    evening: Evening
    page: Sheet
    seat: str

    @property
    def key(self) -> str:
        return f"seat.{self.seat}"

    def cell(self, tab: str, row: str, name: str) -> str:
        return self.evening.cell(tab, row, name, self.key)

    def go(self, tab: str) -> None:
        """Open a tab by its title."""
        self.page.tab(self.evening.looks.tabs[tab].title).click()
        expect(self.page.tab(self.evening.looks.tabs[tab].title)).to_have_attribute("aria-selected", "true")

    def types(self, tab: str, row: str, **cells: str) -> None:
        """Fill in cells at a desk, and tick Ready if the row has such a box."""
        for name, text in cells.items():
            address = self.cell(tab, row, name)
            self.page.type(address, text)
            self.page.saved(address)
            self.is_in_sight(address)
        ready = self.cell(tab, row, "ready")
        if not self.has_ready_box(tab, row):
            return
        self.page.page.get_by_role("checkbox", name=ready, exact=True).click()
        self.page.saved(ready)
        self.is_in_sight(ready)

    def taps(self, tab: str, row: str, **cells: str) -> None:
        """Fill in cells on a phone, in the card of the row, and tick Ready if the row has such a box."""
        headings = {column.field: column.heading for column in self.evening.looks.tabs[tab].columns}
        card = self.page.page.get_by_role("region", name="Active row")
        self.page.cell(self.cell(tab, row, "whose")).tap()
        for name, option in cells.items():
            button = card.get_by_role("button", name=headings[name])
            is_within(button, browsing.PHONE["width"])
            button.tap()
            self.page.page.get_by_role("option", name=option, exact=True).tap()
            self.page.saved(self.cell(tab, row, name))
        if not self.has_ready_box(tab, row):
            return
        ready = card.get_by_role("checkbox", name="Ready")
        is_within(ready, browsing.PHONE["width"])
        ready.tap()
        self.page.saved(self.cell(tab, row, "ready"))

    def has_ready_box(self, tab: str, row: str) -> bool:
        return self.evening.has_box(tab, row, self.key)

    def is_in_sight(self, address: str) -> None:
        assert self.page.page.locator("#view").evaluate("view => view.scrollLeft") == 0
        is_within(self.page.cell(address), browsing.DESK["width"])


def is_within(found: Any, width: int) -> None:
    box = found.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


def sit_down(evening: Evening, base: str, browser: Browser, seat: str, account: str, **options: Any) -> Player:
    """*account* opens the workbook of *seat*."""
    page = browsing.visitor(browser, base, evening.service.add_account(account), **options).new_page()
    book = evening.book("field", f"seat.{seat}")
    page.goto(f"{base}/d/{book.document}#gid={book.tabs['field']}")
    page.locator("#state.live").wait_for()
    return Player(evening, Sheet(page), seat)


def unit_at(evening: Evening, key: str, at: str) -> str:
    """What a player calls the unit at a space."""
    rows = evening.values("legions", key)
    row = next(row for row in rows if len(row) > 2 and row[2] == at)
    return " ".join(word for word in str(row[0]).split() if word.isascii())


SPACES = places(board(Settings().map))


def on_the_map(at: str) -> str:
    row, column = SPACES[at]
    return str(rowcol_to_a1(row + 1, column + 1))


def test_two_players_set_up_command_and_react_by_hand_without_scrolling_sideways(browser: Browser) -> None:
    evening = Evening(
        on="google",
        plays="win_or_die",
        settings={"mode": "core", "reactions": "live"},
        policy=Policy(layout="sealed", gm=("gm@table",)),
    )
    evening.tick()
    with server.running(evening.service) as base:
        ana = sit_down(evening, base, browser, "red", "ana@table")
        ben = sit_down(evening, base, browser, "teal", "ben@table", **TOUCH)
        ana.page.begins("A2", "Waiting for Ana and Ben")

        # the set-up: a region, a line-up, and the places of the units that matter; the others are placed at random
        for tab, cells in (("barracks", {"region": "Yaveil Alliance"}), ("lineup", {"lineup": "Ironclad Defense"})):
            ana.go(tab)
            ana.types(tab, "red", **cells)
            ben.go(tab)
            ben.taps(tab, "teal", **cells)
            assert evening.tick().steps
        ana.go("deployment")
        ana.types("deployment", "red 4 Lancer", at="H1")
        ana.types("deployment", "red 1 Marshal Corvane")
        assert evening.tick().steps
        ben.go("deployment")
        ben.taps("deployment", "teal 2 Lord Bastion", at="B2")
        ben.taps("deployment", "teal 7 Levy Spearman", at="B1")
        ben.taps("deployment", "teal 1 Marshal Corvane")
        assert evening.tick().steps

        # Ana clicks her Lancer on the map, a space that lights up, and Ready
        ana.go("field")
        expect(ana.page.cell("A2")).to_contain_text(re.compile(r"^Waiting for Ana\s.* · 5 tokens", re.DOTALL))
        expect(ana.page.cell(on_the_map("H1"))).to_have_class(re.compile(r"\bmine\b"))
        ana.page.click(on_the_map("H1"))
        ana.page.saved(on_the_map("H1"))
        card = ana.page.page.get_by_role("region", name="Picked piece")
        lancer = unit_at(evening, ana.key, "H1")
        expect(card.get_by_label("Unit")).to_have_value(lancer)
        evening.tick()
        expect(ana.page.cell(on_the_map("D1"))).to_have_class(re.compile(r"\blit\b"))
        expect(ana.page.cell(on_the_map("A1"))).not_to_have_class(re.compile(r"\blit\b"))
        ana.page.click(on_the_map("D1"))
        card.get_by_label("Ready").check()
        browsing.saved(ana.page.page)
        assert evening.tick().steps
        expect(ana.page.cell("A2")).to_contain_text(re.compile(r"^Waiting for Ana\s.* · 4 tokens", re.DOTALL))

        # the next commands by typing; the attack waits for Ben, whose hidden unit beside the target could react
        ana.go("commands")
        ana.types("commands", "red #1", unit=lancer, to="C1")
        assert evening.tick().steps
        spearman = unit_at(evening, ana.key, "B1")
        ana.types("commands", "red #1", unit=lancer, target=spearman)
        assert evening.tick().steps
        ana.go("field")
        ana.page.begins("A2", "Waiting for Ben")

        ben.go("answers")
        bastion = unit_at(evening, ben.key, "B2")
        ben.taps("answers", "teal", answer=f"Intercept: {bastion}")
        assert evening.tick().steps
        expect(ana.page.cell("A2")).to_contain_text(re.compile(r"^Waiting for Ana\s.* · 2 tokens", re.DOTALL))
        for player in (ana, ben):
            player.go("report")
            line = player.page.page.get_by_role("gridcell", name=re.compile(rf"{bastion} becomes the target"))
            expect(line).to_be_visible()
