"""Duels: how often the first bot of a game beats opponents that it does not know, and what a choice of it takes.

The opponents are the other bots of the game, and those in the module `opponents` of its tests, which no bot imports.
The seeds are kept for these tables: nothing was chosen by them. Where each side is one player, every pair of matches
has other factions.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from time import process_time
from typing import Any

from pydantic import BaseModel

from sheets_gm.games.contract import Bot, Filled, Game
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import play_out, seats_for
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat
from tests.balance import seating

PLAYERS = {"champions": 8}
"""How many play a duel of a game with more than two sides: every second seat is the bot's."""

LONGEST = 3000
"""Steps after which a match that has not ended counts as drawn."""


def opponents(name: str) -> dict[str, Bot]:
    """Those whom the first bot of the game *name* meets, by name: strangers first, then the game's other bots."""
    home = f"tests.games.{name}.opponents"
    found = importlib.util.find_spec(home)
    strangers: Mapping[str, Bot] = importlib.import_module(home).OPPONENTS if found else {}
    return {**strangers, **dict(list(game(name).bots.items())[1:])}


def duel(name: str, opponent: Bot, number: int, bot: Bot | None = None) -> str:
    """Who wins match *number*: "bot", "opponent" or "nobody". The sides change from match to match."""
    rules: Game[Any, Any] = game(name)
    bot = bot or next(iter(rules.bots.values()))
    settings = rules.settings()
    seats = _seated(rules, settings, seats_for(rules, settings, PLAYERS.get(name)), number // 2)
    own, others = _sides(seats, number)
    bots = {**dict.fromkeys(others, opponent), **dict.fromkeys(own, bot), GM: next(iter(rules.bots.values()))}
    neutral = {seat.id: bots[GM] for seat in seats if seat.neutral}
    *_, last = play_out(rules, settings, seats, bots | neutral, _seed(number), LONGEST)
    result = rules.result(last.state)
    winners = set(result.winners) if result else set()
    return "bot" if winners & own else "opponent" if winners & others else "nobody"


def _seated(rules: Game[Any, Any], settings: BaseModel, seats: Sequence[Seat], pair: int) -> Sequence[Seat]:
    """*seats*; where each side is one player, with the first trait of both (a faction) as it is *pair*'s turn."""
    places = rules.places(settings)
    if not len(places) == len(seats) == len({seat.team for seat in seats}) == 2:
        return seats
    plain = [
        seat.but(traits={name: choices[0] for name, choices in place.traits.items()})
        for seat, place in zip(seats, places, strict=True)
    ]
    return seating(places, plain, pair)


def _sides(seats: Sequence[Seat], number: int) -> tuple[set[str], set[str]]:
    """The seats and teams of the bot, and those of its opponent."""
    teams = list(dict.fromkeys(seat.team for seat in seats if not seat.neutral))
    own = {team for at, team in enumerate(teams) if at % 2 == number % 2}
    sides = {True: set[str](), False: set[str]()}
    for seat in seats:
        if not seat.neutral:
            sides[seat.team in own] |= {seat.id, seat.team}
    return sides[True], sides[False]


def _seed(number: int) -> bytes:
    """The seed of a pair of matches, which are the same but for the sides."""
    return hashlib.sha256(f"duels {number // 2}".encode()).digest()


def played(name: str, opponent: Bot, matches: int, bot: Bot | None = None) -> Counter[str]:
    """How many of *matches* each side has won."""
    return Counter(duel(name, opponent, number, bot) for number in range(matches))


def report(name: str, matches: int) -> Iterator[str]:
    """Play *matches* against each opponent, and one row of a table for each."""
    first, bot = next(iter(game(name).bots.items()))
    timed = Timed(bot)
    yield f"| {name}: `{first}` against | won | drawn | lost |"
    yield "|---|---|---|---|"
    for opponent, other in opponents(name).items():
        found = played(name, other, matches, timed)
        yield f"| `{opponent}` | {found['bot']} | {found['nobody']} | {found['opponent']} |"
    yield f"A choice of `{first}`: {1000 * timed.total / timed.choices:.1f} ms, {1000 * timed.longest:.0f} ms at most."


class Timed:
    """A bot whose choices are timed, in seconds of CPU."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.choices, self.total, self.longest = bot, 0, 0.0, 0.0

    def __call__(self, view: Any, forms: Any, dice: Any) -> tuple[Filled, ...]:
        """The bot's own choice."""
        start = process_time()
        filled = self.bot(view, forms, dice)
        took = process_time() - start
        self.choices, self.total, self.longest = self.choices + 1, self.total + took, max(self.longest, took)
        return filled
