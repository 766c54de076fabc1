"""Results of matches that never were, for tests of seasons."""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.adapters.season.results import MatchResult, Player


def player(name: str, side: str, counts: Mapping[str, float] | None = None, account: str | None = None) -> Player:
    return Player(name=name, account=account, side=side, won=False, counts=dict(counts or {}))


def result(number: int, won: str, *players: Player, game: str = "GvG", turns: int = 10) -> MatchResult:
    """Match *number*, which the side *won* ("" for none) won, an hour after the one before."""
    return MatchResult(
        id=f"match {number}",
        match=f"m{number}",
        title=f"Match {number}",
        game=game,
        ended=3600.0 * number,
        turns=turns,
        drawn=not won,
        outcome="",
        players=tuple(each.but(won=each.side == won) for each in players),
    )


def duel(number: int, won: str, one: str = "Ana", other: str = "Ben", game: str = "GvG") -> MatchResult:
    return result(number, won, player(one, "blue"), player(other, "red"), game=game)
