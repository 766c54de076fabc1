"""Rows that were typed after a lock: they count for the next step.

Until the step is played, the sheet still shows what the lock took. Everything that differs from that was typed later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sheets_gm.gm.intake.rows import Submissions, row_places
from sheets_gm.gm.match_record.pending_lock import PendingLock
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.sheet.cleaning import is_empty, spelled
from sheets_gm.sheet.reading import Key, RowRead, read_row

Content: TypeAlias = tuple[tuple[str, str], ...]
"""The content of a row: the names of its fields that are not empty, with their texts."""


def content(typed: Mapping[str, Typed]) -> Content:
    """Return the content of a row, without empty cells and unticked boxes."""
    return tuple(sorted([(name, spelled(value)) for name, value in typed.items() if not is_empty(value)]))


def without_locked(row: RowRead, form: Form, locked: Mapping[str, Typed] | None) -> RowRead:
    """Return *row* without the cells that still hold what a lock has taken. A kept standing order stays one."""
    if not locked:
        return row
    defaults: dict[str, Typed] = {"ready": False, **form.drawn}
    typed = {
        name: defaults.get(name) if name in locked and value == locked[name] and name != "keep" else value
        for name, value in row.typed.items()
    }
    return read_row(row.key, form, typed, row.cells)


def locked_cells(pending: PendingLock) -> dict[Key, Mapping[str, Typed]] | None:
    """Return what a lock took from each touched row; None if it locked a single row."""
    if pending.row is not None or pending.alone:
        return None
    return {(typed.form, typed.seat, typed.row): typed.cells for typed in pending.typed}


def is_late(row: RowRead, form: Form, locked: Mapping[Key, Mapping[str, Typed]]) -> bool:
    """Return whether *row* was changed after the lock that took the cells *locked*."""
    return form.close is not Close.ASK and content(row.typed) != content(locked.get(row.key) or form.drawn)


def late_rows(submissions: Submissions, pending: PendingLock, forms: Sequence[Form]) -> dict[Key, RowRead]:
    """Return the rows that were changed after a lock, read for the *forms* that are open after its step."""
    locked = locked_cells(pending) or {}
    open_now = {(form.key, form.seat): form for form in forms}
    places, rows = row_places(forms), {}
    for row in submissions.rows:
        key = places.get((*row.key[:2], row.form.row.name or row.key[2]))
        if key is None or row.form.close is Close.STANDING or not is_late(row.read, row.form, locked):
            continue
        form = open_now[key[:2]].at(key[2])
        if form.who.authors != row.form.who.authors:
            continue  # other people fill it in now
        rows[key] = without_locked(row.read._replace(key=key), form, locked.get(row.key) or row.form.drawn)
    return rows
