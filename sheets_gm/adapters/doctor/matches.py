"""Checks of running matches: whether each can continue, and its spreadsheets are as the sync needs them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheets_gm.adapters.doctor.findings import Finding, bad, ok, warn
from sheets_gm.adapters.doctor.protection import check_protection, wanted_protection
from sheets_gm.adapters.doctor.templates import subject_of
from sheets_gm.adapters.google.calls.api import FILES, Body
from sheets_gm.adapters.google.drive import strangers
from sheets_gm.adapters.google.drive.files import FileAccess, file_access, people_without_account
from sheets_gm.adapters.google.drive.sharing import permissions
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.installation.settings import Settings
from sheets_gm.adapters.stores import from_settings
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.games.files import NoTemplate
from sheets_gm.games.finding import NoSuchGame
from sheets_gm.games.finding import game as find
from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.gm.match_record.notice_addresses import why_muted
from sheets_gm.gm.match_record.notices_part import muted_addresses
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.poll.schedule.call_quota import CallLedger
from sheets_gm.gm.poll.schedule.last_look import describe_look
from sheets_gm.gm.poll.schedule.watch import is_polled
from sheets_gm.gm.ports.sheets import Protection, SheetsDown, SheetsRefused, TabRange, TabsMissing
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.build import template_digest
from sheets_gm.gm.workbooks.layout import layouts_of
from sheets_gm.gm.workbooks.marker import found_marker, marker_parts
from sheets_gm.gm.workbooks.sharing import uninvited_lines
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.tabs import template_for_tabs
from sheets_gm.sheet.template import BadTemplate, Template

LATE = 900.0
"""If a deadline is this many seconds past, no sync seems to run."""

MINUTES = 5
"""Minutes over which calls are averaged."""

HIGH_USE = 0.8
"""The share of the quota above which matches wait for each other."""


def check_matches(store: Store, sheets: GoogleSheets | None, settings: Settings, now: float) -> Iterator[Finding]:
    """Check every match that is not over, and the spreadsheet that stores them."""
    records = []
    for match in store.names():
        try:
            record = store.record(match)
            store.last(match)
        except StoreBroken as error:
            yield bad("store", str(error), match=match)
            continue
        records.append(record)
        if record.status not in (Status.OVER, Status.MOVED):
            yield from _standing(record, now)
            yield from _look(store, record, now)
            yield from _sheets(store, record, sheets) if sheets else ()
    document = from_settings.store_document(settings)
    if document and sheets:
        yield from _store_sharing(sheets, document, records)


def _standing(record: Record, now: float) -> Iterator[Finding]:
    """Check whether the match can continue."""
    match = record.charter.match
    try:
        installed = find(record.charter.game).version
    except NoSuchGame as error:
        yield bad("game", str(error), "install the package of the game", match)
        return
    if record.rules_version != installed:
        message = f"bound to rules {record.rules_version}, but {installed} are installed"
        fix = f"sheets-gm recheck {match} says what would differ; to let it go on: sheets-gm recheck {match} --adopt"
        yield bad("rules", message, fix, match)
    if record.status is Status.STUCK:
        yield bad("standing", f"set aside: {record.reason}", f"fix that, then: sheets-gm unstick {match}", match)
    elif record.failures:
        yield warn("standing", f"failed {counted(record.failures, 'time')}: {record.reason}", "fix that", match)
    elif record.status is Status.LIVE and record.due is not None and now > record.due + record.policy.grace + LATE:
        message = f"was due {clock_face(record.due, record.policy.zone)} but was not played"
        yield warn("standing", message, "start the sync: sheets-gm help running", match)
    else:
        yield ok("standing", record.status.value, match)
    for address in muted_addresses(record):
        yield warn("notices", why_muted(address, record.people), "change it in sheets-gm.toml", match)
    if (back := Repairs.of(record).restored) is not None:
        message = f"it went on from a backup, from entry {back.last}: what was played up to entry {back.shown} is gone"
        yield warn("backup", message, "tell the players; this line goes away with the next turn", match)


def _look(store: Store, record: Record, now: float) -> Iterator[Finding]:
    """Check whether a sync looks at the match."""
    if is_polled(record):
        reading, match = describe_look(store.look(record.charter.match), now, record.policy.zone), record.charter.match
        text = reading.text.removesuffix(".") or "a sync looks all the time"
        start = "start the sync: sheets-gm help running"
        yield warn("sync", text, start, match) if reading.ended else ok("sync", text, match)


def _sheets(store: Store, record: Record, sheets: GoogleSheets) -> Iterator[Finding]:
    """Check whether its spreadsheets can be read and written."""
    match = record.charter.match
    try:
        game, game_template = find(record.charter.game), templates.template(record.charter.game)
        template = template_for_tabs(game_template, game.tabs_for(record.charter.settings))
    except NoSuchGame:
        return  # reported as the match's standing
    except (NoTemplate, BadTemplate):
        name = record.charter.game
        yield bad("template", f"the template of {name} cannot be used", f"see “{subject_of(name)}”", match)
        return
    wanted = wanted_protection(Session(game, game_template, Ports(store, time.time), match), sheets)
    for book in record.workbooks:
        try:
            account = sheets.as_account(record.account)
            yield from _workbook(record, book, template, wanted.get(book.key, ()), account)
            yield from _marker(record, book, account, store)
        except (SheetsRefused, SheetsDown) as error:
            yield bad(f"sheet {book.key}", str(error), match=match)


def _workbook(
    record: Record, book: Workbook, template: Template, protections: Sequence[Protection], sheets: GoogleSheets
) -> Iterator[Finding]:
    match, subject = record.charter.match, f"sheet {book.key}"
    who = (sheets.identity and sheets.identity.account) or "the sync"
    access = file_access(sheets, book.document)
    if access.in_trash:
        yield bad(subject, f"“{access.title}” is in the trash", "restore it in its owner's Drive", match)
        return
    if not access.can_edit:
        message = f"{who} may only read “{access.title}”"
        yield bad(subject, message, "Share, and make that account Editor", match)
        return
    yield ok(subject, f"{who} can edit “{access.title}”", match)
    yield _template(record, book, template)
    yield from _tabs(access, book, template, match)
    yield from check_protection(sheets, access, book, protections, match)
    yield from _sharing(record, book, sheets)
    for account in people_without_account(sheets, record) if book is record.workbooks[0] else ():
        yield warn("accounts", f"{account} has no account here", f"sheets-gm account add {account}", match)


def _marker(record: Record, book: Workbook, sheets: GoogleSheets, store: Store) -> Iterator[Finding]:
    """Check whether a spreadsheet shows an entry that the journal lacks."""
    match = record.charter.match
    layouts = layouts_of(find(record.charter.game), record)
    first = next((layout.tabs[0] for layout in layouts if layout.key == book.key), "")
    if first not in book.tabs:
        return
    newest = store.last_number(match)
    try:
        text = found_marker(sheets.read(book, [TabRange(first)])[first], newest)
    except TabsMissing:
        return  # reported with the tabs
    number, seal = marker_parts(text) if text else (0, "")
    if text and (number > newest or not next(iter(store.entries(match, number))).seal.startswith(seal)):
        message = f"it shows {text}, an entry that the store does not have: the store is an older copy, or somebody"
        fix = "start the sync: it goes on from what the store has, and says so on the GM tab"
        yield warn(f"marker {book.key}", f"{message} typed over the marker", fix, match)


def _template(record: Record, book: Workbook, template: Template) -> Finding:
    """Check whether a spreadsheet was built from the installed template."""
    match, subject = record.charter.match, f"template {book.key}"
    books = layouts_of(find(record.charter.game), record)
    if any(layout.key == book.key and template_digest(template, layout) == book.template for layout in books):
        return ok(subject, "built from the installed template", match)
    message = "built from another template than the installed one"
    return warn(
        subject, message, f"the sync rebuilds it when it starts; to do it now: sheets-gm rebuild {match}", match
    )


def _tabs(access: FileAccess, book: Workbook, template: Template, match: str) -> Iterator[Finding]:
    subject = f"tabs {book.key}"
    right = True
    for key, sheet in book.tabs.items():
        title = template.tabs[key].title if key in template.tabs else key
        if sheet not in access.tabs:
            yield warn(subject, f"the tab “{title}” is gone", "nothing is lost: the next poll creates it again", match)
        elif access.tabs[sheet] != title:
            message = f"the tab “{title}” was renamed “{access.tabs[sheet]}”"
            yield warn(subject, message, "the sync is not affected; only the script menu uses titles", match)
        else:
            continue
        right = False
    if right:
        yield ok(subject, f"all {len(book.tabs)} exist", match)


def _sharing(record: Record, book: Workbook, sheets: GoogleSheets) -> Iterator[Finding]:
    """Check whether the right people can edit it, and nobody else can open it."""
    match, subject = record.charter.match, f"sharing {book.key}"
    shared = _shared(sheets, book.document)
    if shared is None:
        fix = "check it yourself: Share" if book.shared else "nothing to do if nobody was invited"
        yield warn(subject, "this account cannot see with whom it is shared", fix, match)
        return
    right = True
    writers = {who for who, role in shared.items() if role in ("owner", "writer")}
    for account, address, role in _invited(book) if "" not in writers else ():
        if role == "writer" and address not in writers:
            right = False
            yield bad(subject, f"{account} may not edit it", f"Share, and make {account} Editor", match)
        elif address not in shared:
            right = False
            yield bad(subject, f"{account} may not open it", f"Share, and add {account}", match)
    if book is record.workbooks[0]:
        for line in uninvited_lines(record):
            yield warn("invitations", line, f"sheets-gm invite {match}", match)
    players = {seat.account for seat in record.people if seat.account}
    for access in _strangers(record, book, sheets):
        right = False
        who = strangers.name_of(access)
        hidden = " and see what others hide" if who in players else ""
        kind = warn if record.policy.allow_others and access["id"] in (book.others or ()) else bad
        yield kind(subject, f"{who} can open it{hidden}", strangers.advice(access), match)
    if right:
        yield ok(subject, f"{counted(len(shared), 'account')} can open it", match)


def _strangers(record: Record, book: Workbook, sheets: GoogleSheets) -> list[Body]:
    """Return who can open a private spreadsheet apart from its guests and this program."""
    if record.policy.layout != "sealed" or book.key == "public":
        return []
    guests = [guest for guest in book.guests if guest.permission]
    accounts = [guest.account for guest in guests] if guests else list(book.shared)
    guest_permissions = {guest.permission for guest in guests}
    return strangers.strangers(permissions(sheets, book.document), guest_permissions, sheets.insiders, accounts)


def _invited(book: Workbook) -> Iterator[tuple[str, str, str]]:
    """Yield the accounts that were invited, how Google spells each, and the role of each."""
    guests = [(each.account, each.address or each.account, each.role) for each in book.guests if each.permission]
    return iter([each for each in guests if each[0]] or [(account, account, "writer") for account in book.shared])


def _shared(sheets: GoogleSheets, document: str) -> Mapping[str, str] | None:
    """Return the roles by account ("" is anyone with the link); None if this account cannot see them."""
    params = {"fields": "permissions(type,role,emailAddress)"}
    try:
        access: dict[str, Any] = sheets.call("get", f"{FILES}/{document}/permissions", params=params)
    except SheetsRefused:
        return None
    return {str(each.get("emailAddress", "")): str(each["role"]) for each in access["permissions"]}


def _store_sharing(sheets: GoogleSheets, document: str, records: list[Record]) -> Iterator[Finding]:
    """Check that no player can open the spreadsheet that stores the matches."""
    subject = "store sharing"
    for record in records:
        for book in record.workbooks:
            if book.document == document and book.key != GM:
                message = f"{record.charter.match} is played in the spreadsheet that stores the seeds of all dice"
                yield bad(subject, message, "store matches in another spreadsheet: store_sheet")
    shared = _shared(sheets, document)
    if shared is None:
        yield warn(subject, "this account cannot see who can open it", "check it yourself: Share")
        return
    players = {seat.account for record in records for seat in record.people if seat.account}
    wrong = sorted((players - {gm for record in records for gm in record.policy.gm}) & shared.keys())
    for account in wrong:
        yield bad(subject, f"{account} plays and can open it", f"Share, and remove {account}")
    if "" in shared:
        yield bad(subject, "anyone with the link can open it", "Share, General access: Restricted")
    elif not wrong:
        yield ok(subject, "no player can open it")


def check_quota(store: Store, sheets: GoogleSheets, settings: Settings, now: float) -> Iterator[Finding]:
    """Check how much of the quota the matches use. Google does not report how much is left."""
    limits = settings.google.limits
    if limits is None:
        return
    accounts = len(sheets.peers) or 1
    granted = (min(limits.reads, accounts * limits.account_reads), min(limits.writes, accounts * limits.account_writes))
    calls = store.calls(int(now // 60) - MINUTES + 1).values() if isinstance(store, CallLedger) else ()
    reads, writes = (round(sum(each[at] for each in calls) / MINUTES) for at in (0, 1))
    message = f"the matches lately used {reads} of {granted[0]} reads and {writes} of {granted[1]} writes a minute"
    if reads > HIGH_USE * granted[0] or writes > HIGH_USE * granted[1]:
        yield warn("quota", message, "answers come later: sheets-gm capacity shows how many accounts are enough")
    else:
        yield ok("quota", message)
