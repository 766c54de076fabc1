"""The table of players: the statistics of each player, and the luck of their rolls."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sheets_gm.gm.story.model import PlayerRow
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Deed, Storyteller


@dataclass
class Table:
    """Statistics, added up step by step."""

    teller: Storyteller
    values: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    shown: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    expected: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    rolls: Counter[str] = field(default_factory=Counter)
    records: dict[str, tuple[float, tuple[Deed, ...]]] = field(default_factory=dict)

    def add(self, deeds: Iterable[Deed]) -> None:
        """Add *deeds* to the statistics."""
        largest = {each.name for each in self.teller.statistics if each.largest}
        for deed in deeds:
            if deed.what in largest:
                self._record(deed)
            before = self.values[deed.who].get(deed.what, 0)
            self.values[deed.who][deed.what] = (
                max(before, deed.amount) if deed.what in largest else before + deed.amount
            )

    def _record(self, deed: Deed) -> None:
        """Keep *deed* if it is the largest so far, or as large as the largest."""
        most, held = self.records.get(deed.what, (0.0, ()))
        if deed.amount > most:
            self.records[deed.what] = deed.amount, (deed,)
        elif deed.amount == most and (deed.who, deed.by) not in {(each.who, each.by) for each in held}:
            self.records[deed.what] = most, (*held, deed)

    def add_rolls(self, rolls: Iterable[Roll]) -> None:
        """Add *rolls* to the statistics. The audience must be allowed to see them."""
        for roll in rolls:
            who = self.teller.roller(roll.why)
            if who:
                self.rolls[who] += 1
                self.shown[who] += roll.value
                self.expected[who] += (roll.sides + 1) / 2

    def players(self, seats: Mapping[str, Seat], sides: Mapping[str, str]) -> tuple[PlayerRow, ...]:
        """Return a row for each player, and one for each side that has statistics as a whole."""
        player_rows = [
            PlayerRow(seat.player, _team(seat, seats), self.values.get(seat.id, {}), *self._luck(seat.id))
            for seat in seats.values()
            if not seat.neutral and (seat.id in self.values or not self._by_side(seats))
        ]
        whole = [
            PlayerRow(sides.get(side, side.capitalize()), "", self.values[side], *self._luck(side))
            for side in self._by_side(seats)
        ]
        return (*player_rows, *whole)

    def _by_side(self, seats: Mapping[str, Seat]) -> list[str]:
        teams = dict.fromkeys(seat.team for seat in seats.values() if not seat.neutral)
        return [team for team in teams if team in self.values and team not in seats]

    def _luck(self, who: str) -> tuple[int, float | None]:
        return self.rolls[who], self.shown[who] / self.expected[who] if self.expected[who] else None


def _team(seat: Seat, seats: Mapping[str, Seat]) -> str:
    """Return the team of *seat*, "" if it has no other seat."""
    return seat.team.capitalize() if sum(each.team == seat.team for each in seats.values()) > 1 else ""
