"""What a seat has done is one state: every state, and every way from one to another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from sheets_gm.gm.attendance import WAITED_FOR, Facts, all_in, done, waiting
from sheets_gm.kernel.journal import Done

HAPPENINGS = {
    "types something": lambda facts: facts._replace(touched=True),
    "clears the row": lambda facts: facts._replace(touched=False, ready=False),
    "ticks Ready": lambda facts: facts._replace(touched=True, ready=True),
    "unticks Ready, leaving its order": lambda facts: facts._replace(ready=False),
    "types something wrong while ready": lambda facts: facts._replace(touched=True, ready=False),
    "is excused": lambda facts: facts._replace(excused=True),
    "is locked": lambda facts: facts._replace(locked=True),
    "has its choices narrowed to one": lambda facts: facts._replace(forced=True),
    "is no longer asked for anything": lambda facts: facts._replace(due=False, forced=False),
}
"""What can happen to a seat within a step."""

START = Facts(due=True)

WAYS = {
    (Done.BLANK, "types something"): Done.DRAFT,
    (Done.BLANK, "clears the row"): Done.BLANK,
    (Done.BLANK, "ticks Ready"): Done.READY,
    (Done.BLANK, "unticks Ready, leaving its order"): Done.BLANK,
    (Done.BLANK, "types something wrong while ready"): Done.DRAFT,
    (Done.BLANK, "is excused"): Done.EXCUSED,
    (Done.BLANK, "is locked"): Done.NO_SHOW,
    (Done.BLANK, "has its choices narrowed to one"): Done.FORCED,
    (Done.BLANK, "is no longer asked for anything"): Done.NOTHING_DUE,
    (Done.DRAFT, "types something"): Done.DRAFT,
    (Done.DRAFT, "clears the row"): Done.BLANK,
    (Done.DRAFT, "ticks Ready"): Done.READY,
    (Done.DRAFT, "unticks Ready, leaving its order"): Done.DRAFT,
    (Done.DRAFT, "types something wrong while ready"): Done.DRAFT,
    (Done.DRAFT, "is excused"): Done.DRAFT,
    (Done.DRAFT, "is locked"): Done.DRAFT,
    (Done.DRAFT, "has its choices narrowed to one"): Done.FORCED,
    (Done.DRAFT, "is no longer asked for anything"): Done.NOTHING_DUE,
    (Done.READY, "types something"): Done.READY,
    (Done.READY, "clears the row"): Done.BLANK,
    (Done.READY, "ticks Ready"): Done.READY,
    (Done.READY, "unticks Ready, leaving its order"): Done.DRAFT,
    (Done.READY, "types something wrong while ready"): Done.DRAFT,
    (Done.READY, "is excused"): Done.READY,
    (Done.READY, "is locked"): Done.READY,
    (Done.READY, "has its choices narrowed to one"): Done.READY,
    (Done.READY, "is no longer asked for anything"): Done.NOTHING_DUE,
    (Done.FORCED, "types something"): Done.FORCED,
    (Done.FORCED, "clears the row"): Done.FORCED,
    (Done.FORCED, "ticks Ready"): Done.READY,
    (Done.FORCED, "unticks Ready, leaving its order"): Done.FORCED,
    (Done.FORCED, "types something wrong while ready"): Done.FORCED,
    (Done.FORCED, "is excused"): Done.FORCED,
    (Done.FORCED, "is locked"): Done.FORCED,
    (Done.FORCED, "has its choices narrowed to one"): Done.FORCED,
    (Done.FORCED, "is no longer asked for anything"): Done.NOTHING_DUE,
    (Done.EXCUSED, "types something"): Done.DRAFT,
    (Done.EXCUSED, "clears the row"): Done.EXCUSED,
    (Done.EXCUSED, "ticks Ready"): Done.READY,
    (Done.EXCUSED, "unticks Ready, leaving its order"): Done.EXCUSED,
    (Done.EXCUSED, "types something wrong while ready"): Done.DRAFT,
    (Done.EXCUSED, "is excused"): Done.EXCUSED,
    (Done.EXCUSED, "is locked"): Done.EXCUSED,
    (Done.EXCUSED, "has its choices narrowed to one"): Done.FORCED,
    (Done.EXCUSED, "is no longer asked for anything"): Done.NOTHING_DUE,
}
"""From each state in which a step can be open, what each happening leads to."""

OPEN = {
    Done.BLANK: START,
    Done.DRAFT: START._replace(touched=True),
    Done.READY: START._replace(touched=True, ready=True),
    Done.FORCED: START._replace(forced=True),
    Done.EXCUSED: START._replace(excused=True),
}


@pytest.mark.parametrize(("state", "happening"), [*product(OPEN, HAPPENINGS)], ids=str)
def test_what_happens_to_a_seat_leads_from_one_state_to_another(state: Done, happening: str) -> None:
    assert done(OPEN[state]) is state
    assert done(HAPPENINGS[happening](OPEN[state])) is WAYS[state, happening]


@pytest.mark.parametrize(("state", "first", "second"), [*product(OPEN, HAPPENINGS, HAPPENINGS)], ids=str)
def test_two_happenings_lead_where_their_facts_lead(state: Done, first: str, second: str) -> None:
    facts = HAPPENINGS[second](HAPPENINGS[first](OPEN[state]))
    if facts.locked:
        assert done(facts) is (Done.NO_SHOW if done(facts._replace(locked=False)) is Done.BLANK else done(facts))
    else:
        assert done(facts) is not Done.NO_SHOW


def every() -> Iterator[Facts]:
    for values in product((False, True), repeat=6):
        yield Facts(*values)


def test_every_seat_is_in_exactly_one_state_whatever_is_true_of_it() -> None:
    assert {done(facts) for facts in every()} == set(Done)


def test_only_a_lock_makes_a_no_show() -> None:
    for facts in every():
        assert (done(facts) is Done.NO_SHOW) <= facts.locked


def test_a_confirmed_empty_row_and_a_forced_choice_are_no_no_shows() -> None:
    assert done(Facts(due=True, ready=True, locked=True)) is Done.READY
    assert done(Facts(due=True, forced=True, locked=True)) is Done.FORCED


def test_the_table_waits_for_blanks_and_drafts_and_for_nobody_else() -> None:
    states = {state.name: state for state in Done}
    assert set(waiting(states)) == {"BLANK", "DRAFT"} == {state.name for state in WAITED_FOR}
    assert all_in([Done.READY, Done.FORCED, Done.EXCUSED, Done.NOTHING_DUE])
    assert not all_in([Done.READY, Done.DRAFT])
