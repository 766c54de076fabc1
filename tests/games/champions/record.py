"""Records the goldens anew: `python -m tests.games.champions.record`. It looks for a match for every way to end."""

from __future__ import annotations

from pathlib import Path

from sheets_gm.games.champions.ending import LAST, LEAST, MOST, NOBODY
from tests.games.champions.table import CHAMPIONS
from tests.games.whole import Try, record

GOLDENS = Path(__file__).parent / "goldens.json"

TRIES: tuple[Try, ...] = (
    ("keen", {"max_players": 16}),
    (None, {"max_players": 2, "exhaustion": 100, "deadlock_rounds": 1}),
)


def main() -> None:
    """Write `goldens.json`."""
    missing = record(CHAMPIONS, GOLDENS, {LAST, LEAST, MOST, NOBODY}, TRIES)
    print("not found:", sorted(missing))  # noqa: T201 - a tool of the tests


if __name__ == "__main__":
    main()
