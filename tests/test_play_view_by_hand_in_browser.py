"""What people met who played each game by hand in the play view, at a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.forms import Typed
from sheets_gm.localsheets.http_server import server
from tests import browsing
from tests.gm.table import Evening
from tests.gm.test_seats_tab import ask, home
from tests.localsheets.browser_page import expect
from tests.test_play_view_in_browser import PHONE, change

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SEALED = Policy(layout="sealed", gm=("gm@table",))


@contextmanager
def playing(browser: Browser, evening: Evening, seat: str, **options: Any) -> Iterator[Page]:
    """What the player of *seat* sees."""
    account = next(each.account or "" for each in evening.seats if each.id == seat)
    document = next(book.document for book in evening.record.workbooks if book.key == home(evening, seat))
    with server.running(evening.service) as base:
        context = browsing.visitor(browser, base, evening.service.add_account(account), plays=True, **options)
        page = context.new_page()
        page.goto(f"{base}/d/{document}")
        page.locator("#state.live").wait_for()
        expect(page.locator("#play [data-does=change]")).to_be_visible()
        yield page
        context.close()


def test_the_whole_board_has_the_signs_of_its_places_those_of_the_first_row_too(browser: Browser) -> None:
    evening = Evening(on="google", plays="champions", players=3, policy=SEALED)
    evening.tick()
    with playing(browser, evening, evening.seats[0].id) as page:
        for place in ("A1", "B1", "A2", "B2"):
            expect(page.locator("#play .ground", has_text=re.compile(f"^{place} "))).to_be_in_viewport()
        # when it gets dark outside, the board follows the rest of the page
        tile = page.locator("#play .floor").first
        by_day = str(tile.evaluate("e => e.style.backgroundColor"))
        page.emulate_media(color_scheme="dark")
        expect(tile).not_to_have_css("background-color", by_day)


def test_the_board_of_an_army_is_shown_and_no_other_lights_up_for_it(browser: Browser) -> None:
    """Planes have squares of the same names: 3F of the army's own plane is not 3F of another one."""
    evening = Evening(on="google", plays="war_game", policy=SEALED)
    evening.tick()
    *_, seat = (seat.id for seat in evening.seats if seat.team == "phyrexia")
    with playing(browser, evening, seat) as page:
        planes = page.get_by_role("group", name="Boards")
        expect(planes.get_by_role("button", name="Phyrexia")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#play .tile.lit").first).to_be_visible()
        # the others have the places of one's own armies on them, and a tap names these
        planes.get_by_role("button", name=re.compile(r"^Mirrodin.*( \d[FG]){3} ● 3")).click()
        expect(page.locator("#play .about p")).to_have_text(re.compile(r"^\d[FG] \w.+( · \d[FG] \w.+){2}$"))
        planes.get_by_role("button", name="Dominaria").click()
        expect(planes.get_by_role("button", name="Dominaria")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#play .tile[data-place='3F']")).to_be_visible()
        expect(page.locator("#play .tile:is(.lit, .later, .chosen)")).to_have_count(0)
        # of many armies those of one's own are offered, the others when asked for; one box is for all of them
        mine = change(page)
        own = mine.locator(".rows .row")
        more = mine.locator(".rows").get_by_role("button", name=re.compile(r"^\d+ more$"))
        shown, hidden = own.count() - 1, int(more.inner_text().split()[0])  # one of them is the button
        more.click()
        expect(own).to_have_count(shown + hidden)
        expect(page.locator("#play .sentence small")).to_have_text(
            re.compile(r"^0 of \d+ armies that can move have orders$")
        )


def test_a_sent_row_says_which_row_it_waits_for(browser: Browser) -> None:
    evening = Evening(on="google", plays="wesnoth", players=2, policy=Policy(gm=("gm@table",)), turns=22)
    ana = evening.seats[0]
    units = [unit for unit in evening.table.session.state.units if unit.seat == ana.id]
    for row, to in ((1, "Z99"), (2, units[2].at)):
        order = {"unit": units[row].label, "action": "Move", "to": to, "ready": True}
        cells = {evening.cell("actions", f"{ana.id} #{row}", name): value for name, value in order.items()}
        evening.type("actions", cells, ana.account or "")
    evening.tick()
    with playing(browser, evening, ana.id, **PHONE) as page:
        change(page).locator(".rows").get_by_role("button", name="#2").tap()
        expect(page.locator("#play .sentence")).to_contain_text("Waiting for #1: fix or empty that row first.")


def test_a_refused_row_that_was_sent_is_emptied_and_not_sent_again(browser: Browser) -> None:
    evening = Evening(on="google")
    evening.tick()
    evening.order("blue2", move_to="Z99", ready=True)
    evening.tick()
    with playing(browser, evening, "blue2", **PHONE) as page:
        expect(page.locator("#play .sentence")).to_contain_text("Z99")
        expect(page.locator("#play [data-does=ready]")).to_have_count(0)
        page.locator("#play .buttons").get_by_role("button", name="Empty it").tap()
        browsing.saved(page)
        evening.tick()
        expect(page.locator("#play .sentence")).to_contain_text("where to?")
        row = evening.row("orders", "blue2")
        assert (row["move_to"], row["ready"]) == ("", False)


def test_what_cannot_count_yet_is_not_sent_by_a_green_button(browser: Browser) -> None:
    evening = Evening(on="google", plays="war_game", policy=SEALED)
    evening.tick()
    with playing(browser, evening, "c1", **PHONE) as page:
        sentence, ready = page.locator("#play .sentence"), page.locator("#play [data-does=ready]")
        fields = change(page)

        def open_duty(title: str) -> None:
            more = fields.locator(".duty.optional", has_text="more")
            if more.count():
                more.tap()
            fields.locator(".duty", has_text=title).tap()

        open_duty("Concede")
        for text, is_green in (("perhaps", False), ("CONCEDE", True)):
            fields.get_by_role("textbox").fill(text)
            fields.get_by_role("textbox").press("Tab")
            browsing.saved(page)
            evening.tick()
            expect(sentence).to_contain_text("Write CONCEDE" if not is_green else "Your side gives up")
            expect(page.locator("#play .buttons .ready")).to_have_count(int(is_green))
        ready.tap()
        browsing.saved(page)
        evening.tick()
        open_duty("Concede")
        expect(sentence).to_contain_text("Sent: Ana: Concede. CONCEDE: Your side gives up at the end of this step")
        page.locator("[data-does=back]").tap()
        open_duty("Your seat")
        fields.get_by_role("button", name="away", exact=True).tap()
        browsing.saved(page)
        evening.tick()
        expect(sentence).to_contain_text("Still to fill in: Until")
        expect(page.locator("#play .buttons .ready")).to_have_count(0)


def test_the_game_master_keeps_the_table_while_a_turn_is_told(browser: Browser) -> None:
    evening = Evening(on="google")
    evening.play(1)
    evening.tick()
    document = evening.record.workbooks[0].document
    with server.running(evening.service) as base:
        page = browsing.visitor(browser, base, evening.service.add_account("gm@table"), plays=True).new_page()
        page.goto(f"{base}/d/{document}#play")
        desk = page.get_by_role("group", name="Game master")
        expect(desk).to_be_visible()
        evening.play(1)
        evening.tick()
        expect(page.locator("#play .caption")).to_be_visible()
        expect(desk).to_be_visible()
        page.context.close()


def test_the_answer_to_what_is_no_part_of_the_turn_is_read_before_the_turn_goes_on(browser: Browser) -> None:
    evening = Evening(on="google", policy=Policy(gm=("gm@table",), votes=True, every=86400.0))
    evening.tick()
    with playing(browser, evening, "blue2", **PHONE) as page:
        sentence, fields = page.locator("#play .sentence"), change(page)
        fields.locator(".duty.optional", has_text="more").tap()
        fields.locator(".duty", has_text="Your seat").tap()
        fields.get_by_role("button", name="vote: extend").tap()
        page.locator("#play [data-does=ready]").tap()
        browsing.saved(page)
        evening.tick()
        expect(sentence).to_contain_text("Done: Ben votes to extend the deadline")
        page.get_by_role("button", name="Next", exact=True).tap()
        expect(sentence).to_contain_text("Ben, where to?")


def test_below_the_board_the_newest_act_of_a_turn_and_the_last_turn_stand_apart(browser: Browser) -> None:
    evening = Evening(on="google", plays="wesnoth", players=2, policy=Policy(gm=("gm@table",)), turns=22)
    evening.tick()
    state = evening.table.session.state
    seat = next(seat for seat in evening.seats if seat.id == state.acting)
    units = [unit for unit in state.units if unit.seat == seat.id]
    for row, unit in enumerate(units[:2], start=1):
        order = {"unit": unit.label, "action": "Move", "to": unit.at, "ready": True}
        cells = {evening.cell("actions", f"{seat.id} #{row}", name): value for name, value in order.items()}
        evening.type("actions", cells, seat.account or "")
        evening.tick()
    with playing(browser, evening, seat.id, **PHONE) as page:
        news = page.locator("#play button.news")
        expect(news).to_have_text(re.compile(rf"This turn: ● {units[1].label} stays at {units[1].at} · Last turn: "))
        expect(news).not_to_contain_text(f"{units[0].label} stays")


def test_a_card_of_a_match_is_no_wider_than_a_phone(browser: Browser) -> None:
    evening = Evening(on="google", plays="wesnoth", players=2, policy=Policy(gm=("gm@table",)))
    evening.tick()
    with playing(browser, evening, evening.seats[0].id, **PHONE) as page:
        page.goto(page.url.partition("/d/")[0])
        expect(page.locator("main .side").first).to_contain_text("Leader's hit points")
        assert page.evaluate("document.documentElement.scrollWidth") <= browsing.PHONE["width"]


def test_units_are_deployed_one_after_another_by_taps_on_the_board(browser: Browser) -> None:
    evening = Evening(on="google", plays="win_or_die", policy=SEALED)
    while evening.table.session.state.phase != "deployment":
        evening.play(1)
    evening.tick()
    seat = evening.table.session.state.picking
    with playing(browser, evening, seat, **PHONE) as page:
        mine, lit = change(page), page.locator("#play .tile.lit")
        expect(lit.first).to_be_visible()
        spaces = [each.get_attribute("data-place") or "" for each in lit.all()]
        names = [each.inner_text() for each in mine.locator(".rows .row").all()]
        for at, space in enumerate(spaces[:3]):
            page.locator(f"#play .tile[data-place='{space}']").tap()
            opened = mine.locator(".rows .row[aria-pressed='true']")
            expect(opened).to_contain_text(f"{at + 2} ")
            expect(opened).to_be_in_viewport()
            expect(page.locator(f"#play .tile[data-place='{space}']")).to_have_attribute("data-sign", names[at][2:])
        browsing.saved(page)
        rows = [evening.row("deployment", f"{seat} {name[2:]}", f"seat.{seat}")["at"] for name in names[:3]]
        assert rows == spaces[:3]


def test_the_last_champion_is_sent_without_equipment(browser: Browser) -> None:
    evening = Evening(on="google", plays="champions", players=2, policy=SEALED)
    evening.tick()
    for at in range(1, 4):
        evening.do("override hidden", f"players.p1.champions.{at}.health", "0", row=at)
    while evening.table.session.state.phase != "equipment":
        evening.tick(resolve=True)
    evening.tick()
    with playing(browser, evening, "p1", **PHONE) as page:
        expect(page.locator("#play .sentence")).to_have_text("What does your Gladiator wear?")
        page.get_by_role("button", name="Equip", exact=True).tap()
        browsing.saved(page)
        evening.tick()
        expect(page.locator("#play .sentence")).to_contain_text("Sent.")


def test_a_time_in_an_answer_names_its_zone_to_a_reader_with_another_clock(browser: Browser) -> None:
    evening = Evening(on="google", settings={"team_size": 1}, policy=Policy(gm=("gm@table",), zone="UTC"))
    evening.tick()
    evening.order("blue1", move_to="A1")
    evening.tick()
    for clock, zone in (("UTC", ""), ("America/New_York", " UTC")):
        with playing(browser, evening, "blue1", timezone_id=clock) as page:
            answer = change(page).locator(".answer")
            expect(answer).to_contain_text(re.compile(rf"Saved · \d\d:\d\d{zone}\."))


def test_the_turn_opens_on_the_card_of_whoever_has_waited_for_it(browser: Browser) -> None:
    evening = Evening(on="google", plays="wesnoth", players=2)
    evening.tick()
    first, other = (seat.id for seat in evening.seats)
    with playing(browser, evening, first, **PHONE) as page:
        status = page.locator("#play .sentence")
        for does in ("end", "ready"):
            page.locator(f"[data-does={does}]").tap()
        browsing.saved(page)
        evening.tick()
        expect(status).to_contain_text("Nothing to do now.")
        row = f"{other} #1"
        cells: dict[str, Typed] = {
            evening.cell("actions", row, "action"): "End turn",
            evening.cell("actions", row, "ready"): True,
        }
        evening.type("actions", cells)
        evening.tick()
        expect(status).to_contain_text("Tap a unit of yours")


def test_who_plays_two_sides_is_asked_for_the_order_that_is_due_and_not_for_what_stood_open_before(
    browser: Browser,
) -> None:
    evening = Evening(on="google", plays="wesnoth", players=2)
    first, other = evening.seats
    record = evening.store.record(evening.name)
    evening.store.save(record.but(seats=tuple(each.but(account=first.account) for each in record.people)))
    evening.table = evening.poller()
    evening.table.tick(rebuild=True)
    with playing(browser, evening, first.id) as page:
        page.locator("#play .roles").get_by_role("button", name=other.player).click()
        status, row = page.locator("#play .sentence"), f"{first.id} #1"
        expect(status).to_contain_text(other.player)
        cells = {name: evening.cell("actions", row, name) for name in ("action", "ready")}
        evening.type("actions", {cells["action"]: "End turn", cells["ready"]: True})
        page.route("**:getByDataFilter*", lambda route: route.abort())
        evening.tick()
        expect(page.locator("#play .step")).to_contain_text(other.player)  # all but the cells has come
        page.unroute("**:getByDataFilter*")
        expect(status).to_contain_text("Tap a unit of yours")


def test_a_team_in_a_spreadsheet_of_its_own_reads_what_it_said_and_who_is_waited_for(browser: Browser) -> None:
    evening = Evening(on="google", settings={"team_size": 2}, policy=SEALED)
    evening.tick()
    ask(evening, "blue2", act="say to my team", who="The left lane?")
    with playing(browser, evening, "blue1", **PHONE) as page:
        page.locator("[data-does=ready]").tap()
        browsing.saved(page)
        evening.tick()
        assert "✗" not in change(page).locator(".facts").inner_text()  # a column of signs is no fact
        first, *others = (seat.player for seat in evening.seats if seat.id != "blue1")
        names = f"{first} and {len(others)} more"
        page.reload()
        expect(page.locator("#play .sentence")).to_contain_text(f"Sent. Waiting for {names}")
        page.get_by_role("button", name="Story", exact=True).tap()
        expect(page.get_by_role("region", name="Story").locator(".talk")).to_contain_text("The left lane?")
        page.get_by_role("button", name="Comments").tap()
        panel = page.locator("#talk")
        expect(panel.get_by_role("textbox", name="Write a comment")).to_be_visible()
        expect(panel.get_by_role("checkbox", name="About")).to_be_hidden()  # no cell is active here
        panel.get_by_role("button", name="Close comments").tap()
        page.get_by_role("button", name="Sheet", exact=True).tap()
        back = page.get_by_role("button", name="Play", exact=True)
        expect(back).to_be_visible()
        assert back.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_a_strategy_is_sent_green_once_each_battle_has_a_text(browser: Browser) -> None:
    evening = Evening(on="google", plays="war_game", policy=SEALED)
    state = evening.table.session.state
    while state.phase != "orders" or not any(battle.number for battle in state.battles):
        evening.play(1)
        state = evening.table.session.state
    evening.tick()
    names = [name for battle in state.battles for name in battle.armies]
    seat = next(state.assigned[name] for name in names if name in state.assigned)
    with playing(browser, evening, seat, **PHONE) as page:
        ready = page.locator("#play [data-does=ready]")
        change(page).get_by_role("button", name=re.compile("Strategies")).tap()
        page.locator("[data-does=change]").tap()
        while page.locator("[data-does=next]").count():
            page.locator("[data-does=next]").tap()
        expect(page.locator("#play .field textarea").last).to_be_visible()  # the sentence asks for it
        expect(ready).to_have_text("Send without a text")
        expect(ready).not_to_have_class(re.compile("ready"))
        rows = page.locator("#play .card .rows .row")
        for text in ("We hold the hill.", ""):
            for at in range(max(rows.count(), 1)):  # one row alone is no list
                if rows.count():
                    rows.nth(at).tap()
                page.locator("#play .field textarea").last.fill(text)
                page.locator("#play .field textarea").last.press("Tab")
            expect(ready).to_have_text("Send" if text else "Send without a text")
            expect(ready).to_have_class(re.compile("ready|new") if text else re.compile("^(new)?$"))


def test_the_story_marks_the_armies_of_the_reader(browser: Browser) -> None:
    evening = Evening(on="google", plays="war_game", policy=SEALED)
    evening.play(4)
    while evening.table.session.state.phase != "orders":
        evening.play(1)
    evening.tick()
    state = evening.table.session.state
    with playing(browser, evening, "c1") as page:
        news = page.locator("#play ul.news")
        expect(news).to_be_visible()
        told = news.inner_text()
        armies = {army.name: state.assigned.get(army.name) == "c1" for army in state.armies if army.name in told}
        assert {*armies.values()} == {True, False}
        for name, is_own in armies.items():
            assert (f"● {name}" in told) == is_own, told


def test_a_name_that_both_sides_have_gets_the_sign_of_neither(browser: Browser) -> None:
    evening = Evening(on="google")
    while not any("Bulwark" in line for line in evening.log()[-3:]):
        evening.play(1)
    evening.tick()
    with playing(browser, evening, "blue1") as page:
        news = page.locator("#play ul.news")
        expect(news).to_contain_text("Bulwark")
        expect(news).not_to_contain_text("● Bulwark")


def test_a_side_of_which_nothing_is_in_sight_has_a_mark_at_the_edge(browser: Browser) -> None:
    evening = Evening(on="google", plays="wesnoth", players=2, policy=Policy(gm=("gm@table",)))
    evening.tick()
    sides = {unit.seat for unit in evening.table.session.state.units}
    assert len(sides) == 2
    with playing(browser, evening, evening.seats[0].id, **PHONE) as page:
        beyond = page.locator("#play .beyond span")
        expect(beyond).to_have_count(1)
        expect(beyond).to_have_text(re.compile("^[→↘↗]▲( \\d)?$"))
        page.get_by_role("button", name="Whole board").tap()
        expect(beyond).to_have_count(0)


def test_a_row_is_a_draft_once_it_orders_something_and_after_a_mates_order_the_own_one_is_next(
    browser: Browser,
) -> None:
    evening = Evening(on="google", settings={"team_size": 2})
    evening.play(1)
    evening.tick()
    with playing(browser, evening, "red1", **PHONE) as page:
        sentence, board = page.locator("#play .sentence"), page.get_by_role("region", name="Board")
        fields = change(page)
        for row in fields.locator(".rows .row").all():  # each is drawn with the mode “AUTO”
            expect(row).to_have_text(re.compile("^●"))
        page.locator("[data-does=change]").tap()
        names = {seat.id: seat.player for seat in evening.seats}
        while names["red2"] not in sentence.inner_text():
            board.get_by_role("gridcell", name=names["red2"]).first.tap()
        page.locator("[data-does=ready]").tap()
        browsing.saved(page)
        expect(sentence).to_contain_text(f"{names['red1']}, where to?")
        board.get_by_role("gridcell", name=names["red2"]).first.tap()
        if names["red2"] not in sentence.inner_text():  # both stand there
            board.get_by_role("gridcell", name=names["red2"]).first.tap()
        expect(sentence).to_contain_text(f"Sent: {names['red2']}")
        page.get_by_role("button", name="Next", exact=True).tap()
        expect(sentence).to_contain_text(f"{names['red1']}, where to?")
