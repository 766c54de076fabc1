"""The mark that shows whose turn it is, on the first tab of each workbook: a page can list the turns of its reader.

It names who is waited for in the forms of the same workbook, so it reveals nothing that its tabs do not show.
"""

from __future__ import annotations

from sheets_gm.gm.clocks import deadlines
from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.sheet.marks import TURNS, hashed, marked
from sheets_gm.sheet.tabs import FormTab


def turn_mark(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[tuple[str, str], ...]:
    """Whose turn it is in one workbook; no mark where nobody fills in anything."""
    if not layout.eyes and not layout.teams:
        return ()
    turns = dict(sorted(_turns(snapshot, layout).items()))
    return marked(TURNS, {"step": snapshot.heading, "turns": turns} if turns else {"turns": {}})


def _turns(snapshot: Snapshot, layout: WorkbookLayout) -> dict[str, list[str | int | None]]:
    """By the account of each person who is waited for: the title of the tab, and the deadline in seconds."""
    record = snapshot.record
    if record.status is not Status.LIVE or record.pending is not None:
        return {}
    titles = {
        tab.form: snapshot.template.tabs[tab.key].title
        for tab in reversed(snapshot.tabs)
        if isinstance(tab, FormTab) and tab.key in layout.tabs
    }
    here = [form for form in snapshot.forms if form.due and layout.has(form.seat, team=form.team)]
    found: dict[str, list[str | int | None]] = {}
    for owner, end in deadlines(record, here).items():
        if snapshot.attendance.get(owner) not in WAITED_FOR:
            continue
        own = (form for form in here if form.key in titles and owner in (part.awaited for part in form.parts()))
        title = next((titles[form.key] for form in own), None)
        for seat in record.seats_of(owner):
            if seat.account and title is not None:
                found[hashed(seat.account)] = [title, None if end is None else int(end)]
    return found
