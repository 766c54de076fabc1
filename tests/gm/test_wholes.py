"""Whole forms: their rows stand or fall together, and the running sum is shown."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.play_out import fill
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.forms import Close, Counting, Field, Form, Typed
from tests.gm.legion import GAME, Muster, Settings, War, campaign
from tests.gm.table import Evening

KEY = "seat.red"


@pytest.fixture
def evening() -> Evening:
    made = campaign(budget=20)
    made.tick()
    return made


def row(evening: Evening, number: int, **cells: Typed) -> None:
    name = f"red #{number}"
    typed = {evening.cell("legion", name, field, KEY): value for field, value in cells.items()}
    evening.type("legion", typed, key=KEY)


def receipts(evening: Evening) -> list[str]:
    return [evening.receipt(f"red #{number}", "legion", KEY) for number in (1, 2, 3)]


def played(evening: Evening) -> dict[str, Any]:
    """What the GM's lock takes of red."""
    (step,) = evening.tick(resolve=True).steps
    return {"orders": len(step.entry.orders.get("red", ())), "refused": [each.text for each in step.entry.refused]}


def test_the_running_sum_stands_in_the_first_row(evening: Evening) -> None:
    row(evening, 1, unit="archer", count=3)
    row(evening, 2, unit="knight", count=2)
    evening.tick()
    first, second, third = receipts(evening)
    assert first.startswith("✓ Saved · ")
    assert "16 of 20 points. Tick Ready when you are done." in first
    assert second.endswith("Tick Ready in #1 when you are done.")
    assert third == ""


def test_the_sum_is_shown_even_where_the_first_row_is_empty(evening: Evening) -> None:
    row(evening, 2, unit="knight", count=2)
    evening.tick()
    assert receipts(evening)[0] == "10 of 20 points."


def test_only_the_first_row_has_a_ready_box(evening: Evening) -> None:
    assert [evening.has_box("legion", f"red #{number}", KEY) for number in (1, 2, 3)] == [True, False, False]
    row(evening, 2, unit="archer", count=1, ready=True)
    evening.tick()
    assert "red" in evening.tick().waiting
    row(evening, 1, ready=True)
    assert evening.tick().waiting == ("blue",)


def test_a_sum_that_is_refused_costs_every_row(evening: Evening) -> None:
    row(evening, 1, unit="archer", count=3, ready=True)
    row(evening, 2, unit="knight", count=9)
    evening.tick()
    first, second, _ = receipts(evening)
    assert first == "✗ 51 of 20 points."
    assert second == "✗ Fix or empty #1: all rows here count together, or none does."
    assert "red" in evening.table.waiting
    assert played(evening) == {"orders": 0, "refused": ["51 of 20 points", "It stands or falls with #1"]}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"unit": "elephant", "count": 1}, "There is no “elephant”"),
        ({"unit": "knight", "count": 1, "plane": "2"}, "Knights cannot fly"),
    ],
)
def test_one_wrong_row_costs_every_row(evening: Evening, wrong: dict[str, Typed], says: str) -> None:
    row(evening, 1, unit="archer", count=3, ready=True)
    row(evening, 3, **wrong)
    evening.tick()
    first, _, third = receipts(evening)
    assert says in third
    assert first.startswith("✗ Not ready · ")
    assert first.endswith(". Fix or empty #3: all rows here count together, or none does. 6 of 20 points.")
    assert "red" in evening.table.waiting
    assert played(evening)["orders"] == 0


def test_an_unfinished_row_holds_the_others_back_until_it_is_filled_in(evening: Evening) -> None:
    row(evening, 1, unit="archer", count=3, ready=True)
    row(evening, 2, unit="archer")
    evening.tick()
    first, second, _ = receipts(evening)
    assert first.startswith("⚠ Not ready · ")
    assert "Fill in #2" in first
    assert second == "Still to fill in: Number."
    row(evening, 2, count=1)
    evening.tick()
    assert receipts(evening)[0].startswith("✓ Ready")
    assert played(evening) == {"orders": 2, "refused": []}


def test_a_wrong_optional_cell_makes_a_whole_not_ready_and_a_lock_takes_it_without_the_cell(evening: Evening) -> None:
    row(evening, 1, unit="archer", count=3, ready=True)
    row(evening, 2, unit="archer", count=1, plane="9")
    evening.tick()
    first, second, _ = receipts(evening)
    assert "Not ready · " in first
    assert first.endswith(". Fix or empty #2: all rows here count together, or none does. 8 of 20 points.")
    assert second.startswith("⚠ Saved")
    assert evening.row("legion", "red #1", KEY)["ready"] is True
    assert "red" in evening.table.waiting
    assert played(evening)["orders"] == 2


def test_what_a_bot_fills_in_stands_or_falls_together_as_well() -> None:
    war = War(settings=Settings(budget=200), legions={"red": {}, "blue": {}})
    seen = set()
    for luck in range(60):
        rows = [each for each in fill(GAME, war, GAME.open(war), {}, str(luck)) if each.form.key == "legion"]
        orders = [each.order for each in rows if each.form.seat == "red" and isinstance(each.order, Muster)]
        spent = GAME.checks.total(war, "red", "legion", tuple(orders))
        assert not orders or (spent is not None and not spent.refuses)
        seen.add(bool(orders))
    assert seen == {True, False}


def test_standing_orders_of_an_absent_seat_stand_or_fall_together() -> None:
    """A budget that became smaller since leaves none of them."""
    from sheets_gm.gm.intake.absence import stand_in
    from sheets_gm.gm.match_record.drafts import StandingOrder

    evening = campaign(budget=20)
    kept = tuple(
        StandingOrder(form="legion", seat="red", row=at, typed={"unit": "knight", "count": 2, "plane": "1"})
        for at in range(2)
    )
    session = evening.table.session
    for budget, orders in ((20, 2), (19, 0)):
        state = session.state.but(settings=Settings(budget=budget))
        context = session.context()
        context = type(context)(
            context.game,
            context.template,
            session.record.but(standing=kept, policy=Policy()),
            state,
            0,
            0.0,
            lambda: (),
            context.past,
        )
        found = stand_in(context, GAME.open(state), (), ["red"])
        assert len(found.orders) == len(found.typed) == orders
        assert {key[1] for key in found.orders} <= {"red"}


def test_rows_that_close_at_once_cannot_be_a_whole() -> None:
    with pytest.raises(ValueError, match="stand or fall together"):
        Form("legion", "red", Muster, (Field("unit"),), close=Close.AT_ONCE, counted=Counting(whole=True))
