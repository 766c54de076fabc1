"""A thousand quiet matches and twenty busy ones on the quota of one account, in virtual time."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import pytest

from sheets_gm.gm.poll.schedule.rounds import Trouble
from sheets_gm.gm.poll.schedule.watch import FEED_LAG
from tests.gm.crowd_of_matches import CALL, INTERVAL, LAG, Crowd, Load

MINUTES = 10


@pytest.fixture(scope="module")
def crowd() -> Crowd:
    made = Crowd(Load(1020, 20))
    made.run(8)
    made.count_afresh()
    made.run(MINUTES)
    return made


def test_no_call_exceeds_the_quota_and_no_poll_fails(crowd: Crowd) -> None:
    assert (crowd.refused, crowd.troubles) == (0, [])


def test_busy_matches_are_polled_all_the_time_and_nearly_all_receipts_come_within_half_a_minute(crowd: Crowd) -> None:
    assert crowd.pause("busy") < 27
    assert crowd.late("busy") <= 28


def test_an_edit_in_a_quiet_match_is_answered_as_soon_as_the_feed_tells_of_it(crowd: Crowd) -> None:
    assert len(crowd.delays["quiet"]) > 50
    assert crowd.late("quiet") <= LAG + INTERVAL + 25


def test_quiet_matches_cost_hardly_more_than_a_poll_for_each_edit_and_deadline(crowd: Crowd) -> None:
    polls = sum(count for name, count in crowd.polls.items() if not crowd.matches[name].busy)
    assert polls < 1.6 * len(crowd.delays["quiet"])


def test_a_start_polls_only_what_has_changed_while_nobody_was_there() -> None:
    crowd = Crowd(Load(1020, 0, quiet_edits=1e9, quiet_turn=1e9))
    crowd.run(1)
    assert sum(crowd.polls.values()) < 10  # a few rare looks
    crowd.let_pass(FEED_LAG * 2)
    typed = [f"match{number:04}" for number in range(100, 130)]
    for name in typed:
        crowd.type(name)
    crowd.let_pass(LAG)
    crowd.count_afresh()
    crowd.begin()
    crowd.run(1)
    assert set(typed) <= crowd.polls.keys()
    assert len(crowd.polls) < len(typed) + 10


def test_a_start_misses_nothing_that_drive_tells_only_later() -> None:
    crowd = Crowd(Load(50, 0, quiet_edits=1e9, quiet_turn=1e9))
    crowd.run(1)
    crowd.let_pass(FEED_LAG * 2)
    crowd.type("match0007")
    crowd.begin()
    crowd.run(1)
    assert crowd.polls["match0007"] == 0
    crowd.run(LAG / 60)
    assert crowd.matches["match0007"].unread == []


def test_what_the_sync_has_written_itself_calls_for_no_poll() -> None:
    crowd = Crowd(Load(1, 0, quiet_edits=1e9, quiet_turn=1e9))
    crowd.run(20)
    crowd.type("match0000")
    crowd.run(LAG / 60 + 1)
    crowd.count_afresh()
    crowd.run(17)
    before = crowd.polls["match0000"]
    crowd.run(30)
    assert crowd.polls["match0000"] == before


def test_a_few_matches_are_answered_as_fast_as_ever_while_people_type() -> None:
    crowd = Crowd(Load(5, 1, quiet_edits=1200, burst=4))
    crowd.run(5)
    crowd.count_afresh()
    crowd.run(30)
    assert crowd.late("busy") <= 5 + 3 * CALL
    assert crowd.late("quiet", 0.5) < 60  # the first edit waits for the feed, those that follow it do not


def test_without_the_feed_quiet_matches_are_polled_in_turn() -> None:
    crowd = Crowd(Load(60, 2), feed=False)
    crowd.run(10)
    crowd.count_afresh()
    crowd.run(15)
    assert crowd.refused == 0
    assert min(crowd.polls[name] for name in crowd.matches) >= 1
    assert crowd.late("quiet") <= 300


def test_a_feed_that_fails_puts_its_matches_back_to_being_polled() -> None:
    crowd = Crowd(Load(40, 0, quiet_edits=1e9, quiet_turn=1e9))
    crowd.run(2)
    assert sum(crowd.polls.values()) == 0
    crowd.feed = False
    crowd.run(10)
    assert min(crowd.polls[name] for name in crowd.matches) >= 1


def test_what_drive_tells_late_is_not_lost_when_the_sync_that_watched_is_killed() -> None:
    crowd = Crowd(Load(20, 0, quiet_edits=1e9, quiet_turn=1e9), syncs=2)
    crowd.run(15)
    crowd.type("match0007")
    crowd.run(2.2)  # the store has a note of that time: it was watched
    crowd.kill(next(sync for sync in crowd.syncs if "match0007" in sync.rounds.group.mine(crowd.matches)))
    crowd.run((LAG + 2 * INTERVAL) / 60)
    assert crowd.matches["match0007"].unread == []


class Figures(NamedTuple):
    """What was measured of a crowd: its faults, how many busy matches each sync serves, and their pauses."""

    faults: tuple[int, list[Trouble]]
    served: list[int]
    pauses: list[float]
    pause: float
    late: float


Four: TypeAlias = tuple[Crowd, Figures]


@pytest.fixture(scope="module")
def four_syncs() -> Four:
    """As many edits as in a thousand matches, and four syncs that share them and the quota of one account.

    They are measured here, as a test goes on with them.
    """
    made = Crowd(Load(200, 20, quiet_edits=1200), syncs=4)
    made.run(10)
    made.count_afresh()
    made.run(5)
    busy = list(made.matches)[:20]
    served = sorted(len(sync.rounds.group.mine(busy)) for sync in made.syncs)
    pauses = [sum(made.gaps[name]) / len(made.gaps[name]) for name in busy]
    return made, Figures((made.refused, [*made.troubles]), served, pauses, made.pause("busy"), made.late("busy"))


def test_several_syncs_use_the_whole_quota_and_exceed_it_no_more_than_one(four_syncs: Four) -> None:
    _, figures = four_syncs
    assert figures.faults == (0, [])
    assert figures.served[0] < figures.served[-1] / 3  # by chance they have very unequal work
    assert max(figures.pauses) < 1.4 * min(figures.pauses)
    assert figures.pause < 26
    assert figures.late <= 30


def test_when_one_of_them_is_killed_the_others_go_on_nearly_as_fast(four_syncs: Four) -> None:
    crowd, _ = four_syncs
    killed = crowd.syncs[0]
    served = [name for name in killed.rounds.group.mine(crowd.matches) if not crowd.matches[name].busy]
    crowd.count_afresh()
    crowd.kill(killed)
    crowd.run(0.75)
    assert sum(crowd.polls[name] for name in served) < len(served) / 4  # what it had seen needs no second look
    crowd.run(2.25)
    assert (crowd.refused, crowd.troubles) == (0, [])
    assert crowd.pause("busy") < 29
    assert crowd.late("busy") <= 33
