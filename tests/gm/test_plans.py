"""Planning ahead: orders for later turns, under conditions, that are filled in when their turn comes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sheets_gm.games.gvg.data.board import tile_name
from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import PlanOrder
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.match_record.drafts import BY_PLAN
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.kernel.forms import Form, Reply, Typed
from sheets_gm.kernel.match.journal import Typing
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.localsheets.http_server import server
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.reading import read_row
from sheets_gm.sheet.tabs import FormTab
from tests import browsing
from tests.few import by_day
from tests.games.asked import asked
from tests.gm import test_seats_tab
from tests.gm.any_game import match_of
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved
from tests.localsheets.browser_page import expect
from tests.simulation.texts import HOSTILE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROWS = 3


def friday(on: str = "", /, **policy: object) -> Evening:
    """A match of GvG of two against two in which each player may plan three orders."""
    return test_seats_tab.friday(on, **{"plans": ROWS, **policy})


def plan(match: Evening, seat: str, row: int = 1, *, key: str = "", **cells: Typed) -> str:
    """The answer to *seat*, who fills in a row of the Plan ahead tab with its own account."""
    own = next(each.account or "" for each in match.table.session.record.people if each.id == seat)
    name = f"{seat} #{row}"
    match.type("ahead", {match.cell("ahead", name, field, key): value for field, value in cells.items()}, own, key)
    match.tick()
    return match.receipt(name, "ahead", key)


def became(match: Evening, seat: str, row: int = 1, key: str = "") -> str:
    """What became of the last plan in a row."""
    return str(match.row("ahead", f"{seat} #{row}", key)["became"])


def typed(match: Evening, seat: str, row: int = 1, key: str = "") -> Sequence[Typed]:
    """What a row of the Plan ahead tab holds."""
    found = match.row("ahead", f"{seat} #{row}", key)
    return [found[name] for name in ("when", "condition", "target", "order", "otherwise")]


def played(match: Evening, seat: str) -> list[Typing]:
    """The rows of a seat that were played."""
    return [typed for entry in match.store.entries(match.name) for typed in entry.typed if typed.seat == seat]


def orders_open(match: Evening) -> None:
    """Everybody lets the captains' part of the turn pass, so that the orders open."""
    for _ in range(2):
        if any(form.key == "orders" for form in match.table.session.forms):
            return
        match.tick(resolve=True)
    raise AssertionError("no orders are open")


def at(match: Evening, seat: str) -> str:
    """Where a player of GvG is."""
    tile: str = match.table.session.state.player(seat).at
    return tile


def near(match: Evening, seat: str) -> str:
    """A tile that a player can reach now and that is not where they are."""
    form = next(each for each in match.table.session.forms if each.seat == seat and each.key == "orders")
    field = next(each for each in form.fields if each.name == "move_to")
    return next(tile for tile in field.choices if tile != tile_name(at(match, seat)))


@pytest.fixture(scope="module")
def context() -> MatchContext:
    """A match whose orders are open, as a row of the tab sees it."""
    match = friday()
    orders_open(match)
    return match.table.session.context()


def test_a_plan_is_read_back_and_says_how_things_stand(context: MatchContext) -> None:
    order = PlanOrder(when="Turn 2", condition="Ana is alive", order="move_to=B2", tick=True)
    assert desk_forms.answer(context, "blue2", order) == Reply(
        text="Turn 2, if Ana is alive: move_to=B2; otherwise nothing, ready. As things stand, the condition is true."
    )


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ({"condition": "Ana is alive"}, "Write the order"),
        ({"when": "Turn 1", "order": "move_to=B2"}, "That turn is open now: fill in your row itself"),
        ({"condition": "Ann is alive", "order": "move_to=B2"}, "“Ann” is no player here. Try Ana."),
        ({"condition": "it rains", "order": "move_to=B2"}, "“it rains” is no condition here."),
        ({"target": "Orders #9", "order": "move_to=B2"}, "“#9” is no row there. The rows are #1"),
        ({"order": "jump=B2"}, "No row has all of these cells: jump. The cells are Move to"),
    ],
)
def test_what_is_wrong_in_a_plan_is_said_at_once(context: MatchContext, cells: dict[str, Any], text: str) -> None:
    answer = desk_forms.answer(context, "blue2", PlanOrder(**cells))
    assert isinstance(answer, Remark)
    assert text in (answer.text if answer.instead is None else f"{answer.text}. Try {answer.instead}.")


def test_when_its_turn_comes_a_row_is_filled_in_as_its_condition_says_and_the_plan_is_emptied() -> None:
    match = friday()
    orders_open(match)
    goal = near(match, "blue2")
    answer = plan(match, "blue2", when="Turn 2", condition="Ana is alive", order=f"Move to={goal}", tick=True)
    assert answer.startswith("✓ Turn 2, if Ana is alive: Move to=")
    other = near(match, "red1")
    plan(match, "red1", condition="unless Ana is alive", order="action=GUARD", otherwise=f"move_to={other}")
    plan(match, "red2", condition="the Boss is there", order=f"move_to={near(match, 'red2')}", tick=True)
    plan(match, "blue1", order="move_to=nowhere", tick=True)
    match.tick(resolve=True)
    orders_open(match)
    rows = {seat: match.row("orders", seat) for seat in ("blue1", "blue2", "red1", "red2")}
    assert {seat: bool(row["ready"]) for seat, row in rows.items()} == {
        "blue1": False, "blue2": True, "red1": False, "red2": False
    }  # fmt: skip
    assert "blue2" not in match.table.waiting
    assert {"blue1", "red1"} <= {*match.table.waiting}
    assert (rows["blue2"]["move_to"], rows["red1"]["move_to"], rows["red2"]["move_to"]) == (goal, other, "")
    assert typed(match, "blue2") == [""] * 5
    for seat, what in (
        ("blue2", f"Ana is alive: true. Move to={goal} is filled in, ready."),
        ("red1", f"unless Ana is alive: not true. move_to={other} is filled in, as a draft."),
        ("red2", "the Boss is there: not true. Nothing was planned for this."),
    ):
        assert became(match, seat) == f"Turn 2 of 60: {what}"
    assert "move_to=nowhere is filled in, and refused: nowhere: " in became(match, "blue1")
    assert match.receipt("blue1").startswith(("✗", "⚠"))
    match.tick(resolve=True)
    assert [each.by for each in played(match, "blue2") if each.cells.get("move_to") == goal] == [BY_PLAN]
    assert tile_name(at(match, "blue2")) == goal
    assert is_proved(match)


def test_plans_for_one_row_wait_their_turn_or_stay_in_any_process_until_somebody_else_has_the_seat() -> None:
    match = friday()
    orders_open(match)
    plan(match, "red1", when="every time", order="action=FIGHT", tick=True)
    plan(match, "blue2", order="action=FIGHT")
    plan(match, "blue2", 2, order="action=HOLD")
    plan(match, "blue1", order="action=FIGHT", tick=True)
    plan(match, "blue1", 2, when="Turn 2", order="action=HOLD")
    plan(match, "red2", order="action=FIGHT", tick=True)
    match.do("substitute", "dov", "Zoe <zoe@table>")
    match.tick()
    assert not any(typed(match, "red2"))
    match.table = match.poller()
    match.tick(resolve=True)
    match.table = match.poller()
    match.tick()
    orders_open(match)
    assert [bool(match.row("orders", seat)["ready"]) for seat in ("red1", "blue1", "red2")] == [True, True, False]
    assert became(match, "red1").startswith("Turn 2 of 60: action=FIGHT is filled in")
    assert match.row("orders", "blue2")["action"] == "FIGHT"
    assert [typed(match, "blue2", row)[3] for row in (1, 2)] == ["", "action=HOLD"]
    assert not became(match, "blue2", 2)
    assert match.row("orders", "blue1")["action"] == "FIGHT"
    assert became(match, "blue1", 2) == "Turn 2 of 60: ✗ Nothing was filled in: All rows were filled in already."
    # what was filled in can be changed until it is played
    goal = near(match, "blue1")
    match.order("blue1", move_to=goal, as_account="ana@table")
    match.tick()
    match.tick(resolve=True)
    assert (played(match, "blue1")[-1].by, played(match, "blue1")[-1].cells["move_to"]) == ("", goal)
    orders_open(match)
    assert match.row("orders", "blue2")["action"] == "HOLD"
    assert typed(match, "blue2", 2)[3] == ""
    assert match.row("orders", "red1")["ready"]
    assert became(match, "red1").startswith("Turn 3 of 60: action=FIGHT is filled in")
    assert typed(match, "red1")[0] == "every time"


def test_plans_of_everybody_for_every_time_play_one_step_a_poll_so_that_people_see_it_and_can_change_the_next() -> None:
    match = friday()
    orders_open(match)
    for seat in ("blue1", "blue2", "red1", "red2"):
        plan(match, seat, when="every time", order="action=FIGHT", tick=True)
    before = match.table.session.entry.number
    match.tick(resolve=True)
    for played in (1, 2, 3):
        assert match.table.session.entry.number == before + played
        match.tick()
    match.order("blue1", ready=False, as_account="ana@table")
    for _ in range(3):
        match.tick()
    assert match.table.session.entry.number == before + 4
    assert match.table.waiting == ("blue1",)
    assert is_proved(match)


def test_nobody_else_is_told_of_a_plan_neither_in_the_journal_nor_in_another_workbook() -> None:
    match = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), plans=ROWS))
    match.tick()
    seat = match.seats[0].id
    key = f"seat.{seat}"
    before = {book.key: match.sheets_of(book.key) for book in match.record.workbooks}
    entry = match.table.session.entry
    answer = plan(match, seat, key=key, condition="at most 5 players are left", order="move_to=A1")
    assert "As things stand, the condition is true" in answer
    after = {book.key: match.sheets_of(book.key) for book in match.record.workbooks}
    assert [each for each in before if before[each] != after[each]] == [key]
    assert match.table.session.entry == entry
    others = [layout.key for layout in match.table.workbooks.layouts if "ahead" in layout.tabs]
    assert others == [f"seat.{each.id}" for each in match.seats]


def is_in_sight(match: Evening) -> bool:
    """Whether a link beside the title of the players' own tab leads to the one on which they plan."""
    return "Plan ahead" in str(match.values("seats")[0][0])


def test_the_game_master_lets_players_plan_and_takes_it_back() -> None:
    match = friday(plans=0)
    assert all("ahead" not in book.tabs for book in match.record.workbooks)
    assert not is_in_sight(match)
    match.do("change", "plans", "2")
    match.record = match.table.session.record
    assert match.row("ahead", "blue2 #2")["when"] == ""
    assert is_in_sight(match)
    match.do("change", "plans", "none", row=2)
    assert [row for row in match.values("ahead")[3:] if row and row[0].startswith("blue2")] == []
    assert not is_in_sight(match)
    match.do("change", "plans", "12", row=3)
    assert "1 to 9, or none" in match.answer(3)
    match.do("change", "plans", "3", row=3)
    assert is_in_sight(match)
    assert is_in_sight(friday())


class Foreseen(NamedTuple):
    """A row that opens after so many *steps*, and what may be chosen in it."""

    steps: int
    form: Form
    seat: str
    target: str
    order: str


def foreseen(match: Evening) -> Foreseen:
    """The first row to open, after at least one step, for which a bot knows something legal."""
    for steps in range(1, 40):
        match.tick(resolve=True)
        session = match.table.session
        for form in session.forms:
            seat = session.record.seats_of(form.seat, form.at(0).who.authors)[0]
            if form.due and form.since == session.entry.number and not seat.neutral:
                view = session.game.view(session.state, form.seat)
                filled = random_bot(view, (form,), bot_dice(f"plans {steps}"))
                own = form.at(0)
                cells = {
                    name: value
                    for name, value in next((each.cells for each in filled if each.row == 0), {}).items()
                    if name in own.drawn and value != own.drawn[name]
                }
                order = read_row((form.key, form.seat, 0), own, {**own.drawn, **cells}, {}).order
                if cells and order is not None and not is_refused(match, form.seat, order):
                    tab = next(
                        each for each in session.journal.tabs if isinstance(each, FormTab) and each.form == form.key
                    )
                    text = ", ".join(f"{name}={spelled(value)}" for name, value in cells.items())
                    target = f"{session.template.tabs[tab.key].title} {own.row.name or '#1'}"
                    return Foreseen(steps, form, seat.id, target, text)
    raise AssertionError("nothing can be chosen in this match")


def is_refused(match: Evening, owner: str, order: Order) -> bool:
    """Whether the rules refuse *order* now."""
    remark = match.game.checks.check(match.table.session.state, owner, order)
    return remark is not None and remark.refuses


def planning(name: str) -> Evening:
    """A sealed match of any game in which players may plan."""
    match = match_of(name, sealed=True)
    match.do("change", "plans", "3")
    match.record = match.table.session.record
    return match


@pytest.mark.parametrize("name", sorted((*asked(), "raiders")))
def test_in_every_game_a_row_is_filled_in_as_planned_once_it_opens(name: str) -> None:
    coming, match = foreseen(planning(name)), planning(name)
    key = test_seats_tab.home(match, coming.seat, "ahead")
    told = plan(match, coming.seat, key=key, target=coming.target, order=coming.order, tick=True)
    assert told == f"✓ Next time: {coming.order}, ready."
    for _ in range(coming.steps):
        match.tick(resolve=True)
    (draft,) = (each for each in match.table.session.record.drafts if each.by == BY_PLAN)
    assert (draft.form, draft.seat, draft.row) == (coming.form.key, coming.form.seat, 0)
    assert coming.order in became(match, coming.seat, key=key)
    assert "refused" not in became(match, coming.seat, key=key)
    assert is_proved(match)


@pytest.mark.parametrize("name", by_day("gvg", of=("gvg", "wesnoth", "win_or_die")))
def test_whatever_is_typed_as_a_plan_the_match_goes_on_and_recomputes(name: str) -> None:
    match, luck = planning(name), Random(7)
    fields = ("when", "condition", "target", "order", "otherwise", "tick")
    sensible = ("every time", "unless C3 is free", "Orders #1", "move_to=C3", "C3; FIGHT", "=;=,", "a=b=c", "#0", True)
    for _ in range(12):
        seat = luck.choice([each.id for each in match.seats if not each.neutral])
        key = test_seats_tab.home(match, seat, "ahead")
        cells: dict[str, Any] = {field: luck.choice((*HOSTILE, *sensible)) for field in fields}
        plan(match, seat, luck.randint(1, ROWS), key=key, **cells)
        match.tick(resolve=True)
    assert match.table.session.record.status is Status.LIVE
    assert is_proved(match)


@pytest.mark.browser
def test_by_thumb_a_condition_is_chosen_and_goes_on_in_the_line_below(browser: Browser) -> None:
    match = friday("google")
    orders_open(match)
    with server.running(match.service) as base:
        phone: dict[str, Any] = {"viewport": browsing.PHONE, "has_touch": True, "is_mobile": True}
        visitor = browsing.visitor(browser, base, match.service.add_account("ben@table"), plays=True, **phone)
        page = visitor.new_page()
        page.goto(f"{base}/d/{match.record.workbooks[0].document}")
        page.locator("[data-does=change]").tap()
        page.get_by_role("button", name=re.compile(r"^\d+ more")).tap()
        page.get_by_role("button", name="Plan ahead").tap()
        page.get_by_role("button", name="PLAYER is alive").tap()
        line = page.get_by_role("textbox", name="If", exact=True)
        expect(line).to_have_value("PLAYER is alive")
        line.fill("Ana is alive")
        line.blur()
        page.get_by_role("textbox", name="Order", exact=True).fill("action=FIGHT")
        page.get_by_role("textbox", name="Order", exact=True).blur()
        browsing.saved(page)
    match.tick()
    assert match.row("ahead", "blue2 #1")["condition"] == "Ana is alive"
    assert match.receipt("blue2 #1", "ahead").startswith("✓ Next time, if Ana is alive: action=FIGHT; otherwise no")
