"""Wiring: the parts of an installation put together."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from sheets_gm.adapters.settings import FILE, BadSettings, Settings
from sheets_gm.games import files
from sheets_gm.games.finding import game
from sheets_gm.sheet.template import Template, merged, parse

if TYPE_CHECKING:
    from sheets_gm.adapters.google.client import GoogleSheets
    from sheets_gm.gm.notices import Notifier
    from sheets_gm.gm.ports.sheets import Sheets
    from sheets_gm.gm.ports.store import Store
    from sheets_gm.gm.schedule.pace import Pacing
    from sheets_gm.gm.schedule.rounds import Rounds
    from sheets_gm.gm.tick import Poller

WORKBOOK = "workbook.toml"
COMMON = "common"
SHEET = "sheet"
"""The store that is a spreadsheet."""
QUICK = 1.0
"""Seconds between two polls of a match on a local spreadsheet, which counts no calls."""


@cache
def template(name: str) -> Template:
    """The template of a game over what every match has. NoTemplate, BadTemplate."""
    own = parse(files.read(name, WORKBOOK), f"templates/{name}/{WORKBOOK}")
    common = parse(files.read(COMMON, WORKBOOK), f"templates/{COMMON}/{WORKBOOK}")
    return merged(common, own)


def owner() -> str:
    """This process, as it signs its claims: host, process id, and when the process began."""
    return f"{socket.gethostname()}/{os.getpid()}/{_born(os.getpid())}"


def _born(pid: int) -> str:
    """When process *pid* began, in the kernel's own count; "" where the system does not say."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def is_gone(who: str) -> bool:
    """Whether the process that signed as *who* ran on this host and has ended."""
    host, _, rest = who.partition("/")
    pid, _, born = rest.partition("/")
    if host != socket.gethostname() or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return bool(born) and _born(int(pid)) != born


def store(settings: Settings, folder: Path, sheets: Callable[[], GoogleSheets] | None = None) -> Store:
    """The store of an installation; claims of processes that have ended here are given back.

    One in a spreadsheet is reached by *sheets*, or else as the settings say.
    """
    opened = _in_a_sheet(settings, folder, sheets) if settings.store == SHEET else in_a_database(settings, folder)
    for match, who in opened.claims().items():
        if is_gone(who):
            opened.release(match, who)
    return opened


def store_document(settings: Settings) -> str | None:
    """The id of the spreadsheet that the store is in; None where it is in a database. BadSettings."""
    from sheets_gm.adapters.google.files import BadAddress, document_id

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
    """The store as it stands in a database. `StoreBroken`."""
    from sheets_gm.adapters.stores.sql import open_store

    where = settings.store
    return open_store(where if "://" in where or where == ":memory:" else folder / where)


def _in_a_sheet(settings: Settings, folder: Path, sheets: Callable[[], GoogleSheets] | None) -> Store:
    from sheets_gm.adapters.google.client import at, open_sheets
    from sheets_gm.adapters.stores.spreadsheet import open_sheet_store

    held = sheets() if sheets else open_sheets(settings.google, folder)
    if held.peers and held.way:
        # matches of several accounts are polled by several threads, and a connection is one thread's
        own = at(held.way, settings.google.endpoint)
        own.http.quota = held.http.quota
        held = own
    return open_sheet_store(held, store_document(settings) or "")


def table(
    opened: Store, sheets: Sheets, match: str, settings: Settings | None = None, notify: Notifier | None = None
) -> Poller:
    """A match, ready to be ticked, by the account that serves it; its notices go to *notify*, or as *settings* say.

    NoSuchMatch, NoSuchGame, NoTemplate, BadTemplate; BadCredentials for its account.
    """
    from sheets_gm.adapters.google.client import GoogleSheets
    from sheets_gm.adapters.notices import forgiving
    from sheets_gm.gm.session import Session
    from sheets_gm.gm.tick import Poller
    from sheets_gm.gm.workbooks.workbooks import Workbooks

    record = opened.record(match)
    if isinstance(sheets, GoogleSheets):
        sheets = sheets.bound(record.account)
    name = record.charter.game
    notify = notify or forgiving(settings.notices if settings else {})
    session = Session(game(name), template(name), opened, time.time, match)
    return Poller(session, Workbooks(session, sheets), owner(), notify)


def pacing(settings: Settings) -> Pacing:
    """How often matches are polled: as fixed, quickly where no call is counted, else as each match needs it."""
    from sheets_gm.gm.schedule import pace

    if settings.every is not None:
        return pace.fixed(settings.every)
    return pace.adaptive if settings.google.limits else pace.fixed(QUICK, "no quota")


def rounds(opened: Store, sheets: GoogleSheets, settings: Settings) -> Rounds:
    """All matches of a store, in rounds."""
    from sheets_gm.adapters.google import account_pool
    from sheets_gm.adapters.notices import forgiving
    from sheets_gm.gm.schedule.quota import CallLedger
    from sheets_gm.gm.schedule.rounds import Rounds

    pace = pacing(settings)
    budget = account_pool.account_pool(sheets, watching=settings.every is None and settings.google.limits is not None)
    ledger = opened if isinstance(opened, CallLedger) else None
    # what is wrong with the notices is said once, and not of every match
    seat = partial(table, opened, sheets, notify=forgiving(settings.notices))
    return Rounds(opened, seat, time.time, pace, budget, ledger, workers=len(budget.members))
