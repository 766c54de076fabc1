"""The story of a match as a value, from which workbooks, pages and tables are drawn.

Sides, people and steps have the names that people know them by. Every row names the turn by its number, which counts
from 0, the start, and the entry of the journal that it follows from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from sheets_gm.kernel.report import Paragraph
from sheets_gm.kernel.story import AHEAD, Figures, Telling

MOST_SIDES = 4
"""The most sides whose key figures are in one line."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn: its label, its entries, the instant *when* it was played and *why*, who was *absent*.

    *text* says in a sentence what mattered, *tellings* are all that people tell of it, *paragraphs* say everything.
    *figures* are the key figures after it, *share* is how well each side stands then: parts that add up to 1. *stretch*
    is the round that it is a part of.
    """

    number: int
    label: str
    first: int
    entry: int
    when: float
    why: str
    absent: tuple[str, ...]
    text: str
    paragraphs: tuple[Paragraph, ...]
    figures: Figures
    share: Mapping[str, float]
    tellings: tuple[Telling, ...] = ()
    stretch: str = ""


class TurningPoint(NamedTuple):
    """A turn in which the match turned: what happened, in which *entry*, and how much of the lead moved (*swing*)."""

    turn: int
    label: str
    entry: int
    text: str
    swing: float


class OrderRow(NamedTuple):
    """A row that somebody filled in: as typed, as it was read, and its answer."""

    turn: int
    label: str
    entry: int
    who: str
    form: str
    typed: str
    read: str
    answer: str


class FightRow(NamedTuple):
    """A fight: what came of it and by which clause, with its details and its rolls in lines below.

    *rolls* are the places of its rolls among those of its entry that the audience may see, counted from 0; the last of
    the *details* tell them.
    """

    turn: int
    label: str
    entry: int
    text: str
    clause: str
    details: tuple[str, ...]
    rolls: tuple[int, ...] = ()


class PlayerRow(NamedTuple):
    """What counts for one player or side. *luck* is the average of their rolls as a share of the expected one, None
    without rolls."""

    who: str
    team: str
    values: Mapping[str, float]
    rolls: int = 0
    luck: float | None = None


class Award(NamedTuple):
    """A title, who has it, and why: “14 knocked down”."""

    title: str
    who: str
    reason: str

    @property
    def text(self) -> str:
        """Who has it, and why."""
        return self.reason if self.reason.startswith(self.who) else f"{self.who}: {self.reason}"


class Highlight(NamedTuple):
    """A sentence of the card of a match: what it is about, its *turn*, and what happened."""

    title: str
    turn: int
    text: str


class ActRow(NamedTuple):
    """Something that was done from outside the rules: by the game master, a judge or a player who claims."""

    turn: int
    entry: int
    when: float
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a match as an audience may know it. *result* says how it ended, "" while it goes on.

    *began* and *ended* are the instants of the first and the last entry, in the time *zone* of the match. *changed* are
    the settings that are not the usual ones. *sides* are the sides by id with their names, in the order of the figures.
    *undone* counts the entries that were taken back. *statistics* are the columns of the table of players. *course*
    says who led from when on, "" where that is not clear; *ahead* is what the lead is called. *card* are the sentences
    of the card at the top: the decisive turn, the last chance, the hero. *score* is the figure that counts most to
    players, with its name.
    """

    title: str
    game: str
    result: str
    over: bool
    began: float
    ended: float
    zone: str
    people: tuple[tuple[str, str, str], ...]
    changed: tuple[tuple[str, str], ...]
    sides: Mapping[str, str]
    turns: tuple[TurnRow, ...]
    points: tuple[TurningPoint, ...]
    statistics: tuple[str, ...]
    players: tuple[PlayerRow, ...]
    awards: tuple[Award, ...]
    acts: tuple[ActRow, ...]
    undone: int = 0
    course: str = ""
    ahead: str = AHEAD
    card: tuple[Highlight, ...] = ()
    score: tuple[str, Mapping[str, float]] = ("", MappingProxyType({}))
    notes: tuple[str, ...] = ()
    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def _last_value(self, name: str, side: str, value: float) -> float:
        """The last *value* of a figure, or the one before where the last turn has left *side* nothing at all; the first
        figure says that it has."""
        last = self.turns[-1].figures
        is_emptied = self.over and len(self.sides) == 2 and not any(each.get(side, 0) for each in last.values())
        if not is_emptied or len(self.turns) < 2 or name == next(iter(last)):
            return value
        return self.turns[-2].figures.get(name, {}).get(side, value)

    @property
    def standing(self) -> str:
        """How the sides stand after the last turn, in the key figures: “Gold: Ana 3, Ben 0”. Of many, the best ones.

        Of a side whose figures the end has emptied, they are those before it.
        """
        lists = []
        for name, after in self.turns[-1].figures.items():
            values = {side: self._last_value(name, side, value) for side, value in after.items()}
            best = list(values)
            if len(values) > MOST_SIDES:
                best = [side for side in sorted(values, key=lambda side: -values[side])[:MOST_SIDES] if values[side]]
            figures = [f"{self.sides.get(side, side)} {values[side]:g}" for side in best if any(values.values())]
            lists += [f"{name}: {', '.join(figures)}"] if figures else []
        return " · ".join(lists)
