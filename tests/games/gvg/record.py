"""Records the goldens anew: `python -m tests.games.gvg.record`. It looks for a match for every way to end."""

from __future__ import annotations

import json
from typing import Any

from sheets_gm.games.gvg.ending import REASONS
from tests.games.gvg.racing import TWO_LANES
from tests.games.gvg.table import GVG
from tests.games.gvg.test_matches import GOLDENS, whole

SHORT = {"max_turns": 8}

TRIES: tuple[tuple[str | None, dict[str, Any]], ...] = (
    ("keen", {}),
    (None, {}),
    (None, SHORT),
    ("keen", SHORT),
    ("keen", {"max_turns": 30, "archery": "auto"}),
    ("keen", {"max_turns": 40}),
    ("racer", {"board": TWO_LANES, "double_capture": "draw"}),
)


def main() -> None:
    """Write `goldens.json`."""
    wanted = {*REASONS.values(), "it brought the enemy's Tree to its Base", "nothing tells the teams apart",
              "both Trees came home in the same turn"}  # fmt: skip
    made: dict[str, Any] = {}
    for bot, settings in TRIES:
        for seed in range(150):
            if wanted <= set(made):
                break
            last = whole(seed, bot, settings)[-1]
            result = GVG.result(last.state)
            if result is None or result.reason in made:
                continue
            made[result.reason] = {
                "end": result.reason,
                "winners": list(result.winners),
                "seed": seed,
                "bot": bot,
                "settings": settings,
                "entries": last.entry.number,
                "digest": last.entry.after,
            }
    print("not found:", sorted(wanted - set(made)))  # noqa: T201 - a tool of the tests
    GOLDENS.write_text(json.dumps(list(made.values()), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
