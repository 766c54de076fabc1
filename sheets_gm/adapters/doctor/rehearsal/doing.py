"""Steps that need more than single calls: a match that is built and played, a consent, a quota."""

from __future__ import annotations

import time
from typing import Any

from pydantic import BaseModel
from requests import Request

from sheets_gm.adapters.doctor.rehearsal.asking import KEY, SHEET, Answers, LeftOut
from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.drive.full_storage import line_about
from sheets_gm.adapters.google.workbooks.tabs import tables
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.bot_players import Player
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.adapters.sync_process.processes import owner
from sheets_gm.games.contract import Game
from sheets_gm.games.finding import games
from sheets_gm.games.play_out import choose_places, largest, player_counts
from sheets_gm.games.random_play import first_bot
from sheets_gm.gm.creation import NewMatch, create_match
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Guest, Workbook
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.ports.sheets import Protection
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.rules import Secrecy

TURNS = 3
DAY = 86400.0
SEED = bytes(range(32))
MEGABYTE = 1_000_000
MOST_POLLS = 400
"""The most polls without a refusal. A project has 300 reads a minute."""

QUOTA = ("quota_metric", "quota_limit", "quota_limit_value")
"""The details of a refusal that describe the quota it exceeded."""


def _match(stage: Stage, rules: Game[Any, Any], settings: BaseModel, players: int) -> Poller:
    """Return the poller of a match with this number of invented players in the spreadsheet of the stage."""
    new = NewMatch(
        game=rules,
        template=templates.template(rules.name),
        match=KEY,
        title=TITLE,
        settings=settings,
        seats=made_up(choose_places(rules.places(settings), players)),
        policy=Policy(open_hands=rules.secrecy is not Secrecy.OPEN),
        seed=SEED,
        documents={"table": stage.document},
    )
    store = open_store(":memory:")
    create_match(new, store, stage.sheets, time.time)
    # a day later, so that a look at the match inspects all of it
    session = Session(rules, new.template, Ports(store, lambda: time.time() + DAY), KEY)
    return Poller(Workbooks(session, stage.sheets), owner())


def _taken_away(stage: Stage, poller: Poller) -> None:
    (book,) = poller.session.record.workbooks
    stage.sheets.unmake(book.but(own=False))


def largest_layouts(stage: Stage, _kept: Answers) -> dict[str, int]:
    """Return how many writes the largest new match of each game needs right after it is built."""
    left: dict[str, int] = {}
    first = len(stage.exchanges)
    for rules in games().values():
        started = stage.clock()
        poller = _match(stage, rules, *largest(rules))
        stage.measures[f"seconds for {rules.name}"] = round(stage.clock() - started, 1)
        try:
            left[rules.name] = poller.tick().writes
        finally:
            _taken_away(stage, poller)
    batch = max(stage.exchanges[first:], key=lambda each: each.size)
    stage.measures[f"seconds per MB of the largest batch ({batch.size:,} bytes)"] = round(
        batch.seconds / batch.size * MEGABYTE, 2
    )
    return left


def play_turns(stage: Stage, _kept: Answers) -> dict[str, int]:
    """Let bots play the first turns of the game with the fewest players. The sync's account types for them."""
    rules = min(games().values(), key=lambda each: each.players)
    settings = rules.settings()
    poller = _match(stage, rules, settings, min(player_counts(rules, settings)))
    bot, turns = first_bot(rules), 0
    players = [Player(seat.id, bot, stage.sheets) for seat in poller.session.record.people]
    try:
        for _ in range(4 * TURNS):
            if turns >= TURNS:
                break
            for player in (*players, Player(GM, bot, stage.sheets)):
                player.play(poller)
            turns += len(poller.tick().steps)
        poller.tick()
        return {"turns": min(turns, TURNS), "left to write": poller.tick().writes}
    finally:
        _taken_away(stage, poller)


def loosen_table(stage: Stage, _kept: Answers) -> int:
    """Turn the table on the row's tab into plain cells, and remove its filter. Return how many of both there were."""
    return len(tables.loosen(stage.sheets, Workbook(key=KEY, document=stage.document, tabs={KEY: SHEET}), filters=True))


def protect_twice(stage: Stage, kept: Answers) -> int:
    """Protect the row's tab twice, with cells for two accounts. Return the writes of the second time."""
    account, sheets = kept["second"], stage.sheets
    guest = Guest(account=account, permission=kept["access"], address=kept["address"])
    book = Workbook(key=KEY, document=stage.document, tabs={KEY: SHEET}, guests=(guest,))
    wanted = [Protection(tab=KEY, inputs=(((0, 0, 1, 1), (account,)), ((1, 0, 2, 1), ("neighbour@example.org",))))]
    sheets.protect(book, wanted)
    before = sheets.calls["write"]
    sheets.protect(book, wanted)
    return sheets.calls["write"] - before


def full_storage(stage: Stage, _kept: Answers) -> str:
    """Return what the program says about the storage of the spreadsheet's owner: nothing while it has room."""
    return line_about(stage.sheets, stage.document)


def end_of_consent(stage: Stage, _kept: Answers) -> bool:
    """Return whether token service and consent file agree on the end of the consent, or raise `LeftOut`."""
    identity = stage.sheets.identity
    if identity is None or not getattr(identity.credentials, "refresh_token", None):
        raise LeftOut("these credentials are no consent")
    consent = identity.credentials
    form = {name: getattr(consent, name) for name in ("client_id", "client_secret", "refresh_token")}
    asked = Request("POST", consent.token_uri, data={**form, "grant_type": "refresh_token"}).prepare()
    # past the session, whose calls are saved
    answer = stage.sheets.http.session.get_adapter(consent.token_uri).send(asked, timeout=60)
    left = answer.json().get("refresh_token_expires_in")
    stage.measures["days left of the consent"] = round(left / DAY, 2) if left else "no end"
    return bool(left) is bool(identity.ends)


def is_poll_refused(stage: Stage, _kept: Answers) -> dict[str, Any]:
    """Poll until the service refuses, wait for the next minute, and return what the refusal names."""
    address = f"{SHEETS}/{stage.document}/values:batchGetByDataFilter"
    body = {"dataFilters": [{"gridRange": {"sheetId": 0}}]}
    refusal: dict[str, Any] = {"status": f"not refused within {MOST_POLLS} polls"}
    for polls in range(MOST_POLLS):
        # past the program's own limit, which would wait
        answer = stage.sheets.http.session.post(address, json=body, timeout=60)
        if answer.status_code != 200:
            error = answer.json().get("error", {})
            named = {
                key: str(value) for each in error.get("details", ()) for key, value in each.get("metadata", {}).items()
            }
            told = {name: named[name] for name in QUOTA if name in named} or {"message": str(error.get("message", ""))}
            refusal = {"status": answer.status_code, **told}
            stage.measures["polls before one was refused"] = polls
            break
    stage.sleep(61.0)
    return refusal
