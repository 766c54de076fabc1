"""What rules return: the next state, and events, which record what happened.

Orders are named in the imperative, events in the past tense. An event carries data, the rulebook clause and its
audience, but no prose: a game's views make the sentences. A player's mistake is a value, never an exception.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, TypeAlias, TypeVar

from sheets_gm.kernel.model import Model

GM = "gm"
"""The seat of the game master, who fills in some forms and may see every event."""


class Order(Model):
    """What a seat orders: one readable row of a form. A game adds `kind: Literal["..."]` and its own fields."""

    kind: str


class Event(Model):
    """Something that happened. A game adds `kind: Literal["..."]` and its own fields.

    *clause* is the rulebook clause by its id ("ABC-31"; "ABC-R7": a ruling). *audience* lists the seats and teams
    that may know it (the GM always may); None means everyone. *LATER* names the fields that came with a later version
    of the rules: in a journal, events of an earlier one may lack them. *ADDED*: the whole kind of event came with a
    later version, and changes nothing: a journal of an earlier one may lack it.
    """

    LATER: ClassVar[frozenset[str]] = frozenset()
    ADDED: ClassVar[bool] = False
    kind: str
    clause: str
    audience: tuple[str, ...] | None = None

    def known_to(self, *eyes: str) -> bool:
        """Whether any of *eyes* (a seat, its team) may know of this event."""
        return self.audience is None or any(eye in self.audience for eye in eyes)


class Remark(Model):
    """The answer of the rules to a readable order.

    *refuses*: the order is refused; otherwise it is accepted with a warning. *informs*: it is accepted and nothing is
    wrong; the remark is only good to know (the odds of an attack). *skips*: a row of a form that closes at once is
    accepted, but does nothing when it is its turn: then the remark answers it, no step is played, and the rows below it
    go on. *field* is the field of the form that the remark is about, *instead* a legal choice for it, *clause* the
    clause of the rulebook.
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
    """A step was played without a public event. It makes one line of the log, like other steps."""

    kind: Literal["uneventful"] = "uneventful"
    clause: str = ""


def with_public_event(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """*events* of a step, with `Uneventful` if none is public: every step has at least one line in the log."""
    return events if any(event.audience is None for event in events) else (*events, Uneventful())


class Result(Model):
    """How a match ended: the winning teams or seats (none: a draw), by which clause and for what reason."""

    winners: tuple[str, ...]
    reason: str
    clause: str
