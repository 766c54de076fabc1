"""A match as its record alone, for tables: what people ask of it and what time does, without a sheet or a tick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import choose_places
from sheets_gm.gm.between.effects import after
from sheets_gm.gm.between.feature import Names
from sheets_gm.gm.between.finding import due_actions, owners
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.intake.desk.desk_forms import action_of
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.defaults import nothing
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.recorder import Locked, Recorder, charter_for
from sheets_gm.kernel.outcome import GM, Order

SEED = bytes(range(32))


@dataclass
class Bare:
    """A match of GvG of two against two, with accounts, in which nothing was played: its record, and the time *now*."""

    policy: Policy = field(default_factory=Policy)
    now: float = 1_800_000_000.0
    settings: Mapping[str, Any] = field(default_factory=lambda: {"team_size": 2})
    plays: str = "gvg"
    players: int | None = None
    waiting: set[str] | None = None
    last: int = 0

    def __post_init__(self) -> None:
        self.game = game(self.plays)
        settings, secrets = self.game.settings.model_validate(self.settings), Secrets(SEED)
        seats = made_up(choose_places(self.game.places(settings), self.players))
        seats = tuple(seat.but(account=f"{seat.player.lower()}@table") for seat in seats)
        charter = charter_for(self.game, secrets, match="m", title="A match", settings=settings, seats=seats)
        self.state = Recorder(self.game, charter, secrets).start(Locked(orders={})).state
        record = Record(charter=charter, seed=SEED.hex(), policy=self.policy, seats=seats, created=self.now)
        self.record = record.but(due=record.next_due(self.now))

    def do(self, act: str, on: str = "", value: str = "", why: str = "because") -> str:
        """The answer to a row of the Desk."""
        return self.answer(GM, DeskOrder(act=act, on=on, value=value, why=why))

    def ask(self, seat: str, act: str = "", **cells: str) -> str:
        """The answer to a row of *seat* on the tab “Your seat”."""
        return self.answer(seat, SeatOrder(act=act, **cells))

    def answer(self, seat: str, order: Order) -> str:
        """The answer to a ready row of a desk form: what was done, or what is wrong."""
        template, past = templates.template(self.plays), lambda _entry: self.state
        context = MatchContext(
            self.game, template, self.record, self.state, self.last, self.now, lambda: (), past, self.waiting
        )
        try:
            return f"✓ {self.act(action_of(context, seat, order))}."
        except BadAction as error:
            return f"✗ {error}"

    def act(self, action: Action) -> str:
        """Do *action*; return its sentence. Raises BadAction."""
        before = {seat.id: seat for seat in self.record.people}
        self.record, self.last = after(self.record, action, self.last + 1, self.now), self.last + 1
        return owners()[type(action)].sentence(action, Names(before, self.policy.zone))

    def wait(self, seconds: float) -> list[str]:
        """Let time pass; return the sentences about what the program does then."""
        self.now += seconds
        return [self.act(action) for action in due_actions(self.record, self.now, nothing)]
