"""Leaps of the clock: nobody loses time, the sync goes on, and the game master can undo what was moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.adapters.stores.spreadsheet.store import open_sheet_store
from sheets_gm.adapters.sync_process.health import HANGING, Health
from sheets_gm.gm.match_record.claims import Claims
from sheets_gm.gm.match_record.clock_times import clock_times
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.poll.schedule.rounds import Rounds
from sheets_gm.gm.ports.store import STALE, Store
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.gm.duels import DAY, HOUR, clock, duel, poll
from tests.gm.table import Evening, create_gvg_match, document_on, sheets_on


def evening_with(**policy: object) -> Evening:
    evening = Evening(policy=Policy(gm=("gm@table",)).but(**policy))
    evening.tick()
    return evening


def due(evening: Evening) -> float:
    found = evening.table.session.record.due
    assert found is not None
    return found


def turns(evening: Evening) -> int:
    return sum(entry.kind == "turn" for entry in evening.store.entries(evening.name))


@pytest.mark.parametrize("leap", [366 * DAY, -366 * DAY, 2 * HOUR, -300.0])
def test_a_leap_moves_the_deadline_with_it_and_says_so(leap: float) -> None:
    evening = evening_with(every=DAY)
    left = due(evening) - evening.now
    evening.leap(leap)
    evening.tick()
    assert due(evening) - evening.now == pytest.approx(left - 1)
    assert turns(evening) == 0
    way = "forward" if leap > 0 else "back"
    assert f"The clock of the sync leapt {way} by" in evening.log()[-1]
    assert any("Deadline moved" in str(line[0]) for line in evening.values("gm") if line)


def test_a_leap_that_is_set_right_leaves_the_deadline_where_it_was() -> None:
    evening = evening_with(every=DAY)
    before = due(evening)
    evening.leap(100 * DAY)
    evening.tick()
    evening.tick()
    evening.leap(-100 * DAY + 0.01)
    evening.tick()
    assert due(evening) == pytest.approx(before)
    assert not StepTime.of(evening.table.session.record).moved
    assert not any("Deadline moved" in str(line[0]) for line in evening.values("gm") if line)


def test_small_steps_of_the_clock_are_no_leap() -> None:
    evening = evening_with(every=DAY)
    before = due(evening)
    evening.leap(20)
    evening.tick()
    evening.leap(-20)
    evening.tick()
    assert due(evening) == before


def test_the_gm_puts_the_deadline_back_in_one_act() -> None:
    evening = evening_with(every=DAY)
    before = due(evening)
    evening.leap(100 * DAY)
    evening.tick()
    evening.leap(-50 * DAY)
    evening.tick()
    evening.do("put back")
    assert due(evening) == pytest.approx(before)
    assert "The game master put the deadline back" in evening.log()[-1]
    evening.do("put back", row=2)
    assert "has moved the deadline" in evening.answer(2)


def test_the_gm_puts_back_a_deadline_that_an_outage_moved() -> None:
    evening = evening_with(every=DAY)
    before = due(evening)
    evening.now += 3 * DAY
    evening.tick()
    assert due(evening) > before
    evening.do("put back")
    evening.tick()
    assert turns(evening) == 1


def test_a_leap_back_while_nobody_polled_shows_in_the_store() -> None:
    evening = evening_with(every=DAY)
    left = due(evening) - evening.now
    evening.leap(-100 * DAY)
    evening.table = evening.poller("another")
    evening.tick()
    assert due(evening) - evening.now == pytest.approx(left, abs=60)
    assert "leapt back by" in evening.log()[-1]


def test_two_processes_move_the_deadline_once() -> None:
    evening = evening_with(every=DAY)
    other = evening.poller("other")
    other.tick()
    left = due(evening) - evening.now
    for leap in (100 * DAY, -100 * DAY):
        evening.now += 40
        evening.tick()
        other.tick()
        evening.leap(leap)
        evening.tick()
        other.tick()
        evening.tick()
        left -= 42
        evening.table.session.refresh()
        assert due(evening) - evening.now == pytest.approx(left, abs=5)


def test_a_fixed_hour_stays_at_its_hour_unless_the_leap_passes_it() -> None:
    evening = evening_with(at=clock_times("daily 20:00"))
    before = due(evening)
    evening.leap(-2 * HOUR)
    evening.tick()
    assert due(evening) == before
    evening.leap(2 * HOUR)
    evening.tick()
    assert due(evening) == before
    evening.leap(100 * DAY)
    evening.tick()
    assert due(evening) == before + 100 * DAY
    evening.leap(-100 * DAY)
    evening.tick()
    assert due(evening) == pytest.approx(before)


def test_a_fixed_hour_that_was_chosen_while_the_clock_was_wrong_is_chosen_again() -> None:
    evening = evening_with(at=clock_times("daily 22:00"))
    before = due(evening)
    evening.leap(100 * DAY)
    evening.tick()
    evening.tick(resolve=True)
    assert due(evening) > before + 99 * DAY
    evening.leap(-100 * DAY)
    evening.tick()
    assert due(evening) == before


def test_a_leap_moves_every_clock_that_runs() -> None:
    evening = duel(clocks={"turn": 2 * DAY})
    poll(evening, evening.now + HOUR)
    left = (clock(evening, "turn", "left").due or 0) - evening.now
    evening.leap(100 * DAY)
    evening.tick()
    assert (clock(evening, "turn", "left").due or 0) - evening.now == pytest.approx(left - 1)


def test_a_leap_reminds_nobody_again() -> None:
    evening = evening_with(every=DAY, remind=2 * DAY)
    evening.tick()
    sent = len(evening.notices)
    assert sent
    evening.leap(100 * DAY)
    evening.tick()
    assert not any("Still missing" in each.body for each in evening.notices[sent:])


def test_a_leap_moves_the_time_to_appeal() -> None:
    evening = evening_with(appeal=DAY)
    evening.do("claim", None, "it was my turn")
    evening.do("rule", "1", "no", row=2)
    (case,) = Claims.of(evening.table.session.record).cases
    evening.leap(100 * DAY)
    evening.tick()
    (moved,) = Claims.of(evening.table.session.record).cases
    assert (moved.appeal_by or 0) - (case.appeal_by or 0) == 100 * DAY


def test_a_match_with_leaps_still_recomputes() -> None:
    evening = evening_with(every=DAY)
    evening.leap(100 * DAY)
    evening.tick()
    evening.do("put back")
    results = list(verify(evening.game, evening.record.charter, evening.store.entries(evening.name)))
    assert not any(isinstance(each, Fault) for each in results)


# -- what else asks a clock --------------------------------------------------------------------------------------------


def test_a_clock_that_is_set_back_does_not_stop_the_sync() -> None:
    evening = Evening()
    rounds = Rounds(
        evening.store, lambda _: evening.poller(), lambda: evening.now, steady=lambda: evening.now - evening.leapt
    )
    assert len(list(rounds.round())) == 1
    evening.leap(-DAY)
    evening.now += 600
    assert rounds.rest() <= 5
    assert len(list(rounds.round())) == 1


@pytest.mark.parametrize("kind", ["database", "spreadsheet"])
def test_a_claim_from_the_future_is_an_abandoned_one(kind: str, tmp_path: Path) -> None:
    sheets = sheets_on(Service(Storage(None)), "sync@table")
    store: Store = open_store(tmp_path / "store.db")
    if kind == "spreadsheet":
        store = open_sheet_store(sheets, document_on(sheets))
    create_gvg_match(store, sheets, "friday")
    now = 1_800_000_000.0
    assert store.claim("friday", "crashed", now + 100 * DAY, STALE)
    assert store.claim("friday", "sync", now, STALE)
    assert not store.claim("friday", "other", now + 1, STALE)


def test_a_sync_is_not_hanging_because_the_clock_leapt() -> None:
    times = {"wall": 0.0, "steady": 0.0}
    health = Health(lambda: times["wall"], dict, steady=lambda: times["steady"])
    health.end(1.0, {})
    times["wall"] += 100 * DAY
    assert health.state != HANGING
    times["wall"] = 0.0
    times["steady"] += HOUR
    assert health.state == HANGING


@pytest.mark.parametrize("ahead", [HOUR, DAY])
def test_what_a_clock_looked_at_that_ran_ahead_is_looked_at_again(ahead: float) -> None:
    evening = evening_with()
    evening.leap(ahead)
    evening.table.workbooks.has_changed = True
    evening.tick()
    evening.leap(-ahead)
    evening.sync.hide_tab(evening.book("orders"), "orders")
    evening.table.workbooks.has_changed = True
    assert any("“Orders” was hidden" in line for line in evening.tick().restored)
