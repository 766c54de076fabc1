"""Ticks of Ready that come just after a lock. The player means the turn that was just played, not the next one.

A tick counts as late if three things are true: it is all that the rows of its form hold, its owner was not ready at the
lock of the last turn, and it is found at the first look after that turn was shown, soon after the lock. The tick is
removed, and the receipt asks for another one. The receipt stays as long as nobody changes the row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sheets_gm.gm.intake.late_rows import content
from sheets_gm.gm.intake.rows import Row, Submissions, without_tick
from sheets_gm.gm.session import Session
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.sheet.reading import Key, RowRead

SOON = 30.0
"""Seconds after a lock within which a tick may be meant for the locked turn."""

IN_TIME = frozenset({Attendance.READY, Attendance.FORCED, Attendance.NOTHING_DUE})
"""An owner in one of these states at the lock had nothing left to tick."""


@dataclass(slots=True)
class LateTicks:
    """Late ticks as one process knows them: the entry at its last look, and the rows that must ask for a tick now."""

    session: Session
    _entry: int | None = None
    _asked: set[Key] = field(default_factory=set)

    def without(self, rows: Mapping[Key, RowRead], now: float) -> Mapping[Key, RowRead]:
        """Return *rows* without late ticks at the time *now*."""
        entry, before = self.session.entry, self._entry
        self._entry = entry.number
        self._asked.clear()
        if before in (None, entry.number) or not 0 <= now - entry.when <= SOON:
            return rows
        missed = {owner for owner, state in (entry.attendance or {}).items() if state not in IN_TIME}
        forms = {(form.key, form.seat): form for form in self.session.forms if form.due and form.seat in missed}
        row_forms = {key: forms[key[:2]].at(key[2]) for key in rows if key[:2] in forms}
        filled = {key[:2] for key, form in row_forms.items() if not _is_bare(rows[key], form)}
        late = {key for key, form in row_forms.items() if rows[key].ready and key[:2] not in filled}
        self._asked |= late
        return {key: without_tick(row, row_forms[key]) if key in late else row for key, row in rows.items()}

    def answered(self, submissions: Submissions) -> Submissions:
        """Return *submissions* in which each row whose tick was removed asks for another one."""
        if not self._asked:
            return submissions
        return replace(submissions, rows=tuple(self._answered(row) for row in submissions.rows))

    def _answered(self, row: Row) -> Row:
        if row.key not in self._asked or row.read.touched:
            return row
        label = self.session.entry.label
        text = f"⚠ {label} was played just before you ticked. Tick Ready again if you want to do nothing this time."
        return row._replace(draft=row.draft.but(receipt=text, asked_again=self.session.entry.number))


def _is_bare(row: RowRead, form: Form) -> bool:
    """Return whether *row* holds nothing, or only a tick."""
    return form.close is Close.TOGETHER and content({**row.typed, "ready": False}) == content(form.drawn)
