"""Two real syncs on one PostgreSQL store share matches and a quota, and one serves all when the other is killed."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from sheets_gm.gm.poll.schedule.sync_group import TIMEOUT
from tests import patience
from tests.many_syncs import ManySyncs, many_syncs

MATCHES, READS = 4, 24


@pytest.fixture(scope="module")
def syncs(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManySyncs]:
    """Each of the two wants more than twice the quota."""
    with many_syncs(tmp_path_factory.mktemp("many"), postgres, MATCHES, READS, every=1.0) as made:
        yield made


@pytest.mark.slow
def test_they_share_the_matches_and_the_quota_and_the_other_goes_on_when_one_is_killed(syncs: ManySyncs) -> None:
    syncs.start(2)
    syncs.wait([syncs.type(name) for name in syncs.names], 120)
    _wait_for_two(syncs)
    syncs.wait([syncs.type(name) for name in syncs.names], 60)
    syncs.syncs[0].kill()
    syncs.syncs[0].wait()
    syncs.wait([syncs.type(name) for name in syncs.names], TIMEOUT + 30)
    assert list(syncs.served()) == [name for name in syncs.served() if f"/{syncs.syncs[1].pid}/" in name]
    assert syncs.counted.refused == 0
    assert syncs.counted.allowed > READS / 2


def _wait_for_two(syncs: ManySyncs) -> None:
    """Wait until both know of each other, and no match is polled by both."""
    end = time.monotonic() + patience.SECONDS
    while len(syncs.served()) < 2 or sum(syncs.served().values()) > MATCHES * 60 + 1:
        assert time.monotonic() < end, syncs.served()
        time.sleep(0.5)
