"""The boards of all games in the play view: how large they are, that their letters can be read, and how they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.api.open_turns import open_turns
from sheets_gm.localsheets.http_server import server
from tests import browsing
from tests.gm.table import Evening
from tests.localsheets.browser_page import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

LEAST = 11
"""The pixels of the smallest letters."""

ASIDE = 320
"""The pixels of the column beside the board."""

OF_PHONE = 0.6
"""The least share of a phone's height that the board has."""


class Match(NamedTuple):
    """A match with its players, the turns that bots play first, and the shape of its tiles."""

    plays: str
    players: int | None
    turns: int
    shape: str
    layout: str = "sealed"


MATCHES = (
    Match("gvg", None, 0, "square", "shared"),
    Match("gvg", None, 2, "square", "shared"),
    Match("wesnoth", 2, 2, "flat", "shared"),
    Match("champions", 6, 5, "square"),  # three pieces share a tile
    Match("win_or_die", None, 8, "pointed"),
    Match("war_game", None, 1, "square"),
)

LETTERS = """() => [...document.querySelectorAll('#play .map *')].flatMap((each) => {
  const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const drawn = getComputedStyle(each, '::before').content.length > 4;
  if (!(own || drawn) || !each.checkVisibility() || !each.getBoundingClientRect().width) return [];
  return [parseFloat(getComputedStyle(each, drawn ? '::before' : null).fontSize)];
})"""
"""The sizes of all letters that are drawn on the board, in pixels."""

OVERLAPS = """() => [...document.querySelectorAll('#play .token')].flatMap((token) => {
  const seen = [...token.children].filter((each) => each.checkVisibility());
  const parts = seen.map((each) => each.getBoundingClientRect());
  return parts.filter((one, at) => parts.some((two, other) => other > at
    && Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
    && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1)).map(() => token.textContent);
})"""
"""The tokens whose disc, words and bar lie over each other."""

MISNAMED = """() => [...document.querySelectorAll("#play .tile")].filter((tile) => {
  const parts = tile.dataset.place.match(/\\p{L}+|\\p{N}+/gu);
  const middle = (part, way) => (way === "rows" ? part.y + part.height / 2 : part.x + part.width / 2);
  return ["rows", "columns"].some((way) => {
    const at = (part) => middle(part.getBoundingClientRect(), way);
    const far = (span) => Math.abs(at(span) - at(tile));
    const names = [...document.querySelectorAll(`#play .edge.${way} span`)].sort((one, two) => far(one) - far(two));
    const own = names.findIndex((span) => parts.includes(span.textContent));
    return own > 0 || (own === 0 && names.length > 1 && far(names[1]) - far(names[0]) < 1);
  });
}).map((tile) => tile.dataset.place)"""
"""The tiles to which the name of another row or column is as near as that of their own, where that is written."""

OUTSIDE = """() => {
  const map = document.querySelector('#play .map').getBoundingClientRect();
  const sides = [['left', -1], ['top', -1], ['right', 1], ['bottom', 1]];
  return [...document.querySelectorAll('#play .tile')].filter((tile) => {
    const box = tile.getBoundingClientRect();
    return sides.some(([side, sign]) => sign * (box[side] - map[side]) > 1);
  }).map((tile) => tile.dataset.place);
}"""
"""The places that are not seen in whole."""

CUT = """() => [...document.querySelectorAll('#play .token .name')].filter((name) => name.checkVisibility()
  && (name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1))
  .map((name) => name.textContent)"""
"""The names that are not read in whole."""

BROKEN = """() => [...document.querySelectorAll('#play .token .name')].flatMap((name) => {
  if (!name.checkVisibility()) return [];
  const text = name.firstChild, words = [...text.data.matchAll(/\\S+/g)];
  return words.filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map(([word]) => word);
})"""
"""The words in names that go on in another line."""

NAMELESS = """() => [...document.querySelectorAll('#play .token:not(:has(.health))')].filter((token) => {
  const [disc, name] = ['.disc', '.name'].map((part) => token.querySelector(part));
  const initials = disc.dataset.initials.toLowerCase();
  return !name.checkVisibility() && initials !== '?' && initials[0] !== name.textContent[0].toLowerCase();
}).map((token) => token.textContent)"""
"""The pieces of which neither a name nor its first letters can be read."""

SPILT = """() => [...document.querySelectorAll('#play .crowd')].flatMap((tile) => {
  const { bottom } = tile.getBoundingClientRect();
  const tokens = [...tile.querySelectorAll('.token')];
  return tokens.filter((token) => token.getBoundingClientRect().bottom > bottom + 1).map((token) => token.textContent);
})"""
"""The tokens that reach below their tile."""

SCROLLS = "map => [map.scrollWidth - map.clientWidth, map.scrollHeight - map.clientHeight]"

BOX = "each => each.getBoundingClientRect().toJSON()"


def test_every_board_fills_its_window_and_its_letters_can_be_read(browser: Browser) -> None:
    for match in MATCHES:
        evening = Evening(
            on="google", plays=match.plays, players=match.players, policy=Policy(layout=match.layout, gm=("gm@table",))
        )
        evening.play(match.turns)
        evening.tick()
        documents = evening.service.documents.values()
        accounts = [seat.account or "" for seat in evening.seats if not seat.neutral]
        account, turn = next((each, turn) for each in accounts for turn in open_turns(documents, each) if turn["tab"])
        with server.running(evening.service) as base:
            context = browsing.visitor(browser, base, evening.service.add_account(account), plays=True)
            page = context.new_page()
            page.goto(f"{base}/d/{turn['document']}")
            for size in (browsing.DESK, browsing.PHONE):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                _measured(page, match, size)
            if match.plays == "wesnoth":
                _comes_closer(page)
            if match.plays == "gvg":
                _is_dark_at_night(page)
            context.close()


def _measured(page: Page, match: Match, size: dict[str, int]) -> None:
    """All that is asked of a board in a window of this *size*, at both of its own sizes."""
    plane = page.locator("#play .plane")
    expect(plane).to_have_attribute("data-kind", match.shape)
    scene, drawn = (page.locator(f"#play {part}").evaluate(BOX) for part in (".scene", ".plane"))
    if size is browsing.DESK:
        assert size["width"] - scene["width"] == ASIDE
    else:
        assert scene["width"] == size["width"]
        assert scene["height"] >= OF_PHONE * size["height"], match
    window = page.locator("#play .map").evaluate(BOX)
    assert max(drawn["width"] / window["width"], drawn["height"] / window["height"]) > 0.9, match
    whole = page.get_by_role("button", name="Whole board")
    for level in ("readable", "whole"):
        if level == "whole" and whole.is_visible():
            whole.click()
        assert min(page.evaluate(LETTERS)) >= LEAST, (match, size, level)
        assert page.evaluate(OVERLAPS) == [], (match, size, level)
        assert page.evaluate(CUT) == [], (match, size, level)
        assert page.evaluate(SPILT) == [], (match, size, level)
        assert page.evaluate(BROKEN) == [], (match, size, level)
        assert page.evaluate(NAMELESS) == [], (match, size, level)
        assert page.evaluate(MISNAMED) == [], (match, size, level)
    if not whole.is_visible():
        assert page.locator("#play .map").evaluate(SCROLLS) == [0, 0], (match, size)
    assert page.evaluate(OUTSIDE) == [], (match, size)
    if size is browsing.DESK:
        tile = page.locator("#play .tile").nth(7 % page.locator("#play .tile").count())
        tile.hover()
        expect(page.locator("#play .under-pointer")).to_contain_text(tile.get_attribute("data-place") or "")
    if whole.is_visible():
        before = page.locator("#play .tile").first.evaluate(BOX)
        whole.click()
        assert page.locator("#play .tile").first.evaluate(BOX)["height"] > before["height"]
        mine = page.locator("#play .tile.mine")
        assert not mine.count() or any(each not in page.evaluate(OUTSIDE) for each in _places(mine.all()))


def _places(tiles: list[Any]) -> list[str]:
    return [each.get_attribute("data-place") for each in tiles]


def _comes_closer(page: Page) -> None:
    """On the whole board a tap comes closer and orders nothing."""
    before = page.locator("#play .sentence").inner_text()
    page.get_by_role("button", name="Whole board").click()
    tile = page.locator("#play .tile.mine").first
    small = tile.evaluate(BOX)["height"]
    tile.click()
    assert tile.evaluate(BOX)["height"] > small
    expect(tile).to_be_in_viewport()
    assert page.locator("#play .sentence").inner_text() == before


LIGHT = """(part) => [...document.querySelectorAll(`#play ${part}`)]
  .map((each) => getComputedStyle(each).backgroundColor.match(/[\\d.]+/g).map(Number))
  .filter(([, , , opacity]) => opacity !== 0)
  .map(([red, green, blue]) => (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255)"""
"""How light the parts of a board are, from 0 to 1."""


def _is_dark_at_night(page: Page) -> None:
    """At night walls are darker than the ground, and no ground is as light as what stands on it."""
    by_day, walls = max(page.evaluate(LIGHT, ".floor")), max(page.evaluate(LIGHT, ".ground"))
    page.emulate_media(color_scheme="dark")
    for part, light in ((".floor", by_day), (".ground", walls)):
        browsing.true_soon(page, f"Math.max(...({LIGHT})('{part}')) < {light}")
    walls, floors, discs = (page.evaluate(LIGHT, part) for part in (".ground", ".floor", ".token .disc"))
    assert max(walls) < min(floors)
    assert max(floors) < 0.35 < by_day
    assert max(floors) < max(discs)


def test_the_last_moves_have_the_colour_of_their_side(browser: Browser) -> None:
    evening = Evening(on="google", policy=Policy(gm=("gm@table",)))
    evening.play(2)
    evening.tick()
    with server.running(evening.service) as base:
        document = evening.record.workbooks[0].document
        context = browsing.visitor(browser, base, evening.service.add_account("ana@table"), plays=True)
        page = context.new_page()
        page.goto(f"{base}/d/{document}")
        ways = page.locator("#play .way")
        expect(ways.first).to_be_attached()
        found = ways.evaluate_all(
            "all => all.map((each) => each.style.stroke + (each.getAttribute('d').match(/a/g) ?? []).length)"
        )
        assert {*found} == {"rgb(37, 99, 235)2", "rgb(220, 38, 38)2"}
        # a sentence of other height leaves the board where the reader has moved it
        page.set_viewport_size({"width": 1280, "height": 420})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.evaluate("document.querySelector('#play .map').scrollTo(0, 0)")
        page.set_viewport_size({"width": 1280, "height": 400})
        assert page.evaluate("document.querySelector('#play .map').scrollTop") < 30
        context.close()


def test_a_new_turn_is_told_on_the_board_first_and_may_be_skipped(browser: Browser) -> None:
    evening = Evening(on="google", settings={"team_size": 2}, policy=Policy(gm=("gm@table",)))
    evening.play(1)
    evening.tick()
    with server.running(evening.service) as base:
        document = evening.record.workbooks[0].document
        context = browsing.visitor(browser, base, evening.service.add_account("ana@table"), plays=True)
        page = context.new_page()
        page.goto(f"{base}/d/{document}")
        caption = page.locator("#play .caption")
        expect(page.locator("#play .tile").first).to_be_visible()
        expect(caption).to_be_hidden()  # of what was played before the first visit
        evening.play(1)
        expect(caption).to_be_visible()
        expect(caption).to_contain_text("Ana")
        caption.get_by_role("button", name="Skip").click()
        expect(caption).to_be_hidden()
        page.reload()
        expect(page.locator("#play .tile").first).to_be_visible()
        expect(caption).to_be_hidden()
        context.close()
