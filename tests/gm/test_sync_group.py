"""Several syncs on one store: who serves which match, who may make how many calls, and what happens when one dies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.gm.poll.schedule.sync_group import HEARTBEAT, TIMEOUT, SyncGroup
from sheets_gm.gm.ports.store import STALE
from tests.gm.table import Evening

MATCHES = tuple(f"match{number}" for number in range(200))


class Syncs:
    """Syncs on one store, by name, with a clock that a test sets."""

    def __init__(self, store: DatabaseStore, *names: str) -> None:
        self.store, self.now = store, 1_800_000_000.0
        self.ended: set[str] = set()
        self.groups = {name: self.begin(name) for name in names}

    def begin(self, name: str) -> SyncGroup:
        return SyncGroup(name, self.store.sync_registry, lambda: self.now, lambda owner: owner in self.ended)

    def beat(self, **demand: float) -> None:
        for _ in range(2):
            for name, group in self.groups.items():
                group.heartbeat({"robot": demand.get(name, 0.0)})

    def served(self) -> dict[str, list[str]]:
        return {name: group.mine(MATCHES) for name, group in self.groups.items()}


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DatabaseStore]:
    where = str(tmp_path / "matches.db") if request.param == "sqlite" else request.getfixturevalue("postgres")
    made = open_store(where)
    for owner in made.sync_registry.heartbeat("nobody", 0.0, {}):
        made.sync_registry.leave(owner)
    yield made
    made.close()


def test_each_match_is_served_by_one_of_the_syncs_that_live(store: DatabaseStore) -> None:
    syncs = Syncs(store, "one", "two", "three", "four")
    syncs.beat()
    served = syncs.served()
    assert Counter(match for own in served.values() for match in own) == Counter(MATCHES)
    assert min(map(len, served.values())) > 25


def test_a_sync_that_is_alone_serves_all_matches_with_the_whole_quota(store: DatabaseStore) -> None:
    syncs = Syncs(store, "one")
    syncs.beat(one=40)
    assert syncs.groups["one"].mine(MATCHES) == list(MATCHES)
    assert syncs.groups["one"].share("robot") == 1


def test_when_a_sync_comes_or_goes_no_match_changes_hands_between_the_others(store: DatabaseStore) -> None:
    syncs = Syncs(store, "one", "two", "three")
    syncs.beat()
    before = syncs.served()
    syncs.groups.pop("three").leave()
    syncs.beat()
    after = syncs.served()
    assert set(before["one"]) <= set(after["one"])
    assert set(before["two"]) <= set(after["two"])


def test_a_sync_that_gives_no_sign_of_life_is_missed_when_its_time_is_over(store: DatabaseStore) -> None:
    syncs = Syncs(store, "one", "two")
    syncs.beat()
    dead = syncs.groups.pop("two").mine(MATCHES)
    syncs.now += TIMEOUT
    syncs.beat()
    assert not set(dead) & set(syncs.groups["one"].mine(MATCHES))
    syncs.now += HEARTBEAT
    syncs.beat()
    assert syncs.groups["one"].mine(MATCHES) == list(MATCHES)


def test_a_sync_that_ended_on_this_machine_is_missed_at_once(store: DatabaseStore) -> None:
    syncs = Syncs(store, "one", "two")
    syncs.beat()
    syncs.groups.pop("two")
    syncs.ended.add("two")
    syncs.beat()
    assert syncs.groups["one"].mine(MATCHES) == list(MATCHES)


def test_calls_are_divided_by_what_each_sync_has_to_do(store: DatabaseStore) -> None:
    syncs = Syncs(store, "one", "two", "idle")
    syncs.beat(one=45, two=15)
    shares = {name: group.share("robot") for name, group in syncs.groups.items()}
    assert shares["one"] == pytest.approx(3 * shares["two"])
    assert shares["idle"] > 0
    assert sum(shares.values()) == pytest.approx(1)


def test_the_claim_of_a_sync_that_was_killed_delays_nobody_longer_than_its_life() -> None:
    evening = Evening()
    evening.tick()
    assert isinstance(evening.store, DatabaseStore)
    syncs = Syncs(evening.store, "killed", "other")
    syncs.now = evening.now
    syncs.beat()
    assert evening.store.claim("evening", "killed", evening.now, STALE)
    evening.all_ready()
    assert evening.tick().steps == ()
    evening.now += TIMEOUT + 1
    syncs.now = evening.now
    del syncs.groups["killed"]
    syncs.beat()
    assert len(evening.tick(resolve=True).steps) == 1
