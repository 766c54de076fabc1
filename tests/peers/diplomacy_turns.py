"""Play phases of Diplomacy with the engine `diplomacy`, in a process of its own that has only that engine.

Each line that comes in is a number of phases to play; the answer is one line, a JSON list of CPU seconds a phase: the
list of all legal orders, one order for each unit, and `process`.
"""

from __future__ import annotations

import json
import random
import sys
import time

from diplomacy import Game  # type: ignore[import-not-found]

ENDLESS = [99]
"""More supply centres than the map has, so that nobody wins."""


def main() -> None:
    """Play as many phases as are asked for, of one game."""
    game, chance = Game(), random.Random(1)
    game.victory = ENDLESS
    for line in sys.stdin:
        print(json.dumps([phase(game, chance) for _ in range(int(line))]), flush=True)  # noqa: T201 - the answer


def phase(game: Game, chance: random.Random) -> float:
    """The CPU seconds of the next phase."""
    started = time.thread_time()
    legal = game.get_all_possible_orders()
    for power in game.powers:
        places = game.get_orderable_locations(power)
        game.set_orders(power, [chance.choice(legal[place]) for place in places if legal[place]])
    game.process()
    return time.thread_time() - started


if __name__ == "__main__":
    main()
