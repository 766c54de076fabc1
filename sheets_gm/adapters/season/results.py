"""The result of one match, as a season counts it."""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.story.audience import PUBLIC
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.model import Story
from sheets_gm.gm.story.past import Past
from sheets_gm.kernel.model import Model, digest
from sheets_gm.kernel.outcome import Result
from sheets_gm.kernel.seats import Seat


class NotCounted(Exception):
    """A match that a season does not count; the message says why, as the end of a sentence about the match."""


class Player(Model):
    """A player of a match: *name*, *account*, the *side* they played for, and whether it *won*.

    *counts* are their values in the statistics, by the names of these.
    """

    name: str
    account: str | None
    side: str
    won: bool
    counts: dict[str, float] = {}


class MatchResult(Model):
    """How a match ended. *id* is different for every match, and *ended* is the time of its last entry.

    *played* is a digest of what was done and what happened, by which copies under another name are found ("" if an
    earlier version counted the match). *drawn*: nobody won. *notes* say what was unusual about how it was played.
    """

    id: str
    match: str
    title: str
    game: str
    ended: float
    turns: int
    drawn: bool
    outcome: str
    players: tuple[Player, ...]
    notes: tuple[str, ...] = ()
    played: str = ""


def result_of(past: Past) -> MatchResult:
    """Return the result of *past*, from what everybody may know of it. Raises NotCounted if it has none."""
    record = past.record
    if record.charter.sandbox is not None:
        raise NotCounted("is a sandbox")
    story = build_story(past, PUBLIC)
    *_, last = past.timeline()
    result = record.result or past.game.result(past.codec.state(last.state))
    if result is None or record.status is not Status.OVER:
        raise NotCounted("is not over")
    people = [seat for seat in record.people if not seat.neutral]
    counts = {row.who: row.values for row in story.players}
    return MatchResult(
        id=record.charter.lock(),
        match=record.charter.match,
        title=story.title,
        game=story.game,
        ended=story.ended,
        turns=len(story.turns) - 1,
        drawn=not result.winners,
        outcome=story.result,
        players=tuple(_player(seat, result, counts) for seat in people),
        notes=_notes(story),
        played=_played(past),
    )


def _played(past: Past) -> str:
    """Return a digest of what was done in a match and what happened."""
    return digest([[each.kind, each.when, each.orders, each.act, list(each.events)] for each in past.entries()])


def _player(seat: Seat, result: Result, counts: Mapping[str, Mapping[str, float]]) -> Player:
    won = seat.team in result.winners or seat.id in result.winners
    player_counts = {name: float(value) for name, value in counts.get(seat.player, {}).items() if value}
    return Player(name=seat.player, account=seat.account, side=seat.team, won=won, counts=player_counts)


def _notes(story: Story) -> tuple[str, ...]:
    return story.notes
