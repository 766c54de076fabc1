"""Records the goldens: `python -m tests.games.gvg.record` finds a match for each way a match can end."""

from __future__ import annotations

from sheets_gm.games.gvg.rules.ending import REASONS
from tests.games.gvg.racing import TWO_LANES
from tests.games.gvg.table import GVG
from tests.games.gvg.test_matches import BOTS, GOLDENS
from tests.games.whole import Try, record

SHORT = {"max_turns": 8}

TRIES: tuple[Try, ...] = (
    ("keen", {}),
    ("keen", SHORT),
    (None, {}),
    ("rusher", {"max_turns": 30, "archery": "auto"}),
    ("keen", {"max_turns": 40}),
    ("guard", {"max_turns": 40}),
    ("racer", {"board": TWO_LANES, "double_capture": "draw"}),
)

SEEDS = 25
"""Matches of each try, before the next one."""


def main() -> None:
    """Write `goldens.json`."""
    wanted = {*REASONS.values(), "it captured the enemy's Tree", "the teams are tied in every tie-breaker",
              "both Trees were captured in the same turn"}  # fmt: skip
    print("not found:", sorted(record(GVG, GOLDENS, wanted, TRIES, BOTS, SEEDS)))  # noqa: T201 - a tool of the tests


if __name__ == "__main__":
    main()
