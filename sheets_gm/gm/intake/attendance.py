"""What each seat has done for the open step. The state is decided here and nowhere else.

The table below is read from the top; the first line whose conditions are all true gives the state. Before the lock a
seat can be in any state except *no-show*; the lock turns *blank* into *no-show* and changes no other state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from sheets_gm.gm.intake.rows import Row
from sheets_gm.kernel.forms import NEVER_DUE, Close, Form
from sheets_gm.kernel.match.journal import Attendance


class Facts(NamedTuple):
    """What is known of a seat: whether the match waits for it, what it typed, and whether the step is locked.

    *due*: it has a form that it must fill in. *forced*: each such form has only one legal choice. *excused*: it need
    not fill the form in, unless it has begun. *away*: it is excused even if it has begun. *touched*: a row of such a
    form differs from how it was drawn. *ready*: each such form is confirmed, and nothing in it is wrong.
    """

    due: bool = False
    forced: bool = False
    excused: bool = False
    away: bool = False
    touched: bool = False
    ready: bool = False
    locked: bool = False


TABLE: tuple[tuple[Attendance, Mapping[str, bool]], ...] = (
    (Attendance.NOTHING_DUE, {"due": False}),
    (Attendance.READY, {"ready": True}),
    (Attendance.FORCED, {"forced": True}),
    (Attendance.EXCUSED, {"excused": True, "touched": False}),
    (Attendance.EXCUSED, {"away": True}),
    (Attendance.DRAFT, {"touched": True}),
    (Attendance.NO_SHOW, {"locked": True}),
    (Attendance.BLANK, {}),
)


@cache
def attendance_of(facts: Facts) -> Attendance:
    """Return the state of a seat with these *facts*."""
    return next(state for state, needs in TABLE if all(getattr(facts, name) is at for name, at in needs.items()))


WAITED_FOR = (Attendance.BLANK, Attendance.DRAFT)
"""The match waits for a seat in one of these states, until the deadline."""


def waiting(states: Mapping[str, Attendance]) -> tuple[str, ...]:
    """Return the seats that the match waits for."""
    return tuple(seat for seat, state in states.items() if state in WAITED_FOR)


def all_in(states: Iterable[Attendance]) -> bool:
    """Return whether the match waits for nobody."""
    return not any(state in WAITED_FOR for state in states)


class Part(NamedTuple):
    """The rows of a due form that belong to the same people."""

    form: Form
    rows: list[Row]


def attendance_by_seat(
    forms: Sequence[Form], rows: Sequence[Row], excused: frozenset[str], away: frozenset[str], *, locked: bool
) -> dict[str, Attendance]:
    """Return the state of each seat or team that must fill in a form, sorted: the owner, or the only author of a row.

    The match does not wait for those who are *excused*, unless they have begun, nor for those who are *away*. Rows that
    ask and rows of standing forms do not count.
    """
    parts_by_owner: dict[str, list[Part]] = {}
    parts: dict[tuple[str, str, tuple[str, ...]], Part] = {}
    for form in forms:
        for awaited, key, part in form.once(_awaited):
            who = parts_by_owner.setdefault(awaited, [])
            if form.due:
                due = parts[key] = Part(part, [])
                who.append(due)
    for row in rows:
        form = row.form
        due_part = parts.get((form.key, form.seat, form.who.authors)) if form.due else None
        if due_part is not None:
            due_part.rows.append(row)
    return {who: _attendance(who, parts_by_owner[who], excused, away, locked) for who in sorted(parts_by_owner)}


def _awaited(form: Form) -> tuple[tuple[str, tuple[str, str, tuple[str, ...]], Form], ...]:
    """Return, for each part of *form*, whom the match may wait for, the key of the part, and its form."""
    if form.close in NEVER_DUE:
        return ()
    if not form.who.team:
        return ((form.seat, (form.key, form.seat, ()), form),)  # only a team has authors
    parts = form.parts()
    return tuple((part.awaited, (form.key, form.seat, part.who.authors), part) for part in parts)


def _attendance(
    who: str, parts: Sequence[Part], excused: frozenset[str], away: frozenset[str], locked: bool
) -> Attendance:
    if not parts:
        return attendance_of(Facts(excused=who in excused, locked=locked))
    touched = any(row.read.touched for part in parts for row in part.rows)
    return attendance_of(
        Facts(
            due=True,
            forced=all(part.form.counted.forced for part in parts),
            excused=_is_without(who, parts, excused),
            away=_is_without(who, parts, away),
            touched=touched,
            ready=touched and _is_done(parts),  # a tick touches its row
            locked=locked,
        )
    )


def _is_without(who: str, parts: Sequence[Part], gone: frozenset[str]) -> bool:
    """Return whether *who* is *gone*, or everybody who may fill in its parts is."""
    return bool(gone) and (who in gone or all(_is_excused(part, gone) for part in parts))


def _is_done(parts: Sequence[Part]) -> bool:
    """Return whether each part is ready, or another form with the same duty is."""
    if len(parts) == 1:
        return _is_ready(parts[0].rows)
    done = {part.form.counted.duty for part in parts if part.form.counted.duty and _is_ready(part.rows)}
    return all(part.form.counted.duty in done if part.form.counted.duty else _is_ready(part.rows) for part in parts)


def _is_excused(part: Part, excused: frozenset[str]) -> bool:
    """Return whether everybody who may fill in *part* is excused. It is False for the form of a whole team."""
    return bool(part.form.who.authors) and excused.issuperset(part.form.who.authors)


def _is_ready(rows: Sequence[Row]) -> bool:
    """Return whether a part of a form is ready: ticked, without mistakes, and in a whole form without ignored cells.

    A form that closes at once is never ready: it stays open until its seat ends its turn.
    """
    if rows and rows[0].form.close is Close.AT_ONCE:
        return False
    ready = False
    for row in rows:
        if row.wrong or (row.form.counted.whole and (row.left_out or row.read.slips)):
            return False
        ready |= row.read.ready
    return ready
