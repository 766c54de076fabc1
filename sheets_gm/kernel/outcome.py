"""What rules answer: the next state, and events that say what happened.

Laws: an order is imperative, an event is in the past tense; an event carries data, the rulebook clause and who may
know it, and no prose (sentences are made by a game's views). A player's mistake is a value, never an exception.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from sheets_gm.kernel.model import Model

GM = "gm"
"""The seat of the game master: some forms are the GM's to fill in, some events are for the GM's eyes."""


class Order(Model):
    """What a seat asks for: one readable row of a form. A game adds `kind: Literal["..."]` and its own fields."""

    kind: str


class Event(Model):
    """Something that happened. A game adds `kind: Literal["..."]` and its own fields.

    *clause* is the rulebook clause by its id ("ABC-31"; "ABC-R7": a ruling). *audience* lists the seats and teams
    that may know it (the GM always may); None is everyone.
    """

    kind: str
    clause: str
    audience: tuple[str, ...] | None = None

    def known_to(self, *eyes: str) -> bool:
        """Whether somebody who sees with any of *eyes* (a seat, its team) may know of this."""
        return self.audience is None or any(eye in self.audience for eye in eyes)


class Remark(Model):
    """What the rules say of a readable order.

    *refuses*: the order cannot stand; otherwise it stands and the player is warned. *informs*: it stands and nothing is
    wrong, this is only good to know (the odds of an attack). *field* is the form's field the remark is about,
    *instead* the nearest legal choice for it, *clause* the rulebook's clause.
    """

    text: str
    field: str | None = None
    instead: str | None = None
    clause: str | None = None
    refuses: bool = True
    informs: bool = False


S = TypeVar("S", bound=Model)

Orders: TypeAlias = Mapping[str, tuple[Order, ...]]
"""Locked orders: seat id to that seat's orders, in the order of its rows. The order of seats means nothing."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S]):
    """The state after a step and what happened on the way, in the order it is to be told."""

    state: S
    events: tuple[Event, ...] = ()


class Uneventful(Event):
    """A step was played, and nothing came of it that everybody may know: the line that the house tells of it."""

    kind: Literal["uneventful"] = "uneventful"
    clause: str = ""


def eventful(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The *events* of a step with the house's own where none is public, so that every step leaves a line in the log."""
    return events if any(event.audience is None for event in events) else (*events, Uneventful())


class Result(Model):
    """How a match ended: the winning teams or seats (none: a draw), by which clause and for what reason."""

    winners: tuple[str, ...]
    reason: str
    clause: str
