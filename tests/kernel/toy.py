"""A tiny game for tests of the kernel: everybody names a number and rolls; the sum of each seat is kept.

Every third round asks for a hidden roll. The match is over when a seat's sum passes the goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from sheets_gm.kernel.dice import Dice, Secrets
from sheets_gm.kernel.forms import Field, Form, Kind
from sheets_gm.kernel.match.journal import Charter
from sheets_gm.kernel.match.recorder import Locked, Recorder, Step, charter_for
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark
from sheets_gm.kernel.rules import Secrecy, no_conflicts
from sheets_gm.kernel.seats import Seat


class Settings(BaseModel):
    goal: int = 1_000_000
    start: int = 6


class Add(Order):
    number: int


class Pass(Order): ...


class Sums(Model):
    round: int
    goal: int
    sums: dict[str, int]
    secret: int = 0


class Added(Event):
    clause: str = "TOY-1"
    seat: str
    number: int
    roll: int


class Hid(Event):
    clause: str = "TOY-2"
    round: int


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Sums]:
    sums = {seat.id: dice.roll(settings.start, f"start of {seat.id}") for seat in seats}
    return Outcome(Sums(round=1, goal=settings.goal, sums=sums))


def open_forms(state: Sums) -> tuple[Form, ...]:
    if any(total > state.goal for total in state.sums.values()):
        return ()
    field = Field("number", Kind.WHOLE, required=True, low=0, high=9)
    return tuple(Form("add", seat, Add, (field,)) for seat in state.sums)


def check(state: Sums, seat: str, order: Order) -> Remark | None:
    if isinstance(order, Add) and not 0 <= order.number <= 9:
        return Remark(text=f"{order.number} is not between 0 and 9", field="number")
    return None


def resolve(state: Sums, orders: Orders, dice: Dice) -> Outcome[Sums]:
    sums = dict(state.sums)
    events: list[Event] = []
    for seat, given in orders.items():
        for order in given:
            assert isinstance(order, Add)
            roll = dice.roll(6, f"add of {seat}")
            sums[seat] += order.number + roll
            events.append(Added(seat=seat, number=order.number, roll=roll))
    secret = state.secret
    if state.round % 3 == 0:
        secret = dice.roll(20, "what nobody knows", hidden=True)
        events.append(Hid(round=state.round))
    return Outcome(state.but(round=state.round + 1, sums=sums, secret=secret), tuple(events))


def label(state: Sums) -> str:
    return f"Round {state.round}"


@dataclass(frozen=True)
class ToyChecks:
    """What the rules of the toy refuse."""

    check: Any = check
    fits: Any = no_conflicts
    laws: Any = ()


@dataclass(frozen=True)
class ToyPeople:
    """Who comes and goes in the toy."""

    leave: Any = None
    join: Any = None


@dataclass(frozen=True)
class Toy:
    """The rules of the toy, as the kernel asks for them."""

    name: str = "toy"
    version: str = "toy-1"
    secrecy: Secrecy = Secrecy.OPEN
    settings: type[BaseModel] = Settings
    state: type[Sums] = Sums
    orders: tuple[type[Order], ...] = (Add, Pass)
    events: tuple[type[Event], ...] = (Added, Hid)
    start: Any = start
    open: Any = open_forms
    resolve: Any = resolve
    label: Any = label
    people: Any = ToyPeople()
    checks: Any = ToyChecks()


TOY = Toy()
SEED = bytes(range(32))
SEATS = (Seat(id="ana", player="Ana", team="a"), Seat(id="ben", player="Ben", team="b"))


@dataclass
class Table:
    """A match of the toy that goes on step by step, and its whole journal."""

    settings: Settings = field(default_factory=Settings)
    dice: str = "keyed"
    manual: dict[str, int] | None = None
    beacon: str = ""
    steps: list[Step[Sums]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.secrets = Secrets(SEED)
        self.charter: Charter = charter_for(
            TOY,
            self.secrets,
            match="m",
            title="M",
            settings=self.settings,
            seats=SEATS,
            dice=self.dice,
            beacon=self.beacon,
        )
        self.recorder = Recorder(TOY, self.charter, self.secrets)
        self.steps.append(self.recorder.start(Locked(orders={}, manual=self.manual)))

    @property
    def last(self) -> Step[Sums]:
        return self.steps[-1]

    def turn(self, *, manual: dict[str, int] | None = None, when: float = 0.0, **numbers: int) -> Step[Sums]:
        orders = {seat: (Add(number=number),) for seat, number in numbers.items()}
        locked = Locked(orders=orders, manual=manual, when=when)
        self.steps.append(self.recorder.play(self.last.entry, self.last.state, locked))
        return self.last


def played(turns: int) -> Table:
    """A match of the toy after *turns* turns in which both seats gave an order."""
    table = Table()
    for turn in range(turns):
        table.turn(ana=turn % 10, ben=(turn * 3) % 10, when=100.0 + turn)
    return table
