"""One match of an arena: which contestant plays which seats, and which of them wins.

Matches come in pairs: the two matches of a pair have the same dice, and the contestants change sides. Where each side
is one player, each pair has different traits (factions).
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
    """What one match needs: the game, its two contestants, and which match of their series it is (*number*).

    *patience* is the CPU time in seconds that a bot may take for one choice.
    """

    game: str
    settings: BaseModel
    players: int | None
    contestants: tuple[str, str]
    seed: int
    number: int
    patience: float


class Played(NamedTuple):
    """The result of one match: the contestant that won (0, 1, or None for a draw), how it ended, the time used."""

    winner: int | None
    how: str
    thoughts: tuple[Thought, ...]


def play(pairing: Pairing) -> Played:
    """Play a match and return its result. A contestant whose bot fails or is too slow loses."""
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
    """Return *seats* with traits for this *pair* of matches if each side is one player, else unchanged."""
    places = rules.places(settings)
    if not len(places) == len(seats) == len({seat.team for seat in seats}) == 2:
        return seats
    plain = [
        seat.but(traits={name: choices[0] for name, choices in place.traits.items()})
        for seat, place in zip(seats, places, strict=True)
    ]
    return with_traits(places, plain, pair)


def with_traits(places: Sequence[Place], seats: Sequence[Seat], number: int) -> tuple[Seat, ...]:
    """Return *seats* with their first traits set by *number*; consecutive numbers give all combinations."""
    new_seats = []
    for place, seat in zip(places, seats, strict=True):
        traits = dict(seat.traits)
        for name, choices in list(place.traits.items())[:1]:
            every = sorted(choices)
            number, which = divmod(number, len(every))
            traits[name] = every[which]
        new_seats.append(seat.but(traits=traits))
    return tuple(new_seats)


def _sides(seats: Sequence[Seat], number: int) -> tuple[set[str], set[str]]:
    """Return two sets of seat and team ids: what the first contestant plays (every second team), and the other."""
    teams = list(dict.fromkeys(seat.team for seat in seats if not seat.neutral))
    sides = set[str](), set[str]()
    for seat in seats:
        if not seat.neutral:
            sides[(teams.index(seat.team) + number) % 2].update((seat.id, seat.team))
    return sides


def _seed(pairing: Pairing) -> bytes:
    """Return the seed of a match, which is the same for both matches of a pair."""
    return hashlib.sha256(f"arena {pairing.seed} {pairing.number // 2}".encode()).digest()
