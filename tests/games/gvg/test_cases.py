"""The cases in `cases/`: positions, orders and dice that a player can read, and their results by the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games.gvg.table import After, play, position
from tests.games.rulebook import cases, hold

CASES = Path(__file__).parent / "cases"

GIVEN = {
    "turn", "phase", "settings", "bulwarks", "fish", "trees", "coins", "charges", "used", "jungle", "boss", "captains",
    "dropped", "duel",
}  # fmt: skip
ORDERED = {"orders", "commands", "shots", "rolls"}


@pytest.mark.parametrize("case", list(cases(CASES)))
def test_the_rulebook_says_so(case: dict[str, Any]) -> None:
    unknown = set(case) - GIVEN - ORDERED - {"name", "clauses", "players", "then"}
    assert not unknown
    match = position(case["players"], **{name: case[name] for name in GIVEN & set(case)})
    after = play(match, **{name: case[name] for name in ORDERED & set(case)})
    hold(case, after, SEEN)


def _sides(after: After, wanted: Any) -> dict[str, list[int]]:
    return {
        event.at: [event.attack.total, event.defence.total] for event in after.of_kind("fought") if event.at in wanted
    }


SEEN: dict[str, Callable[[After, Any], Any]] = {
    "bulwarks": lambda after, wanted: {tile: after.match.bulwarks[tile] for tile in wanted},
    "fish": lambda after, wanted: {team: after.match.fish[team] for team in wanted},
    "down": lambda after, _: after.down(),
    "at": lambda after, wanted: {seat: after.at(seat) for seat in wanted},
    "coins": lambda after, wanted: {team: after.match.teams[team].coins for team in wanted},
    "charges": lambda after, wanted: {team: after.match.teams[team].charges for team in wanted},
    "trees": lambda after, wanted: {team: after.match.trees[team].at for team in wanted},
    "dropped": lambda after, wanted: {team: after.match.trees[team].dropped for team in wanted},
    "carriers": lambda after, wanted: {team: after.match.trees[team].carrier or "" for team in wanted},
    "boss": lambda after, _: after.match.boss.hp if after.match.boss else 0,
    "boss_at": lambda after, _: after.match.boss.at if after.match.boss else "",
    "jungle": lambda after, _: sorted(after.match.coins),
    "events": lambda after, wanted: [kind for kind in wanted if after.of_kind(kind)],
    "no_events": lambda after, wanted: [kind for kind in wanted if not after.of_kind(kind)],
    "totals": _sides,
    "duel": lambda after, wanted: {team: after.match.duel_score.get(team, 0) for team in wanted},
    "rounds": lambda after, _: after.match.duel_rounds,
    "turn": lambda after, _: after.match.turn,
    "phase": lambda after, _: after.match.phase,
    "winner": lambda after, _: (after.match.result.winners or ("draw",))[0] if after.match.result else "",
    "reason": lambda after, _: after.match.result.reason if after.match.result else "",
}
"""What a case may expect, and where its value comes from."""
