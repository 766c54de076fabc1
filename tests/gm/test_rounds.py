"""Several matches and several processes: nobody is held up by another's trouble, and a turn is played once."""

from __future__ import annotations

from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.google import account_pool
from sheets_gm.adapters.google.calls.api import FILES
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.adapters.stores.spreadsheet.store import open_sheet_store
from sheets_gm.gm.creation import NewMatch, create_match
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.errors import RulesChanged
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule.call_quota import Change, Unlimited
from sheets_gm.gm.poll.schedule.pace import ASIDE, WATCHED, adaptive, fixed
from sheets_gm.gm.poll.schedule.rounds import GAP, Rounds, Trouble
from sheets_gm.gm.poll.schedule.watch import Watch
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import StoreDown
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.head_rows import SET_ASIDE
from sheets_gm.gm.workbooks.live import inspection
from sheets_gm.gm.workbooks.live.inspection import CHANGE_CHECKED, PROTECTION_CHECKED
from sheets_gm.kernel.outcome import GM
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.gm.race import race
from tests.gm.table import SEED, Evening, document_on, poller_of, sheets_on


def table_of(evening: Evening, match: str) -> Poller:
    template = templates.template(evening.plays)
    return poller_of(
        Session(evening.game, template, Ports(evening.store, lambda: evening.now), match), evening.sync, "sync"
    )


def rounds_of(evening: Evening, broken: str, told: list[Notice] | None = None) -> Rounds:
    def seat(match: str) -> Poller:
        if match == broken:
            raise ZeroDivisionError("the rules have a bug")
        made = table_of(evening, match)
        if told is not None:
            made.outlet = made.outlet._replace(notify=lambda _, notices: told.extend(notices))
        return made

    return Rounds(evening.store, seat, lambda: evening.now, fixed(0.0))


def second_match(evening: Evening, name: str) -> None:
    settings = evening.game.settings()
    new = NewMatch(
        game=evening.game,
        template=templates.template("gvg"),
        match=name,
        title=name,
        settings=settings,
        seats=evening.seats,
        policy=Policy(),
        seed=SEED,
    )
    create_match(new, evening.store, evening.sync, lambda: evening.now)


def test_a_match_that_fails_costs_no_other_its_tick_and_is_set_aside_at_the_third_time() -> None:
    evening = Evening()
    second_match(evening, "another")
    rounds = rounds_of(evening, broken="another")
    for stuck in (False, False, True):
        done = list(rounds.round())
        (trouble,) = (each for each in done if isinstance(each, Trouble))
        assert [each.match for each in done if isinstance(each, Tick)] == ["evening"]
        assert trouble.stuck is stuck
        assert "the rules have a bug" in trouble.reason
    assert evening.store.record("another").status is Status.STUCK
    assert [each.match for each in rounds.round()] == ["evening"]


def test_a_match_whose_new_rules_were_adopted_meanwhile_is_not_set_aside_for_its_old_ones() -> None:
    evening = Evening()

    def late(match: str) -> Poller:
        """A poll that began before the rules were adopted."""
        raise RulesChanged(match, "gvg-0", evening.game.version)

    rounds = Rounds(evening.store, late, lambda: evening.now, fixed(0.0))
    for _ in range(4):
        (trouble,) = rounds.round()
        assert isinstance(trouble, Trouble)
        assert not trouble.stuck
    record = evening.store.record("evening")
    assert (record.status, record.failures) == (Status.LIVE, 0)


@pytest.mark.parametrize("process", ["the same", "another"])
def test_the_end_of_a_match_is_shown_after_an_outage_and_then_it_is_polled_no_more(
    process: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(settings={"team_size": 2, "max_turns": 1})
    rounds = rounds_of(evening, broken="")
    list(rounds.round())
    for seat in evening.seats:
        evening.order(seat.id, ready=True)

    def away(*_args: object) -> None:
        raise SheetsDown("away")

    evening.now += 5
    with monkeypatch.context() as patched:
        patched.setattr(evening.sync, "write", away)
        (trouble,) = rounds.round()
    assert isinstance(trouble, Trouble)
    assert evening.store.record("evening").status is Status.OVER
    assert evening.values("board")[0][-1].startswith("#0 ")
    if process == "another":
        rounds = rounds_of(evening, broken="")
    evening.now += 100
    assert len(list(rounds.round())) == 1
    assert evening.values("board")[0][-1].startswith("#1 ")
    evening.now += 100
    assert list(rounds.round()) == []


def test_a_service_that_is_away_sets_nobody_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    rounds = rounds_of(evening, broken="")

    def away(*_: object) -> None:
        raise SheetsDown("no network")

    monkeypatch.setattr(evening.sync, "read", away)
    for _ in range(5):
        (done,) = rounds.round()
        assert isinstance(done, Trouble)
        assert done.away
    assert evening.store.record("evening").status is Status.LIVE


def test_a_match_is_polled_again_soon_after_the_store_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    rounds = Rounds(
        evening.store,
        lambda match: table_of(evening, match),
        lambda: evening.now,
        fixed(5.0),
        steady=lambda: evening.now - 1_799_990_000.0,
    )
    assert isinstance(next(rounds.round()), Tick)
    evening.now += 6.0

    def away(_match: str, _now: float) -> tuple[float, float]:
        raise StoreDown("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "mark", away)
        evening.now += 60.0
        (trouble,) = rounds.round()
        assert isinstance(trouble, Trouble)
        assert trouble.away
    evening.now += 6.0
    assert [type(each) for each in rounds.round()] == [Tick]


def test_a_claim_of_another_process_is_respected_until_it_is_stale() -> None:
    evening = Evening()
    evening.tick()
    assert evening.store.claim("evening", "another", evening.now, 300.0)
    evening.all_ready()
    assert evening.tick().steps == ()
    evening.now += 301
    assert len(evening.tick(resolve=True).steps) == 1


def test_a_process_that_lags_behind_writes_nothing_over_a_newer_turn() -> None:
    evening = Evening()
    evening.tick()
    slow = evening.poller("slow")
    slow.tick()
    evening.play(2)
    shown = evening.values("board")
    assert slow.tick().steps == ()
    assert evening.values("board") == shown
    assert slow.session.entry.number == evening.table.session.entry.number


def test_two_processes_on_one_match_play_each_turn_once(tmp_path: Path) -> None:
    race(tmp_path, str(tmp_path / "matches.db"), turns=15)


class Rationed(Unlimited):
    """A quota that a test sets: the polls that each account has left."""

    def __init__(self, **left: int) -> None:
        self.left = left
        self.heard: dict[str, Change] = {}
        self.is_watching = True
        self.modified = 0.0

    def wait(self, record: Record) -> float:
        return 0.0 if self.left.get(record.account, 9) > 0 else 20.0

    def changed(self, now: float) -> dict[str, Change]:
        heard, self.heard = self.heard, {}
        return heard

    def watches(self, record: Record) -> bool:
        return self.is_watching

    def is_unchanged(self, record: Record, since: float) -> bool:
        return self.is_watching and self.modified <= since


def rounds_with(evening: Evening, quota: Rationed) -> Rounds:
    """Rounds whose reads count against *quota*."""

    def seat(match: str) -> Poller:
        made = table_of(evening, match)
        read = evening.sync.read

        def paid(*given: Any) -> Any:
            quota.left[made.session.record.account] = quota.left.get(made.session.record.account, 9) - 1
            return read(*given)

        made.workbooks.sheets = copy(evening.sync)
        made.workbooks.sheets.read = paid  # type: ignore[assignment]
        return made

    return Rounds(evening.store, seat, lambda: evening.now, quota=quota)


def serve(evening: Evening, match: str, account: str) -> None:
    evening.store.save(evening.store.record(match).but(account=account))


def test_only_the_matches_that_are_due_are_polled() -> None:
    evening = Evening(policy=Policy(every=7200.0))
    second_match(evening, "another")
    rounds = rounds_of(evening, broken="")
    rounds.matches.pacing = adaptive
    assert len(list(rounds.round())) == 2
    evening.now += 700
    list(rounds.round())
    evening.order("blue1", move_to="A1")
    evening.now += 120
    assert {each.match for each in rounds.round()} == {"another", "evening"}
    evening.now += 5
    assert [each.match for each in rounds.round()] == ["evening"]
    assert rounds.rest() == 5.0


def test_a_match_that_waits_for_its_quota_is_polled_when_there_is_some() -> None:
    evening = Evening()
    second_match(evening, "another")
    quota = Rationed(**{"": 1})
    rounds = rounds_with(evening, quota)
    (first,) = rounds.round()
    assert rounds.unseen()
    assert rounds.rest() == 5.0
    assert list(rounds.round()) == []
    quota.left[""] = 5
    (second,) = rounds.round()
    assert {first.match, second.match} == {"evening", "another"}
    assert not rounds.unseen()


def test_an_account_without_quota_holds_up_nobody_elses_matches() -> None:
    evening = Evening()
    for name in ("another", "third"):
        second_match(evening, name)
        serve(evening, name, "other@robot")
    rounds = rounds_with(evening, Rationed(**{"": 0}))
    assert {each.match for each in rounds.round()} == {"another", "third"}


@pytest.mark.parametrize("workers", [1, 3])
def test_matches_of_several_accounts_are_polled_in_turns(workers: int, tmp_path: Path) -> None:
    evening = Evening(store=open_store(tmp_path / "matches.db"))
    for name, account in (("b1", "b@robot"), ("b2", "b@robot"), ("c1", "c@robot")):
        second_match(evening, name)
        serve(evening, name, account)
    rounds = rounds_of(evening, broken="")
    rounds.workers = workers
    served = [each.match[0] for each in rounds.round()]
    assert (sorted(served[:3]), served[3]) == (["b", "c", "e"], "b")
    evening.store.close()


def test_a_change_that_the_feed_tells_of_wakes_its_match_alone() -> None:
    evening = Evening()
    second_match(evening, "another")
    quota = Rationed()
    rounds = rounds_with(evening, quota)
    evening.now += 7200
    list(rounds.round())
    evening.now += 10
    quota.heard = {evening.record.workbooks[0].document: Change(evening.now), "somebody else's": Change(evening.now)}
    assert [each.match for each in rounds.round()] == ["evening"]


def test_a_quiet_match_is_polled_even_if_the_feed_never_tells_of_it() -> None:
    evening = Evening()
    rounds = rounds_with(evening, Rationed())
    evening.now += 7200
    list(rounds.round())
    evening.order("blue1", move_to="A1")
    polls: list[Any] = []
    typed = evening.now
    while not polls and evening.now < typed + WATCHED.pause:
        evening.now += GAP - 1
        polls = list(rounds.round())
    (tick,) = polls
    assert isinstance(tick, Tick)
    assert evening.receipt("blue1").startswith("✓ Saved")


def test_a_quiet_match_that_is_only_watched_is_away_for_nobody_and_its_deadline_stays() -> None:
    evening = Evening(policy=Policy(every=5000.0))
    rounds = rounds_with(evening, Rationed(**{"": 99}))
    due = evening.record.due
    assert due is not None
    for _ in range(20):
        list(rounds.round())
        evening.now += 40
    polls = 0
    while evening.now < due - 1:
        evening.now = min(evening.now + GAP - 1, due - 1)
        polls += len(list(rounds.round()))
        if evening.now < due - 1000:
            assert evening.store.glances()["evening"].watched == evening.now
    assert polls < 6  # the deadline comes near
    evening.now = due + 1
    (tick,) = (each for each in rounds.round() if isinstance(each, Tick))
    assert len(tick.steps) == 1
    assert not any("moved" in line for line in evening.log())


def test_a_command_that_changes_a_quiet_match_is_followed_by_a_poll() -> None:
    evening = Evening(policy=Policy(every=7 * 3600.0))
    rounds = rounds_with(evening, Rationed())
    evening.now += 1200
    list(rounds.round())
    evening.now += 60
    assert list(rounds.round()) == []
    record = evening.store.record("evening")
    evening.store.save(record.but(due=evening.now + 30))
    list(rounds.round())
    evening.now += 31
    assert [len(each.steps) for each in rounds.round() if isinstance(each, Tick)] == [1]


def test_a_store_that_cannot_note_what_is_watched_has_its_quiet_matches_polled() -> None:
    sheets = sheets_on(Service(Storage(None)), "sync@table")
    store = open_sheet_store(sheets, document_on(sheets))
    assert not Watch(store, Rationed()).covers(Evening(on="google").record)


def test_a_process_that_begins_looks_at_more_than_cells_where_somebody_changed_them_while_none_ran() -> None:
    evening = Evening()
    list(rounds_with(evening, Rationed()).round())
    evening.sync.hide_tab(evening.book("report"), "report")
    evening.now += inspection.CHANGE_CHECKED
    quota = Rationed()
    (tick,) = rounds_with(evening, quota).round()
    assert isinstance(tick, Tick)
    assert tick.restored == ()  # it was not changed, as far as the feed knows
    quota.modified = evening.now
    (tick,) = rounds_with(evening, quota).round()
    assert isinstance(tick, Tick)
    assert "What happened" in tick.restored[0]
    (tick,) = rounds_with(evening, quota).round()
    assert isinstance(tick, Tick)
    assert tick.restored == ()


def test_a_match_set_aside_is_polled_again_soon_after_somebody_unsticks_it() -> None:
    evening = Evening()
    rounds = rounds_of(evening, broken="")
    evening.store.save(evening.store.record("evening").but(status=Status.STUCK))
    assert list(rounds.round()) == []
    evening.store.save(evening.store.record("evening").but(status=Status.LIVE))
    evening.now += ASIDE.pause
    assert len(list(rounds.round())) == 1


def test_each_matchs_calls_are_written_down() -> None:
    evening = Evening(on="google")
    second_match(evening, "another")
    quota = account_pool.account_pool(evening.sync, watching=False)
    rounds = rounds_of(evening, broken="")
    rounds.quota, rounds.ledger = quota, evening.store
    quota.spent()
    before = evening.sync.calls["read"], evening.sync.calls["write"]
    list(rounds.round("evening"))
    evening.now += 61
    list(rounds.round("evening"))
    after = evening.sync.calls["read"], evening.sync.calls["write"]
    assert evening.store.calls(0) == {"evening": (after[0] - before[0], after[1] - before[1])}
    assert evening.store.calls(int(evening.now // 60)) == {"evening": (1, 0)}
    evening.now += 3700
    list(rounds.round("evening"))
    assert evening.store.calls(0) == {"evening": (1, 0)}


def test_a_spreadsheet_in_the_trash_is_found_within_an_hour_though_no_feed_reports_it_and_nobody_types() -> None:
    evening = Evening(on="google")
    rounds = rounds_of(evening, broken="")
    list(rounds.round())
    evening.now += 60.0
    list(rounds.round())
    before = dict(evening.sync.calls)
    evening.now += PROTECTION_CHECKED
    assert [each.writes for each in rounds.round() if isinstance(each, Tick)] == [0]
    assert evening.sync.calls["read"] == before["read"] + 1
    evening.service.documents[evening.record.workbooks[0].document].meta["trashed"] = True
    evening.now += PROTECTION_CHECKED
    troubles: list[Trouble] = []
    for _ in range(3):
        evening.now += ASIDE.pause
        troubles += [each for each in rounds.round() if isinstance(each, Trouble)]
    assert troubles[-1].stuck, troubles
    assert "is in the trash" in troubles[-1].reason


def test_a_spreadsheet_in_the_trash_is_found_soon_after_the_feed_reports_it_once_though_that_modifies_nothing() -> None:
    evening = Evening(on="google")
    evening.service.clock = lambda: datetime.fromtimestamp(evening.now, UTC)
    rounds = rounds_with(evening, Rationed())
    rounds.quota = rounds.matches.watch.quota = account_pool.account_pool(evening.sync, watching=True)
    evening.now += 7200.0
    for _ in range(60):
        list(rounds.round())
        evening.now += 60.0
    document = evening.record.workbooks[0].document
    held = evening.service.documents[document].meta
    modified = held["modifiedTime"]
    evening.sync.call("patch", f"{FILES}/{document}", {"trashed": True})
    held["modifiedTime"] = modified  # as on Google
    trashed, troubles = evening.now, list[Trouble]()
    while not any(each.stuck for each in troubles) and evening.now < trashed + PROTECTION_CHECKED:
        troubles += [each for each in rounds.round() if isinstance(each, Trouble)]
        evening.now += max(rounds.rest(), 1.0)
    assert "is in the trash" in troubles[-1].reason
    assert evening.now - trashed < CHANGE_CHECKED


def test_a_spreadsheet_in_the_trash_sets_its_match_aside_and_everybody_is_told() -> None:
    evening = Evening(on="google")
    told: list[Notice] = []
    rounds = rounds_of(evening, broken="", told=told)
    list(rounds.round())
    held = evening.service.documents[evening.record.workbooks[0].document].meta
    held["trashed"] = True
    troubles: list[Trouble] = []
    for _ in range(3):
        evening.now += PROTECTION_CHECKED
        rounds.pollers.note_change("evening", evening.now)  # as the feed of Drive reports it
        troubles += [each for each in rounds.round() if isinstance(each, Trouble)]
    assert troubles[-1].stuck, troubles
    assert troubles[-1].reason.endswith("” is in the trash: restore it in its owner's Drive.")
    assert [each.seat for each in told if "set aside" in each.title] == [None, GM]
    assert "trash" in told[-1].body
    held["trashed"] = False
    record = evening.store.record("evening")
    evening.store.save(record.but(status=Status.LIVE, failures=0, reason=""))
    evening.now += 3600
    assert [type(each) for each in rounds.round()] == [Tick]


def test_whose_spreadsheet_is_left_reads_there_that_the_match_stands_still_because_another_is_in_the_trash() -> None:
    evening = Evening(on="google", policy=Policy(layout="sealed", gm=("gm@table",), every=86400.0))
    rounds = rounds_of(evening, broken="")
    list(rounds.round())
    gone = next(book for book in evening.record.workbooks if book.key == "team.red")
    evening.service.documents[gone.document].meta["trashed"] = True
    for _ in range(3):
        evening.now += PROTECTION_CHECKED
        rounds.pollers.note_change("evening", evening.now)
        list(rounds.round())
    assert evening.store.record("evening").status is Status.STUCK
    title, state = (str(row[0]) for row in evening.values("orders", "team.blue")[:2])
    assert (title, state.splitlines()[0]) == ("Orders · Turn 1 of 60", SET_ASIDE[: len(state.splitlines()[0])])
    evening.service.documents[gone.document].meta["trashed"] = False
    evening.store.save(evening.store.record("evening").but(status=Status.LIVE))
    evening.now += ASIDE.pause
    list(rounds.round())
    title, state = (str(row[0]) for row in evening.values("orders", "team.blue")[:2])
    assert "due " in title
    assert state.startswith("Waiting for ")
