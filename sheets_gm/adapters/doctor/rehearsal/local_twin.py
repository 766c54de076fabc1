"""The twin: a local spreadsheet in this process, whose answers are what is expected of the service.

Its account is of the same kind, because a service differs between a user's consent and a service account.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sheets_gm.adapters.doctor.rehearsal.stage import Participants, Stage
from sheets_gm.adapters.google.accounts import credentials
from sheets_gm.adapters.google.calls.api import FILES, SHEETS
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.opening import connect, open_account
from sheets_gm.localsheets import Service, credential_files, in_process, server

FOLDER = "application/vnd.google-apps.folder"
BASE = "https://oauth2.googleapis.com"
ACCOUNT, SECOND, PERSON = "sync@example.org", "second@example.org", "person@example.org"


@contextmanager
def twin_of(stage: Stage, sleep: Callable[[float], None], clock: Callable[[], float]) -> Iterator[Stage]:
    """A stage on a local spreadsheet that is otherwise like *stage*."""
    service = server.open_service(None, address=BASE)
    for guest in stage.participants.guests:
        service.add_account(guest)
    sheets = _account(service, stage.sheets)
    given = ""
    if stage.given:
        given = _open(service, PERSON).call("post", SHEETS, {})["spreadsheetId"]
        _open(service, PERSON).invite(given, ACCOUNT)
    folder = ""
    if stage.folder:
        person = _open(service, PERSON)
        folder = str(person.call("post", FILES, {"name": "A folder", "mimeType": FOLDER})["id"])
        person.invite(folder, ACCOUNT)
    second = _open(service, SECOND) if stage.participants.second else None
    try:
        yield Stage(sheets, sleep, clock, given, Participants(stage.participants.guests, second), folder=folder)
    finally:
        service.close()


def _open(service: Service, account: str) -> GoogleSheets:
    """*service* as *account*, with a plain token."""
    made = connect(service.add_account(account), BASE)
    if made.identity:
        made.connection.identity = replace(made.identity, account=account)
    return _mounted(made, service)


def _mounted(sheets: GoogleSheets, service: Service) -> GoogleSheets:
    in_process.mount(sheets.http.session, service)
    return sheets


def _account(service: Service, real: GoogleSheets) -> GoogleSheets:
    """An account of the same kind as the one of *real*, with the same scopes."""
    scopes = getattr(real.identity and real.identity.credentials, "scopes", None)
    if real.identity is None or real.identity.is_service_account or not scopes:
        return _open(service, ACCOUNT)
    service.add_account(ACCOUNT)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "user.json"
        credential_files.write(file, credential_files.authorized_user(service.identity, ACCOUNT, BASE, scopes))
        return _mounted(open_account(credentials.user(file), BASE), service)
