"""Opening spreadsheets: from an installation's settings to accounts that are ready to make calls."""

from __future__ import annotations

import re
import time
from pathlib import Path

from google.oauth2.credentials import Credentials

from sheets_gm.adapters.google.accounts.credentials import Identity, identities
from sheets_gm.adapters.google.calls.rate_limits import AccountQuota, Allowance, account_allowance, project_allowance
from sheets_gm.adapters.google.connection import client_for
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation import settings as settings_

_FOLDER = re.compile(r"^https?://.*/folders/")


def connect(token: str, base: str) -> GoogleSheets:
    """Return a local spreadsheet server at *base*, with the account of *token*."""
    return open_account(Identity("", "a token", Credentials(token=token)), base)  # type: ignore[no-untyped-call]


def open_account(identity: Identity, endpoint: str | None) -> GoogleSheets:
    """Return Google, or the local server at *endpoint*, with the account *identity*."""
    client = client_for(identity.credentials)
    if not endpoint:
        return GoogleSheets(client, identity=identity)
    from sheets_gm.localsheets import rewrite

    rewrite.mount(client.http_client.session, endpoint)
    return GoogleSheets(client, f"{endpoint.rstrip('/')}/d/{{}}", identity)


def open_sheets(settings: settings_.Google, folder: Path) -> GoogleSheets:
    """Return the spreadsheets through the first account, the others as peers. Raises `BadCredentials`."""
    projects: dict[str, Allowance] = {}
    accounts: dict[str, GoogleSheets] = {}
    for identity in identities(settings, folder):
        sheets = open_account(identity, settings.endpoint)
        project = projects.setdefault(identity.project, project_allowance(settings.limits))
        sheets.http.quota = AccountQuota(time.monotonic, account_allowance(settings.limits), project)
        sheets.folder = _FOLDER.sub("", settings.folder or "").partition("?")[0]
        accounts[identity.account] = sheets
    if len(accounts) > 1:
        for sheets in accounts.values():
            sheets.peers = accounts
    return next(iter(accounts.values()))
