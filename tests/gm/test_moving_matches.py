"""A match moves from one store to another, and is never played from both, wherever the move is broken off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.adapters.stores.spreadsheet.store import open_sheet_store
from sheets_gm.gm.match_record.moving import Moving
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.moving_matches import CannotMove, MovingMatch, arrive, check_arrival, leave, stay
from sheets_gm.gm.ports.store import NoSuchMatch, Store
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.gm.table import Evening, document_on, sheets_on

NOW = 1_800_000_000.0
PLAYED = 5


class Killed(BaseException):
    """The process was killed."""


class Fragile:
    """Stores whose process is killed before its change number *left*."""

    def __init__(self, left: int) -> None:
        self.left = left

    def store(self, store: Store) -> Any:
        fragile = self

        class Counting:
            def __getattr__(self, name: str) -> Any:
                found = getattr(store, name)
                return fragile.counted(found) if name in CHANGES else found

        return Counting()

    def counted(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def once(*given: Any) -> Any:
            if self.left == 0:
                raise Killed
            self.left -= 1
            return change(*given)

        return once


CHANGES = ("create", "save", "append", "claim", "release", "mark")


def entry(number: int) -> Entry:
    return Entry(number=number, kind="turn" if number else "start", rules="1", state={"turn": number})


def played(store: DatabaseStore) -> DatabaseStore:
    """A store with a match of which five turns are played, and which is paused."""
    charter = Charter(match="friday", title="T", game="g", rules="1", settings={}, seats=(), top="t", hidden_lock="h")
    store.create(Record(charter=charter, seed="00" * 32), entry(0))
    record = store.record("friday")
    for number in range(1, PLAYED + 1):
        record = store.append("friday", entry(number), record)
    store.save(record.but(status=Status.PAUSED, reason="supper"))
    return store


@pytest.fixture
def stores() -> Iterator[Callable[[], DatabaseStore]]:
    opened: list[DatabaseStore] = []

    def another() -> DatabaseStore:
        opened.append(open_store(":memory:"))
        return opened[-1]

    yield another
    for store in opened:
        store.close()


@pytest.fixture
def old(stores: Callable[[], DatabaseStore]) -> DatabaseStore:
    return played(stores())


@pytest.fixture(params=["database", "sheet"])
def new(request: pytest.FixtureRequest, stores: Callable[[], DatabaseStore]) -> Store:
    if request.param == "database":
        return stores()
    sheets = sheets_on(Service(Storage(None)), "sync@table")
    return open_sheet_store(sheets, document_on(sheets))


def move(old: Any, new: Any, where: str = "the new store") -> Record:
    if not check_arrival(new, old.record("friday")):
        arrive(new, leave(old, "friday", where, "mover", NOW))
    found: Record = new.record("friday")
    return found


def is_played(store: Store) -> bool:
    try:
        return Moving.of(store.record("friday")).departure is None
    except NoSuchMatch:
        return False


def copy_of(moving: MovingMatch) -> MovingMatch:
    return MovingMatch(moving.record, tuple(moving.entries), moving.polled)


def test_a_match_goes_on_in_the_new_store_as_it_was_with_its_journal_and_its_secrets(
    old: DatabaseStore, new: Store
) -> None:
    before = old.record("friday")
    moved = move(old, new)
    assert Moving().on(moved).but(version=0) == Moving().on(before).but(version=0)
    assert list(new.entries("friday")) == list(old.entries("friday"))
    left = old.record("friday")
    assert (left.status, left.reason) == (Status.MOVED, "moved to the new store")
    assert not old.claims()


def test_a_move_that_is_killed_between_any_two_steps_plays_from_one_store_at_most_and_can_be_repeated(
    stores: Callable[[], DatabaseStore],
) -> None:
    for steps in range(50):
        old, new, fragile = played(stores()), stores(), Fragile(steps)
        everything = list(old.entries("friday"))
        try:
            move(fragile.store(old), fragile.store(new))
        except Killed:
            assert is_played(old) + is_played(new) <= 1
            for match, who in old.claims().items():
                old.release(match, who)  # as the next start of a process on this machine does
            moved = move(old, new)
        else:
            assert steps > PLAYED + 5
            return
        assert (moved.status, moved.reason) == (Status.PAUSED, "supper")
        assert (is_played(old), is_played(new)) == (False, True)
        assert list(new.entries("friday")) == everything
    raise AssertionError("the move never ended")


def test_a_match_that_comes_back_goes_on_from_what_was_played_elsewhere(
    old: DatabaseStore, stores: Callable[[], DatabaseStore]
) -> None:
    new = stores()
    there = move(old, new)
    new.append("friday", entry(PLAYED + 1), there)
    arrive(old, leave(new, "friday", "the old store", "mover", NOW))
    assert old.last_number("friday") == PLAYED + 1
    assert (is_played(old), is_played(new)) == (True, False)


def test_a_copy_that_is_out_of_date_is_refused(old: DatabaseStore, stores: Callable[[], DatabaseStore]) -> None:
    new, third = stores(), stores()
    first = copy_of(leave(old, "friday", "a file", "mover", NOW))
    arrive(new, first)
    arrive(third, leave(new, "friday", "another file", "mover", NOW))
    for store, why in ((new, "the copy is out of date"), (old, "where friday has left from.*move friday --back")):
        with pytest.raises(CannotMove, match=why):
            arrive(store, first)
    assert is_played(third)


def test_arriving_twice_changes_nothing_even_after_play_went_on(
    old: DatabaseStore, stores: Callable[[], DatabaseStore]
) -> None:
    new = stores()
    moving = copy_of(leave(old, "friday", "a file", "mover", NOW))
    new.append("friday", entry(PLAYED + 1), arrive(new, moving))
    assert arrive(new, moving) == new.record("friday")
    assert new.last_number("friday") == PLAYED + 1


def test_another_match_of_that_name_stays_what_it_is_and_the_old_one_is_played_on(
    old: DatabaseStore, stores: Callable[[], DatabaseStore]
) -> None:
    other = stores()
    other.create(Record(charter=old.record("friday").charter.but(title="Another"), seed="11" * 32), entry(0))
    with pytest.raises(CannotMove, match="another match has this name"):
        move(old, other)
    with pytest.raises(CannotMove, match="played from that store already"):
        move(old, old)
    assert is_played(old)


def test_a_match_cannot_leave_twice_nor_while_somebody_plays_it_and_may_stay_after_all(old: DatabaseStore) -> None:
    assert old.claim("friday", "sync", NOW, 300.0)
    with pytest.raises(CannotMove, match="another process is working"):
        leave(old, "friday", "one", "mover", NOW)
    old.release("friday", "sync")
    leave(old, "friday", "one", "mover", NOW)
    with pytest.raises(CannotMove, match="friday has moved to one"):
        leave(old, "friday", "two", "mover", NOW)
    stay(old, "friday")
    assert (old.record("friday").status, old.record("friday").reason) == (Status.PAUSED, "supper")


def test_a_sync_that_had_begun_a_poll_plays_nothing_of_a_match_that_has_left() -> None:
    evening = Evening()
    evening.tick()
    evening.all_ready()
    leave(evening.store, evening.name, "elsewhere", "mover", evening.now)
    tick = evening.table.tick(resolve=True)
    assert (tick.steps, tick.writes) == ((), 0)
    assert evening.store.last_number(evening.name) == 0
