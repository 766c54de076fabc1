"""What the games of a match tell about balance: sides, turn order, regions, Leaders, and the sides by map and mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheets_gm.games.win_or_die.data.settings import maps
from sheets_gm.games.win_or_die.data.words import other
from sheets_gm.games.win_or_die.position.events import GameEnded
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.kernel.match.recorder import Step
from tests.balance import Sat

MODES = ("advanced", "core", "first")


def settings(number: int) -> tuple[str, ...]:
    """The settings of match *number*: every map in every mode, in turn."""
    turn, place = divmod(number, len(maps()))
    return f"map={maps()[place]}", f"mode={MODES[turn % len(MODES)]}"


def played(steps: Sequence[Step[Match]]) -> Iterator[tuple[tuple[Sat, ...], tuple[Sat, ...]]]:
    """What the winner and the loser of each game had."""
    before = steps[0].state
    for step in steps[1:]:
        for event in step.events:
            if isinstance(event, GameEnded):
                yield tuple(_had(before, event.winner)), tuple(_had(before, other(event.winner)))
        before = step.state


def _had(match: Match, seat: str) -> Iterator[Sat]:
    player, rules = match.player(seat), match.settings
    yield "seat", seat
    yield "turn", "first" if seat == match.first else "second"
    yield f"{match.board.name}, {rules.mode}", seat
    cards = [match.known.cards[card] for card in player.raised]
    # the First Game gives the sides their regions, so it tells nothing about them
    if rules.mode != "first":
        yield "region", player.region
        yield from (("leader", card.name) for card in cards if card.leader)
