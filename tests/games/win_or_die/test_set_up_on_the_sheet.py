"""The set-up as two people type it: one Ready for a deployment and a legion, and two ways to a legion."""

from __future__ import annotations

import pytest

from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.win_or_die.data.words import RED, TEAL
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import from_a1
from tests.gm.table import Evening

KEY = f"seat.{RED}"


def evening_at(tab: str) -> Evening:
    """A sealed match with the default settings, in which *tab* is filled in next."""
    evening = Evening(on="google", plays="win_or_die", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    for before, cells in (("barracks", {"region": "Yaveil Alliance"}), ("lineup", {"lineup": "Ironclad Defense"})):
        if before == tab:
            break
        for seat in (RED, TEAL):
            fill(evening, before, seat, seat, **cells, ready=True)
        evening.tick()
    return evening


def fill(evening: Evening, tab: str, seat: str, row: str, **cells: Typed) -> None:
    key, account = f"seat.{seat}", {RED: "ana@table", TEAL: "ben@table"}[seat]
    typed = {evening.cell(tab, row, name, key): each for name, each in cells.items()}
    evening.type(tab, typed, account, key)


def units(evening: Evening) -> list[str]:
    """The rows of red's deployment, the one with the Ready box first."""
    named = [column.field for column in evening.looks.tabs["deployment"].columns].index("seat")
    rows = [str(row[named]) for row in evening.values("deployment", KEY)[3:] if len(row) > named]
    return [row for row in rows if row.startswith(RED)]


@pytest.mark.clause("WOD-49")
def test_a_deployment_has_one_ready_and_says_how_many_units_the_dice_will_place() -> None:
    evening = evening_at("deployment")
    first, second, third, *_ = rows = units(evening)
    book = evening.book("deployment", KEY)
    cells = evening.service.documents[book.document].sheets[book.tabs["deployment"]].cells
    boxes = [from_a1(evening.cell("deployment", row, "ready", KEY)) for row in rows]
    assert ["dataValidation" in cells.get(box, {}) for box in boxes] == [True] + [False] * (len(rows) - 1)
    fill(evening, "deployment", RED, second, at="H1")
    evening.tick()
    left = f"{len(rows) - 1} of {len(rows)} units have no space: dice will place them (WOD-49)."
    assert evening.receipt(first, "deployment", KEY) == left
    assert evening.table.waiting == (RED,)
    fill(evening, "deployment", RED, third, at="E5")
    fill(evening, "deployment", RED, first, ready=True)
    assert not evening.tick().steps
    answer = evening.receipt(first, "deployment", KEY)
    assert answer.startswith("⚠ Not ready · ")
    assert f"Fix or empty {third.removeprefix('red ')}: all rows here count together, or none does." in answer
    assert evening.receipt(third, "deployment", KEY).startswith("⚠ Saved")
    assert evening.row("deployment", first, KEY)["ready"] is True
    assert evening.table.waiting == (RED,)
    fill(evening, "deployment", RED, third, at="H2")
    evening.tick()
    assert evening.table.waiting == (TEAL,)
    places = {unit.at for unit in evening.table.session.state.units}
    assert {"H1", "H2"} < places


@pytest.mark.clause("WOD-41", "WOD-49")
def test_an_illegal_space_is_left_out_at_the_deadline_and_the_rest_of_the_deployment_counts() -> None:
    evening = evening_at("deployment")
    first, second, *_ = units(evening)
    fill(evening, "deployment", RED, first, at="H1")
    fill(evening, "deployment", RED, second, at="E5")
    evening.tick()
    (step,) = evening.tick(resolve=True).steps
    assert [(order["place"], order["at"]) for order in step.entry.orders[RED]] == [(1, "H1"), (2, None)]


@pytest.mark.clause("WOD-41")
def test_a_line_up_that_is_ready_is_enough_and_the_legion_is_not_waited_for() -> None:
    evening = evening_at("lineup")
    assert evening.tick().waiting == (RED, TEAL)
    fill(evening, "lineup", RED, RED, lineup="Ironclad Defense", ready=True)
    assert evening.tick().waiting == (TEAL,)
    fill(evening, "lineup", TEAL, TEAL, lineup="Ironclad Defense", ready=True)
    assert len(evening.tick().steps) == 1
    assert evening.table.session.state.phase == "deployment"


@pytest.mark.clause("WOD-41")
def test_of_two_ways_to_a_legion_the_one_that_is_ready_counts() -> None:
    evening = evening_at("lineup")
    game, state = evening.game, evening.table.session.state
    forms = tuple(form for form in game.open(state) if form.seat == RED)
    bot = next(iter(game.people.bots.values()))
    legion = [each for each in bot(game.view(state, RED), forms, bot_dice("a legion")) if each.form == "legion"]
    for each in legion:
        cells = {name: cell for name, cell in each.cells.items() if name != "ready"}
        fill(evening, "legion", RED, f"{RED} {forms[0].at(each.row).row.name}", **cells)
    evening.tick()
    leader = evening.receipt(f"{RED} Leader", "legion", KEY)
    assert leader.startswith("✓ Saved · ")
    fill(evening, "lineup", RED, RED, lineup="Ironclad Defense", ready=True)
    evening.tick()
    assert evening.table.waiting == (TEAL,)
    assert evening.receipt(f"{RED} Leader", "legion", KEY).endswith(
        "It does not count: you are ready with another form in its place."
    )
    (step,) = evening.tick(resolve=True).steps
    assert [order["kind"] for order in step.entry.orders[RED]] == ["lineup"]


def test_who_has_nothing_to_do_is_sent_to_no_tab_and_to_nothing_optional() -> None:
    evening = evening_at("deployment")
    assert evening.table.waiting == (RED,)
    assert evening.values("lineup", KEY)[3][0] == "Nothing to do here now. Go to Deployment."
    idle = "Nothing to do here now."
    assert evening.values("lineup", f"seat.{TEAL}")[3][0] == idle
    fill(evening, "deployment", RED, units(evening)[0], ready=True)
    evening.tick()
    assert evening.values("deployment", KEY)[3][0] == idle


def test_who_is_ready_reads_so_on_the_other_tabs() -> None:
    evening = evening_at("lineup")
    fill(evening, "lineup", RED, RED, lineup="Ironclad Defense", ready=True)
    evening.tick()
    assert evening.values("deployment", KEY)[3][0] == "Nothing to do here now. You are ready."
