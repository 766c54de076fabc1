"""The drafts in the record of the match: what people have typed so far, and their standing orders."""

from __future__ import annotations

from typing import Any

from sheets_gm.gm.intake.absence import kept_standing_orders
from sheets_gm.gm.intake.played_rows import absent_standing
from sheets_gm.gm.intake.rows import Submissions, key_of
from sheets_gm.gm.session import Session


def keep_drafts(session: Session, submissions: Submissions) -> None:
    """Store drafts and standing orders if they changed."""
    changes = _changes(session, submissions)
    if changes:
        session.save(**changes)


def note_drafts(session: Session, submissions: Submissions) -> None:
    """Put drafts and standing orders into the record in memory. They are stored with the next step."""
    changes = _changes(session, submissions)
    if changes:
        session.note(**changes)


def _changes(session: Session, submissions: Submissions) -> dict[str, Any]:
    """Return the changed fields of the record for drafts and standing orders; empty if nothing changed."""
    record = session.record
    before = {key_of(draft): draft for draft in record.drafts}
    drafts = {row.key: row.draft for row in submissions.rows if row.is_kept}
    drafts |= {key: draft for key, draft in before.items() if draft.closed is not None}
    drafts |= {key_of(draft): draft for draft in absent_standing(record.drafts, [row.key for row in submissions.rows])}
    standing = kept_standing_orders(record.standing, submissions)
    if drafts == before and standing == record.standing:
        return {}
    return {"drafts": tuple(drafts.values()), "standing": standing}
