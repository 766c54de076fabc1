"""Examining matches: whether each goes on, and whether its spreadsheets are as the sync needs them.

Laws: as for the installation; a match that is over is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sheets_gm.adapters import wiring
from sheets_gm.adapters.doctor.findings import Finding, bad, ok, warn
from sheets_gm.adapters.google.client import FILES, GoogleSheets
from sheets_gm.adapters.google.files import Rights, rights, without_account
from sheets_gm.adapters.settings import Settings
from sheets_gm.adapters.stores.sql import StoreBroken
from sheets_gm.games.files import NoTemplate
from sheets_gm.games.finding import NoSuchGame
from sheets_gm.games.finding import game as find
from sheets_gm.gm.deadlines import clock_face
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.record.record import Record
from sheets_gm.gm.record.workbook import Workbook
from sheets_gm.gm.schedule.quota import CallLedger
from sheets_gm.gm.workbooks.build import template_digest
from sheets_gm.gm.workbooks.layout import workbook_layouts
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.template import BadTemplate, Template

LATE = 900.0
"""Seconds after a deadline from which nobody seems to poll."""

MINUTES = 5
"""How many minutes of calls are looked at."""

NEARLY = 0.8
"""The part of the quota from which matches wait for each other."""


def check_matches(store: Store, sheets: GoogleSheets | None, settings: Settings, now: float) -> Iterator[Finding]:
    """Every match that is not over, and the spreadsheet that keeps them."""
    records = []
    for match in store.names():
        try:
            record = store.record(match)
            store.last(match)
        except StoreBroken as error:
            yield bad("store", str(error), match=match)
            continue
        records.append(record)
        if record.status is not Status.OVER:
            yield from _standing(record, now)
            yield from _sheets(record, sheets) if sheets else ()
    document = wiring.store_document(settings)
    if document and sheets:
        yield from _kept_apart(sheets, document, records)


def _standing(record: Record, now: float) -> Iterator[Finding]:
    """Whether the match is played on."""
    match = record.charter.match
    try:
        installed = find(record.charter.game).version
    except NoSuchGame as error:
        yield bad("game", str(error), "install what it came with", match)
        return
    if record.bound != installed:
        told = f"bound to rules {record.bound}, and these are {installed}"
        yield bad("rules", told, f"sheets-gm recheck {match} --adopt", match)
    if record.status is Status.STUCK:
        yield bad("standing", f"set aside: {record.reason}", f"mend that, then: sheets-gm unstick {match}", match)
    elif record.failures:
        yield warn("standing", f"failed {record.failures} times: {record.reason}", "mend that", match)
    elif record.status is Status.LIVE and record.due is not None and now > record.due + record.policy.grace + LATE:
        told = f"was due {clock_face(record.due, record.policy.zone)}, and nobody played it"
        yield warn("standing", told, "start the sync: docs/running.md", match)
    else:
        yield ok("standing", record.status.value, match)


def _sheets(record: Record, sheets: GoogleSheets) -> Iterator[Finding]:
    """Whether its spreadsheets can be read and written, and by whom."""
    match = record.charter.match
    try:
        template = wiring.template(record.charter.game)
    except (NoTemplate, BadTemplate) as error:
        yield bad("template", str(error), match=match)
        return
    for book in record.workbooks:
        try:
            yield from _workbook(record, book, template, sheets.bound(record.account))
        except (SheetsRefused, SheetsDown) as error:
            yield bad(f"sheet {book.key}", str(error), match=match)


def _workbook(record: Record, book: Workbook, template: Template, sheets: GoogleSheets) -> Iterator[Finding]:
    match, subject = record.charter.match, f"sheet {book.key}"
    who = (sheets.way and sheets.way.account) or "the sync"
    held = rights(sheets, book.document)
    if held.binned:
        yield bad(subject, f"«{held.title}» lies in the bin", "take it out of the bin of its owner's Drive", match)
        return
    if not held.edit:
        told = f"«{held.title}» is shared with {who} for reading only"
        yield bad(subject, told, "Share, and make that account Editor", match)
        return
    yield ok(subject, f"«{held.title}» can be edited by {who}", match)
    yield _edition(record, book, template)
    yield from _tabs(held, book, template, match)
    yield from _protection(held, book, match)
    yield from _sharing(record, book, sheets)
    for account in without_account(sheets, record) if book is record.workbooks[0] else ():
        yield warn("accounts", f"{account} has no account here", f"sheets-gm account add {account}", match)


def _edition(record: Record, book: Workbook, template: Template) -> Finding:
    """Whether a spreadsheet is laid out by the template that is installed."""
    match, subject, policy = record.charter.match, f"template {book.key}", record.policy
    books = workbook_layouts(
        find(record.charter.game), record.charter.seats, policy.layout, open_hands=policy.open_hands
    )
    if any(layout.key == book.key and template_digest(template, layout) == book.template for layout in books):
        return ok(subject, "laid out by the template that is installed", match)
    told = "laid out by another template than the one that is installed"
    return warn(subject, told, f"the sync lays it out anew when it starts; at once: sheets-gm rebuild {match}", match)


def _tabs(held: Rights, book: Workbook, template: Template, match: str) -> Iterator[Finding]:
    subject = f"tabs {book.key}"
    right = True
    for key, sheet in book.tabs.items():
        title = template.tabs[key].title if key in template.tabs else key
        if sheet not in held.tabs:
            yield warn(subject, f"the tab «{title}» is gone", "nothing is lost: the next tick makes it again", match)
        elif held.tabs[sheet] != title:
            told = f"the tab «{title}» is called «{held.tabs[sheet]}» now"
            yield warn(subject, told, "it is found all the same; only a menu of scripts looks for names", match)
        else:
            continue
        right = False
    if right:
        yield ok(subject, f"all {len(book.tabs)} are there", match)


def _protection(held: Rights, book: Workbook, match: str) -> Iterator[Finding]:
    subject = f"protection {book.key}"
    open_ = [held.tabs[sheet] for sheet in book.tabs.values() if sheet in held.tabs.keys() - held.guarded]
    if open_:
        told = f"anyone at the table can type over {', '.join(f'«{title}»' for title in open_)}"
        yield bad(subject, told, "the next tick protects it; if it stays so, remove the protection of others", match)
    for remark in book.remarks:
        yield warn(subject, remark, "Data > Protect sheets and ranges", match)
    if not open_ and not book.remarks:
        yield ok(subject, "every tab is protected", match)


def _sharing(record: Record, book: Workbook, sheets: GoogleSheets) -> Iterator[Finding]:
    """Whether those who should may type there, and nobody may look who should not."""
    match, subject = record.charter.match, f"sharing {book.key}"
    shared = _shared(sheets, book.document)
    if shared is None:
        mend = "look at it yourself: Share" if book.shared else "nothing, where nobody was invited"
        yield warn(subject, "with whom it is shared cannot be seen by this account", mend, match)
        return
    right = True
    writers = {who for who, role in shared.items() if role in ("owner", "writer")}
    if "" not in writers:
        for account in book.shared:
            if account not in writers:
                right = False
                yield bad(subject, f"{account} may not edit it", f"Share, and make {account} Editor", match)
    if record.policy.layout == "sealed" and book.key != "public":
        others = {seat.account for seat in record.people if seat.account} - set(book.shared)
        for account in sorted(others & shared.keys()):
            right = False
            told = f"{account} may open it, and see what is none of their business"
            yield bad(subject, told, f"Share, and remove {account}", match)
    if "" in shared and (record.policy.layout == "sealed" and book.key != "public"):
        right = False
        yield bad(subject, "anyone with the link may open it", "Share, General access: Restricted", match)
    if right:
        yield ok(subject, f"{counted(len(shared), 'account')} may open it", match)


def _shared(sheets: GoogleSheets, document: str) -> Mapping[str, str] | None:
    """Roles by account ("" is anyone with the link); None where this account may not know."""
    asked = {"fields": "permissions(type,role,emailAddress)"}
    try:
        held: dict[str, Any] = sheets.call("get", f"{FILES}/{document}/permissions", params=asked)
    except SheetsRefused:
        return None
    return {str(each.get("emailAddress", "")): str(each["role"]) for each in held["permissions"]}


def _kept_apart(sheets: GoogleSheets, document: str, records: list[Record]) -> Iterator[Finding]:
    """Whether no player may open the spreadsheet that the matches are kept in."""
    subject = "store sharing"
    for record in records:
        for book in record.workbooks:
            if book.document == document and book.key != GM:
                told = f"{record.charter.match} is played in the spreadsheet that keeps the seeds of all dice"
                yield bad(subject, told, "keep matches in another: store_sheet")
    shared = _shared(sheets, document)
    if shared is None:
        yield warn(subject, "who may open it cannot be seen by this account", "look at it yourself: Share")
        return
    players = {seat.account for record in records for seat in record.people if seat.account}
    wrong = sorted((players - {gm for record in records for gm in record.policy.gm}) & shared.keys())
    for account in wrong:
        yield bad(subject, f"{account} plays, and may open it", f"Share, and remove {account}")
    if "" in shared:
        yield bad(subject, "anyone with the link may open it", "Share, General access: Restricted")
    elif not wrong:
        yield ok(subject, "no player may open it")


def check_quota(store: Store, sheets: GoogleSheets, settings: Settings, now: float) -> Iterator[Finding]:
    """What the matches took of what Google grants; Google tells nobody what is left."""
    limits = settings.google.limits
    if limits is None:
        return
    accounts = len(sheets.peers) or 1
    granted = (min(limits.reads, accounts * limits.account_reads), min(limits.writes, accounts * limits.account_writes))
    taken = store.calls(int(now // 60) - MINUTES + 1).values() if isinstance(store, CallLedger) else ()
    reads, writes = (round(sum(each[at] for each in taken) / MINUTES) for at in (0, 1))
    told = f"the matches took {reads} of {granted[0]} reads and {writes} of {granted[1]} writes a minute lately"
    if reads > NEARLY * granted[0] or writes > NEARLY * granted[1]:
        yield warn("quota", told, "answers come later: sheets-gm plan tells how many accounts would do")
    else:
        yield ok("quota", told)
