"""Record the goldens again: `python -m tests.games.win_or_die.record`. Finds a match for every way to end."""

from __future__ import annotations

from sheets_gm.games.win_or_die.ending import REASONS
from tests.games.whole import Try, record
from tests.games.win_or_die.test_matches import GOLDENS, KNOWN, WOD

TRIES: tuple[Try, ...] = (
    ("keen", {}),
    ("quitter", {}),
    ("keen", {"leader_death_loses": True, "best_of": 1}),
    (None, {"best_of": 1}),
)


def main() -> None:
    """Write `goldens.json`."""
    print("not found:", sorted(record(WOD, GOLDENS, REASONS, TRIES, KNOWN, seeds=12)))  # noqa: T201 - a tool of the tests


if __name__ == "__main__":
    main()
