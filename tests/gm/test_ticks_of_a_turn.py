"""A tick of Ready names the turn that it was made for: a late one is answered, and counts for no turn."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.intake.receipts import TICK_AGAIN
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.actions import Rewind
from sheets_gm.kernel.forms import Close, Typed
from sheets_gm.sheet.grid import from_a1
from tests.gm.any_game import Place, account, address, fill_in, match_of, places, shown, type_in
from tests.gm.table import Evening

CLOSES = Close.TOGETHER, Close.AT_ONCE


def boxes(evening: Evening) -> dict[tuple[object, ...], tuple[Place, str]]:
    """The open rows with a Ready box that people fill in, and what a tick writes there."""
    return {
        (place.layout.key, *place.key): (place, written)
        for place in places(evening, *CLOSES)
        if place.form.due and place.form.has_ready_box(place.key[2]) and (written := tick_in(evening, place))
    }


def tick_in(evening: Evening, place: Place) -> str:
    """What a tick writes into the Ready box of a row, by the rule of its cell."""
    book, cell = evening.book(place.tab, place.layout.key), from_a1(address(evening, place, "ready"))
    return "".join(evening.sync.choices(book, place.tab, *cell))


def draft(evening: Evening, place: Place) -> Draft:
    """What is kept of a row."""
    return next(each for each in evening.table.session.record.drafts if (each.form, each.seat, each.row) == place.key)


def later_turn(evening: Evening) -> tuple[Place, str]:
    """A row that was open, and is open again or still after others were played; what a tick in it wrote before."""
    before = boxes(evening)
    for _ in range(40):
        evening.play(1)
        now = boxes(evening)
        for key, (place, written) in now.items():
            if key in before and before[key][1] != written and place.form.close is before[key][0].form.close:
                return place, before[key][1]
        for key, found in now.items():
            before.setdefault(key, found)
    raise AssertionError("no form opened again")


LAYOUTS = [(name, sealed) for name in sorted(games()) for sealed in (False, True)]


@pytest.fixture(params=LAYOUTS[:1], ids=str)
def evening(request: pytest.FixtureRequest) -> Evening:
    name, sealed = request.param
    return match_of(name, sealed=sealed)


def test_a_tick_for_an_earlier_turn_is_asked_again_and_a_new_one_counts(evening: Evening) -> None:
    place, written = later_turn(evening)
    entries = evening.store.last_number(evening.name)
    type_in(evening, place, {"ready": written})
    evening.tick()
    assert evening.store.last_number(evening.name) == entries
    assert TICK_AGAIN in shown(evening, place, "receipt")
    assert shown(evening, place, "ready") == ""
    assert draft(evening, place).typed["ready"] is False
    assert evening.tick().writes == 0
    assert TICK_AGAIN in shown(evening, place, "receipt")
    type_in(evening, place, {"ready": tick_in(evening, place)})
    evening.tick()
    assert TICK_AGAIN not in shown(evening, place, "receipt")


WORDS: tuple[Typed, ...] = (True, "TRUE", "WAHR", "x", "✓")


@pytest.mark.parametrize("typed", WORDS)
def test_who_types_instead_of_ticking_is_ready_for_this_turn(typed: Typed) -> None:
    evening = Evening(players=4)
    evening.play(1)
    evening.order("blue1", action="HOLD", ready=typed)
    evening.tick()
    assert evening.receipt("blue1").startswith("✓ Ready")
    assert "blue1" not in evening.table.waiting
    assert evening.tick().writes == 0
    evening.order("blue1", ready=None)
    evening.tick()
    assert "blue1" in evening.table.waiting


def test_what_was_typed_with_a_late_tick_is_kept_as_a_draft() -> None:
    evening = Evening(players=4)
    evening.play(1)
    (place,) = (each for each in places(evening, *CLOSES) if each.key[:2] == ("orders", "blue1"))
    late = tick_in(evening, place)
    evening.play(1)
    type_in(evening, place, {"move_to": "A1", "action": "HOLD", "ready": late})
    evening.tick()
    kept = draft(evening, place)
    assert (kept.typed["move_to"], kept.typed["action"], kept.typed["ready"]) == ("A1", "HOLD", False)
    assert shown(evening, place, "move_to") == "A1"
    assert evening.receipt("blue1") == f"⚠ {TICK_AGAIN}"
    evening.all_ready(but=("blue1",))
    assert not evening.tick().steps
    assert "blue1" in evening.table.waiting
    assert evening.tick(resolve=True).steps  # a draft counts at the deadline


def test_a_tick_from_before_a_rewind_does_not_count_for_the_same_turn_played_again() -> None:
    evening = Evening(players=4, policy=Policy(gm=("gm@table",)))
    evening.play(2)
    (place,) = (each for each in places(evening, *CLOSES) if each.key[:2] == ("orders", "blue1"))
    late = tick_in(evening, place)
    evening.play(1)
    evening.tick(actions=[Rewind(to=2, why="again")])
    assert tick_in(evening, place) != late
    type_in(evening, place, {"ready": late}, account(evening, place))
    evening.tick()
    assert TICK_AGAIN in evening.receipt("blue1")


def test_a_wrong_row_with_a_late_tick_says_what_is_wrong_and_asks_again() -> None:
    evening = Evening(players=4)
    evening.play(1)
    evening.order("blue1", move_to="nowhere at all")
    evening.tick()
    wrong = evening.receipt("blue1")
    assert wrong.startswith("✗ C4: There is no “nowhere at all” here: choose ")
    evening.order("blue1", ready="✓ #0")
    evening.tick()
    assert evening.receipt("blue1") == f"{wrong} {TICK_AGAIN}"


def test_a_lock_that_nobody_has_shown_yet_took_its_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(players=4)
    evening.play(1)
    fill_in(evening)
    with monkeypatch.context() as patch:
        patch.setattr(evening.table.workbooks.sheets, "write", refuse)
        with pytest.raises(Lost):
            evening.tick()
    evening.poller("another").tick()
    assert not any(TICK_AGAIN in evening.receipt(seat.id) for seat in evening.seats if not seat.neutral)


class Lost(Exception):
    """The process ended here."""


def refuse(*_: object, **__: object) -> None:
    raise Lost
