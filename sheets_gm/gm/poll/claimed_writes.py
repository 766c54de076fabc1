"""The edits of a player before their claim: who typed in which cell when, according to the spreadsheet service."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sheets_gm.gm.match_record.claims import Claims
from sheets_gm.gm.match_record.clock_times import local_time
from sheets_gm.gm.ports.sheets import Sheets
from sheets_gm.gm.session import Session
from sheets_gm.gm.side_jobs import Report, guarded
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.match.recorder import Step

MOST = 30
"""Writes that are kept beside a claim."""


def note_writes(books: Workbooks, done: Sequence[Step[Any]], report: Report) -> None:
    """Store the newest edits of the claimant with each claim in the steps *done*, if the service lists edits."""
    session = books.session
    claims = {step.entry.number for step in done if step.entry.act and step.entry.act["kind"] == "claim"}
    if not claims:
        return
    with guarded("who typed what before a claim", report):
        record = session.record
        cases = tuple(
            case.but(written=_writes(session, case.by, books.sheets)) if claims & {*case.entries[:1]} else case
            for case in Claims.of(record).cases
        )
        if cases != Claims.of(record).cases:
            session.save_part(Claims(cases=cases))


def _writes(session: Session, seat: str, sheets: Sheets) -> tuple[str, ...]:
    """Return a line for each of the newest cells in which the player of *seat* has typed, the oldest first."""
    record, tabs = session.record, session.template.tabs
    player = next((each for each in record.people if each.id == seat and each.account), None)
    if player is None:
        return ()
    typed = [each for book in record.workbooks for each in sheets.typed_cells(book) if each.account == player.account]
    newest = sorted(typed, key=lambda each: each.written)[-MOST:]
    zone = record.policy.zone
    return tuple(f"cell {each.cell} of {tabs[each.tab].title} · {_time(each.written, zone)}" for each in newest)


def _time(written: str, zone: str) -> str:
    return local_time(datetime.fromisoformat(written).timestamp(), zone).strftime("%a %d %b %H:%M:%S %Z")
