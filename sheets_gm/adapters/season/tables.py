"""The tables of a season, which the page, the spreadsheet and the CSV files share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheets_gm.adapters.season.standings import Season, Standing
from sheets_gm.adapters.season.table import SeasonTable, Value
from sheets_gm.gm.match_record.deadlines import date_and_time

_COUNTS = ("Matches", "Won", "Drawn", "Lost", "Points", "Rating", "±")

_RATING = (
    "A match that was won is a point, one that nobody won half a point. Ratings begin with 1500; ± is their "
    "uncertainty, which shrinks with each match."
)


def tables_of(season: Season, zone: str) -> tuple[SeasonTable, ...]:
    """Return all tables of *season*, including empty ones, with times in *zone*."""
    return (
        SeasonTable("standings", "Standings", _RATING, ("Player", *_COUNTS), tuple(_standings(season.standings))),
        _players(season),
        SeasonTable(
            "records",
            "Records",
            "The most in one match. Of equal ones the first counts.",
            ("Game", "Record", "Player", "Value", "Match"),
            tuple(
                (each.game or "All", each.what, each.who, _number(each.value), each.match) for each in season.records
            ),
            by_game=True,
        ),
        SeasonTable(
            "head-to-head",
            "Head to head",
            "Those who played on different sides. Neither: nobody won, or a third side did.",
            ("Player", "Against", "Matches", "Won", "Lost", "Neither"),
            tuple((each.one, each.other, each.played, each.won, each.lost, each.drawn) for each in season.pairs),
        ),
        SeasonTable(
            "matches",
            "Matches",
            "Newest first.",
            ("Match", "Game", "Ended", "Turns", "Won", "Others", "Played so"),
            tuple(_matches(season, zone)),
        ),
    )


def _standings(standings: Sequence[Standing]) -> Iterator[Sequence[Value]]:
    for each in standings:
        tally = each.tally
        yield (each.name, tally.played, tally.won, tally.drawn, tally.lost, _number(tally.points), *each.rating)


def _players(season: Season) -> SeasonTable:
    """Return a row for each player and game, with the statistics of that game."""
    counts = dict.fromkeys(what for each in season.players for what in each.tally.counts)
    rows = tuple(
        (each.game, *row, *(_number(each.tally.counts[what]) if what in each.tally.counts else None for what in counts))
        for each, row in zip(season.players, _standings(season.players), strict=True)
    )
    about = "Each player in each game, with sums over their matches."
    return SeasonTable("players", "Players by game", about, ("Game", "Player", *_COUNTS, *counts), rows, by_game=True)


def _matches(season: Season, zone: str) -> Iterator[Sequence[Value]]:
    for result in reversed(season.matches):
        won, others = season.who_played[result.id]
        ended, notes = date_and_time(result.ended, zone), " ".join(result.notes)
        yield (result.title, result.game, ended, result.turns, "nobody" if result.drawn else won, others, notes)


def _number(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)
