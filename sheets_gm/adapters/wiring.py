"""Puts the parts of an installation together."""

from __future__ import annotations

import time
from functools import cache, partial
from typing import TYPE_CHECKING

from sheets_gm.adapters.installation import folders, templates
from sheets_gm.adapters.installation.settings import Settings
from sheets_gm.adapters.sync_process.processes import has_ended, owner, steady_clock
from sheets_gm.games.finding import game
from sheets_gm.gm.match_record.moving import Moving

if TYPE_CHECKING:
    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.adapters.notices.stops import Stops
    from sheets_gm.gm.poll.notices import Notifier
    from sheets_gm.gm.poll.poller import Poller
    from sheets_gm.gm.poll.schedule.pace import Pacing
    from sheets_gm.gm.poll.schedule.rounds import Rounds
    from sheets_gm.gm.poll.schedule.sync_group import SyncGroup
    from sheets_gm.gm.ports.beacon import Beacon
    from sheets_gm.gm.ports.sheets import Sheets
    from sheets_gm.gm.ports.store import Store

LOCAL_PAUSE = 1.0
"""Seconds between two polls of a match on a local spreadsheet, which has no quota."""


def poller(
    store: Store, sheets: Sheets, match: str, settings: Settings | None = None, notify: Notifier | None = None
) -> Poller:
    """Return a poller of *match* for the account that serves it.

    Notices go to *notify*, or else to the addresses in *settings*. Raises NoSuchMatch, NoSuchGame, NoTemplate,
    BadTemplate and BadCredentials.
    """
    from sheets_gm.adapters.export.files import last_exported
    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.adapters.notices.outbox import report_job, report_row
    from sheets_gm.adapters.notices.sending import EVERY, NoticeSender, listed_for, tolerant_notifier
    from sheets_gm.gm.moving_matches import has_moved
    from sheets_gm.gm.poll.notifying import Outlet
    from sheets_gm.gm.poll.poller import Poller
    from sheets_gm.gm.session import Ports, Session
    from sheets_gm.gm.side_jobs import once
    from sheets_gm.gm.workbooks.live.workbooks import Workbooks

    record = store.record(match)
    if Moving.of(record).departure is not None:
        raise has_moved(record)
    if isinstance(sheets, GoogleSheets):
        if settings and settings.google.limits is not None:
            share_quota(store, sheets)
        sheets = sheets.as_account(record.account)
    name = record.charter.game
    channels = settings.notices if settings else {}
    notify = notify or tolerant_notifier(channels, settings.mail if settings else "", stops_of(sheets, settings))
    ports = Ports(store, time.time, beacon(settings), steady_clock, once(partial(report_row, match)))
    session = Session(game(name), templates.template(name), ports, match)
    outlet = Outlet(
        notify,
        followed=any(channels[each].followers for each in (EVERY, match) if each in channels),
        report=partial(report_job, match),
        listed=listed_for(channels, match),
    )
    if isinstance(notify, NoticeSender):
        outlet = outlet._replace(outcomes=notify.outcomes, listened=notify.listens)
    return Poller(Workbooks(session, sheets), owner(), outlet, partial(last_exported, folders.exports()))


def stops_of(sheets: Sheets, settings: Settings | None) -> Stops:
    """Return which accounts have ended their mail by a link, if there is a local spreadsheet server."""
    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.adapters.notices.stops import LocalStops
    from sheets_gm.kernel.defaults import nothing

    local = settings is not None and settings.google.endpoint is not None
    return LocalStops(sheets) if local and isinstance(sheets, GoogleSheets) else nothing


def beacon(settings: Settings | None) -> Beacon:
    """Return the public beacon, read through the relays of *settings*. It reads nothing until a round is needed."""
    from sheets_gm.adapters.public_beacon.relays import RelayedBeacon

    return RelayedBeacon(settings.beacon.relays) if settings else RelayedBeacon()


def pacing(settings: Settings) -> Pacing:
    """Return how often matches are polled: at the interval of *settings*, often without a quota, else as each needs."""
    from sheets_gm.gm.poll.schedule import pace

    if settings.every is not None:
        return pace.fixed(settings.every)
    return pace.adaptive if settings.google.limits else pace.fixed(LOCAL_PAUSE, "no quota")


def share_quota(store: Store, sheets: GoogleSheets) -> None:
    """Count the calls of all accounts together with those of other processes on the same database."""
    from sheets_gm.adapters.stores.database.store import DatabaseStore

    if not isinstance(store, DatabaseStore):
        return
    for each in sheets.peers.values() or (sheets,):
        identity, quota = each.identity, each.http.quota
        quota.account.share_with(store.bucket, f"account {identity.account if identity else ''}")
        quota.project.share_with(store.bucket, f"project {identity.project if identity else ''}")


def sync_group(store: Store) -> SyncGroup:
    """Return the syncs that share *store*, with this process as one of them."""
    from sheets_gm.adapters.stores.database.store import DatabaseStore
    from sheets_gm.gm.poll.schedule.sync_group import SyncGroup

    return SyncGroup(owner(), store.sync_registry if isinstance(store, DatabaseStore) else None, time.time, has_ended)


def rounds(store: Store, sheets: GoogleSheets, settings: Settings, *, stays: bool = False) -> Rounds:
    """Return the rounds over all matches of *store*. If the process *stays*, notices are sent beside its polls."""
    from sheets_gm.adapters.google import account_pool
    from sheets_gm.adapters.notices.outbox import Outbox, report_job
    from sheets_gm.adapters.notices.sending import tolerant_notifier
    from sheets_gm.adapters.stores.database.store import DatabaseStore
    from sheets_gm.gm.poll.schedule.call_quota import CallLedger
    from sheets_gm.gm.poll.schedule.rounds import Rounds
    from sheets_gm.gm.side_jobs import once

    pace = pacing(settings)
    # also where nobody counts calls: what is changed apart from cells is put back once the feed reports a change
    pool = account_pool.account_pool(sheets, watching=settings.every is None)
    ledger = store if isinstance(store, CallLedger) else None
    # problems with the notices are reported once, not for every match
    outbox = Outbox(beside=stays)
    open_poller = partial(
        poller,
        store,
        sheets,
        settings=settings,
        notify=tolerant_notifier(settings.notices, settings.mail, stops_of(sheets, settings), outbox),
    )
    all_rounds = Rounds(
        store,
        open_poller,
        time.time,
        pace,
        pool,
        ledger,
        workers=len(pool.members),
        steady=steady_clock,
        report_of=cache(lambda match: once(partial(report_job, match))),
    )
    if isinstance(store, DatabaseStore):
        all_rounds.is_replaced = store.is_replaced
    all_rounds.last = outbox.wait  # while threads may still be started: what waits to be sent
    return all_rounds
