"""One match of an arena: who sits where, and who wins how.

Two matches in a row are the same except for the sides. Where each side is one player, every such pair has other
traits (factions).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel

from sheets_gm.adapters.arena.contestants import bot_of
from sheets_gm.adapters.arena.watched import Failed, Thought, Watched
from sheets_gm.games.contract import Game, Place
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import play_out, seats_for
from sheets_gm.games.random_play import first_bot
from sheets_gm.kernel.outcome import GM, Result
from sheets_gm.kernel.seats import Seat

LONGEST = 3000
"""Steps after which a match that has not ended counts as drawn."""


class Pairing(NamedTuple):
    """Match *number* of a game between two contestants. *patience*: seconds of CPU that a choice may take."""

    game: str
    settings: BaseModel
    players: int | None
    contestants: tuple[str, str]
    seed: int
    number: int
    patience: float


class Played(NamedTuple):
    """A match: which contestant won (0 or 1; None: neither), how it ended, and how long both thought."""

    winner: int | None
    how: str
    thoughts: tuple[Thought, ...]


def play(pairing: Pairing) -> Played:
    """Play a match. A contestant that fails or is too slow has lost it."""
    rules: Game[Any, Any] = game(pairing.game)
    seats = _seated(rules, pairing.settings, seats_for(rules, pairing.settings, pairing.players), pairing.number // 2)
    sides = _sides(seats, pairing.number)
    watched = [Watched(at, bot_of(pairing.game, name), pairing.patience) for at, name in enumerate(pairing.contestants)]
    bots = dict.fromkeys((GM, *(seat.id for seat in seats if seat.neutral)), first_bot(rules))
    bots |= {who: watched[at] for at, side in enumerate(sides) for who in side}
    try:
        *_, last = play_out(rules, pairing.settings, seats, bots, _seed(pairing), LONGEST)
        winner, how = _ended(rules.result(last.state), sides)
    except Failed as failed:
        winner, how = 1 - failed.contestant, failed.why
    return Played(winner, how, tuple(each.thought for each in watched))


def _ended(result: Result | None, sides: Sequence[set[str]]) -> tuple[int | None, str]:
    if result is None:
        return None, f"not over after {LONGEST} steps"
    return next((at for at, side in enumerate(sides) if side & set(result.winners)), None), result.reason


def _seated(rules: Game[Any, Any], settings: BaseModel, seats: Sequence[Seat], pair: int) -> Sequence[Seat]:
    """*seats*; where each side is one player, with the first trait of both (a faction) as it is *pair*'s turn."""
    places = rules.places(settings)
    if not len(places) == len(seats) == len({seat.team for seat in seats}) == 2:
        return seats
    plain = [
        seat.but(traits={name: choices[0] for name, choices in place.traits.items()})
        for seat, place in zip(seats, places, strict=True)
    ]
    return with_traits(places, plain, pair)


def with_traits(places: Sequence[Place], seats: Sequence[Seat], number: int) -> tuple[Seat, ...]:
    """*seats* with the first trait of each chosen for match *number*: with the numbers every combination comes up."""
    made = []
    for place, seat in zip(places, seats, strict=True):
        traits = dict(seat.traits)
        for name, choices in list(place.traits.items())[:1]:
            every = sorted(choices)
            number, which = divmod(number, len(every))
            traits[name] = every[which]
        made.append(seat.but(traits=traits))
    return tuple(made)


def _sides(seats: Sequence[Seat], number: int) -> tuple[set[str], set[str]]:
    """The seats and teams of the first contestant, every second team, and those of the other one."""
    teams = list(dict.fromkeys(seat.team for seat in seats if not seat.neutral))
    sides = set[str](), set[str]()
    for seat in seats:
        if not seat.neutral:
            sides[(teams.index(seat.team) + number) % 2].update((seat.id, seat.team))
    return sides


def _seed(pairing: Pairing) -> bytes:
    """The seed of a pair of matches that differ only in the sides."""
    return hashlib.sha256(f"arena {pairing.seed} {pairing.number // 2}".encode()).digest()
