"""What a game contributes to the story of a match: who is ahead, what counts, who did it, and how much it matters.

It is computed only from what the audience may see: its views, and the events that it knows. So a story never reveals
more than the tabs of the audience.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sheets_gm.kernel.defaults import no_entries, no_text, no_values, unchanged
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat


class Deed(NamedTuple):
    """An achievement of a seat or a side. *what* is the name of a `Statistic`, *by* the unit that achieved it."""

    who: str
    what: str
    amount: float = 1
    by: str = ""


class Telling(NamedTuple):
    """A highlight of a step, as a sentence without a full stop: who did what to whom.

    *size* is how much it changed the match, in hundredths of what wins the match. *by* are those who did it, *whom*
    those who lose by it; both are names that people know: players, armies, units. *side* is the team or seat that
    gains. *decides*: it decides a match, a game or the fate of a player, so it is never left out; *brief* is a shorter
    text for turns that decide much. *at* is its place on the board, after the name of the board if there are several:
    “Dominaria 5D”. *parts* are how much each of *by* did; empty if they did the same.
    """

    text: str
    size: float
    by: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    side: str = ""
    decides: bool = False
    brief: str = ""
    at: str = ""
    parts: tuple[float, ...] = ()

    @property
    def parts_of_all(self) -> tuple[tuple[str, float], ...]:
        """Return who did how much of it, as parts of 1."""
        parts = self.parts or (1.0,) * len(self.by)
        return tuple((who, part / sum(parts)) for who, part in zip(self.by, parts, strict=True))


class Statistic(NamedTuple):
    """A column of the table of players. Its value is the sum of the deeds, or the largest deed if *largest*.

    *award* is the title of the player with the most, "" for none. *many* follows the number: “14 knocked down”. *one*
    follows the number 1, if it is another word.
    """

    name: str
    award: str = ""
    many: str = ""
    one: str = ""
    largest: bool = False


class Fight(NamedTuple):
    """A fight: the event that says how it ended, and *details* that belong below it.

    *rolls* are texts: a roll belongs to the fight if its reason contains all of them. Empty if the events hold the
    dice.
    """

    event: Event
    details: tuple[Event, ...] = ()
    rolls: tuple[str, ...] = ()


Figures = Mapping[str, Mapping[str, float]]
"""Key figures of a view: by the name of the figure, the value of each side (a team or a seat)."""


def before_the_colon(label: str) -> str:
    """`stretch` or `moment` for games with labels like “Round 8: Ana to move”. It returns “Round 8”."""
    return label.partition(":")[0]


AHEAD, HAS = "Who was ahead", "What each side had"
"""Titles of the lead: for the distance to winning by the rules, and for what the sides have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storyteller:
    """What a game contributes to its stories.

    `figures(view)`: the key figures of a position by name and side, the most important one first. Figures that mean
    nothing yet are left out, such as the health of a unit that is not on the board.
    `lead(view)`: how well each side stands, as numbers from 0 that can be compared.
    `limits(view)`: the maximum of each figure by the rules; the figure that decides now comes first.
    `deeds(events, before, after)`: the achievements in the events of a step. *before* and *after* are the views around
    it.
    `fights(events)`: the fights among the events.
    `tell(events, before, after, seats)`: the highlights of a step, in order.
    `roller(why)`: the seat whose roll has this reason, "" if it belongs to nobody.
    `moment(label)`: the name of a step for people who look back at it.
    `stretch(label)`: the round, or the turn of all players, that a step belongs to. The lead is compared at the end of
    each.
    `summary(side, statistics)`: for what a side that won got its score, in a sentence.
    `goal(view)`: how a match is won, in a sentence for strangers.
    *statistics*: the columns of the table of players. *ahead*: the words for the lead, `AHEAD` or `HAS`.
    *measure*: what the lead counts: “victory points”. If a figure has the same name, its values are told.
    *scores*: the figures that may be the score, the one that decides first comes first; empty for the first figure.
    *spent*: figures that players spend, or that are made of others. Turning points do not tell how they changed.
    *passing*: kinds of unimportant events. A step with no other events is told together with the next step.
    *clearing*: kinds of events after which the board shows less or something new: who fell is gone, the next game.
    """

    figures: Callable[[Any], Figures]
    lead: Callable[[Any], Mapping[str, float]]
    deeds: Callable[[Sequence[Event], Any, Any], Iterable[Deed]]
    statistics: tuple[Statistic, ...]
    tell: Callable[[Sequence[Event], Any, Any, Mapping[str, Seat]], Iterable[Telling]]
    fights: Callable[[Sequence[Event]], Iterable[Fight]] = no_values
    limits: Callable[[Any], Mapping[str, float]] = no_entries
    roller: Callable[[str], str] = no_text
    moment: Callable[[str], str] = unchanged
    stretch: Callable[[str], str] = before_the_colon
    summary: Callable[[str, Mapping[str, float]], str] = no_text
    goal: Callable[[Any], str] = no_text
    ahead: str = AHEAD
    measure: str = ""
    scores: tuple[str, ...] = ()
    spent: frozenset[str] = frozenset()
    passing: frozenset[str] = frozenset()
    clearing: frozenset[str] = frozenset()
