"""What the kernel needs of a game to play it, and how that game's values become JSON and come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Generic, Protocol, TypeVar, Union

from pydantic import BaseModel, Field, TypeAdapter

from sheets_gm.kernel.actions import ActionTaken
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.model import Model, canonical
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark, S, Uneventful
from sheets_gm.kernel.seats import Seat


class Rules(Protocol[S]):
    """The part of a game that the kernel needs to play it."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
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
    def check(self) -> Callable[[S, str, Order], Remark | None]: ...
    @property
    def fits(self) -> Callable[[Any, str, tuple[Order, ...]], Sequence[Remark | None]]: ...
    @property
    def resolve(self) -> Callable[[S, Orders, Dice], Outcome[S]]: ...
    @property
    def label(self) -> Callable[[S], str]: ...


def no_conflicts(_state: Any, _seat: str, orders: tuple[Order, ...]) -> Sequence[Remark | None]:
    """For a game in which no order of a seat stands in the way of another: nothing is wrong with any."""
    return (None,) * len(orders)


def remarks_together(rules: Rules[Any], state: Any, seat: str, orders: Mapping[int, Order]) -> dict[int, Remark]:
    """What is wrong with a seat's *orders* taken together, each of which can stand alone; by their own numbers.

    An order that is refused falls away, and what is left is asked again until all of it stands.
    """
    remarks: dict[int, Remark] = {}
    left = dict(sorted(orders.items()))
    while left:
        said = dict(zip(left, rules.fits(state, seat, tuple(left.values())), strict=True))
        found = {at: remark for at, remark in said.items() if remark is not None}
        remarks |= found
        refused = [at for at, remark in found.items() if remark.refuses]
        if not refused:
            break
        for at in refused:
            del left[at]
    return remarks


M = TypeVar("M", bound=Model)


def _either(types: tuple[type[M], ...]) -> TypeAdapter[M]:
    """An adapter for any of *types*, told apart by their `kind`."""
    if len(types) == 1:
        return TypeAdapter(types[0])
    either: Any = Annotated[Union[types], Field(discriminator="kind")]  # noqa: UP007 - made at run time
    return TypeAdapter(either)


class Codec(Generic[S]):
    """How one game's values become JSON and come back."""

    def __init__(self, rules: Rules[S]) -> None:
        self._rules = rules

    @cached_property
    def _orders(self) -> TypeAdapter[Order]:
        return _either(self._rules.orders)

    @cached_property
    def _events(self) -> TypeAdapter[Event]:
        return _either((*self._rules.events, ActionTaken, Uneventful))

    def state(self, stored: Mapping[str, Any]) -> S:
        """The state in *stored*. ValidationError if it is not one."""
        return self._rules.state.model_validate_json(_json(stored))

    def orders(self, stored: Mapping[str, Iterable[Mapping[str, Any]]]) -> dict[str, tuple[Order, ...]]:
        """Locked orders from their JSON form, seats sorted."""
        return {
            seat: tuple(self._orders.validate_json(_json(order)) for order in stored[seat]) for seat in sorted(stored)
        }

    def events(self, stored: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
        """Events from their JSON form."""
        return tuple(self._events.validate_json(_json(event)) for event in stored)


def _json(stored: object) -> bytes:
    """JSON text of *stored*: validating from JSON lets a list be a tuple and nothing be guessed."""
    return canonical(stored)
