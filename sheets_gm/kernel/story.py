"""What a game says about its matches as stories: who is ahead, what counts, who did it, and how much it matters.

All of it follows from what somebody may see: views of that audience, and the events that it knows. So a story never
tells more than its tabs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sheets_gm.kernel.outcome import Event


class Deed(NamedTuple):
    """Something that counts for a seat or a side: *what* is the name of a `Statistic`."""

    who: str
    what: str
    amount: float = 1


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Storyteller:
    """What a game says about its stories.

    `figures(view)`: the key figures of a position by name and side, the most telling one first; without those that say
    nothing there, like the health of what is not on the board yet.
    `lead(view)`: how well each side stands, as numbers from 0 that can be compared.
    `deeds(events, before, after)`: what the events of a step count for whom, with the views around it.
    `fights(events)`: the fights among them.
    `weight(event)`: how much an event matters in the story of a match, from 0 (not at all) to 10.
    `roller(why)`: the seat whose roll has this reason, "" if nobody's.
    *statistics*: the columns of the table of players.
    """

    figures: Callable[[Any], Figures]
    lead: Callable[[Any], Mapping[str, float]]
    deeds: Callable[[Sequence[Event], Any, Any], Iterable[Deed]]
    statistics: tuple[Statistic, ...]
    weight: Callable[[Event], float]
    fights: Callable[[Sequence[Event]], Iterable[Fight]] = no_fights
    roller: Callable[[str], str] = nobody
