"""Records the goldens anew: `python -m tests.games.champions.record`. It looks for a match for every way to end."""

from __future__ import annotations

from pathlib import Path

from sheets_gm.games.champions.rules.ending import LAST, LEAST, MOST, NOBODY
from tests.games.champions.cowards import BOTS
from tests.games.champions.table import CHAMPIONS
from tests.games.whole import Try, record

GOLDENS = Path(__file__).parent / "goldens.json"

RESTED = {"max_players": 2, "rest_heal": 100, "exhaustion": 200, "deadlock_rounds": 1}
"""Everybody is in full health, and then exhaustion takes all of it: only the damage that was dealt can differ."""

TRIES: tuple[Try, ...] = (
    ("keen", {"max_players": 8}),
    (None, {"max_players": 4}),
    (None, RESTED),
    ("coward", RESTED),
)


SEEDS = 20
"""Matches of each try, before the next one."""


def main() -> None:
    """Write `goldens.json`."""
    missing = record(CHAMPIONS, GOLDENS, {LAST, LEAST, MOST, NOBODY}, TRIES, BOTS, SEEDS)
    print("not found:", sorted(missing))  # noqa: T201 - a tool of the tests


if __name__ == "__main__":
    main()
