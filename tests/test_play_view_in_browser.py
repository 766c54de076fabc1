"""The play view: a match as a game to play, in a real browser. It is a second drawing of the same cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.api.open_turns import open_turns
from sheets_gm.localsheets.http_server import server
from tests import browsing
from tests.accessibility import axe_script, findings
from tests.gm.table import Evening
from tests.localsheets import real
from tests.localsheets.browser_page import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

TWICE_AS_LARGE = ({"width": 640, "height": 400}, {"width": 320, "height": 640})
"""What is left of a desktop's window and of a large phone's at 200 % zoom."""

PHONE: dict[str, Any] = {"viewport": browsing.PHONE, "has_touch": True, "is_mobile": True}


def turns(evening: Evening, account: str) -> list[dict[str, Any]]:
    """The turns of *account* in its workbooks."""
    return open_turns(evening.service.documents.values(), account)


@contextmanager
def playing(browser: Browser, evening: Evening, account: str, **options: Any) -> Iterator[Page]:
    """What *account* sees on opening the workbook of *evening* that has its forms, without naming a tab."""
    (turn,) = turns(evening, account)
    with server.running(evening.service) as base:
        context = browsing.visitor(browser, base, evening.service.add_account(account), plays=True, **options)
        page = context.new_page()
        page.goto(f"{base}/d/{turn['document']}")
        expect(page.get_by_role("region", name="My turn")).to_be_visible()
        page.locator("#state.live").wait_for()
        try:
            yield page
        finally:  # or a page left by a failed test asks a server that has ended, and the tests after it fail too
            page.unroute_all(behavior="ignoreErrors")
            context.close()


def no_sideways_scroll(page: Page) -> None:
    """Nothing but the board is wider than the window."""
    wide = page.evaluate(
        "[document.scrollingElement, document.querySelector('#play .say')].map((e) => e.scrollWidth - e.clientWidth)"
    )
    assert wide == [0, 0]


def change(page: Page) -> Locator:
    """The fields, which are opened if they are not shown."""
    fields = page.get_by_role("region", name="Change")
    if not fields.is_visible():
        page.locator("[data-does=change]").click()
    return fields


def nothing_cut(page: Page) -> None:
    """Each choice and each button shows its whole text."""
    cut = page.locator("#play :is(.choice, .buttons button, .duty, .row)").evaluate_all(
        "all => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"
    )
    assert cut == []


def test_a_captain_plays_her_turn_and_sees_what_became_of_it(browser: Browser, request: pytest.FixtureRequest) -> None:
    axe = axe_script(request.config)
    evening = Evening(on="google", settings={"skill_costs": {"Player Speed": 0}})
    evening.tick()
    with playing(browser, evening, "ana@table") as page:
        status, step = page.locator("#play .sentence"), page.locator("#play .step")
        mine = page.get_by_role("region", name="My turn")
        ready = mine.locator(".ready")
        expect(step).to_have_text("Turn 1 of 60")
        expect(status).to_have_text(
            re.compile(r"^Ana, where to\? \d steps? from Blue Base\. Tap a lit tile\. then: Commands$")
        )
        expect(ready).to_have_text("Stay")
        expect(page.get_by_role("region", name="Change")).to_be_hidden()
        expect(page.get_by_role("group", name="Score")).to_contain_text("Blue (you)")
        asked = "performance.getEntriesByType('resource').filter((each) => each.name.includes('/v4/')).length"
        assert page.evaluate(asked) == 1  # one answer has the cells of all that is shown

        # a piece's order: its place, and the one button
        board = page.get_by_role("region", name="Board")
        board.locator(".tile.lit:not(.picked)").first.click()
        place = board.locator(".tile.chosen").get_attribute("data-place")
        expect(status).to_contain_text(f"Ana, go to {place}")
        ready.click()
        expect(status).to_contain_text("Ana, buy a skill?")
        browsing.saved(page)
        row = evening.row("orders", "blue1")
        assert (row["move_to"], row["ready"]) == (place, True)
        evening.tick()
        expect(status).not_to_contain_text("then:")

        # what was sent is taken back, and the keys do the same
        duties = change(page).get_by_role("listitem")
        duties.filter(has_text="Orders").get_by_role("button").click()
        expect(status).to_contain_text(f"Sent: Ana, go to {place}")
        mine.get_by_role("button", name="take back").click()
        expect(ready).to_have_text("Send")
        page.keyboard.press("r")
        expect(duties.filter(has_text="Orders")).to_contain_text("ready")
        page.keyboard.press("u")
        page.keyboard.press("u")
        browsing.saved(page)
        assert evening.row("orders", "blue1")["ready"] is True

        # what cannot be is answered in the bar and below its field, without the address of a cell
        cell = evening.cell("orders", "blue1", "move_to")
        evening.type("orders", {cell: "Z99"})
        evening.tick()
        duties.filter(has_text="Orders").get_by_role("button").click()
        field = change(page).get_by_role("group", name="Move to")
        for answer in (field.locator(".answer.bad"), status):
            expect(answer).to_contain_text("Z99")
            expect(answer).not_to_contain_text(cell)
        expect(change(page).get_by_role("button", name="Orders refused")).to_be_visible()
        expect(change(page).get_by_role("button", name="Empty it")).to_be_visible()

        for scheme, size in (("light", browsing.PHONE), ("dark", browsing.DESK)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert findings(page, axe) == []
            no_sideways_scroll(page)
        for zoomed in TWICE_AS_LARGE:
            page.set_viewport_size(zoomed)  # type: ignore[arg-type]
            no_sideways_scroll(page)
            expect(mine.locator("[data-does=change]")).to_be_in_viewport(ratio=1)
        page.set_viewport_size(browsing.DESK)  # type: ignore[arg-type]

        # once all is ready the others are waited for; a played turn is announced, and its headlines stand in the story
        evening.type("orders", {evening.cell("orders", "blue1", "move_to"): place})
        evening.tick()
        page.keyboard.press("n")
        expect(status).to_contain_text("buy a skill?")
        page.keyboard.press("r")
        browsing.saved(page)
        evening.tick()
        expect(status).to_contain_text(re.compile(r"^Sent\. Waiting for Ben and 8 more"))
        page.get_by_role("button", name="close").click()
        evening.play(1, but=("blue1",))
        expect(step).to_have_text("Turn 2 of 60")
        line = page.get_by_role("region", name="Story").locator(".line").first
        expect(line).to_be_visible()
        expect(page.locator("#announcements")).to_contain_text(line.inner_text())
        looks_back(page)
        evening.do("pause")
        expect(status).to_contain_text("Paused by the game master")

        evening.do("resume", row=2)
        evening.do("concede", "red", row=3)
        expect(status).to_contain_text("The match is over")
        expect(ready).to_have_count(0)

        # the sheet is one tap away and back, and what one likes is remembered
        page.get_by_role("button", name="Sheet", exact=True).click()
        expect(page.locator("#grid td.active")).to_be_visible()
        page.goto(page.url.partition("#")[0])
        expect(page.locator("#grid td.active")).to_be_visible()
        page.get_by_role("button", name="Play", exact=True).click()
        expect(mine).to_be_visible()
        expect(page.locator("#grid")).to_be_hidden()

        # who has no seat sees the sheet first, and may watch
        base, _, document = page.url.partition("#")[0].partition("/d/")
        key = evening.service.add_account("gm@table")
        watching = browsing.visitor(browser, base, key, plays=True).new_page()
        watching.goto(f"{base}/d/{document}")
        expect(watching.locator("#grid td.active")).to_be_visible()
        watching.get_by_role("button", name="Play", exact=True).click()
        expect(watching.locator("#play .sentence")).to_contain_text("The match is over")
        watching.context.close()


REMARK = """async () => {
  const at = `/v4/spreadsheets/${location.pathname.split('/')[2]}`;
  const fields = 'sheets(properties.sheetId,developerMetadata)';
  const { sheets } = await (await fetch(`${at}?fields=${fields}`)).json();
  const held = sheets.flatMap((sheet) => sheet.developerMetadata ?? []);
  const noted = (key) => held.find((each) => each.metadataKey === key);
  const [play, turns] = ['page.play', 'page.turns'].map((key) => JSON.parse(noted(key).metadataValue));
  for (const form of play.forms) form.asked = true;
  for (const turn of Object.values(turns.turns)) turn.due = Math.floor(Date.now() / 1000) + 150;
  const update = (key, value) => ({ updateDeveloperMetadata: { fields: 'metadataValue',
    dataFilters: [{ developerMetadataLookup: { metadataId: noted(key).metadataId } }],
    developerMetadata: { metadataValue: JSON.stringify(value) } } });
  const location_ = { sheetId: sheets[0].properties.sheetId };
  const long = { metadataKey: 'page.reach.long', metadataValue: '31204', location: location_, visibility: 'DOCUMENT' };
  const added = { createDeveloperMetadata: { developerMetadata: long } };
  const requests = [update('page.play', play), update('page.turns', turns), added];
  const body = JSON.stringify({ requests });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${at}:batchUpdate`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}"""
"""Changes what the game master noted: its forms are questions, due in 150 seconds, and a mark is too long."""


def looks_back(page: Page) -> None:
    """A headline is shown again, on its board; the dice are folded; and the reader arranges the view to her liking."""
    story, board = page.get_by_role("region", name="Story"), page.get_by_role("region", name="Board")
    line = story.locator(".line", has_text="Ana")
    caption = page.locator("#play .caption")
    expect(caption).to_be_visible()
    page.keyboard.press("Escape")
    expect(caption).to_be_hidden()
    page.evaluate(
        "() => { const animate = Element.prototype.animate; window.slid = []; "
        "Element.prototype.animate = function (...how) { "
        "slid.push(this.className); return animate.apply(this, how) } }"
    )
    line.first.click()
    browsing.true_soon(page, "slid.includes('crowd ghost')")
    assert page.evaluate("slid.filter((name) => name.includes('ghost')).length") <= 5, "only the moves it tells"
    page.evaluate(
        "fetch(`/drive/v3/files/${location.pathname.split('/')[2]}/comments?fields=*`, "
        "{method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({content: 'Well met!'})})"
    )
    expect(story.locator(".talk")).to_contain_text("Well met!")

    page.get_by_role("button", name="More", exact=True).click()
    more = page.get_by_role("region", name="More")
    expect(more.get_by_role("button", name="What happened")).to_be_visible()
    dice = more.get_by_role("group").filter(has_text="Dice of the last turn")
    expect(dice.locator("li").first).to_be_hidden()
    dice.locator("summary").click()
    expect(dice.locator("li").first).to_contain_text(" of ")

    def is_above(one: str, two: str) -> bool:
        tops = [board.locator(f'[data-place="{place}"]').bounding_box() for place in (one, two)]
        return tops[0] is not None and tops[1] is not None and tops[0]["y"] < tops[1]["y"]

    assert is_above("A17", "A1")
    more.get_by_role("button", name="Turn the board around").click()
    assert is_above("A1", "A17")
    more.get_by_role("button", name="Turn the board around").click()
    more.get_by_role("button", name="Left-handed").click()
    at, middle = more.bounding_box(), board.bounding_box()
    assert at is not None
    assert middle is not None
    assert at["x"] < middle["x"]
    more.get_by_text("The board as text").click()
    text = more.get_by_role("group").filter(has_text="The board as text")
    expect(text.get_by_role("listitem").filter(has_text=re.compile(r"\bAna\b"))).to_have_count(1)


CONTROLS = """() => [...document.querySelectorAll("button, a, input, select, textarea, summary")].filter((each) => {
  const box = each.getBoundingClientRect();
  const within = box.width && box.height && box.top < innerHeight && box.left < innerWidth && box.bottom > 0;
  return within && each.checkVisibility({ visibilityProperty: true }) && !each.closest(".map, .texts .field");
}).map((each) => each.innerText || each.ariaLabel)"""
"""What can be pressed or filled in on the screen, apart from the tiles of the board and the marks of a text."""

MOST_CONTROLS = 15


def few_controls(page: Page) -> None:
    """The first screen has few controls."""
    controls = page.evaluate(CONTROLS)
    assert len(controls) <= MOST_CONTROLS, controls


GREEN = """() => [...document.querySelectorAll("#play button, #talk button")]
  .filter((each) => getComputedStyle(each).backgroundColor === "rgb(21, 128, 61)").map((each) => each.className)"""
"""The kinds of buttons that are filled green."""


class Orders(NamedTuple):
    """A match with an order to give: the turns that bots play first, and whether a piece must be picked for it."""

    plays: str
    players: int | None
    turns: int
    picks: bool
    layout: str = "sealed"


ORDERS = (
    Orders("gvg", None, 0, picks=False, layout="shared"),
    Orders("wesnoth", 2, 0, picks=True, layout="shared"),
    Orders("champions", 3, 0, picks=False),
    Orders("win_or_die", None, 8, picks=True),
    Orders("war_game", None, 3, picks=False),
)


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.plays)
def test_a_whole_order_takes_three_taps_on_a_phone(
    browser: Browser, order: Orders, request: pytest.FixtureRequest
) -> None:
    axe = axe_script(request.config)
    policy = Policy(layout=order.layout, gm=("gm@table",))
    evening = Evening(on="google", plays=order.plays, players=order.players, policy=policy)
    evening.play(order.turns)
    evening.tick()
    accounts = [seat.account or "" for seat in evening.seats if not seat.neutral]
    account = next(each for each in accounts if any(turn["tab"] for turn in turns(evening, each)))
    with playing(browser, evening, account, **PHONE) as page:
        for scheme, size in product(("dark", "light"), (browsing.DESK, browsing.PHONE)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert findings(page, axe) == [], (scheme, size)
            few_controls(page)
            assert {*page.evaluate(GREEN)} <= {"ready"}
        nothing_cut(page)
        for name in ("Story", "Army"):
            page.get_by_role("button", name=name, exact=True).tap()
            expect(page.get_by_role("region", name=name)).to_be_visible()
            assert findings(page, axe) == []
        page.get_by_role("navigation").get_by_role("button", name="Play", exact=True).tap()
        board = page.get_by_role("region", name="Board")
        taps = [board.locator(".tile.mine").first] if order.picks else []
        taps += [board.locator(".tile.lit:not(.picked)").first, page.locator("#play [data-does=ready]")]
        for tap in taps:
            tap.tap()
        assert len(taps) == (3 if order.picks else 2)
        tiles, buttons = (
            board.locator(part).evaluate("e => e.getBoundingClientRect().toJSON()") for part in (".map", ".tools")
        )
        assert tiles["bottom"] <= buttons["top"]  # no button lies over a tile
        browsing.saved(page)
        no_sideways_scroll(page)
    before = evening.table.session.entry.number
    evening.tick()
    session = evening.table.session
    assert session.entry.number > before or any(draft.receipt.startswith("✓") for draft in session.record.drafts)


def test_the_second_tap_of_a_double_tap_sends_and_takes_back_nothing(browser: Browser) -> None:
    evening = Evening(on="google", settings={"skill_costs": {"Player Speed": 0}})
    evening.tick()

    def sent() -> list[bool]:
        return [evening.row(tab, "blue1")["ready"] is True for tab in ("orders", "commands")]

    def double_tap(button: Locator) -> list[bool]:
        button.click(trial=True)
        box = button.bounding_box()
        assert box is not None
        button.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        browsing.saved(button.page)
        return sent()

    with playing(browser, evening, "ana@table", **PHONE) as page:
        sentence, ready = page.locator("#play .sentence"), page.locator("#play [data-does=ready]")
        expect(sentence).to_contain_text("Ana, where to?")
        assert double_tap(ready) == [True, False]
        assert double_tap(page.get_by_role("button", name="Player Speed")) == [True, False]
        expect(ready).to_have_text("Buy")
        assert double_tap(ready) == [True, True]
        page.locator("#play [data-does=back]").click()  # it waits until the button can be read
        browsing.saved(page)
        assert sent() == [True, False]


def test_a_tap_on_a_piece_that_one_may_order_picks_it_and_writes_nothing(browser: Browser) -> None:
    evening = Evening(on="google")
    evening.tick()
    with playing(browser, evening, "ana@table", **PHONE) as page:
        board, sentence = page.get_by_role("region", name="Board"), page.locator("#play .sentence")
        mates = [seat for seat in evening.seats if seat.team == "blue" and seat.id != "blue1"]
        mate = next(each for each in mates if board.get_by_role("gridcell", name=each.player).count())
        board.get_by_role("gridcell", name=mate.player).first.tap()
        expect(sentence).to_contain_text(f"{mate.player}, where to?")
        browsing.saved(page)
        assert [evening.row("orders", seat.id)["move_to"] for seat in evening.seats] == [""] * len(evening.seats)


def test_a_tap_on_anything_else_tells_what_it_is(browser: Browser) -> None:
    evening = Evening(on="google", policy=Policy(gm=("gm@table",), every=86400.0))
    evening.tick()
    with playing(browser, evening, "ben@table", **PHONE) as page:
        told, board = page.locator("#play .about"), page.get_by_role("region", name="Board")
        for part, text in (
            (page.locator("#play .ahead"), "Nobody is clearly ahead"),
            (page.locator("#play .side").first, "Blue (you)"),
            (page.get_by_role("timer"), "The deadline is"),
            (page.locator("#play .step"), "Turn 1 of 60."),
            (board.locator('[data-place="A17"]'), "A17: nobody is here."),
            (board.locator('[data-place="C16"]'), "C16 · Fish: 6 of 6 health"),
            (board.locator('[data-place="Red Base"]'), "Red Base · Finn"),
            (board.locator('[data-place="Blue Base"]'), "Blue Base · Ana"),  # where Ben stands
        ):
            part.tap()
            expect(told).to_contain_text(text)
        page.locator("[data-does=ready]").tap()
        browsing.saved(page)
        evening.tick()
        expect(page.locator("#play .sentence")).to_contain_text("Sent. Waiting for Ana and 8 more")
        page.locator("#play .sentence").tap()
        expect(told).to_contain_text("Waiting for Ana, Cleo, ")


def champions_in(phase: str) -> tuple[Evening, str]:
    """A match of three that has come to *phase*, and an account with something to do."""
    evening = Evening(on="google", plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    while evening.table.session.state.phase != phase:
        evening.play(1)
    evening.tick()
    return evening, next(each.account or "" for each in evening.seats if turns(evening, each.account or "")[0]["tab"])


def test_what_nothing_but_its_fields_fills_in_is_shown_with_them(browser: Browser) -> None:
    evening, account = champions_in("looting")
    with playing(browser, evening, account, **PHONE) as page:
        expect(page.locator("#play .sentence")).to_contain_text(re.compile(r"Loot \w\d: anything$"))
    evening, account = champions_in("equipment")
    with playing(browser, evening, account, **PHONE) as page:
        expect(page.locator("#play .sentence")).to_contain_text("What does your Gladiator wear?")
        expect(page.get_by_role("region", name="Change").get_by_role("group", name="Item", exact=True)).to_be_visible()


def test_a_battle_of_champions_takes_at_most_nine_taps_and_an_army_two(browser: Browser) -> None:
    evening, account = champions_in("battle")
    with playing(browser, evening, account, **PHONE) as page:
        sentence, taps = page.locator("#play .sentence"), 1
        expect(sentence).to_have_text(re.compile(r"^Against \w+, turn 1: your \w+ (attacks|heals)$"))
        while page.locator("[data-does=next]").count():
            page.locator("[data-does=next]").tap()
            taps += 1
        page.get_by_role("button", name="Fight").tap()
        assert taps <= 9
        browsing.saved(page)
        evening.tick()
        expect(sentence).to_contain_text("Sent. Waiting for")

    evening = Evening(on="google", plays="war_game", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    with playing(browser, evening, "ana@table", **PHONE) as page:
        sentence = page.locator("#play .sentence")
        for count in (1, 2):
            name = sentence.inner_text().partition(":")[0]
            page.locator("#play .tile.lit:not(.picked)").first.tap()
            expect(sentence).to_contain_text(f"{name} goes to")
            expect(sentence).to_contain_text(re.compile(rf"{count} of \d+ armies that can move have orders"))
            browsing.saved(page)
            evening.tick()
            expect(page.locator("#play .card .answer")).to_contain_text(f"{name}: ")
            assert sentence.inner_text().count(name) == 1
            page.get_by_role("button", name="Next").tap()
            expect(sentence).not_to_contain_text(name)


def test_a_list_with_tables_in_it_has_their_headings_on_its_cards(browser: Browser) -> None:
    evening = Evening(on="google")
    evening.tick()
    with playing(browser, evening, "ana@table") as page:
        page.get_by_role("button", name="Army", exact=True).click()
        army = page.get_by_role("region", name="Army")
        expect(army.locator("article").filter(has_text="Coins").locator("small")).to_have_text(["● Blue", "▲ Red"])


def test_the_game_master_runs_the_match_with_buttons_and_leafs_back(
    browser: Browser, request: pytest.FixtureRequest
) -> None:
    axe = axe_script(request.config)
    evening = Evening(on="google", policy=Policy(gm=("ana@table",), every=86400.0))
    evening.play(2)
    evening.tick()
    due = evening.table.session.record.due
    assert due is not None
    with playing(browser, evening, "ana@table") as page:
        status = page.locator("#play .sentence")
        roles, desk = page.get_by_role("group", name="Play as"), page.get_by_role("group", name="Game master")
        expect(change(page).get_by_role("button", name="Orders")).to_be_visible()
        expect(desk).to_be_hidden()

        # as the game master: who is ready, the boxes of the GM tab, more time, and the last turn undone
        roles.get_by_role("button", name="Game master").click()
        expect(status).to_contain_text("You run the match.")
        expect(change(page).get_by_role("button", name="Orders")).to_have_count(0)
        expect(desk.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(10)
        for scheme, size in (("dark", browsing.PHONE), ("light", browsing.DESK)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert findings(page, axe) == []
            few_controls(page)
        desk.get_by_role("button", name="Pause").click()
        browsing.saved(page)
        evening.tick()
        expect(status).to_contain_text("Paused by the game master")
        desk.get_by_role("button", name="Pause").click()
        browsing.saved(page)
        evening.tick()
        acts = desk.get_by_role("combobox", name="Do")
        acts.select_option("Extend")
        expect(desk.get_by_role("group", name="Value").get_by_role("textbox")).to_have_value("24h")
        desk.locator(".ready").click()
        browsing.saved(page)
        evening.tick()
        assert evening.table.session.record.due == pytest.approx(due + 86400.0, abs=60)
        acts.select_option("Rewind")
        fields = [each.inner_text() for each in desk.locator("legend").all()]
        assert fields == ["On", "Why"]  # those that a rewind takes
        expect(desk.get_by_role("button", name="Turn 2 of 60")).to_have_attribute("aria-pressed", "true")
        desk.get_by_role("textbox", name="Why").fill("A wrong order")
        desk.locator(".ready").click()
        browsing.saved(page)
        evening.tick()
        expect(page.locator("#play .step")).to_have_text("Turn 2 of 60")

        # as a player again: the boards of earlier turns can be looked at, and clicked without harm
        roles.get_by_role("button", name="Ana").click()
        evening.play(1)
        expect(page.locator("#play .step")).to_have_text("Turn 3 of 60")
        leaf, board = page.get_by_role("group", name="Earlier turns"), page.get_by_role("region", name="Board")
        place = next(each.at for each in evening.table.session.state.players if each.seat == "blue1")
        ana = board.locator(f'[data-place="{place}"]')
        expect(ana).to_have_accessible_name(re.compile("Ana"))
        leaf.get_by_role("button", name="One turn back").click()
        expect(leaf).to_contain_text("Turn")
        expect(board.locator(".tile.lit")).to_have_count(0)
        expect(leaf).to_have_class(re.compile("earlier"))
        before = evening.values("orders")
        board.locator(".tile").nth(20).click()
        browsing.saved(page)
        assert evening.values("orders") == before
        leaf.get_by_role("button", name="One turn on").click()
        expect(leaf).to_contain_text("Now")
        expect(ana).to_have_accessible_name(re.compile("Ana"))


def test_by_thumb_the_game_master_nudges_and_sees_what_became_of_it(browser: Browser) -> None:
    evening = Evening(on="google", policy=Policy(gm=("boss@table", "ana@table"), every=86400.0))
    evening.play(1)
    evening.tick()
    with playing(browser, evening, "ana@table", **PHONE) as page:
        desk = page.get_by_role("group", name="Game master")
        # the match keeps its name while a turn is due, and a headline has lines enough beside the buttons of the board
        expect(page.get_by_role("heading", name="An evening")).to_have_css("position", "static")
        news = page.locator("#play button.news")
        height = "document.querySelector('#play .map').clientHeight"
        before = page.evaluate(height)
        news.evaluate("(e) => { e.textContent = '▸ D9: Red beats Blue, 11 to 5, and takes a fish'; }")
        assert news.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 1
        assert page.evaluate(height) == before

        # who is waited for is chosen by a tap, and nudged by another; the answer stands below the buttons, in sight
        page.get_by_role("button", name="Game master").tap()
        expect(page.get_by_role("timer")).to_contain_text("in ")
        desk.get_by_role("listitem").filter(has_text="Ben").tap()
        desk.get_by_role("button", name="Nudge Ben").tap()
        browsing.saved(page)
        answer = desk.locator(".answer")
        expect(answer).to_have_text("Sent. The answer comes here.")
        evening.tick()
        expect(answer).to_contain_text("Ben")
        expect(answer).to_be_in_viewport()
        no_sideways_scroll(page)


def test_a_turn_of_several_rows_is_a_queue_and_what_is_half_typed_is_kept(browser: Browser) -> None:
    evening = Evening(on="google", plays="wesnoth", players=2)
    evening.tick()
    with playing(browser, evening, "ana@table") as page:
        mine = change(page)
        page.get_by_role("region", name="Board").locator(".tile.mine").first.click()
        expect(mine.get_by_role("button", name="#1")).to_have_attribute("aria-pressed", "true")
        browsing.saved(page)
        evening.tick()  # the question of the bar says what is still to fill in
        expect(mine.locator(".answer")).to_contain_text("Still to fill in")
        expect(page.locator("#play .sentence")).not_to_contain_text("Still to fill in")

        # another drawing of the card leaves what is being typed, and where
        more = mine.get_by_text("More:")
        more.click()
        route = mine.get_by_role("textbox", name="Route")
        route.press_sequentially("A1 B")
        evening.type("actions", {evening.cell("actions", f"{evening.seats[0].id} #1", "action"): "Move"})
        evening.tick()
        expect(route).to_have_value("A1 B")
        expect(route).to_be_focused()
        route.fill("")
        route.blur()

        # the button that ends the turn fills in the first empty row
        page.locator("[data-does=end]").click()
        browsing.saved(page)
        expect(mine.locator(".row", has_text="End turn")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#play .sentence")).to_contain_text("End your turn.")


def test_who_is_out_of_the_game_is_told_so(browser: Browser) -> None:
    evening = Evening(on="google", plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    seat = evening.seats[0]
    with playing(browser, evening, seat.account or "") as page:
        board = page.get_by_role("region", name="Board")
        expect(board.locator(".face")).to_have_count(3)
        expect(board.locator(".face.own")).to_contain_text(seat.player)

        # a question that the turn waits for, with its clock; and a mark that is too long
        page.evaluate(REMARK)
        page.reload()
        expect(page.locator("#play .sentence")).to_contain_text("The turn waits for your answer")
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"[12]:\d\d"))
        expect(board.get_by_role("note")).to_contain_text("is too large for this page: 31,204 letters")
        evening.do("concede", seat.team)
        expect(page.locator("#play .sentence")).to_contain_text("You are out of the game, and watch now.")


def test_what_is_no_part_of_the_turn_has_a_card_too_and_opens_only_when_asked_for(browser: Browser) -> None:
    evening = Evening(on="google")
    evening.tick()
    with playing(browser, evening, "ben@table", **PHONE) as page:
        mine = change(page)
        expect(mine.get_by_role("heading")).to_contain_text("Orders")
        mine.locator(".checklist").get_by_role("button", name=re.compile(r"^\d+ more$")).tap()
        mine.locator(".checklist").get_by_role("button", name="Your seat").tap()
        mine.get_by_role("button", name="away", exact=True).tap()
        until = mine.get_by_role("textbox", name="Until")
        expect(until).to_have_attribute("placeholder", re.compile("."))

        # what was sent is refused after the form that is due was opened again: its answer is read all the same
        page.locator("[data-does=ready]").tap()
        mine.locator(".checklist").get_by_role("button", name="Orders").tap()
        expect(mine.get_by_role("heading")).to_contain_text("Orders")
        browsing.saved(page)
        evening.tick()
        expect(page.locator("#play .sentence")).to_contain_text("Write until when")
        expect(mine.get_by_role("heading")).to_contain_text("Your seat")
        until.fill("3d")
        until.blur()
        browsing.saved(page)
        seats = mine.locator(".checklist li", has_text="Your seat")
        evening.tick()
        page.locator("[data-does=ready]").tap()
        browsing.saved(page)
        evening.tick()
        assert "Ben is away until" in evening.receipt("blue2", "seats")
        expect(seats).to_contain_text("done")
        expect(mine.locator(".checklist li", has_text="Orders")).to_contain_text(
            "if you wish"
        )  # who is away is not ready

        # what nobody can take back is asked once more, and can be answered here
        mine.locator(".checklist").get_by_role("button", name="Your seat").tap()
        expect(page.locator("#play .sentence")).to_contain_text("Done: Ben is away until")
        expect(page.locator("[data-does=ready]")).to_have_count(0)  # what was done is not to be done again
        mine.get_by_role("button", name="leave for good", exact=True).tap()
        page.locator("[data-does=ready]").tap()
        browsing.saved(page)
        evening.tick()
        expect(page.locator("#play .sentence")).to_contain_text("Tick Do once more")
        page.locator("[data-does=ready]").tap()
        browsing.saved(page)
        evening.tick()
        assert evening.receipt("blue2", "seats").startswith("✓"), evening.receipt("blue2", "seats")
        look(page, "watching", "You have left the match, and watch now. Waiting for")
        expect(page.get_by_role("button", name=re.compile("your turn"))).to_have_count(0)
        expect(page.locator("#play .tile").first).to_be_visible()


@pytest.mark.parametrize("hand", [{}, PHONE], ids=["mouse", "thumb"])
def test_who_goes_from_one_field_to_the_next_types_and_chooses_there(browser: Browser, hand: dict[str, Any]) -> None:
    evening = Evening(on="google")
    evening.tick()
    with playing(browser, evening, "ben@table", **hand) as page:
        mine = change(page)

        def press(button: Locator) -> None:
            button.tap() if hand else button.click(delay=50)

        press(mine.locator(".checklist").get_by_role("button", name=re.compile(r"^\d+ more$")))
        press(mine.locator(".checklist").get_by_role("button", name="Claims"))
        claim, entry = (mine.get_by_role("textbox").nth(at) for at in range(2))
        claim.press_sequentially("I was at B2.")
        press(entry)
        page.keyboard.type("nine")  # these are letters, no keys of the page
        expect(entry).to_have_value("nine")
        press(mine.locator(".checklist").get_by_role("button", name="Your seat"))
        mine.get_by_role("textbox", name="Until").press_sequentially("3d")
        press(mine.get_by_role("button", name="away", exact=True))
        expect(mine.get_by_role("button", name="away", exact=True)).to_have_attribute("aria-pressed", "true")


def test_once_the_deadline_has_passed_all_name_the_end_of_its_grace(browser: Browser) -> None:
    evening = Evening(on="google", policy=Policy(every=86400.0, grace=7200.0))
    evening.tick()
    with playing(browser, evening, "ben@table") as page:
        due = page.evaluate("Math.floor(Date.now() / 1000) - 60")

        def late(route: Any) -> None:
            found = route.fetch().json()
            route.fulfill(json={**found, "turns": [{**turn, "due": due} for turn in found["turns"]]})

        page.route("**/turns", late)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        end = page.evaluate("(at) => new Date(1000 * at).toTimeString().slice(0, 5)", due + 7200)
        hour = re.compile(rf"({end[:2]}|{int(end[:2]) % 12 or 12}):{end[3:]}")
        expect(page.get_by_role("timer")).to_have_text(
            re.compile(f"^Deadline passed; late moves count until .*{hour.pattern}[^·]*$")
        )
        page.locator("[data-does=ready]").click()
        browsing.saved(page)
        evening.tick()
        expect(page.locator("#play .sentence")).to_have_text(re.compile(f"Sent. Waiting for .* until .*{hour.pattern}"))


def look(page: Page, state: str, text: str) -> tuple[str, str]:
    """The sign and the colour of the line on *state*, which says *text*."""
    expect(page.locator("#play")).to_have_attribute("data-state", state)
    line = page.locator("#play .sentence span")
    expect(line).to_contain_text(text)
    expect(line).not_to_contain_text("undefined")
    sign, colour = line.evaluate("e => [getComputedStyle(e, '::before').content, getComputedStyle(e).color]")
    return sign, colour


def test_each_state_of_a_match_has_a_look_of_its_own(browser: Browser) -> None:
    evening = Evening(on="google")
    evening.tick()
    looks = {}
    with playing(browser, evening, "ben@table", **PHONE) as page:
        looks["turn"] = look(page, "turn", "where to?")

        # an edit that the server does not answer is kept and counted; then it is sent
        page.route("**/values:batchUpdate*", lambda route: route.abort())
        mine = change(page)
        mine.locator(".choice").first.tap()
        looks["offline"] = look(page, "offline", "Your edit is kept here")
        assert "unsaved" in page.evaluate("Object.keys(localStorage).join()")
        page.unroute("**/values:batchUpdate*")
        look(page, "turn", "go to")
        browsing.saved(page)

        # nobody reads what is typed any more
        open_turn = page.evaluate("fetch('/turns').then((answer) => answer.json())")
        ended = {page.url.partition("/d/")[2].partition("#")[0]: {"at": 1764345540, "pause": 0, "ended": True}}
        page.route("**/turns", lambda route: route.fulfill(json={**open_turn, "looks": ended}))
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        look(page, "offline", "No sync has looked since")
        expect(page.get_by_role("button", name="Sheet", exact=True)).to_be_in_viewport(ratio=1)
        page.unroute("**/turns")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        look(page, "turn", "Ben, go to")

        evening.type("orders", {evening.cell("orders", "blue2", "move_to"): "Z99"})
        evening.tick()
        looks["refused"] = look(page, "refused", "Z99")
        expect(mine).to_contain_text("Typed: “Z99”")  # what is no choice is not a chosen one
        expect(mine.get_by_role("button", name="Z99")).to_have_count(0)
        evening.type("orders", {evening.cell("orders", "blue2", "move_to"): ""})
        evening.do("pause")
        looks["paused"] = look(page, "paused", "Paused by the game master")
        evening.do("resume", row=2)

        # while the cells are on their way, the page says so
        held: list[Any] = []
        page.route(re.compile("/v4/.*ranges="), lambda route: held.append(route))  # noqa: PLW0108 - playwright marks what it calls
        page.reload()
        looks["loading"] = look(page, "loading", "Loading")
        expect(mine.get_by_role("heading")).to_have_count(0)
        for each in held:
            each.continue_()
        look(page, "turn", "where to?")

        base, _, document = page.url.partition("#")[0].partition("/d/")
        owner = real.client(base, evening.service.add_account("sync@table", "token of sync@table"))
        owner.open_by_key(document).share("eve@table", "user", "reader", notify=False)
        watching = browsing.visitor(browser, base, evening.service.add_account("eve@table"), plays=True).new_page()
        watching.goto(f"{base}/d/{document}#play")
        looks["watching"] = look(watching, "watching", "You are watching. Waiting for")
        watching.context.close()

        # who may not open it any more is told so, and fills in nothing
        (shared,) = (
            each for each in owner.open_by_key(document).list_permissions() if each["emailAddress"] == "ben@table"
        )
        owner.open_by_key(document).client.remove_permission(document, str(shared["id"]))
        looks["closed"] = look(page, "closed", "You have left this match, or it is not shared with you any more.")
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "You have left this match, or it is no longer shared with you."
        )
        expect(page.get_by_role("button", name=re.compile("your turn"))).to_have_count(0)
        owner.open_by_key(document).share("ben@table", "user", "writer", notify=False)
        look(page, "turn", "where to?")

        evening.do("concede", "red", row=3)
        looks["over"] = look(page, "over", "The match is over")
    assert len(set(looks.values())) == len(looks)


def test_the_game_master_of_a_private_match_has_the_board_and_the_table_below_it(browser: Browser) -> None:
    evening = Evening(on="google", plays="champions", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    document = next(book.document for book in evening.record.workbooks if book.key == "gm")
    with server.running(evening.service) as base:
        key = evening.service.add_account("gm@table", "token of gm@table")
        page = browsing.visitor(browser, base, key, plays=True, **PHONE).new_page()
        page.goto(f"{base}/d/{document}#play")
        mine, pages = page.get_by_role("region", name="Change"), page.get_by_role("navigation", name="Play")
        expect(mine).to_contain_text("0 of 16 ready")
        expect(page.locator("#play .tile").first).to_be_visible()
        few_controls(page)
        assert mine.get_by_role("button").all_inner_texts() == ["Resolve now", "Pause"]
        acts = mine.get_by_role("combobox", name="Do")
        first = ["Extend", "Excuse", "Fill in", "Substitute", "Rewind", "Change"]
        assert acts.locator("option").all_inner_texts() == ["Do …", *first, "Dry run", "All else"]
        end, start = (each.evaluate("e => e.getBoundingClientRect().toJSON()") for each in (mine, pages))
        assert abs(end["bottom"] - start["top"]) < 2
        score = page.get_by_role("group", name="Score")  # of sixteen: it scrolls, and leaves room for the rest
        assert score.evaluate("e => e.getBoundingClientRect().height") < 100
        acts.select_option("All else")
        field = mine.get_by_role("group", name="Do what")
        field.scroll_into_view_if_needed()
        expect(field).to_be_in_viewport()
        field.get_by_role("button").first.tap()
        expect(page.locator("[data-does=ready]")).to_have_text("Do")
        page.context.close()


def test_a_workbook_without_a_board_tells_what_happened_too(browser: Browser) -> None:
    evening = Evening(on="google", plays="war_game", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.play(3)
    evening.tick()
    judge = next(seat for seat in evening.seats if seat.neutral)
    document = next(book.document for book in evening.record.workbooks if book.key == f"seat.{judge.id}")
    with server.running(evening.service) as base:
        key = evening.service.add_account(judge.account or "")
        page = browsing.visitor(browser, base, key, plays=True, **PHONE).new_page()
        page.goto(f"{base}/d/{document}#play")
        page.locator("#state.live").wait_for()
        expect(page.get_by_role("region", name="Board")).to_be_hidden()
        page.get_by_role("navigation").get_by_role("button", name="Story", exact=True).tap()
        lines = page.get_by_role("region", name="Story").locator("li.told")
        expect(lines.first).to_contain_text(" beats ")
        page.context.close()


def test_a_judge_has_both_texts_side_by_side_with_eleven_buttons_each(browser: Browser) -> None:
    evening = Evening(on="google", plays="war_game", policy=Policy(layout="sealed", gm=("gm@table",)))
    while evening.table.session.state.phase != "judging":
        evening.play(1)
    evening.tick()
    judge = next(seat for seat in evening.seats if seat.neutral)
    sent = next(each for each in evening.table.session.state.sent if each.text)
    document = next(book.document for book in evening.record.workbooks if book.key == f"seat.{judge.id}")
    with server.running(evening.service) as base:
        key = evening.service.add_account(judge.account or "")
        page = browsing.visitor(browser, base, key, plays=True).new_page()
        page.goto(f"{base}/d/{document}#play")
        expect(page.locator("#play .sentence")).to_contain_text(": mark both texts.")
        expect(page.locator("#play .texts")).to_be_visible()  # without a tap on “change”
        expect(page.locator("#play .buttons .ready")).to_have_count(0)  # nothing is marked yet
        for size in (browsing.PHONE, browsing.DESK):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            few_controls(page)
        mine = page.get_by_role("region", name="Change")
        mine.locator(".row").nth(sent.battle - 1).click()
        texts = mine.locator(".texts > div")
        expect(texts).to_have_count(2)
        expect(texts.filter(has_text=sent.text or "")).to_have_count(1)
        tops = {each["y"] for text in texts.all() if (each := text.bounding_box())}
        assert len(tops) == 1
        for text, mark in zip(texts.all(), ("7", "10"), strict=True):
            expect(text.locator(".choice")).to_have_count(11)
            text.get_by_role("button", name=mark, exact=True).click()
        expect(page.locator("#play .sentence")).to_contain_text("7 to 10.")
        browsing.saved(page)
        row = evening.row("judging", str(sent.battle), f"seat.{judge.id}")
        assert [int(row["first"] or 0), int(row["second"] or 0)] == [7, 10]
        page.context.close()


def test_a_turn_that_is_being_played_looks_different_from_one_that_waits_for_others(browser: Browser) -> None:
    evening = Evening(on="google", dice="manual")
    evening.tick()
    with playing(browser, evening, "ben@table", **PHONE) as page:
        line = "e => [getComputedStyle(e).backgroundImage, getComputedStyle(e).animationName]"
        top = page.locator("#play .top")
        evening.order("blue2", ready=True)
        evening.tick()
        waits = look(page, "done", "Sent. Waiting for")
        assert top.evaluate(line) == ["none", "none"]
        evening.all_ready()
        evening.tick()  # the dice are rolled by hand, so the turn is under way until they are typed
        assert look(page, "played", "The turn is being played") != waits
        picture, animation = top.evaluate(line)
        assert "gradient" in picture
        assert animation == "passing"
        page.emulate_media(reduced_motion="reduce")
        assert top.evaluate(line)[1] == "none"


@pytest.mark.parametrize("meets", [True, False], ids=["another side", "nobody"])
def test_an_arrow_has_the_colour_of_a_side_only_where_no_other_stands_at_its_end(browser: Browser, meets: bool) -> None:
    evening = Evening(on="google", plays="champions", players=2, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    own, other = (each.at for each in evening.table.session.state.players)
    to = other if meets else next(place for place in ("A1", "A2", "B1", "B2") if place not in (own, other))
    for seat, place in zip(evening.seats, (to, ""), strict=False):
        key = f"seat.{seat.id}"
        move_to, ready = (evening.cell("movement", seat.id, name, key) for name in ("move_to", "ready"))
        evening.type("movement", {move_to: place, ready: True}, key=key)
    evening.tick()
    with playing(browser, evening, "ana@table") as page:
        stroke = page.locator("#play .way").first.evaluate("each => each.style.stroke")
    assert bool(stroke) is not meets
