"""A real browser for tests: Debian's chromium, driven by playwright; without its windows where that is installed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests import patience

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The shell without windows takes less than half the time."""
FLAGS = ("--no-sandbox", "--disable-background-networking")
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
MILLISECONDS = 1000 * patience.SECONDS


def missing() -> str | None:
    """Why there is no browser here, None where there is one."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed: uv sync --group browser"
    return None if CHROMIUM else "there is no chromium: apt-get install chromium"


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without anybody's cookies."""
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS), timeout=MILLISECONDS)
        expect.set_options(timeout=MILLISECONDS)
        yield browser
        browser.close()


LIKES_SHEET = """
try { localStorage.getItem("view of matches") ?? localStorage.setItem("view of matches", "sheet"); } catch {}
"""
"""What a browser keeps of somebody who prefers the sheet to the play view."""


def visitor(browser: Browser, base: str, key: str, *, plays: bool = False, **options: Any) -> BrowserContext:
    """A browser of somebody who has opened the link with *key*, and prefers the sheet unless she *plays*."""
    context = browser.new_context(**{"viewport": DESK, "locale": "en-GB", **options})
    context.set_default_timeout(MILLISECONDS)
    if not plays:
        context.add_init_script(LIKES_SHEET)
        context.add_cookies([{"name": "view", "value": "sheet", "url": base}])
    context.request.get(f"{base}/?key={key}")
    return context


def true_soon(page: Page, what: str) -> None:
    """Wait until the expression *what* is true on *page*; the page's policy lets nothing be evaluated in it later."""
    end = time.monotonic() + patience.SECONDS
    while not page.evaluate(what):
        assert time.monotonic() < end, f"never true: {what}"
        page.wait_for_timeout(20)


def saved(page: Page) -> None:
    """Wait until the server has answered each edit made on *page*, which the page keeps in the browser until then."""
    end = time.monotonic() + patience.SECONDS
    while page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('unsaved '))"):
        assert time.monotonic() < end, "an edit was not answered"
        page.wait_for_timeout(20)
