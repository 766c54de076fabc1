"""A dry run: what would happen if the step were played now, with other dice. The journal does not change."""

from __future__ import annotations

import hashlib

from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.poll.locks import lock_all
from sheets_gm.gm.poll.real_dice import lock_pending
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.layout import has_own_desk
from sheets_gm.kernel.dice import Secrets


def dry_run(session: Session, submissions: Submissions, now: float) -> tuple[str, ...]:
    """Play the step with dice that belong to no entry, and store the result for the GM's own workbook."""
    record = session.record
    seed = hashlib.sha256(f"{record.seed} rehearsal {session.entry.number} {now}".encode()).digest()
    pending = record.pending
    locked = lock_pending(session, pending) if pending else lock_all(session, submissions, now, "rehearsal")
    step = session.journal.recorder.with_secrets(Secrets(seed)).play(session.entry, session.state, locked)
    lines = tuple(session.describe(event, step.entry) for event in step.events)
    if has_own_desk(book.key for book in record.workbooks):
        session.save_part(Repairs.of(session.record).but(dry_run=lines))
    return lines
