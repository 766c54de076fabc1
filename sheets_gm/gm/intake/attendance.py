"""What a seat has done: one state, decided here and nowhere else.

The table below is read from the top; the first line whose conditions all hold gives the state. Before the lock a
seat can be in any state but *no-show*; the lock turns *blank* into *no-show* and leaves the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from sheets_gm.kernel.journal import Attendance


class Facts(NamedTuple):
    """What is known of a seat: whether the table waits for it, what it typed, and whether the step is locked.

    *due*: it has a form that it must fill in. *forced*: each such form has only one legal choice. *touched*: some
    row of such a form differs from how it was drawn. *ready*: each such form is confirmed, and nothing in it is
    wrong.
    """

    due: bool = False
    forced: bool = False
    excused: bool = False
    touched: bool = False
    ready: bool = False
    locked: bool = False


TABLE: tuple[tuple[Attendance, Mapping[str, bool]], ...] = (
    (Attendance.NOTHING_DUE, {"due": False}),
    (Attendance.READY, {"ready": True}),
    (Attendance.FORCED, {"forced": True}),
    (Attendance.EXCUSED, {"excused": True, "touched": False}),
    (Attendance.DRAFT, {"touched": True}),
    (Attendance.NO_SHOW, {"locked": True}),
    (Attendance.BLANK, {}),
)


@cache
def attendance_of(facts: Facts) -> Attendance:
    """The state of a seat of which *facts* are true."""
    return next(state for state, needs in TABLE if all(getattr(facts, name) is at for name, at in needs.items()))


WAITED_FOR = frozenset({Attendance.BLANK, Attendance.DRAFT})
"""The table waits for a seat in one of these states, until the deadline."""


def waiting(states: Mapping[str, Attendance]) -> tuple[str, ...]:
    """The seats that the table waits for."""
    return tuple(seat for seat, state in states.items() if state in WAITED_FOR)


def all_in(states: Iterable[Attendance]) -> bool:
    """Whether nobody is waited for."""
    return not any(state in WAITED_FOR for state in states)
