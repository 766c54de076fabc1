"""Record the goldens again: `python -m tests.games.win_or_die.record`.

Finds a match for every way to end, and one that only the third game decides.
"""

from __future__ import annotations

import json
from itertools import count

from sheets_gm.games.win_or_die.rules.series.ending import REASONS
from sheets_gm.kernel.model import digest
from tests.games.whole import Try, record, recorded, whole
from tests.games.win_or_die.test_matches import GOLDENS, KNOWN, LAST_GAME, WOD

TRIES: tuple[Try, ...] = (
    ("keen", {}),
    ("quitter", {}),
    ("keen", {"leader_death_loses": True, "best_of": 1}),
    ("reckless", {"best_of": 1}),
    (None, {"best_of": 1}),
)


def main() -> None:
    """Write `goldens.json`."""
    print("not found:", sorted(record(WOD, GOLDENS, REASONS, TRIES, KNOWN, seeds=30)))  # noqa: T201 - a tool of the tests
    for seed in count():
        last = whole(WOD, seed, "keen")[-1]
        if last.state.game == LAST_GAME:
            break
    result = WOD.result(last.state)
    assert result is not None
    third = {
        "end": result.reason,
        "winners": list(result.winners),
        "seed": seed,
        "bot": "keen",
        "settings": {},
        "entries": last.entry.number,
        "digest": digest(last.state),
        "games": LAST_GAME,
    }
    GOLDENS.write_text(json.dumps([*recorded(GOLDENS), third], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
