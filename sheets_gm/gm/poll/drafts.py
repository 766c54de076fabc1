"""Storing drafts in the record of the match: what people have typed so far, and their standing orders."""

from __future__ import annotations

from sheets_gm.gm.intake.absence import kept_standing_orders
from sheets_gm.gm.intake.played_rows import absent_standing
from sheets_gm.gm.intake.rows import Submissions, key_of
from sheets_gm.gm.session import Session


def keep_drafts(session: Session, submissions: Submissions) -> None:
    """Store drafts and standing orders if they changed."""
    record = session.record
    drafts = {row.key: row.draft for row in submissions.rows if row.is_kept}
    drafts |= {key_of(draft): draft for draft in record.drafts if draft.closed is not None}
    drafts |= {key_of(draft): draft for draft in absent_standing(record.drafts, [row.key for row in submissions.rows])}
    standing = kept_standing_orders(record.standing, submissions)
    if drafts != {key_of(draft): draft for draft in record.drafts} or standing != record.standing:
        session.save(drafts=tuple(drafts.values()), standing=standing)
