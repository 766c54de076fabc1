"""The story of a match as a value, from which workbooks, pages and tables are drawn.

Sides, people and steps have the names that people know. Every row names its turn by number, counted from 0 for the
start, and its entry in the journal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.kernel.english import with_commas
from sheets_gm.kernel.report import Paragraph
from sheets_gm.kernel.story import AHEAD, Figures, Telling

MOST_SIDES = 4
"""The most sides whose key figures are in one line."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn: its label, its entries, *when* and *why* it was played, and who was *absent*.

    *text* is a sentence about the most important events, *tellings* are all highlights, *paragraphs* tell everything.
    *figures* are the key figures after the turn, *share* is how well each side then stands, as parts of 1. *stretch* is
    the round that it belongs to.
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
    """A turn in which the match turned: what happened, in which *entry*, and how much of the lead changed (*swing*).

    *standing* is the end of the text that says who leads now.
    """

    turn: int
    label: str
    entry: int
    text: str
    swing: float
    standing: str = ""


class OrderRow(NamedTuple):
    """A row that somebody filled in: as typed, as read, and its answer."""

    turn: int
    label: str
    entry: int
    who: str
    form: str
    typed: str
    read: str
    answer: str


class FightRow(NamedTuple):
    """A fight: its result with the clause, and lines with its details and its rolls.

    *rolls* are the positions of its rolls among those of its entry that the audience may see, counted from 0. The last
    of the *details* describe them.
    """

    turn: int
    label: str
    entry: int
    text: str
    clause: str
    details: tuple[str, ...]
    rolls: tuple[int, ...] = ()


class PlayerRow(NamedTuple):
    """The statistics of one player or side.

    *luck* is the average roll divided by the expected one; None without rolls.
    """

    who: str
    team: str
    values: Mapping[str, float]
    rolls: int = 0
    luck: float | None = None


MOST_LINES = 6
"""The most lines in the chart of the lead."""

LUCK = "Luck"
"""The heading of how far the rolls of a player are above the expected ones, as a share of these."""


class Award(NamedTuple):
    """A title, who has it, and why: “14 knocked down”."""

    title: str
    who: str
    reason: str

    @property
    def text(self) -> str:
        """The winner and the reason."""
        return self.reason if self.reason.startswith(self.who) else f"{self.who}: {self.reason}"


class Highlight(NamedTuple):
    """A sentence on the card of a match: its subject, its *turn*, and what happened."""

    title: str
    turn: int
    text: str


class ActRow(NamedTuple):
    """An action from outside the rules: by the game master, a judge or a player who makes a claim."""

    turn: int
    entry: int
    when: float
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a match as an audience may know it. *result* says how it ended, "" while it continues.

    *began* and *ended* are the times of the first and the last entry, *zone* is the time zone of the match. *changed*
    are the settings that are not the defaults. *sides* maps the ids of the sides to their names, in the order of the
    figures. *undone* counts the entries that were undone. *statistics* are the columns of the table of players.
    *course* says who led at which time, "" if that is not clear; *ahead* is the word for the lead. *goal* says how to
    win, *others* who played against the winners. *card* are the sentences at the top: the decisive turn, the last
    chance, the hero. *score* is the most important figure for players, with its name.
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
    goal: str = ""
    others: str = ""
    ahead: str = AHEAD
    card: tuple[Highlight, ...] = ()
    score: tuple[str, Mapping[str, float]] = ("", MappingProxyType({}))
    notes: tuple[str, ...] = ()
    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def opening(self) -> Highlight:
        """Return what is shown first: the decisive turn, or the last turn while the match continues."""
        last = Highlight("", self.turns[-1].number, self.turns[-1].text)
        return self.card[0] if self.over and self.card else last

    @property
    def players_table(self) -> tuple[list[str], list[list[str | float | None]]]:
        """Return the headings and the rows of the table of players, with teams and rolls if anybody has them."""
        teams, rolls = any(row.team for row in self.players), any(row.rolls for row in self.players)
        headings = ["Player", *(["Team"] * teams), *self.statistics, *(["Rolls", LUCK] * rolls)]
        rows: list[list[str | float | None]] = []
        for row in self.players:
            luck = None if row.luck is None else row.luck - 1
            values = (row.values.get(name, 0) for name in self.statistics)
            rows.append([row.who, *([row.team] * teams), *values, *([row.rolls, luck] * rolls)])
        return headings, rows

    @property
    def charted_sides(self) -> tuple[str, ...]:
        """Return the sides in the chart of the lead, those that came nearest to the victory first."""
        best = {side: max(turn.share.get(side, 0) for turn in self.turns) for side in self.sides}
        return tuple(sorted(self.sides, key=lambda side: -best[side])[:MOST_LINES])

    @property
    def charted_statistic(self) -> str | None:
        """Return the first statistic of which a single player has the most and an award for it."""
        return next((name for name in self.statistics if self._has_award(name)), None)

    def _has_award(self, name: str) -> bool:
        most = max((row.values.get(name, 0) for row in self.players), default=0)
        best = [row.who for row in self.players if most and row.values.get(name, 0) == most]
        return any(best == [award.who] and award.reason.startswith(f"{most:g} ") for award in self.awards)

    @property
    def acts_table(self) -> list[tuple[str, str, str, str]]:
        """Return the actions from outside the rules: the turn, who acted, what was done, and when."""
        return [
            (self.turns[each.turn].label, each.kind, each.text, clock_face(each.when, self.zone)) for each in self.acts
        ]

    def _last_value(self, name: str, side: str, value: float) -> float:
        """Return the last *value* of a figure of *side*.

        If the end has removed everything of a side, it is the value of the turn before, except for the first figure.
        """
        last = self.turns[-1].figures
        is_emptied = self.over and len(self.sides) == 2 and not any(each.get(side, 0) for each in last.values())
        if not is_emptied or len(self.turns) < 2 or name == next(iter(last)):
            return value
        return self.turns[-2].figures.get(name, {}).get(side, value)

    @property
    def standing(self) -> str:
        """Describe how the sides stand after the last turn, by the key figures: “Gold: Ana 3, Ben 0”.

        If there are many sides, it names only the best. If the end has removed everything of a side, the figures before
        count.
        """
        return self.standing_after(self.turns[-1])

    def standing_after(self, row: TurnRow) -> str:
        """Describe how the sides stand after the turn of *row*, in the same way."""
        lists = []
        for name, after in row.figures.items():
            values = after
            if row is self.turns[-1]:
                values = {side: self._last_value(name, side, value) for side, value in after.items()}
            best = list(values)
            if len(values) > MOST_SIDES:
                best = [side for side in sorted(values, key=lambda side: -values[side])[:MOST_SIDES] if values[side]]
            figures = [
                f"{self.sides.get(side, side)} {with_commas(values[side])}" for side in best if any(values.values())
            ]
            lists += [f"{name}: {', '.join(figures)}"] if figures else []
        return " · ".join(lists)
