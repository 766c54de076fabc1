"""The web page in a real browser; cells are found by role and address, as people find them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import gspread
from gspread.spreadsheet import Spreadsheet
from gspread.utils import a1_range_to_grid_range

from sheets_gm.localsheets.api.service import Service
from tests.browsing import visitor
from tests.localsheets import real

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page


def expect(found: Locator | Page) -> Any:
    """What is expected of an element, sooner or later; playwright may be missing where nothing is expected."""
    from playwright.sync_api import expect as within_time

    return within_time(found)


@dataclass
class Sheet:
    """One person's page of one spreadsheet."""

    page: Page

    def cell(self, address: str) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{address}(,|$)"))

    def text(self, address: str) -> str:
        return self.cell(address).inner_text().strip()

    def shows(self, address: str, text: str) -> None:
        """Wait until a cell shows *text*."""
        expect(self.cell(address)).to_have_text(text)

    def begins(self, address: str, text: str) -> None:
        """Wait until the text of a cell begins with *text*."""
        expect(self.cell(address)).to_have_text(re.compile(f"^{re.escape(text)}"))

    def saved(self, address: str) -> None:
        """Wait until what was typed into a cell is answered."""
        expect(self.cell(address)).not_to_have_attribute("aria-label", re.compile("not saved yet"))

    def click(self, address: str, **options: Any) -> None:
        self.cell(address).click(**options)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, address: str, text: str, end: str = "Enter") -> None:
        """Click a cell, type into it, and leave it by a key."""
        self.click(address)
        self.page.keyboard.type(text)
        self.press(end)

    @property
    def active(self) -> str:
        """The address of the cell that has the focus."""
        return str(self.page.evaluate("document.activeElement.dataset.address ?? ''"))

    @property
    def editor(self) -> Locator:
        return self.page.locator(".editor")

    @property
    def message(self) -> Locator:
        return self.page.get_by_role("group", name="Message")

    @property
    def place(self) -> Locator:
        return self.page.get_by_role("textbox", name="Address of the active cell")

    @property
    def bar(self) -> Locator:
        return self.page.get_by_role("textbox", name="Text of the active cell")

    @property
    def selected(self) -> list[str]:
        found = self.page.locator("td[aria-selected=true]").evaluate_all("all => all.map(td => td.dataset.address)")
        return list(found)

    def style(self, address: str, name: str) -> str:
        return str(self.cell(address).evaluate(f"td => getComputedStyle(td)['{name}']"))

    def tab(self, title: str) -> Locator:
        return self.page.get_by_role("tab", name=title, exact=True)


@dataclass
class World:
    """A server, a browser, and everybody who comes by."""

    service: Service
    base: str
    browser: Browser
    contexts: list[BrowserContext] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)

    def key(self, account: str) -> str:
        if account not in self.keys:
            self.keys[account] = self.service.add_account(account)
        return self.keys[account]

    def gspread(self, account: str) -> gspread.Client:
        return real.client(self.base, self.key(account))

    def made(self, rows: Sequence[Sequence[Any]] = (), height: int = 0) -> Spreadsheet:
        """A spreadsheet of the GM's with *rows* on its first tab, so many rows high (0: as Google makes it)."""
        sheet = self.gspread("gm@x").create("Games")
        tab = sheet.sheet1
        if height:
            tab.resize(rows=height)
        if rows:
            tab.update([list(row) for row in rows], "A1")
        return sheet

    def visit(self, account: str, **options: Any) -> BrowserContext:
        context = visitor(self.browser, self.base, self.key(account), **options)
        self.contexts.append(context)
        return context

    def open(self, sheet: Spreadsheet, account: str = "gm@x", gid: int | None = None, **options: Any) -> Sheet:
        """*account* opens a spreadsheet in a browser of its own."""
        if account != "gm@x":
            sheet.share(account, "user", "writer", notify=False)
        page = self.visit(account, **options).new_page()
        page.goto(f"{self.base}/d/{sheet.id}" + (f"#gid={gid}" if gid is not None else ""))
        page.locator("#state.live").wait_for()
        page.locator("#me .badge").wait_for()
        return Sheet(page)

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()


def rule(kind: str, *values: str, strict: bool = True, **more: Any) -> dict[str, Any]:
    """A data validation rule."""
    condition: dict[str, Any] = {"type": kind}
    if values:
        condition["values"] = [{"userEnteredValue": value} for value in values]
    return {"condition": condition, "strict": strict, "showCustomUi": True, **more}


def area(sheet: Spreadsheet, address: str) -> dict[str, int]:
    """A GridRange of the first tab."""
    return {**a1_range_to_grid_range(address), "sheetId": sheet.sheet1.id}


def change(sheet: Spreadsheet, *requests: Mapping[str, Any]) -> None:
    sheet.batch_update({"requests": list(requests)})


def validate(sheet: Spreadsheet, address: str, wanted: Mapping[str, Any] | None) -> None:
    change(sheet, {"setDataValidation": {"range": area(sheet, address), "rule": wanted}})


def style(sheet: Spreadsheet, address: str, **format: Any) -> None:
    cell = {"userEnteredFormat": format}
    change(sheet, {"repeatCell": {"range": area(sheet, address), "cell": cell, "fields": "userEnteredFormat"}})


def colour(hex_: str) -> dict[str, Any]:
    red, green, blue = (int(hex_[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return {"rgbColor": {"red": red, "green": green, "blue": blue}}
