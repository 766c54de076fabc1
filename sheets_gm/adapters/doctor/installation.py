"""Examining: everything that can be wrong with an installation, found before a match stands still.

Laws: nothing is changed; each finding is one line that says how to mend it; what cannot be looked at because of an
earlier finding is left out, and no secret is told.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path

import requests

from sheets_gm.adapters import settings as files
from sheets_gm.adapters import wiring
from sheets_gm.adapters.doctor.findings import Finding, bad, ok, warn
from sheets_gm.adapters.doctor.matches import check_matches, check_quota
from sheets_gm.adapters.google.client import GoogleSheets, open_sheets
from sheets_gm.adapters.google.credentials import DRIVE, DRIVE_FILE, SPREADSHEETS
from sheets_gm.adapters.notices import MissingNotify, notifier
from sheets_gm.adapters.private_files import is_private
from sheets_gm.adapters.settings import BadSettings, Settings, mended
from sheets_gm.adapters.stores.spreadsheet import SheetStore
from sheets_gm.adapters.stores.sql import StoreBroken
from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Store

GOOGLE = "https://sheets.googleapis.com/"
SKEW = 30.0
"""Seconds by which the clock may differ before it is told."""
TOO_FAR = 240.0
"""Seconds from which Google takes no signature: it allows five minutes, and a clock that drifts is soon there."""


def check_installation(folder: Path, clock: Clock) -> Iterator[Finding]:
    """Look at the installation in *folder*, one thing after another."""
    settings = yield from _settings(folder)
    if settings is None:
        return
    yield from _notices(settings)
    ways = yield from _ways_in(settings, folder)
    # where no service is named there is none to reach
    named = ways is not None or settings.google != files.Google()
    reached = (yield from _service(settings, clock)) if named else False
    sheets = (yield from _credentials(ways)) if reached and ways else None
    store = yield from _store(settings, folder, sheets)
    if store is None:
        return
    yield from check_matches(store, sheets, settings, clock())
    if sheets is not None:
        yield from check_quota(store, sheets, settings, clock())


def _settings(folder: Path) -> Generator[Finding, None, Settings | None]:
    path = folder / files.FILE
    try:
        settings = files.load(folder)
        wiring.store_document(settings)
    except BadSettings as error:
        yield bad("settings", str(error))
        return None
    if path.exists():
        yield ok("settings", f"{path}")
    else:
        yield warn(
            "settings",
            f"there is no {path}",
            "name the folder with --home; sheets-gm serve writes one, or see docs/google.md",
        )
    return settings


def _notices(settings: Settings) -> Iterator[Finding]:
    if not settings.notices:
        return
    try:
        notifier(settings.notices)
    except (BadSettings, MissingNotify) as error:
        yield bad("notices", str(error))
        return
    yield ok("notices", "every address can be read")


def _service(settings: Settings, clock: Clock) -> Generator[Finding, None, bool]:
    """Whether the service answers at all, and what time it has."""
    address = settings.google.endpoint or GOOGLE
    try:
        answer = requests.get(address, timeout=(5, 15), allow_redirects=False)
    except requests.RequestException as error:
        yield bad(
            "service",
            f"{address} cannot be reached ({type(error).__name__})",
            mended(address),
        )
        return False
    yield ok("service", f"{address} answers within {answer.elapsed.total_seconds() * 1000:.0f} ms")
    yield _clock(answer.headers.get("Date", ""), clock())
    return True


def _clock(said: str, now: float) -> Finding:
    try:
        off = now - parsedate_to_datetime(said).timestamp()
    except ValueError:
        return warn("clock", "the service does not tell its time", "compare the clock with another")
    mend = "timedatectl set-ntp true"
    if abs(off) < SKEW:
        return ok("clock", "as the service's, within half a minute")
    told = f"this machine is {abs(off):.0f} s {'ahead' if off > 0 else 'behind'}"
    if abs(off) < TOO_FAR:
        return warn("clock", f"{told}; deadlines fall by it", mend)
    return bad("clock", f"{told}: Google takes no signature of it", mend)


def _ways_in(settings: Settings, folder: Path) -> Generator[Finding, None, GoogleSheets | None]:
    """Whether there is a way in, as far as this machine can tell."""
    google = settings.google
    named = (google.service_account, *google.service_accounts, google.user_credentials, google.token_file)
    for name in named:
        if name and (folder / name).is_file() and not is_private(folder / name):
            yield warn("credentials", f"others on this machine can read {folder / name}", f"chmod 600 {folder / name}")
    try:
        return open_sheets(google, folder)
    except SheetsDown as error:
        yield bad("credentials", str(error))
        return None


def _credentials(sheets: GoogleSheets) -> Generator[Finding, None, GoogleSheets | None]:
    """Whether every account is let in."""
    signed_in = []
    for each in sheets.peers.values() or (sheets,):
        signed_in.append((yield from _signed_in(each)))
    return sheets if all(signed_in) else None


def _signed_in(sheets: GoogleSheets) -> Generator[Finding, None, bool]:
    """Whether one account is let in, with all that it needs."""
    try:
        scopes = sheets.sign_in()
    except SheetsDown as error:
        yield bad("credentials", str(error))
        return False
    way = sheets.way
    who = (way and way.account) or "an account that is not told"
    yield ok("credentials", f"{who}, by {way.source if way else 'a token'}")
    if scopes is None:
        return True
    if SPREADSHEETS not in scopes or not scopes & {DRIVE, DRIVE_FILE}:
        missing = "spreadsheets" if SPREADSHEETS not in scopes else "drive.file"
        yield bad("scopes", f"{who} was not granted {missing}", (way and way.renew) or "")
        return False
    kept = DRIVE not in scopes
    yield ok("scopes", "spreadsheets, and sharing of " + ("those that this program made" if kept else "all of them"))
    return True


def _store(settings: Settings, folder: Path, sheets: GoogleSheets | None) -> Generator[Finding, None, Store | None]:
    document = wiring.store_document(settings)
    where = f"the spreadsheet {document}" if document else settings.store
    file = None if document or "://" in where else folder / where
    if (document and sheets is None) or (file and not file.is_file()):
        # what is not there is not made
        if file:
            yield ok("store", f"{where}: no match yet")
        return None
    try:
        store = SheetStore(sheets, document) if sheets and document else wiring.in_a_database(settings, folder)
        names = _names(store)
    except StoreBroken as error:
        yield bad("store", str(error))
        return None
    except (SheetsRefused, SheetsDown) as error:
        yield bad("store", f"{where}: {error}")
        return None
    yield ok("store", f"{where}: {len(names)} {'match' if len(names) == 1 else 'matches'}")
    if file and not is_private(file):
        yield warn("store", f"others on this machine can read {file}", f"chmod 600 {file}")
    return store if names else None


def _names(store: Store) -> tuple[str, ...]:
    if isinstance(store, SheetStore) and not store.is_founded():
        return ()
    return store.names()
