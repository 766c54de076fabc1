"""What an account and its project may spend in a minute."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from pyrate_limiter import Duration, Rate

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.rate_limits import (
    FIRST,
    LONGEST,
    AccountQuota,
    account_allowance,
    project_allowance,
)
from sheets_gm.adapters.google.calls.retries import kind_of
from sheets_gm.adapters.installation.settings import Quota
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.gm.ports.store import StoreDown
from sheets_gm.localsheets.api.quota import READS

QUOTA = Quota(reads=30, writes=30, account_reads=10, account_writes=10)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def quota(clock: Clock, quota: Quota | None = QUOTA) -> AccountQuota:
    return AccountQuota(clock, account_allowance(quota), project_allowance(quota))


def spend(held: AccountQuota, calls: int, kind: str = "read") -> None:
    for _ in range(calls):
        assert held.take(kind, "doc") == 0


def test_an_account_makes_no_call_beyond_its_quota_of_any_minute(clock: Clock) -> None:
    held = quota(clock)
    spend(held, 10)
    clock.now += 40
    assert held.take("read", "doc") == pytest.approx(20, abs=0.01)
    clock.now += 20.01
    spend(held, 10)


def test_reads_and_writes_are_counted_apart_and_drive_not_at_all(clock: Clock) -> None:
    held = quota(clock)
    spend(held, 10, "read")
    spend(held, 10, "write")
    spend(held, 100, "drive")


def test_a_round_leaves_room_for_what_a_turn_needs_beyond_its_ordinary_calls(clock: Clock) -> None:
    held = quota(clock)
    for _ in range(4):
        spend(held, 2)
        clock.now += 10.01
    assert held.wait(1) == 0
    spend(held, 1)
    assert held.wait(1) > 0
    assert held.take("read", "doc") == 0


def test_a_round_spreads_its_calls_so_that_no_burst_is_followed_by_a_long_silence(clock: Clock) -> None:
    held = quota(clock)
    polls = []
    for _ in range(36):
        clock.now += held.wait(1)
        spend(held, 1)
        polls.append(clock.now)
    assert max(after - before for before, after in pairwise(polls)) < 20
    assert 36 / (polls[-1] - polls[0]) * 60 == pytest.approx(9, rel=0.1)


def test_a_round_waits_until_all_its_calls_fit(clock: Clock) -> None:
    held = quota(clock)
    for _ in range(9):
        spend(held, 1)
        clock.now += 5
    assert held.wait(1) == pytest.approx(15, abs=0.01)
    assert held.wait(3) == pytest.approx(25, abs=0.01)


def test_a_match_of_more_workbooks_than_the_quota_has_calls_is_not_locked_out(clock: Clock) -> None:
    held = quota(clock)
    assert held.wait(50) == 0
    spend(held, 1)
    assert 0 < held.wait(50) <= 60.01


def test_accounts_of_one_project_share_its_quota(clock: Clock) -> None:
    shared = project_allowance(QUOTA)
    held = [AccountQuota(clock, account_allowance(QUOTA), shared) for _ in range(5)]
    for each in held[:3]:
        spend(each, 10)
    assert held[3].wait(1) > 0
    assert held[3].take("read", "doc") > 0
    clock.now += 60.01
    spend(held[3], 10)


def test_an_account_that_was_refused_rests_longer_each_time_and_its_neighbour_does_not(clock: Clock) -> None:
    shared = project_allowance(QUOTA)
    refused, other = (
        AccountQuota(clock, account_allowance(QUOTA), shared),
        AccountQuota(clock, account_allowance(QUOTA), shared),
    )
    rests = []
    for _ in range(7):
        refused.refused("read", 0.0, whole=False)
        rests.append(refused.wait(1))
    assert rests == [FIRST, 2 * FIRST, 4 * FIRST, 8 * FIRST, LONGEST, LONGEST, LONGEST]
    assert other.wait(1) == 0
    refused.answered("read")
    refused.refused("read", 0.0, whole=False)
    assert refused.wait(1) == FIRST


def test_a_project_that_was_refused_rests_as_long_as_it_is_asked_to_with_all_its_accounts(clock: Clock) -> None:
    shared = project_allowance(QUOTA)
    refused, other = (
        AccountQuota(clock, account_allowance(QUOTA), shared),
        AccountQuota(clock, account_allowance(QUOTA), shared),
    )
    refused.refused("read", 33.0, whole=True)
    assert refused.wait(1) == other.wait(1) == 33


def test_without_a_quota_calls_are_only_counted(clock: Clock) -> None:
    held = quota(clock, None)
    spend(held, 1000)
    spend(held, 3, "write")
    assert held.wait(100) == 0
    assert held.spent() == {"doc": (1000, 3)}
    assert held.spent() == {}


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DatabaseStore]:
    where = str(tmp_path / "matches.db") if request.param == "sqlite" else request.getfixturevalue("postgres")
    made = open_store(where)
    for kind in ("read", "write"):
        made.bucket(f"account robot {kind}", Rate(10, Duration.MINUTE)).flush()
    yield made
    made.close()


def sharing(store: DatabaseStore, clock: Clock) -> AccountQuota:
    held = quota(clock)
    held.account.share_with(store.bucket, "account robot")
    return held


def test_processes_on_one_database_make_no_call_beyond_the_quota_together(store: DatabaseStore, clock: Clock) -> None:
    one, two = sharing(store, clock), sharing(store, clock)
    spend(one, 6)
    spend(two, 4)
    assert one.take("read", "doc") > 0
    assert two.take("read", "doc") > 0
    assert 0 < two.wait(1) <= 60
    spend(two, 5, "write")


def test_many_threads_take_each_call_of_a_shared_quota_once(store: DatabaseStore, clock: Clock) -> None:
    held = [sharing(store, clock) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        taken = list(pool.map(lambda number: held[number % 4].take("read", "doc") == 0, range(24)))
    assert sum(taken) == 10


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_share_bounds_what_rounds_do_and_is_not_rounded(clock: Clock, share: float) -> None:
    held = quota(clock)
    held.account.take_share(share)
    polls = -1  # the first comes before any time has passed
    while clock.now < 1000 + 40 * 60:
        clock.now += held.wait(1) or 0.001
        if held.wait(1) == 0:
            spend(held, 1)
            polls += 1
    assert polls == pytest.approx(40 * 9 * share, rel=0.03)


def test_a_share_does_not_bound_what_a_turn_needs(clock: Clock) -> None:
    held = quota(clock)
    held.account.take_share(0.2)
    while held.wait(1) == 0:
        spend(held, 1)
    spend(held, 4)


def test_rounds_use_what_other_processes_leave_and_each_has_its_share_at_any_time(
    store: DatabaseStore, clock: Clock
) -> None:
    greedy, resting = sharing(store, clock), sharing(store, clock)
    greedy.account.take_share(0.2)
    resting.account.take_share(0.8)
    for _ in range(2):
        assert greedy.wait(1) == 0
        spend(greedy, 1)
    assert 0 < greedy.wait(1) <= 10  # no more of them in this slice of the minute
    assert resting.wait(1) == 0


def test_a_round_leaves_a_call_to_a_process_that_looks_at_the_same_time(store: DatabaseStore, clock: Clock) -> None:
    one, two = sharing(store, clock), sharing(store, clock)
    spend(two, 8)
    assert one.wait(1) == 0
    spend(two, 1)
    assert one.wait(1) > 0
    spend(one, 1)


def test_a_database_that_is_away_delays_a_call_and_raises_nothing(clock: Clock) -> None:
    class Away:
        def now(self) -> int:
            raise StoreDown("away")

        def put(self, item: object) -> bool:
            raise StoreDown("away")

    held = quota(clock)
    for limit in held.account.limits.values():
        limit.shared = Away()  # type: ignore[assignment]
    assert held.wait(1) > 0
    assert held.take("read", "doc") > 0


@pytest.mark.parametrize("what", READS)
def test_what_the_service_counts_as_a_read_is_one_of_the_reads_that_are_paced(what: str) -> None:
    assert kind_of("post", f"{SHEETS}/document{what if what.startswith(':') else f'/{what}'}") == "read"
