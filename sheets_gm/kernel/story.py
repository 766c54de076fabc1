"""What a game says about its matches as stories: who is ahead, what counts, who did it, and how much it matters.

All of it follows from what somebody may see: views of that audience, and the events that it knows. So a story never
tells more than its tabs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat


class Deed(NamedTuple):
    """Something that counts for a seat or a side: *what* is the name of a `Statistic`, *by* one of their units."""

    who: str
    what: str
    amount: float = 1
    by: str = ""


class Telling(NamedTuple):
    """A highlight of a step, as a sentence without a full stop: who did what to whom.

    *size* is how far it moved the match, in hundredths of what wins it. *by* are those who did it and *whom* those who
    lose by it, by the names that people know them by: players, armies, units. It is good for *side*, a team or a seat.
    What *decides* a match, a game or the fate of a player is never left out.
    """

    text: str
    size: float
    by: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    side: str = ""
    decides: bool = False


class Statistic(NamedTuple):
    """A column of the table of players. Deeds are added up, or with *largest* the largest one counts.

    *award* is the title of whoever has the most, "" for none; *many* goes behind the number: “14 knocked down”; *one*
    behind the number 1, where that is another word.
    """

    name: str
    award: str = ""
    many: str = ""
    one: str = ""
    largest: bool = False


class Fight(NamedTuple):
    """A fight: the event that says how it ended, *details* that belong below it, and what its rolls have in their
    reasons (all of these texts; none: its dice are in its events)."""

    event: Event
    details: tuple[Event, ...] = ()
    rolls: tuple[str, ...] = ()


Figures = Mapping[str, Mapping[str, float]]
"""Key figures of a view: by the name of the figure, the value of each side (a team or a seat)."""


def no_fights(_events: Sequence[Event]) -> Iterable[Fight]:
    """`fights` for games in which nobody fights."""
    return ()


def nobody(_why: str) -> str:
    """`roller` for games whose rolls belong to nobody."""
    return ""


def no_limits(_view: Any) -> Mapping[str, float]:
    """`limits` for games whose rules allow any amount of each figure."""
    return {}


def as_it_is(label: str) -> str:
    """`moment` for games whose steps are called by what they are to readers, too."""
    return label


def before_the_colon(label: str) -> str:
    """`stretch`, or `moment`, for games whose steps are called like “Round 8: Ana to move”: “Round 8”."""
    return label.partition(":")[0]


AHEAD, HAS = "Who was ahead", "What each side had"
"""What the lead is called: the distance to winning by the rules, or only what the sides have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storyteller:
    """What a game says about its stories.

    `figures(view)`: the key figures of a position by name and side, the most telling one first; without those that say
    nothing there, like the health of what is not on the board yet.
    `lead(view)`: how well each side stands, as numbers from 0 that can be compared.
    `limits(view)`: by figure, the most that the rules allow of it; first the figure that decides now.
    `deeds(events, before, after)`: what the events of a step count for whom, with the views around it.
    `fights(events)`: the fights among them.
    `tell(events, before, after, seats)`: what people tell of a step, in its order, with the views around it.
    `roller(why)`: the seat whose roll has this reason, "" if nobody's.
    `moment(label)`: what the step of this label is called by those who look back at it.
    `stretch(label)`: the round or turn of all players in which a step is. Who is ahead is compared at their ends.
    *statistics*: the columns of the table of players. *ahead*: what the lead is called, `AHEAD` or `HAS`.
    *score*: the figure that is the score to players; "" for the first one.
    *passing*: the kinds of events that are not worth a turn of their own: a step of nothing else is told with the next.
    *clearing*: the kinds of events after which the board shows something else, as the next game.
    """

    figures: Callable[[Any], Figures]
    lead: Callable[[Any], Mapping[str, float]]
    deeds: Callable[[Sequence[Event], Any, Any], Iterable[Deed]]
    statistics: tuple[Statistic, ...]
    tell: Callable[[Sequence[Event], Any, Any, Mapping[str, Seat]], Iterable[Telling]]
    fights: Callable[[Sequence[Event]], Iterable[Fight]] = no_fights
    limits: Callable[[Any], Mapping[str, float]] = no_limits
    roller: Callable[[str], str] = nobody
    moment: Callable[[str], str] = as_it_is
    stretch: Callable[[str], str] = before_the_colon
    ahead: str = AHEAD
    score: str = ""
    passing: frozenset[str] = frozenset()
    clearing: frozenset[str] = frozenset()
