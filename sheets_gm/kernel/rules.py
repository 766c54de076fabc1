"""What the kernel needs from a game to play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel

from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.errors import GameError
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark, S
from sheets_gm.kernel.seats import Seat

P_contra = TypeVar("P_contra", bound=Model, contravariant=True)

Leave: TypeAlias = Callable[[S, str], Outcome[S]]
"""Returns the position without a team that gave up."""


Join: TypeAlias = Callable[[S, Seat, Dice], "S | Remark"]
"""Returns the position with somebody who joins a running match, or why nobody can join now."""


Law: TypeAlias = Callable[[S], str | None]
"""Returns how a position breaks one law of the game; None if it does not."""


class LawBroken(GameError):
    """A position breaks a law of its game, so it is not stored. The message says what is wrong with it."""


class Secrecy(StrEnum):
    """How much players may hide from each other: nothing, the orders and hands of a team, or those of every seat."""

    OPEN = "open"
    TEAM = "team"
    SEAT = "seat"


class ComingAndGoing(Protocol[S]):
    """The functions of a game for people who leave or join a running match."""

    @property
    def leave(self) -> Leave[S] | None: ...
    @property
    def join(self) -> Join[S]: ...


class Checking(Protocol[P_contra]):
    """The functions of a game that refuse orders and check positions."""

    @property
    def check(self) -> Callable[[P_contra, str, Order], Remark | None]: ...
    @property
    def fits(self) -> Callable[[Any, str, tuple[Order, ...]], Sequence[Remark | None]]: ...
    @property
    def laws(self) -> tuple[Law[P_contra], ...]: ...


class Rules(Protocol[S]):
    """The part of a game that the kernel needs to play it."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def secrecy(self) -> Secrecy: ...
    @property
    def settings(self) -> type[BaseModel]: ...
    @property
    def state(self) -> type[S]: ...
    @property
    def orders(self) -> tuple[type[Order], ...]: ...
    @property
    def events(self) -> tuple[type[Event], ...]: ...
    @property
    def start(self) -> Callable[[Any, Sequence[Seat], Dice], Outcome[S]]: ...
    @property
    def open(self) -> Callable[[S], tuple[Form, ...]]: ...
    @property
    def resolve(self) -> Callable[[S, Orders, Dice], Outcome[S]]: ...
    @property
    def label(self) -> Callable[[S], str]: ...
    @property
    def people(self) -> ComingAndGoing[S]: ...
    @property
    def checks(self) -> Checking[S]: ...


def broken_law(rules: Rules[S], state: S) -> str | None:
    """Return what is wrong with *state* by the first law of *rules* that it breaks; None if it keeps all laws."""
    return next((fault for law in rules.checks.laws if (fault := law(state)) is not None), None)


def no_conflicts(_state: Any, _seat: str, orders: tuple[Order, ...]) -> Sequence[Remark | None]:
    """`fits` for games in which the orders of a seat never conflict with each other."""
    return (None,) * len(orders)


def remarks_together(rules: Rules[Any], state: Any, seat: str, orders: Mapping[int, Order]) -> dict[int, Remark]:
    """Return what is wrong with a seat's *orders* together, by the numbers of the orders. Each alone is legal.

    Refused orders are dropped and the rest is checked again, until nothing more is refused.
    """
    remarks: dict[int, Remark] = {}
    remaining = dict(sorted(orders.items()))
    while remaining:
        answers = dict(zip(remaining, rules.checks.fits(state, seat, tuple(remaining.values())), strict=True))
        new_remarks = {at: remark for at, remark in answers.items() if remark is not None}
        remarks |= new_remarks
        refused = [at for at, remark in new_remarks.items() if remark.refuses]
        if not refused:
            break
        for at in refused:
            del remaining[at]
    return remarks
