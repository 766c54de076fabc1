"""Blueprints: a match that has just been created, kept as bytes, so that each run begins with a copy of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from google.oauth2.credentials import Credentials

from sheets_gm.adapters.google.connection import client_for
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import choose_places
from sheets_gm.gm.creation import NewMatch, create_match
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.seats import Seat
from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.spreadsheet.model.changes import Change
from sheets_gm.localsheets.spreadsheet.model.document import Document
from tests.simulation.clock import START, Time

MATCH = "evening"
SYNC, GM_ACCOUNT, STRANGER = "sync@table", "gm@table", "stranger@table"

SEED = bytes(range(32))

HOUR = 3600.0

REAL_DICE = "manual"
"""The dice of a match whose rolls the GM types."""


@dataclass(frozen=True)
class Setting:
    """What a world begins with: a game, its players and settings, and how its match is run.

    *lively*: much happens in it at once, by people who rename and amend (`tests.simulation.settings.lively`).
    """

    game: str
    players: int | None
    settings: tuple[tuple[str, Any], ...] = ()
    policy: Policy = field(default_factory=Policy)
    dice: str = "keyed"
    lively: bool = False

    def __hash__(self) -> int:
        return hash((self.game, self.players, self.settings, self.policy.model_dump_json(), self.dice))


@dataclass(frozen=True)
class Blueprint:
    """A created match: the service's data, the store's file, the tokens of accounts, its record.

    *document* is a spreadsheet of the sync with nothing in it, for a store.
    """

    service: bytes
    store: bytes
    tokens: Mapping[str, str]
    record: Record
    document: str


def token_of(account: str) -> str:
    """The token of an account: the same in every run."""
    return f"token-of-{account}"


def client_of(account: str) -> GoogleSheets:
    """gspread as *account*, connected to nothing yet."""
    client = client_for(Credentials(token=token_of(account)))  # type: ignore[no-untyped-call]
    client.http_client.session.trust_env = False  # to look up proxies takes longer than a call
    return GoogleSheets(client)


@cache
def blueprint(setting: Setting) -> Blueprint:
    """The match of *setting*, just created."""
    time = Time(START - 10.0)
    service = Service(Storage(None), clock=time.date)
    rules = game(setting.game)
    chosen = rules.settings.model_validate(dict(setting.settings))
    places = rules.places(chosen)
    seats: tuple[Seat, ...] = made_up(choose_places(places, setting.players))
    seats = tuple(seat.but(account=f"{seat.player.lower()}@table") for seat in seats)
    accounts = (SYNC, GM_ACCOUNT, STRANGER, *(seat.account or "" for seat in seats))
    for account in accounts:
        service.add_account(account, token_of(account))
    sheets = client_of(SYNC)
    inprocess.mount(sheets.http.session, service)
    new = NewMatch(
        game=rules,
        template=templates.template(setting.game),
        match=MATCH,
        title="An evening",
        settings=chosen,
        seats=seats,
        policy=setting.policy.but(gm=(GM_ACCOUNT,)),
        seed=SEED,
        dice=setting.dice,
    )
    with TemporaryDirectory() as home:
        store = open_store(Path(home) / "matches.db")
        record = create_match(new, store, sheets, lambda: time.now)
        store.close()
        kept = (Path(home) / "matches.db").read_bytes()
    made = sheets.call("post", "https://sheets.googleapis.com/v4/spreadsheets", {"properties": {"title": "store"}})
    return Blueprint(
        service.storage._db.serialize(),
        kept,
        {account: token_of(account) for account in accounts},
        record,
        str(made["spreadsheetId"]),
    )


class _Unsaved(Storage):
    """The storage of a service that nobody starts again: what cells hold is not stored, and who lost a document is."""

    def save(self, document: Document, change: Change) -> None:
        """Store the removals of *change*."""
        if change.lost:
            super().save(document, Change(lost=change.lost))


def service_of(plan: Blueprint, time: Time) -> Service:
    """The service of *plan*, as it was when the match was created."""
    storage = _Unsaved(None)
    storage._db.deserialize(plan.service)
    service = Service(storage, clock=time.date)
    for account, token in plan.tokens.items():
        service.add_account(account, token)
    return service
