"""What a seat has done is one state: every state, and every way from one to another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sheets_gm.gm.intake.attendance import WAITED_FOR, Facts, all_in, attendance_of, waiting
from sheets_gm.kernel.match.journal import Attendance

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
    (Attendance.BLANK, "types something"): Attendance.DRAFT,
    (Attendance.BLANK, "clears the row"): Attendance.BLANK,
    (Attendance.BLANK, "ticks Ready"): Attendance.READY,
    (Attendance.BLANK, "unticks Ready, leaving its order"): Attendance.BLANK,
    (Attendance.BLANK, "types something wrong while ready"): Attendance.DRAFT,
    (Attendance.BLANK, "is excused"): Attendance.EXCUSED,
    (Attendance.BLANK, "is locked"): Attendance.NO_SHOW,
    (Attendance.BLANK, "has its choices narrowed to one"): Attendance.FORCED,
    (Attendance.BLANK, "is no longer asked for anything"): Attendance.NOTHING_DUE,
    (Attendance.DRAFT, "types something"): Attendance.DRAFT,
    (Attendance.DRAFT, "clears the row"): Attendance.BLANK,
    (Attendance.DRAFT, "ticks Ready"): Attendance.READY,
    (Attendance.DRAFT, "unticks Ready, leaving its order"): Attendance.DRAFT,
    (Attendance.DRAFT, "types something wrong while ready"): Attendance.DRAFT,
    (Attendance.DRAFT, "is excused"): Attendance.DRAFT,
    (Attendance.DRAFT, "is locked"): Attendance.DRAFT,
    (Attendance.DRAFT, "has its choices narrowed to one"): Attendance.FORCED,
    (Attendance.DRAFT, "is no longer asked for anything"): Attendance.NOTHING_DUE,
    (Attendance.READY, "types something"): Attendance.READY,
    (Attendance.READY, "clears the row"): Attendance.BLANK,
    (Attendance.READY, "ticks Ready"): Attendance.READY,
    (Attendance.READY, "unticks Ready, leaving its order"): Attendance.DRAFT,
    (Attendance.READY, "types something wrong while ready"): Attendance.DRAFT,
    (Attendance.READY, "is excused"): Attendance.READY,
    (Attendance.READY, "is locked"): Attendance.READY,
    (Attendance.READY, "has its choices narrowed to one"): Attendance.READY,
    (Attendance.READY, "is no longer asked for anything"): Attendance.NOTHING_DUE,
    (Attendance.FORCED, "types something"): Attendance.FORCED,
    (Attendance.FORCED, "clears the row"): Attendance.FORCED,
    (Attendance.FORCED, "ticks Ready"): Attendance.READY,
    (Attendance.FORCED, "unticks Ready, leaving its order"): Attendance.FORCED,
    (Attendance.FORCED, "types something wrong while ready"): Attendance.FORCED,
    (Attendance.FORCED, "is excused"): Attendance.FORCED,
    (Attendance.FORCED, "is locked"): Attendance.FORCED,
    (Attendance.FORCED, "has its choices narrowed to one"): Attendance.FORCED,
    (Attendance.FORCED, "is no longer asked for anything"): Attendance.NOTHING_DUE,
    (Attendance.EXCUSED, "types something"): Attendance.DRAFT,
    (Attendance.EXCUSED, "clears the row"): Attendance.EXCUSED,
    (Attendance.EXCUSED, "ticks Ready"): Attendance.READY,
    (Attendance.EXCUSED, "unticks Ready, leaving its order"): Attendance.EXCUSED,
    (Attendance.EXCUSED, "types something wrong while ready"): Attendance.DRAFT,
    (Attendance.EXCUSED, "is excused"): Attendance.EXCUSED,
    (Attendance.EXCUSED, "is locked"): Attendance.EXCUSED,
    (Attendance.EXCUSED, "has its choices narrowed to one"): Attendance.FORCED,
    (Attendance.EXCUSED, "is no longer asked for anything"): Attendance.NOTHING_DUE,
}
"""From each state in which a step can be open, what each happening leads to."""

OPEN = {
    Attendance.BLANK: START,
    Attendance.DRAFT: START._replace(touched=True),
    Attendance.READY: START._replace(touched=True, ready=True),
    Attendance.FORCED: START._replace(forced=True),
    Attendance.EXCUSED: START._replace(excused=True),
}


def test_what_happens_to_a_seat_leads_from_one_state_to_another() -> None:
    for state, happening in product(OPEN, HAPPENINGS):
        assert attendance_of(OPEN[state]) is state
        assert attendance_of(HAPPENINGS[happening](OPEN[state])) is WAYS[state, happening], (state, happening)


def test_two_happenings_lead_where_their_facts_lead() -> None:
    for state, first, second in product(OPEN, HAPPENINGS, HAPPENINGS):
        facts = HAPPENINGS[second](HAPPENINGS[first](OPEN[state]))
        before = attendance_of(facts._replace(locked=False))
        missed = facts.locked and before is Attendance.BLANK
        assert (attendance_of(facts) is Attendance.NO_SHOW) is missed, (state, first, second)


def every() -> Iterator[Facts]:
    for values in product((False, True), repeat=len(Facts._fields)):
        yield Facts(*values)


def test_every_seat_is_in_exactly_one_state_whatever_is_true_of_it() -> None:
    assert {attendance_of(facts) for facts in every()} == set(Attendance)


def test_only_a_lock_makes_a_no_show() -> None:
    for facts in every():
        assert (attendance_of(facts) is Attendance.NO_SHOW) <= facts.locked


def test_a_confirmed_empty_row_and_a_forced_choice_are_no_no_shows() -> None:
    assert attendance_of(Facts(due=True, ready=True, locked=True)) is Attendance.READY
    assert attendance_of(Facts(due=True, forced=True, locked=True)) is Attendance.FORCED


def test_the_table_waits_for_blanks_and_drafts_and_for_nobody_else() -> None:
    states = {state.name: state for state in Attendance}
    assert set(waiting(states)) == {"BLANK", "DRAFT"} == {state.name for state in WAITED_FOR}
    assert all_in([Attendance.READY, Attendance.FORCED, Attendance.EXCUSED, Attendance.NOTHING_DUE])
    assert not all_in([Attendance.READY, Attendance.DRAFT])
