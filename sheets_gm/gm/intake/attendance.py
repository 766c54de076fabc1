"""What each seat has done for the open step: one state, decided here and nowhere else.

The table below is read from the top; the first line whose conditions all hold gives the state. Before the lock a
seat can be in any state but *no-show*; the lock turns *blank* into *no-show* and leaves the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from sheets_gm.gm.intake.rows import Row
from sheets_gm.kernel.forms import NEVER_DUE, Close, Form
from sheets_gm.kernel.journal import Attendance


class Facts(NamedTuple):
    """What is known of a seat: whether the match waits for it, what it typed, and whether the step is locked.

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
    """The state of a seat for which *facts* are true."""
    return next(state for state, needs in TABLE if all(getattr(facts, name) is at for name, at in needs.items()))


WAITED_FOR = frozenset({Attendance.BLANK, Attendance.DRAFT})
"""The match waits for a seat in one of these states, until the deadline."""


def waiting(states: Mapping[str, Attendance]) -> tuple[str, ...]:
    """The seats that the match waits for."""
    return tuple(seat for seat, state in states.items() if state in WAITED_FOR)


def all_in(states: Iterable[Attendance]) -> bool:
    """Whether nobody is waited for."""
    return not any(state in WAITED_FOR for state in states)


def attendance_by_seat(
    forms: Sequence[Form], rows: Sequence[Row], excused: frozenset[str], *, locked: bool
) -> dict[str, Attendance]:
    """The state of every seat that has a form, sorted by seat.

    What is asked there counts for nothing, and a standing form is no sign of anybody.
    """
    forms = [form for form in forms if form.close not in NEVER_DUE]
    due: dict[str, list[Form]] = {form.seat: [] for form in forms}
    by_form: dict[tuple[str, str], list[Row]] = {}
    for form in forms:
        if form.due:
            due[form.seat].append(form)
            by_form[form.key, form.seat] = []
    for row in rows:
        lines = by_form.get(row.key[:2])
        if lines is not None:
            lines.append(row)
    return {seat: _seat_attendance(seat, due[seat], by_form, seat in excused, locked) for seat in sorted(due)}


def _seat_attendance(
    seat: str, own: Sequence[Form], by_form: Mapping[tuple[str, str], Sequence[Row]], excused: bool, locked: bool
) -> Attendance:
    """The state of one seat, which must fill in the forms in *own*."""
    lines = [by_form[form.key, seat] for form in own]
    return attendance_of(
        Facts(
            due=bool(own),
            forced=bool(own) and all(form.forced for form in own),
            excused=excused,
            touched=any(row.read.touched for line in lines for row in line),
            ready=bool(own) and all(_is_ready(line) for line in lines),
            locked=locked,
        )
    )


def _is_ready(rows: Sequence[Row]) -> bool:
    """Whether a form is ready: some row is ticked, and nothing in it is wrong.

    A form that closes at once is never ready: it goes on until its seat ends its turn.
    """
    if rows and rows[0].form.close is Close.AT_ONCE:
        return False
    return any(row.read.ready for row in rows) and not any(row.wrong for row in rows)
