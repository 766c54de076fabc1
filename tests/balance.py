"""Balance: how often each choice of the roster (a faction, a role) and each seat wins, by whole matches of bots.

Where players choose during the match, the tests of the game have a module `balance`: its `settings(number)` are those
of match *number*, and its `played(steps)` what winners and losers of each game in it had.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from typing import NamedTuple

from rich.progress import track

from sheets_gm.adapters.arena.matches import with_traits
from sheets_gm.adapters.cli.game_settings import settings_of
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import play_out, seats_for
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat

Job = tuple[str, tuple[str, ...], int]
Sat = tuple[str, str]
"""What somebody had at the table: ("faction", "Undead"), or a place: ("seat", "red")."""


class Played(NamedTuple):
    """A match: what winners and losers had, whether anybody won, how many sides there were."""

    won: tuple[Sat, ...]
    lost: tuple[Sat, ...]
    drawn: bool
    sides: int


def one(job: Job) -> tuple[Played, ...]:
    """A whole match of the first bot against itself."""
    name, assigned, number = job
    rules = game(name)
    own = importlib.import_module(home) if importlib.util.find_spec(home := f"tests.games.{name}.balance") else None
    settings = settings_of(rules.settings, (*(own.settings(number) if own else ()), *assigned))
    plain = tuple(
        seat.but(traits={trait: choices[0] for trait, choices in place.traits.items()})
        for place, seat in zip(rules.places(settings), seats_for(rules, settings), strict=True)
    )
    seats = with_traits(rules.places(settings), plain, number)
    bot = next(iter(rules.people.bots.values()))
    bots = dict.fromkeys((*(seat.id for seat in seats), GM), bot)
    steps = [*play_out(rules, settings, seats, bots, number.to_bytes(32, "big"))]
    if own:
        return tuple(Played(won, lost, drawn=False, sides=2) for won, lost in own.played(steps))
    result = rules.result(steps[-1].state)
    winners = set(result.winners) if result else set()
    won = [sat for seat in seats if {seat.team, seat.id} & winners for sat in _sat(seat)]
    lost = [sat for seat in seats if not {seat.team, seat.id} & winners for sat in _sat(seat)]
    return (Played(tuple(won), tuple(lost), not winners, len({seat.team for seat in seats})),)


def _sat(seat: Seat) -> Iterator[Sat]:
    yield "seat", seat.id
    yield from list(seat.traits.items())[:1]


def report(name: str, matches: int, assigned: tuple[str, ...]) -> Iterator[str]:
    """Play *matches* and tell, line by line, how often everything won."""
    todo = [(name, assigned, number) for number in range(matches)]
    won: Counter[Sat] = Counter()
    lost: Counter[Sat] = Counter()
    drawn = sides = 0
    with Pool() as pool:
        for match in track(pool.imap_unordered(one, todo, 4), "Playing", len(todo), transient=True):
            for played in match:
                won.update(played.won)
                lost.update(played.lost)
                drawn += played.drawn
                sides = played.sides
    yield f"{name}: {matches} matches, {drawn} drawn; even play would win {1 / sides:.0%}"
    every = sorted({*won, *lost}, key=lambda sat: (sat[0], -won[sat] / (won[sat] + lost[sat])))
    width = max(len(" ".join(sat)) for sat in every)
    for sat in every:
        count = won[sat] + lost[sat]
        yield f"  {' '.join(sat):<{width}}  {won[sat]:4} of {count:4}  {won[sat] / count:4.0%}"
