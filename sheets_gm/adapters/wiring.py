"""Wiring: puts the parts of an installation together."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from sheets_gm.adapters.settings import FILE, BadSettings, Settings
from sheets_gm.games import files
from sheets_gm.games.finding import game
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.template import Template, read

if TYPE_CHECKING:
    from sheets_gm.adapters.google.client import GoogleSheets
    from sheets_gm.gm.poll.notices import Notifier
    from sheets_gm.gm.poll.schedule.crew import Crew
    from sheets_gm.gm.poll.schedule.pace import Pacing
    from sheets_gm.gm.poll.schedule.rounds import Rounds
    from sheets_gm.gm.poll.tick import Poller
    from sheets_gm.gm.ports.beacon import Beacon
    from sheets_gm.gm.ports.sheets import Sheets
    from sheets_gm.gm.ports.store import Store

WORKBOOK = "workbook.toml"
COMMON = "common"
SHEET = "sheet"
"""The setting of a store in a spreadsheet."""
LOCAL_PAUSE = 1.0
"""Seconds between two polls of a match on a local spreadsheet, which has no quota."""


@cache
def template(name: str) -> Template:
    """The template of a game, with the tabs that every match has, checked against the tabs of the game.

    It fits every match that the game can have; `template_for_tabs` gives a match a table for each of its own tabs.
    `NoSuchGame`, `NoTemplate`, `BadTemplate`.
    """
    from sheets_gm.gm.workbooks.layout import COLUMNS

    own, common = (read(files.read(folder, WORKBOOK), f"templates/{folder}/{WORKBOOK}") for folder in (name, COMMON))
    return load(own, common, [columns_of(tab) for tab in game(name).all_tabs()], COLUMNS)


def owner() -> str:
    """The name with which this process claims matches: host, process id, start time of the process."""
    return f"{socket.gethostname()}/{os.getpid()}/{_start_time(os.getpid())}"


def _start_time(pid: int) -> str:
    """When process *pid* started, in clock ticks; "" where the system does not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def has_ended(who: str) -> bool:
    """Whether the process named *who* ran on this host and has ended."""
    host, _, rest = who.partition("/")
    pid, _, started = rest.partition("/")
    if host != socket.gethostname() or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return bool(started) and _start_time(int(pid)) != started


def store(settings: Settings, folder: Path, sheets: Callable[[], GoogleSheets] | None = None) -> Store:
    """The store of an installation. Claims of processes on this host that have ended are released.

    A store in a spreadsheet is opened through *sheets* if given, else as the settings say.
    """
    opened = _in_a_spreadsheet(settings, folder, sheets) if settings.store == SHEET else in_a_database(settings, folder)
    for match, who in opened.claims().items():
        if has_ended(who):
            opened.release(match, who)
    return opened


def store_document(settings: Settings) -> str | None:
    """The id of the spreadsheet that holds the store; None if it is in a database. `BadSettings`."""
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
    """The store in a database. `StoreBroken`."""
    from sheets_gm.adapters.stores.sql import open_store

    where = settings.store
    return open_store(where if "://" in where or where == ":memory:" else folder / where)


def _in_a_spreadsheet(settings: Settings, folder: Path, sheets: Callable[[], GoogleSheets] | None) -> Store:
    from sheets_gm.adapters.google.opening import open_account, open_sheets
    from sheets_gm.adapters.stores.spreadsheet import open_sheet_store

    opened = sheets() if sheets else open_sheets(settings.google, folder)
    if opened.peers and opened.identity:
        # several threads poll the matches of several accounts, and a connection belongs to one thread
        separate = open_account(opened.identity, settings.google.endpoint)
        separate.http.quota = opened.http.quota
        opened = separate
    return open_sheet_store(opened, store_document(settings) or "")


def table(
    opened: Store, sheets: Sheets, match: str, settings: Settings | None = None, notify: Notifier | None = None
) -> Poller:
    """A match, ready to be polled by the account that serves it. Its notices go to *notify*, or as *settings* say.

    `NoSuchMatch`, `NoSuchGame`, `NoTemplate`, `BadTemplate`, `BadCredentials`.
    """
    from sheets_gm.adapters.google.client import GoogleSheets
    from sheets_gm.adapters.notices import tolerant_notifier
    from sheets_gm.gm.moving import has_moved
    from sheets_gm.gm.poll.tick import Poller
    from sheets_gm.gm.session import Session
    from sheets_gm.gm.workbooks.live.workbooks import Workbooks

    record = opened.record(match)
    if record.departure is not None:
        raise has_moved(record)
    if isinstance(sheets, GoogleSheets):
        if settings and settings.google.limits is not None:
            share_quota(opened, sheets)
        sheets = sheets.as_account(record.account)
    name = record.charter.game
    notify = notify or tolerant_notifier(settings.notices if settings else {})
    session = Session(game(name), template(name), opened, time.time, match, beacon(settings), steady_clock)
    return Poller(session, Workbooks(session, sheets), owner(), notify)


def steady_clock() -> float:
    """Seconds from any beginning, on a clock that never leaps and, where the system has one, also counts sleep."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def beacon(settings: Settings | None) -> Beacon:
    """The public beacon, by the relays of the settings. Nothing is fetched before a round is asked for."""
    from sheets_gm.adapters.beacon.relays import RelayedBeacon

    return RelayedBeacon(settings.beacon.relays) if settings else RelayedBeacon()


def pacing(settings: Settings) -> Pacing:
    """How often matches are polled: at a fixed interval, often where there is no quota, else as each match needs."""
    from sheets_gm.gm.poll.schedule import pace

    if settings.every is not None:
        return pace.fixed(settings.every)
    return pace.adaptive if settings.google.limits else pace.fixed(LOCAL_PAUSE, "no quota")


def share_quota(opened: Store, sheets: GoogleSheets) -> None:
    """Count the calls of all accounts together with other processes that use the same database."""
    from sheets_gm.adapters.stores.sql import DatabaseStore

    if not isinstance(opened, DatabaseStore):
        return
    for each in sheets.peers.values() or (sheets,):
        identity, quota = each.identity, each.http.quota
        quota.account.share_with(opened.bucket, f"account {identity.account if identity else ''}")
        quota.project.share_with(opened.bucket, f"project {identity.project if identity else ''}")


def crew(opened: Store) -> Crew:
    """The syncs on the store of an installation, with this process as one of them."""
    from sheets_gm.adapters.stores.sql import DatabaseStore
    from sheets_gm.gm.poll.schedule.crew import Crew

    return Crew(owner(), opened.crew_log if isinstance(opened, DatabaseStore) else None, time.time, has_ended)


def rounds(opened: Store, sheets: GoogleSheets, settings: Settings) -> Rounds:
    """The rounds over all matches of a store."""
    from sheets_gm.adapters.google import account_pool
    from sheets_gm.adapters.notices import tolerant_notifier
    from sheets_gm.gm.poll.schedule.call_quota import CallLedger
    from sheets_gm.gm.poll.schedule.rounds import Rounds

    pace = pacing(settings)
    pool = account_pool.account_pool(sheets, watching=settings.every is None and settings.google.limits is not None)
    ledger = opened if isinstance(opened, CallLedger) else None
    # problems with the notices are reported once, not for every match
    open_table = partial(table, opened, sheets, settings=settings, notify=tolerant_notifier(settings.notices))
    return Rounds(opened, open_table, time.time, pace, pool, ledger, workers=len(pool.members), steady=steady_clock)
