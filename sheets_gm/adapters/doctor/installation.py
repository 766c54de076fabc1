"""Checks of an installation, so that problems are found before a match stops.

Each finding is one line with how to fix it. A check that an earlier finding makes impossible is skipped. No finding
contains a secret.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path

import requests

from sheets_gm.adapters.doctor.findings import Finding, bad, ok, warn
from sheets_gm.adapters.doctor.matches import check_matches, check_quota
from sheets_gm.adapters.doctor.templates import check_templates
from sheets_gm.adapters.doctor.upgrade import pending
from sheets_gm.adapters.files.private_files import is_private
from sheets_gm.adapters.google.accounts.credentials import DRIVE, DRIVE_FILE, IN_TESTING, SPREADSHEETS, expiry
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.opening import open_sheets
from sheets_gm.adapters.installation import settings as files
from sheets_gm.adapters.installation.optional_dependencies import MissingExtra
from sheets_gm.adapters.installation.settings import BadSettings, Settings, connection_advice
from sheets_gm.adapters.notices.sending import notifier
from sheets_gm.adapters.stores import from_settings
from sheets_gm.adapters.stores.database.store import DatabaseStore
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.adapters.stores.spreadsheet.store import SheetStore
from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Store, StoreDown
from sheets_gm.kernel.english import counted

GOOGLE = "https://sheets.googleapis.com/"
SKEW = 30.0
"""Seconds by which the clock may differ without a warning."""
TOO_FAR = 240.0
"""Seconds from which the clock is bad: Google rejects signatures at a difference of five minutes."""


def check_installation(folder: Path, clock: Clock) -> Iterator[Finding]:
    """Check the installation in *folder*, one thing after another, and the templates of all games."""
    yield from _installation(folder, clock)
    yield from check_templates()


def _installation(folder: Path, clock: Clock) -> Iterator[Finding]:
    settings = yield from _settings(folder)
    if settings is None:
        return
    yield from _notices(settings)
    opened = yield from _open(settings, folder)
    # without settings there is no service to reach
    configured = opened is not None or settings.google != files.Google()
    reached = (yield from _service(settings, clock)) if configured else False
    if opened and not reached:
        yield from _accounts(opened)
    sheets = (yield from _credentials(opened, clock())) if reached and opened else None
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
        from_settings.store_document(settings)
    except BadSettings as error:
        yield bad("settings", str(error))
        return None
    if path.exists():
        yield ok("settings", f"{path}")
    else:
        yield warn(
            "settings",
            f"there is no {path}",
            "name the folder with --home; sheets-gm serve writes one, or see sheets-gm help google",
        )
    return settings


def _notices(settings: Settings) -> Iterator[Finding]:
    if not settings.notices and not settings.mail:
        return
    try:
        notifier(settings.notices, settings.mail)
    except (BadSettings, MissingExtra) as error:
        yield bad("notices", str(error))
        return
    yield ok("notices", "every address is valid")


def _service(settings: Settings, clock: Clock) -> Generator[Finding, None, bool]:
    """Check whether the service answers, and whether the clocks agree."""
    address = settings.google.endpoint or GOOGLE
    try:
        answer = requests.get(address, timeout=(5, 15), allow_redirects=False)
    except requests.RequestException as error:
        yield bad(
            "service",
            f"{address} cannot be reached ({type(error).__name__})",
            connection_advice(address),
        )
        return False
    yield ok("service", f"{address} answers within {answer.elapsed.total_seconds() * 1000:.0f} ms")
    yield _clock(answer.headers.get("Date", ""), clock())
    return True


def _clock(date: str, now: float) -> Finding:
    try:
        off = now - parsedate_to_datetime(date).timestamp()
    except ValueError:
        return warn("clock", "the service does not send its time", "compare the clock with another one")
    fix = "timedatectl set-ntp true"
    if abs(off) < SKEW:
        return ok("clock", "right to within half a minute")
    message = f"this machine is {abs(off):.0f} s {'ahead' if off > 0 else 'behind'}"
    if abs(off) < TOO_FAR:
        return warn("clock", f"{message}, and so are deadlines", fix)
    return bad("clock", f"{message}: Google rejects its signatures", fix)


def _open(settings: Settings, folder: Path) -> Generator[Finding, None, GoogleSheets | None]:
    """Check whether this machine has credentials."""
    google = settings.google
    named = (google.service_account, *google.service_accounts, google.user_credentials, google.token_file)
    for name in named:
        if name and (folder / name).is_file() and not is_private(folder / name):
            yield warn("credentials", f"others on this machine can read {folder / name}", f"chmod 600 {folder / name}")
    try:
        sheets = open_sheets(google, folder)
        for each in (sheets, *sheets.peers.values()):
            each.http.session.headers["X-Goog-Request-Reason"] = "sheets-gm doctor"  # it reads no orders: no sync looks
        return sheets
    except SheetsDown as error:
        yield bad("credentials", str(error))
        return None


def _accounts(sheets: GoogleSheets) -> Iterator[Finding]:
    """Yield the accounts to share spreadsheets with, as named in their files. This needs no connection."""
    for each in sheets.peers.values() or (sheets,):
        if each.identity and each.identity.account:
            yield ok("credentials", f"{each.identity.account}, from {each.identity.source} (not tried)")


def _credentials(sheets: GoogleSheets, now: float) -> Generator[Finding, None, GoogleSheets | None]:
    """Check whether every account can sign in."""
    signed_in = []
    for each in sheets.peers.values() or (sheets,):
        signed_in.append((yield from _signed_in(each, now)))
    return sheets if all(signed_in) else None


def _signed_in(sheets: GoogleSheets, now: float) -> Generator[Finding, None, bool]:
    """Check whether one account can sign in, with the scopes that it needs."""
    try:
        scopes = sheets.connection.sign_in()
    except SheetsDown as error:
        yield bad("credentials", str(error))
        return False
    identity = sheets.identity
    who = (identity and identity.account) or "an account without a name"
    yield ok("credentials", f"{who}, from {identity.source if identity else 'a token'}")
    if left := expiry(identity, now):
        yield warn("consent", left, IN_TESTING)
    if scopes is None:
        return True
    if SPREADSHEETS not in scopes or not scopes & {DRIVE, DRIVE_FILE}:
        missing = "spreadsheets" if SPREADSHEETS not in scopes else "drive.file"
        yield bad("scopes", f"{who} was not granted {missing}", (identity and identity.renew) or "")
        return False
    sharing = "all of them" if DRIVE in scopes else "those that this program created"
    yield ok("scopes", f"spreadsheets, and sharing of {sharing}")
    return True


def _store(settings: Settings, folder: Path, sheets: GoogleSheets | None) -> Generator[Finding, None, Store | None]:
    document = from_settings.store_document(settings)
    where = f"the spreadsheet {document}" if document else settings.store
    file = None if document or "://" in where else folder / where
    if (document and sheets is None) or (file and not file.is_file()):
        # checking must not create a store
        if file:
            yield ok("store", f"{where}: no match yet")
        return None
    if file and (waiting := pending(file)) is not None:
        yield waiting  # opening it would do it
        return None
    try:
        store = SheetStore(sheets, document) if sheets and document else from_settings.in_a_database(settings, folder)
        names, damage = _names(store), store.check() if isinstance(store, DatabaseStore) else ""
    except (StoreBroken, StoreDown) as error:
        yield bad("store", str(error))
        return None
    except (SheetsRefused, SheetsDown) as error:
        yield bad("store", f"{where}: {error}")
        return None
    if damage:
        yield bad("store", f"{where}: {damage}")
        return None
    yield ok("store", f"{where}: {counted(len(names), 'match', 'matches')}")
    if file and not is_private(file):
        yield warn("store", f"others on this machine can read {file}", f"chmod 600 {file}")
    return store if names else None


def _names(store: Store) -> tuple[str, ...]:
    if isinstance(store, SheetStore) and not store.is_prepared():
        return ()
    return store.names()
