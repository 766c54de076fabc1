"""Checks of protection: whether players who have to act may type in their cells, and nobody else may.

As for the sync, the position determines what must be protected. If the sync has not shown the newest position yet, the
protection may still be that of the position before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.adapters.doctor.findings import Finding, bad, ok, warn
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.drive.files import FileAccess
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.workbooks.tabs import protected_ranges
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Protection
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.gm.workbooks.protection import protection_digest, protections_of
from sheets_gm.kernel.english import listed

Wanted = Mapping[str, Sequence[Protection]]
"""How each workbook of a match should be protected, by its key."""


def wanted_protection(session: Session, sheets: GoogleSheets) -> Wanted:
    """Return how the workbooks of a match must be protected now; empty if the rules raise on its position."""
    books = Workbooks(session, sheets)
    snapshot = books.snapshot({})
    return {} if session.position.broken else {layout.key: protections_of(snapshot, layout) for layout in books.layouts}


def check_protection(
    sheets: GoogleSheets, access: FileAccess, book: Workbook, wanted: Sequence[Protection], match: str
) -> Iterator[Finding]:
    """Check whether every tab is protected, and its inputs are open to the players who have to act."""
    subject = f"protection {book.key}"
    right = True
    open_ = [access.tabs[sheet] for sheet in book.tabs.values() if sheet in access.tabs.keys() - access.protected]
    if open_:
        right = False
        message = f"anyone at the table can edit {', '.join(f'“{title}”' for title in open_)}"
        yield bad(subject, message, "the next poll protects it; if not, remove other people's protections", match)
    for remark in book.remarks:
        right = False
        yield warn(subject, remark, "Data > Protect sheets and ranges", match)
    # where the record notes another protection, the sync is about to change it
    if wanted and book.guarded == protection_digest(wanted):
        for title, accounts in _shut_out(sheets, book, wanted).items():
            if title not in open_:
                right = False
                yield bad(subject, _message(title, accounts), f"sheets-gm rebuild {match}", match)
    if right:
        yield ok(subject, "every tab is protected, and open to those who are due", match)


def _shut_out(sheets: GoogleSheets, book: Workbook, wanted: Sequence[Protection]) -> Mapping[str, Sequence[str]]:
    params = {"fields": protected_ranges.MASK}
    answer = sheets.call("get", f"{SHEETS}/{book.document}", params=params)
    return protected_ranges.shut_out(protected_ranges.protected_tabs(answer), wanted, book)


def _message(title: str, accounts: Sequence[str]) -> str:
    if accounts:
        return f"“{title}” is closed to {listed(list(accounts))}, who should be able to type there now"
    return f"“{title}” is open to somebody who should not type there now"
