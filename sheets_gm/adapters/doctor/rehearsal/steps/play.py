"""Play: the largest layout of each game, and a few turns between bots."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import Facts, Step
from sheets_gm.adapters.google.calls.cell_requests import OURS
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
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.tick import Poller
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.rules import Secrecy

TURNS = 3
SEED = bytes(range(32))


def _match(stage: Stage, rules: Game[Any, Any], settings: BaseModel, players: int, store: Store) -> Record:
    """A match of so many made-up players, in the spreadsheet of the stage."""
    new = NewMatch(
        game=rules,
        template=templates.template(rules.name),
        match="rehearsal",
        title=TITLE,
        settings=settings,
        seats=made_up(choose_places(rules.places(settings), players)),
        policy=Policy(open_hands=rules.secrecy is not Secrecy.OPEN),
        seed=SEED,
        documents={"table": stage.document},
    )
    return create_match(new, store, stage.sheets, time.time)


def _layouts(stage: Stage) -> Facts:
    return {name: largest_layout(stage, rules) for name, rules in games().items()}


def largest_layout(stage: Stage, rules: Game[Any, Any]) -> Facts:
    """Build the match of a game with as many players as it can have, and take it away."""
    first, started = len(stage.recording), stage.clock()
    record = _match(stage, rules, *largest(rules), open_store(":memory:"))
    sent = [each.size for each in stage.recording[first:]]
    stage.measures[f"seconds for {rules.name}"] = round(stage.clock() - started, 1)
    stage.measures[f"bytes for {rules.name}"] = sum(sent)
    (book,) = record.workbooks
    mask = "sheets(properties(sheetId,title,index,gridProperties),merges,protectedRanges(description,range))"
    seen = stage.get(mask)["sheets"]
    stage.sheets.unmake(book.but(own=False))
    keys = {sheet: key for key, sheet in book.tabs.items()}
    ours = [each for each in seen if each["properties"].get("sheetId", 0) in keys]
    ours.sort(key=lambda each: each["properties"].get("index", 0))
    tabs = {keys[each["properties"]["sheetId"]]: _tab(each) for each in ours}
    return {"order": list(tabs), **tabs}


def _tab(seen: Mapping[str, Any]) -> dict[str, Any]:
    """A tab as it is compared: its place among the tabs of others does not count, nor the order of its areas."""
    title = str(seen["properties"]["title"]).removesuffix(f" ({OURS})")
    return {
        "title": title,
        "grid": seen["properties"]["gridProperties"],
        "merges": sorted(map(_area, seen.get("merges", ()))),
        "protected": sorted(
            [each.get("description", ""), *_area(each.get("range", {}))] for each in seen.get("protectedRanges", ())
        ),
    }


def _area(area: Mapping[str, int]) -> list[int]:
    """The bounds of a grid range; 0 where it has none."""
    return [area.get(name, 0) for name in ("startRowIndex", "startColumnIndex", "endRowIndex", "endColumnIndex")]


def _turns(stage: Stage) -> Facts:
    """Bots play the first turns of the game with the fewest players; the account of the sync types for them."""
    rules = min(games().values(), key=lambda each: each.players)
    store = open_store(":memory:")
    settings = rules.settings()
    record = _match(stage, rules, settings, min(player_counts(rules, settings)), store)
    session = Session(rules, templates.template(rules.name), store, time.time, "rehearsal")
    poller = Poller(session, Workbooks(session, stage.sheets), owner())
    bot = first_bot(rules)
    players = [Player(seat.id, bot, stage.sheets) for seat in record.charter.seats]
    labels: list[str] = []
    waiting: tuple[str, ...] = ()
    for _ in range(4 * TURNS):
        if len(labels) >= TURNS:
            break
        for player in (*players, Player(GM, bot, stage.sheets)):
            player.play(poller)
        tick = poller.tick()
        labels += [step.entry.label for step in tick.steps]
        waiting = tuple(tick.waiting)
    (book,) = store.record("rehearsal").workbooks
    last = store.last("rehearsal")
    stage.sheets.unmake(book.but(own=False))
    return {"turns": labels, "waiting": list(waiting), "position": last.state}


STEPS = (
    Step(
        name="layouts",
        does="builds the largest layout of each game, reads its tabs and takes it away",
        expects="the same tabs, sizes, merged cells and protected ranges",
        means="a match of that game cannot be created, or looks wrong",
        advice="play with fewer players or sealed workbooks (--sealed), and report the saved answers",
        run=_layouts,
    ),
    Step(
        name="turns",
        does=f"lets bots play {TURNS} turns of the game with the fewest players",
        expects="the same turns and the same position",
        means="moves are read wrongly, or a turn is not played",
        advice="do not begin a match, and report the saved answers",
        run=_turns,
    ),
)
