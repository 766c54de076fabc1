"""What rules return: the next state, and events, which record what happened.

Orders are named in the imperative, events in the past tense. An event holds data, the rulebook clause and its audience,
but no prose: a game's views make the sentences. A player's mistake is a value, never an exception.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeAlias, TypeVar

from sheets_gm.kernel.model import Kinded, Model

GM = "gm"
"""The seat of the game master, who fills in some forms and may see every event."""


class Order(Kinded):
    """An order of a seat: one row of a form, after reading. A game adds its own fields."""


class Event(Kinded):
    """Something that happened. A game adds its own fields.

    *clause* is the id of the rulebook clause ("ABC-31", or "ABC-R7" for a ruling). *audience* lists the seats and teams
    that may know the event; None means everyone. The game master may always know it.

    In journals of earlier rules, an event may lack fields that have a default. *ADDED*: later rules added this kind of
    event, and it changes nothing: these journals may lack it.
    """

    ADDED: ClassVar[bool] = False
    clause: str
    audience: tuple[str, ...] | None = None

    def known_to(self, *eyes: str) -> bool:
        """Return whether any of *eyes* (a seat, its team) may know of this event."""
        return self.audience is None or any(eye in self.audience for eye in eyes)


def events_of(*modules: str) -> tuple[type[Event], ...]:
    """The events that *modules*, which are loaded, define by these names."""
    named = ((name, each) for name in modules for each in vars(sys.modules[name]).values())
    return tuple(
        each for name, each in named if isinstance(each, type) and issubclass(each, Event) and each.__module__ == name
    )


class Remark(Model):
    """The answer of the rules to an order.

    *refuses*: the order is refused. Otherwise it is accepted with a warning. *informs*: it is accepted and nothing is
    wrong; the remark is only information, such as the odds of an attack. *skips*: for a row of a form that closes at
    once. The row is accepted, but does nothing when its turn comes: the remark is its answer, no step is played, and
    the rows below continue. *field* is the field that the remark is about, *instead* a legal choice for it, *clause*
    the clause of the rulebook.
    """

    text: str
    field: str | None = None
    instead: str | None = None
    clause: str | None = None
    refuses: bool = True
    informs: bool = False
    skips: bool = False


S = TypeVar("S", bound=Model)

Orders: TypeAlias = Mapping[str, tuple[Order, ...]]
"""Locked orders by owner: a seat, or a team that owns forms. The orders of one owner are in the order of its rows; the
order of owners means nothing."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S]):
    """The state after a step, and its events in the order of the log."""

    state: S
    events: tuple[Event, ...] = ()


class Uneventful(Event):
    """An event for a step without any public event, so that the step has a line in the log."""

    clause: str = ""


def with_public_event(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return *events* of a step, with an `Uneventful` if none is public, so that every step has a line in the log."""
    return events if any(event.audience is None for event in events) else (*events, Uneventful())


class Result(Model):
    """How a match ended: the winning teams or seats (none for a draw), the clause that says so, and the reason."""

    winners: tuple[str, ...]
    reason: str
    clause: str
