"""Who is present between the turns, away for a time, gone for good, or represented by a deputy."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from sheets_gm.gm.match_record.part import HasParts, Part
from sheets_gm.gm.match_record.seats.hand_over import Deputy, Opening
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.seats import Seat, members_of, teams_of


class Absence(Model):
    """A time in which *seat* is away: from *start* up to but excluding *until*."""

    seat: str
    start: float
    until: float

    def lasts_at(self, now: float) -> bool:
        """Whether *seat* is away *now*."""
        return self.start <= now < self.until


class Absences(Part):
    """The *times* in which seats are away."""

    KEY = "absences"
    times: tuple[Absence, ...] = ()


class Excuses(Part):
    """*excused* are the seats and teams that the match does not wait for in the open step.

    *missed* counts the no-shows of each in a row, *extended* the extensions.
    """

    KEY = "excuses"
    excused: tuple[str, ...] = ()
    missed: dict[str, int] = {}
    extended: dict[str, int] = {}


def absences(record: HasParts) -> tuple[Absence, ...]:
    """Return the times in which seats of a match are away."""
    return Absences.of(record).times


@dataclass(frozen=True, slots=True)
class Presence:
    """Which of the *people* of a match are present, according to its record.

    *conceded* are the teams that have conceded, *excused* the seats and teams that the match does not wait for in the
    open step. *side_waits*: no turn is played while everybody of a side is away.
    """

    people: Sequence[Seat]
    absences: tuple[Absence, ...]
    deputies: tuple[Deputy, ...]
    openings: tuple[Opening, ...]
    excused: tuple[str, ...]
    conceded: tuple[str, ...]
    side_waits: bool

    @property
    def gone(self) -> frozenset[str]:
        """The seats that their players have given up, and that nobody has taken."""
        return frozenset(each.seat for each in self.openings if each.gone)

    @property
    def deputized(self) -> frozenset[str]:
        """The owners of forms that a deputy may fill in: seats, and their teams."""
        seats = {each.seat for each in self.deputies}
        return frozenset(seats | {seat.team for seat in self.people if seat.id in seats})

    def absent_at(self, now: float) -> frozenset[str]:
        """Return the owners of forms whose players are away or have left. A team is absent when all its seats are."""
        return self._with_teams(self._absent(now))

    def away_at(self, now: float) -> frozenset[str]:
        """Return those who are absent and have no deputy. The match does not wait for them."""
        return self._with_teams(self._absent(now) - {each.seat for each in self.deputies})

    def left_at(self, now: float) -> tuple[Absence, ...]:
        """Return the absences that last at *now* or are still to come, which the sheets show."""
        return tuple(each for each in self.absences if now < each.until)

    def excused_at(self, now: float) -> frozenset[str]:
        """Return the owners of forms that the match does not wait for. A team is excused when all its seats are."""
        away = self._absent(now) - {each.seat for each in self.deputies}
        return self._with_teams({*self.excused, *away})

    def _absent(self, now: float) -> set[str]:
        return {each.seat for each in self.absences if each.lasts_at(now)} | self.gone

    def is_anybody_home(self, now: float) -> bool:
        """Return whether at least one active player is not away."""
        away = self.away_at(now)
        return not away or any(
            seat.id not in away for seat in self.people if not seat.neutral and seat.team not in self.conceded
        )

    def side_is_back(self, now: float) -> float | None:
        """Return when the first player is back of a side that is completely away, if the match waits for that side.

        None if there is no such side, or nobody of it comes back.
        """
        away = self.away_at(now) if self.side_waits else frozenset()
        ends: list[float] = []
        for side in sides_left(self.people, self.conceded) if away else ():
            side_seats = {seat.id for seat in members_of(side, self.people)} - self.gone
            if side in away and side_seats:
                ends.append(min(each.until for each in self.absences if each.seat in side_seats and each.lasts_at(now)))
        return max(ends, default=None)

    def _with_teams(self, seats: Set[str]) -> frozenset[str]:
        """Return *seats* and the teams whose seats are all among them."""
        people = self.people if seats else ()
        whole = {team for team in teams_of(people) if all(seat.id in seats for seat in members_of(team, people))}
        return frozenset(seats) | whole
