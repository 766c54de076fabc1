"""What a game offers: one frozen value of plain functions.

Each function gets only what it needs. Only `start` and `resolve` meet dice; only `view` knows a seat's eyes; `check`
answers what is wrong with a readable order as a value. All of them are pure: the same arguments, the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.rules import no_conflicts
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.tabs import Tab

S = TypeVar("S", bound=Model)
V = TypeVar("V", bound=Model)


class Secrecy(StrEnum):
    """How much players may hide from each other: nothing, orders and hands of a team, or of every seat."""

    OPEN = "open"
    TEAM = "team"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat that a match may have. *traits* are what the roster asks of it: name to choices, the first by default."""

    id: str
    team: str
    captain: bool = False
    traits: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Filled:
    """One row as a player fills it: the form's key, the row (from 0), and the cells by field name."""

    form: str
    row: int
    cells: Mapping[str, Typed]


class GameSettings(Model):
    """What a GM may set for a match: each field has a default, and under it a docstring that says what it means."""

    model_config = {**Model.model_config, "validate_default": True, "use_attribute_docstrings": True}


Bot = Callable[[Any, tuple[Form, ...], Dice], tuple[Filled, ...]]
"""`bot(view, forms, dice)`: a player that sees only its own seat's view and its own forms."""


def names_nobody(view: V, _seats: Mapping[str, Seat]) -> V:
    """For a game whose views name nobody."""
    return view


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, V]):
    """A game.

    *settings* is a pydantic model whose defaults are the rulings. *version* names the rules: a match is bound to it.
    *players* are the fewest and the most that can play, whatever the settings are.

    `places(settings)`: the seats a match has, as the roster lists them.
    `seating(settings, seats)`: why these people cannot start like this, each remark about one seat (its `field` is
    the seat's id).
    `start(settings, seats, dice)`: the first position.
    `open(state)`: the forms to fill in now; none when the match is over.
    `check(state, seat, order)`: why the order cannot stand, a warning, or None.
    `fits(state, seat, orders)`: why a seat's orders, each of which can stand, cannot stand together: a remark or None
    for each, in their order (one thing given to two). What one refuses is left out, and the rest is asked again.
    `resolve(state, orders, dice)`: the next position and what happened. Orders have all passed `check`; seats that
    ordered nothing are missing or empty. For a form that closes at once it gets that one row's order.
    `view(state, seat)`: what that seat may see; None is the public.
    `seated(view, seats)`: a view with the people who sit there now, for a game that shows names; seats by id.
    A view's `heading`, where it has one, is `label(state)`; the house adds who has won because all others gave up.
    `label(state)`: the step in the table's words ("Turn 12 of 60").
    `describe(event, seats)`: an event as a sentence; seats by id.
    `result(state)`: how it ended, None while it goes on.
    `laws`: each answers what is broken in a position, or None.
    `tabs`: how forms and views lie on paper.
    `bots`: by name; the first plays to win.
    """

    name: str
    title: str
    version: str
    settings: type[BaseModel]
    state: type[S]
    orders: tuple[type[Order], ...]
    events: tuple[type[Event], ...]
    secrecy: Secrecy
    players: tuple[int, int]
    places: Callable[[Any], tuple[Place, ...]]
    seating: Callable[[Any, Sequence[Seat]], tuple[Remark, ...]]
    start: Callable[[Any, Sequence[Seat], Dice], Outcome[S]]
    open: Callable[[S], tuple[Form, ...]]
    check: Callable[[S, str, Order], Remark | None]
    resolve: Callable[[S, Orders, Dice], Outcome[S]]
    view: Callable[[S, str | None], V]
    label: Callable[[S], str]
    describe: Callable[[Event, Mapping[str, Seat]], str]
    result: Callable[[S], Result | None]
    laws: tuple[Callable[[S], str | None], ...]
    tabs: tuple[Tab, ...]
    bots: Mapping[str, Bot]
    fits: Callable[[S, str, tuple[Order, ...]], Sequence[Remark | None]] = no_conflicts
    seated: Callable[[V, Mapping[str, Seat]], V] = names_nobody
