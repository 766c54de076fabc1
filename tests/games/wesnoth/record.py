"""Record the goldens again: `python -m tests.games.wesnoth.record`. Finds a match for every way to end."""

from __future__ import annotations

from sheets_gm.games.wesnoth.rules.ending import REASONS
from tests.games.wesnoth.table import WES
from tests.games.wesnoth.test_matches import BOTS, GOLDENS
from tests.games.whole import Try, record

TRIES: tuple[Try, ...] = (
    ("keen", {}),
    ("runner", {"max_rounds": 8}),
    ("deserter", {"max_rounds": 36}),
    (None, {"max_rounds": 36}),
    ("keen", {"map": "four_gates"}),
    ("keen", {"map": "three_vales", "castles_to_win": "one"}),
    ("keen", {"max_rounds": 4}),
    ("keen", {"max_rounds": 2}),
    ("keen", {"max_rounds": 1}),
    (None, {"max_rounds": 1}),
)


def main() -> None:
    """Write `goldens.json`."""
    print("not found:", sorted(record(WES, GOLDENS, REASONS, TRIES, BOTS, seeds=12)))  # noqa: T201 - a tool of the tests


if __name__ == "__main__":
    main()
