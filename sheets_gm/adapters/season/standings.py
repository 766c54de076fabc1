"""Makes a season from the results of its matches: standings with ratings, players by game, pairs, records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from sheets_gm.adapters.season.people import PeopleMap, names_of
from sheets_gm.adapters.season.ratings import Rating, Ratings
from sheets_gm.adapters.season.results import MatchResult

STREAK = 2
"""The least number of wins in a row that is a record."""


@dataclass
class Tally:
    """The results of one person in all matches or in those of one game. *counts* are sums over these matches."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    last: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def lost(self) -> int:
        """The number of matches that others won."""
        return self.played - self.won - self.drawn

    @property
    def points(self) -> float:
        """One point for each match won, and half a point for each that nobody won."""
        return self.won + self.drawn / 2

    def add(self, result: MatchResult, counts: Mapping[str, float], *, won: bool) -> None:
        """Count a match, which the person has *won* or not."""
        self.played += 1
        self.won += won
        self.drawn += result.drawn
        self.last = max(self.last, result.ended)
        self.counts.update(counts)


class Standing(NamedTuple):
    """The results and the *rating* of one person in a *game*, or in all games ("")."""

    name: str
    game: str
    tally: Tally
    rating: Rating


class Pair(NamedTuple):
    """Two people who played against each other: how often, and how many of these matches each of them won."""

    one: str
    other: str
    played: int
    won: int
    lost: int

    @property
    def drawn(self) -> int:
        """The number of matches that neither won: nobody did, or a third side."""
        return self.played - self.won - self.lost


class Best(NamedTuple):
    """A record: *what* was the most in which *game*, *who* holds it with which *value*, and from which *match*."""

    game: str
    what: str
    who: str
    value: float
    match: str


@dataclass(frozen=True, slots=True)
class Season:
    """All that is shown of a season.

    *players* are the standings by game. *left_out* is the number of people who asked to be left out.
    """

    matches: tuple[MatchResult, ...]
    people: Mapping[str, str]
    standings: tuple[Standing, ...]
    players: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    records: tuple[Best, ...]
    who_played: Mapping[str, tuple[str, str]]
    left_out: int = 0


class Seat(NamedTuple):
    """A person in a match: their key, the side they played for, whether it won, and their statistics."""

    key: str
    side: str
    won: bool
    counts: Mapping[str, float]


def season_of(results: Iterable[MatchResult], people: PeopleMap) -> Season:
    """Return the season of *results*. A match counts once, however often it is given.

    People who are left out still count as opponents, so that the ratings of the others are right, but are not named.
    """
    matches = sorted({each.id: each for each in results}.values(), key=lambda each: (each.ended, each.id))
    out = _out(matches, people)
    names = names_of(matches, people, out)
    ratings = Ratings()
    whole: dict[str, Tally] = defaultdict(Tally)
    by_game: dict[tuple[str, str], Tally] = defaultdict(Tally)
    met: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for result in matches:
        seats = _seats(result, people)
        ratings.add(result.game, seats, drawn=result.drawn)
        for seat in seats:
            if seat.key not in out:
                whole[seat.key].add(result, seat.counts, won=seat.won)
                by_game[seat.key, result.game].add(result, seat.counts, won=seat.won)
        _meet(met, [seat for seat in seats if seat.key not in out], drawn=result.drawn)
    standings = (Standing(names[key], "", tally, ratings.of(key)) for key, tally in whole.items())
    players = (Standing(names[key], game, tally, ratings.of(key, game)) for (key, game), tally in by_game.items())
    pairs = (Pair(names[one], names[other], *counted) for (one, other), counted in met.items())
    return Season(
        matches=tuple(matches),
        people=names,
        standings=tuple(sorted(standings, key=_place)),
        players=tuple(sorted(players, key=lambda each: (each.game, _place(each)))),
        pairs=tuple(sorted(pairs, key=lambda each: (-each.played, each.one.casefold(), each.other.casefold()))),
        records=tuple(_records(matches, people, names, out)),
        who_played={result.id: _sides(result, people, names, out) for result in matches},
        left_out=len(out),
    )


def _out(matches: Sequence[MatchResult], people: PeopleMap) -> frozenset[str]:
    """Return the keys of people who are left out."""
    return frozenset(people.key(player) for result in matches for player in result.players if people.is_out(player))


def _seats(result: MatchResult, people: PeopleMap) -> list[Seat]:
    """Return the people of a match, each once for a side. The statistics of their seats on it are added."""
    seats: dict[tuple[str, str], Seat] = {}
    for player in result.players:
        key = people.key(player)
        before = seats.get((key, player.side))
        counts = Counter(before.counts if before else {})
        counts.update(player.counts)
        seats[key, player.side] = Seat(key, player.side, player.won, counts)
    several = Counter(key for key, _ in seats)
    # whoever plays for both sides wins and loses at once, which says nothing about them
    return [seat for (key, _), seat in seats.items() if several[key] == 1]


def _meet(met: dict[tuple[str, str], list[int]], seats: Sequence[Seat], *, drawn: bool) -> None:
    """Count in *met* who played against whom."""
    for one, other in combinations(sorted(seats, key=lambda seat: seat.key), 2):
        if one.side != other.side:
            counted = met[one.key, other.key]
            counted[0] += 1
            counted[1] += one.won and not other.won and not drawn
            counted[2] += other.won and not one.won and not drawn


def _place(standing: Standing) -> tuple[float, float, str]:
    tally = standing.tally
    return (-tally.points, -tally.points / tally.played, standing.name.casefold())


def _records(
    matches: Sequence[MatchResult], people: PeopleMap, names: Mapping[str, str], out: frozenset[str]
) -> Iterable[Best]:
    """Return the records: the most of each statistic in a match of each game, extreme lengths, and the best streak."""
    best: dict[tuple[str, str], Best] = {}
    for result in matches:
        for seat in _seats(result, people):
            for what, value in seat.counts.items() if seat.key not in out else ():
                record = best.get((result.game, what))
                if record is None or value > record.value:
                    best[result.game, what] = Best(result.game, what, names[seat.key], value, result.title)
        for what, longer in (("Longest match in turns", True), ("Shortest match in turns", False)):
            record = best.get((result.game, what))
            if record is None or (result.turns != record.value and (result.turns > record.value) is longer):
                best[result.game, what] = Best(result.game, what, "", result.turns, result.title)
    yield from sorted(best.values(), key=lambda each: (each.game, not each.who, each.what))
    if (streak := _streak(matches, people, out)) is not None:
        key, length, title = streak
        yield Best("", "Most wins in a row", names[key], length, title)


def _streak(matches: Sequence[MatchResult], people: PeopleMap, out: frozenset[str]) -> tuple[str, int, str] | None:
    """Return who won the most matches in a row, how many, and the last of them."""
    running: Counter[str] = Counter()
    best: tuple[str, int, str] | None = None
    for result in matches:
        for seat in _seats(result, people):
            running[seat.key] = running[seat.key] + 1 if seat.won else 0
            length = running[seat.key]
            if seat.key not in out and length >= STREAK and (best is None or length > best[1]):
                best = (seat.key, length, result.title)
    return best


def _sides(result: MatchResult, people: PeopleMap, names: Mapping[str, str], out: frozenset[str]) -> tuple[str, str]:
    """Return who won a match and who else played it, without people who are left out."""
    sides: dict[bool, list[str]] = {True: [], False: []}
    for player in result.players:
        key = people.key(player)
        if key not in out and names[key] not in sides[player.won]:
            sides[player.won].append(names[key])
    return ", ".join(sides[True]), ", ".join(sides[False])
