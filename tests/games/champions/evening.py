"""A sealed match of Champions on the local spreadsheet, without a socket, with bots for players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.adapters import wiring
from sheets_gm.adapters.players import Player
from sheets_gm.adapters.roster import made_up
from sheets_gm.adapters.store import DatabaseStore, open_store
from sheets_gm.games.play_out import fewer
from sheets_gm.gm.opening import open_match
from sheets_gm.gm.ports import Policy, Wanted
from sheets_gm.gm.turn import Table, Tick
from sheets_gm.kernel.forms import Typed
from sheets_gm.localsheets.service import Service
from sheets_gm.localsheets.storage import Storage
from tests.games.champions.table import CHAMPIONS
from tests.gm.table import SEED, sheets_on

TEMPLATE = wiring.template("champions")


@dataclass
class Evening:
    """A match that bots can play, phase by phase."""

    players: int = 3
    policy: Policy = field(default_factory=lambda: Policy(layout="sealed"))
    store: DatabaseStore = field(default_factory=lambda: open_store(":memory:"))
    name: str = "evening"

    def __post_init__(self) -> None:
        settings = CHAMPIONS.settings()
        self.seats = made_up(fewer(CHAMPIONS.places(settings), self.players))
        self.sheets = sheets_on(Service(Storage(None)), "sync@table")
        clock = iter(range(1_800_000_000, 1_900_000_000))
        open_match(
            CHAMPIONS,
            TEMPLATE,
            self.store,
            self.sheets,
            lambda: float(next(clock)),
            match=self.name,
            title="An evening",
            settings=settings,
            seats=self.seats,
            policy=self.policy,
            seed=SEED,
        )
        self.table = Table(CHAMPIONS, TEMPLATE, self.store, self.sheets, lambda: float(next(clock)), "sync", self.name)
        self.table.tick()

    def phase(self, *, but: str = "") -> Tick:
        """Let bots fill in the open phase, all except *but*, and tick."""
        for seat in self.seats:
            if seat.id != but:
                Player(seat.id, CHAMPIONS.bots["keen"], self.sheets).play(self.table)
        return self.table.tick()

    def until(self, phase: str) -> None:
        """Play until *phase* is open."""
        for _ in range(60):
            if self.table.state.phase == phase:
                return
            self.phase()
        raise AssertionError(f"the phase {phase} never came")

    def book(self, key: str) -> Any:
        """A workbook by its key in the layout."""
        return next(book for book in self.table.record.workbooks if book.key == key)

    def values(self, key: str, tab: str) -> list[list[Typed]]:
        """All values of a tab."""
        return self.sheets.read(self.book(key), [Wanted(tab)])[tab]

    def texts(self, key: str) -> Iterator[str]:
        """Every text in a workbook."""
        book = self.book(key)
        for rows in self.sheets.read(book, [Wanted(tab) for tab in book.tabs]).values():
            yield from (value for row in rows for value in row if isinstance(value, str))
