"""Opening the store that is named in the settings of an installation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sheets_gm.adapters.installation.settings import FILE, BadSettings, Settings
from sheets_gm.adapters.sync_process.processes import has_ended

if TYPE_CHECKING:
    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.gm.ports.store import Store

SHEET = "sheet"
"""The setting of a store in a spreadsheet."""


def store(settings: Settings, folder: Path, sheets: Callable[[], GoogleSheets] | None = None) -> Store:
    """Return the store of an installation. Claims of ended processes on this machine are released.

    A store in a spreadsheet is opened through *sheets* if given, else by the settings.
    """
    opened = _in_a_spreadsheet(settings, folder, sheets) if settings.store == SHEET else in_a_database(settings, folder)
    for match, who in opened.claims().items():
        if has_ended(who):
            opened.release(match, who)
    return opened


def store_document(settings: Settings) -> str | None:
    """Return the id of the spreadsheet that holds the store; None for a database. Raises `BadSettings`."""
    from sheets_gm.adapters.google.drive.files import BadAddress, document_id

    if settings.store != SHEET:
        return None
    try:
        return document_id(settings.store_sheet or "")
    except BadAddress as error:
        raise BadSettings(
            f'{FILE}: with store = "sheet", store_sheet is the address of a spreadsheet that no player may open. '
            f"{error}"
        ) from error


def in_a_database(settings: Settings, folder: Path) -> Store:
    """Return the store in a database. Raises `StoreBroken`."""
    from sheets_gm.adapters.stores.database.store import open_store

    where = settings.store
    return open_store(where if "://" in where or where == ":memory:" else folder / where)


def _in_a_spreadsheet(settings: Settings, folder: Path, sheets: Callable[[], GoogleSheets] | None) -> Store:
    from sheets_gm.adapters.google.opening import open_account, open_sheets
    from sheets_gm.adapters.stores.spreadsheet.store import open_sheet_store

    opened = sheets() if sheets else open_sheets(settings.google, folder)
    if opened.peers and opened.identity:
        # several threads poll the matches of several accounts, and a connection belongs to one thread
        separate = open_account(opened.identity, settings.google.endpoint)
        separate.http.quota = opened.http.quota
        opened = separate
    return open_sheet_store(opened, store_document(settings) or "")
