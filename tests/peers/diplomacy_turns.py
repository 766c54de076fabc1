"""Play phases of Diplomacy with the engine `diplomacy`, in a process of its own that has only that engine.

Each line that comes in is a number of phases to play; the answer is one line, a JSON list with two CPU times a phase in
seconds: the list of all legal orders, one order for each unit, and `process`; then the board with these orders, as SVG.
Orders at random soon leave few units that can do
anything, so every few years all powers are set up as at the start, within one game, whose history goes on.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from itertools import islice

from diplomacy import Game  # type: ignore[import-not-found]

ENDLESS = [99]
"""More supply centres than the map has, so that nobody wins."""

YEARS = 6
"""Years of the game after which all powers are set up again."""


def main() -> None:
    """Play as many phases as are asked for."""
    phases = endless(random.Random(1))
    for line in sys.stdin:
        print(json.dumps(list(islice(phases, int(line)))), flush=True)  # noqa: T201 - the answer


def endless(chance: random.Random) -> Iterator[tuple[float, float]]:
    """The CPU seconds of each phase of one game after the other, and of its drawing."""
    while True:
        game = Game()
        game.victory = ENDLESS
        start = {name: (list(power.units), list(power.centers)) for name, power in game.powers.items()}
        last = year(game)
        while not game.is_game_done:
            yield phase(game, chance), drawing(game)
            if game.phase_type == "M" and year(game) - last >= YEARS:
                set_up(game, start)
                last = year(game)


def year(game: Game) -> int:
    """The year of the game."""
    return int(game.get_current_phase()[1:-1])


def set_up(game: Game, start: dict[str, tuple[list[str], list[str]]]) -> None:
    """Give every power the units and centres it had at the *start*."""
    game.clear_units()
    game.clear_centers()
    for name, (units, centres) in start.items():
        game.set_units(name, units)
        game.set_centers(name, centres)


def phase(game: Game, chance: random.Random) -> float:
    """The CPU seconds of the next phase."""
    started = time.thread_time()
    legal = game.get_all_possible_orders()
    for power in game.powers:
        places = game.get_orderable_locations(power)
        game.set_orders(power, [chance.choice(legal[place]) for place in places if legal[place]])
    game.process()
    return time.thread_time() - started


def drawing(game: Game) -> float:
    """The CPU seconds of the board as SVG."""
    started = time.thread_time()
    game.render()
    return time.thread_time() - started


if __name__ == "__main__":
    main()
