"""Setting a match aside: if its rules fail once, they fail again, so nobody polls it until somebody repairs it."""

from __future__ import annotations

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.poll import notices
from sheets_gm.gm.poll.errors import PositionBroken, as_position_broken
from sheets_gm.gm.poll.notices import Notifier
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Conflict, StoreDown
from sheets_gm.gm.workbooks.live.problems import show_set_aside
from sheets_gm.gm.workbooks.live.workbooks import Workbooks


def set_aside(books: Workbooks, error: Exception, notify: Notifier) -> PositionBroken | None:
    """Set the match aside if its rules failed on its position, and report it; return None if *error* is another one."""
    session = books.session
    broken = as_position_broken(session, error)
    if broken is None:
        return None
    try:
        session.refresh()
        is_new = session.record.status is not Status.STUCK
        session.save(status=Status.STUCK, reason=str(broken), failures=session.record.failures + 1)
        show_set_aside(books)
        if is_new:
            notify(session.match, notices.set_aside(session.record))
    except (Conflict, SheetsDown, SheetsRefused, StoreDown) as problem:
        broken.add_note(f"The match is not set aside, or its GM tab does not show it: {problem}")
    return broken


def show_problem(books: Workbooks, notify: Notifier, *, is_new: bool) -> None:
    """Show that a match is set aside, and why on its GM tab; send notices if it *is_new*."""
    session = books.session
    session.refresh()
    if is_new:
        notify(session.match, notices.set_aside(session.record))
    show_set_aside(books)
