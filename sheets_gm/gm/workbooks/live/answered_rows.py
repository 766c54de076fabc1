"""The rows of all open forms, answered for the session of a match."""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.late_rows import locked_cells
from sheets_gm.gm.intake.open_step import Absent, DeskRules, OpenStep, RunningMatch
from sheets_gm.gm.intake.rows import Submissions, key_of
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.session import Session
from sheets_gm.sheet.reading import Key, RowRead


def answer_rows(
    session: Session, rows_read: Mapping[Key, RowRead], now: float, earlier: Record | None = None
) -> Submissions:
    """Return all open rows with their answers. A row that is not in *rows_read* is taken from its draft.

    The drafts are those of the current record, or of an *earlier* one.
    """
    return collect(open_step(session, now, earlier), rows_read)


def open_step(session: Session, now: float, earlier: Record | None = None) -> OpenStep:
    """Return the step for which rows are read, with the drafts of the current or an *earlier* record."""
    record = earlier or session.record
    context = session.context(now)
    match = RunningMatch(
        entry=session.entry.number,
        desk=DeskRules(
            lambda seat, order, asked: desk_forms.check(context, seat, order, is_asked=asked),
            lambda seat, order: desk_forms.answer(context, seat, order),
        ),
        heading=session.heading,
        format_time=session.format_time,
        report=session.ports.report,
        answers=session.position.answers,
    )
    return OpenStep(
        game=session.game,
        state=session.state,
        forms=session.all_forms,
        drafts={key_of(draft): draft for draft in record.drafts},
        absent=Absent(record.presence.excused_at(now), record.presence.away_at(now), record.presence.deputized),
        locked=locked_cells(session.record.pending) if session.record.pending else None,
        now=now,
        match=match,
    )
