"""Ratings with their uncertainty, by the Plackett-Luce model of openskill: for each game, and over all of them.

They are shown on the scale that players of chess know: everybody begins with 1500, and the uncertainty is two standard
deviations, so, if the model is right, the true strength is within it in 19 of 20 cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from openskill.models import PlackettLuce

MIDDLE, STEP = 1500, 40
"""The rating of a beginner, and the worth of one point of the model."""

ALL = ""
"""The ratings over all games."""


class Rated(Protocol):
    """A seat of a match, as ratings need it."""

    @property
    def key(self) -> str: ...

    @property
    def side(self) -> str: ...

    @property
    def won(self) -> bool: ...


class Rating(NamedTuple):
    """A rating and its uncertainty."""

    value: int
    give_or_take: int


class Ratings:
    """The ratings of all players, match by match."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._known: dict[tuple[str, str], Any] = {}

    def add(self, game: str, seats: Iterable[Rated], *, drawn: bool) -> None:
        """Count a match of *game*. A match with fewer than two sides changes nothing."""
        sides: dict[str, list[Rated]] = {}
        for seat in seats:
            sides.setdefault(seat.side, []).append(seat)
        if len(sides) > 1:
            self._rate(game, list(sides.values()), drawn=drawn)
            self._rate(ALL, list(sides.values()), drawn=drawn)

    def of(self, key: str, game: str = ALL) -> Rating:
        """Return the rating of a person in a game, or over all games."""
        rating = self._rating(key, game)
        return Rating(round(MIDDLE + STEP * (rating.mu - self._model.mu)), round(2 * STEP * rating.sigma))

    def _rating(self, key: str, game: str) -> Any:
        return self._known.get((game, key)) or self._model.rating()

    def _rate(self, game: str, sides: Sequence[Sequence[Rated]], *, drawn: bool) -> None:
        teams = [[self._rating(seat.key, game) for seat in side] for side in sides]
        ranks = [1.0 if drawn or any(seat.won for seat in side) else 2.0 for side in sides]
        for side, rated in zip(sides, self._model.rate(teams, ranks=ranks), strict=True):
            self._known.update({(game, seat.key): rating for seat, rating in zip(side, rated, strict=True)})
