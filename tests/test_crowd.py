"""Many matches on one small quota: nobody is refused, nobody starves, nothing is lost. The soak has the long run."""

from __future__ import annotations

import pytest

from sheets_gm.adapters.google.capacity import Crowd as Plan
from sheets_gm.adapters.google.capacity import forecast
from sheets_gm.adapters.google.drive.change_feed import INTERVAL
from sheets_gm.adapters.installation.settings import Quota
from sheets_gm.gm.poll.schedule.pace import LONGEST, QUIET
from sheets_gm.localsheets.api.quota import Quota as Counting
from tests.crowd import LAG, Crowd

FIFTH = Quota(reads=60, writes=60, account_reads=12, account_writes=12)
"""A fifth of what Google grants."""


@pytest.fixture(scope="module")
def crowd() -> Crowd:
    """40 matches, 4 of them busy, on a fifth of the quota: a fifth of the long run's load."""
    made = Crowd(40, 4, quota=FIFTH)
    made.warm_up()
    made.run(minutes())
    return made


def minutes() -> int:
    return 3


def test_no_call_is_refused_and_no_tick_fails(crowd: Crowd) -> None:
    assert (crowd.counted.exceeded, crowd.troubles) == (0, [])


def test_the_quota_is_used_and_not_left_lying(crowd: Crowd) -> None:
    reads = sum(reads for reads, _ in crowd.store.calls(0).values())
    assert reads > minutes() * FIFTH.account_reads * 0.7


def test_every_edit_has_its_receipt_and_turns_are_played(crowd: Crowd) -> None:
    late = [edit for edits in crowd.open.values() for edit in edits if crowd.clock.now - edit.at > LONGEST + 60]
    assert late == []
    assert len(crowd.delays["busy"]) > 13 * minutes()
    assert crowd.steps >= minutes() // 4


def test_busy_matches_have_equal_shares_and_quiet_ones_are_polled_when_the_feed_tells_of_them(crowd: Crowd) -> None:
    busy = [crowd.polls[name] for name in crowd.names[:4]]
    assert max(busy) <= min(busy) * 1.5
    assert max(crowd.delays["idle"]) <= LAG + INTERVAL + 60
    quiet = sum(crowd.polls[name] for name in crowd.names[4:])
    assert quiet < 3 * len(crowd.delays["idle"]) + len(crowd.names)


def test_the_plan_foretells_what_is_had(crowd: Crowd) -> None:
    plan = forecast(Plan(40, 4), FIFTH)
    mean = sum(crowd.delays["busy"]) / len(crowd.delays["busy"])
    assert plan.busy_delay / 2 < mean < plan.busy_delay * 2


def test_a_project_that_others_use_too_loses_nothing_when_calls_are_refused() -> None:
    crowd = Crowd(12, 3, quota=FIFTH, watching=False)
    crowd.run(2)
    # somebody else takes most of what we believe is ours
    crowd.counted.limits = type(crowd.counted.limits)(reads=6, writes=6, user_reads=6, user_writes=6)
    crowd.run(6)
    assert crowd.counted.exceeded > 0
    assert all(trouble.away and not trouble.stuck for trouble in crowd.troubles)
    crowd.counted.limits = Counting().limits
    crowd.next = dict.fromkeys(crowd.names, float("inf"))
    crowd.run((LONGEST + QUIET.pause) / 60)
    assert [edit for edits in crowd.open.values() for edit in edits] == []
