"""Sharing the workbooks with the current players. Those whom the service refused are tried again later."""

from __future__ import annotations

from dataclasses import replace

from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.match_record.workbook import LATER, Workbook
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.gm.workbooks.sharing import is_shared, next_try, sharing_of


def is_due(books: Workbooks, now: float) -> bool:
    """Return whether it is time to try people again whom the service refused."""
    due = Upkeep.of(books.session.record).sharing_due
    return due is not None and now >= due


def invite(books: Workbooks) -> None:
    """Share the workbooks with everybody who has no access yet."""
    session, now = books.session, books.session.ports.clock()
    again = is_due(books, now)
    changed: dict[str, Workbook] = {}
    stopped = False
    for layout in books.layouts:
        workbook, wanted = books.workbook(layout), sharing_of(session.record, layout)
        refused = any(guest.refused for guest in workbook.guests)
        if is_shared(workbook, wanted) and not (again and refused):
            continue
        built = books.sheets.share(workbook, replace(wanted, invites=LATER) if stopped else wanted)
        stopped = stopped or any(guest.refused == LATER for guest in built.guests)
        changed[built.key] = built
    if changed or again:
        workbooks = tuple(changed.get(book.key, book) for book in session.record.workbooks)
        upkeep = Upkeep.of(session.record).but(sharing_due=next_try(workbooks, now))
        session.save_part(upkeep, workbooks=workbooks)
