"""The table of players: what counts for each of them, the luck of their rolls, and who is best at what."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sheets_gm.gm.story.model import Award, PlayerRow
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Deed, Statistic, Storyteller

ENOUGH_ROLLS = 10
"""How many rolls somebody needs for their luck to be an award."""

MOST_SHARING = 3
"""The most people who share an award; where more are equally good, there is none."""


@dataclass
class Table:
    """What counts, added up step by step."""

    teller: Storyteller
    values: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    shown: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    expected: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    rolls: Counter[str] = field(default_factory=Counter)

    def add(self, deeds: Iterable[Deed]) -> None:
        """Count *deeds*."""
        largest = {each.name for each in self.teller.statistics if each.largest}
        for deed in deeds:
            before = self.values[deed.who].get(deed.what, 0)
            self.values[deed.who][deed.what] = (
                max(before, deed.amount) if deed.what in largest else before + deed.amount
            )

    def add_rolls(self, rolls: Iterable[Roll]) -> None:
        """Count *rolls*, which the audience may see."""
        for roll in rolls:
            who = self.teller.roller(roll.why)
            if who:
                self.rolls[who] += 1
                self.shown[who] += roll.value
                self.expected[who] += (roll.sides + 1) / 2

    def players(self, seats: Mapping[str, Seat], sides: Mapping[str, str]) -> tuple[PlayerRow, ...]:
        """A row for each player, and one for each side for which something counts as a whole."""
        own = [
            PlayerRow(seat.player, _team(seat, seats), self.values.get(seat.id, {}), *self._luck(seat.id))
            for seat in seats.values()
            if not seat.neutral and (seat.id in self.values or not self._by_side(seats))
        ]
        whole = [
            PlayerRow(sides.get(side, side.capitalize()), "", self.values[side], *self._luck(side))
            for side in self._by_side(seats)
        ]
        return (*own, *whole)

    def _by_side(self, seats: Mapping[str, Seat]) -> list[str]:
        teams = dict.fromkeys(seat.team for seat in seats.values() if not seat.neutral)
        return [team for team in teams if team in self.values and team not in seats]

    def _luck(self, who: str) -> tuple[int, float | None]:
        return self.rolls[who], self.shown[who] / self.expected[who] if self.expected[who] else None


def _team(seat: Seat, seats: Mapping[str, Seat]) -> str:
    """The team of *seat*, "" where everybody plays alone."""
    return seat.team.capitalize() if sum(each.team == seat.team for each in seats.values()) > 1 else ""


def awards(statistics: Sequence[Statistic], rows: Sequence[PlayerRow]) -> tuple[Award, ...]:
    """Who is best at what; nobody where nothing counts, and where too many are equally good."""
    found: list[Award] = []
    for each in statistics:
        most = max((row.values.get(each.name, 0) for row in rows), default=0)
        best = [row.who for row in rows if row.values.get(each.name, 0) == most]
        if each.award and most and len(best) <= min(MOST_SHARING, max(1, len(rows) - 1)):
            found.append(Award(each.award, listed(best), _reason(each, most)))
    lucky = [row for row in rows if row.rolls >= ENOUGH_ROLLS and row.luck is not None]
    if len(lucky) > 1:
        best_row = max(lucky, key=lambda row: row.luck or 0)
        percent = round(100 * ((best_row.luck or 1) - 1))
        if percent > 0:
            found.append(Award("Luckiest", best_row.who, f"{best_row.rolls} rolls, {percent}% above expectation"))
    return tuple(found)


def _reason(statistic: Statistic, most: float) -> str:
    return f"{most:g} {(statistic.one or statistic.many) if most == 1 else statistic.many}"
