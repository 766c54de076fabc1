"""The cases in `cases/`: positions, actions and dice that a player can read, and what the rulebook makes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.games.wesnoth.rules.movement import ends
from tests.games.rulebook import cases, hold
from tests.games.wesnoth.table import After, play, position, remark

CASES = Path(__file__).parent / "cases"

GIVEN = {"units", "players", "acting", "time", "round", "villages", "wishes", "settings"}
KNOWN = GIVEN | {"name", "clauses", "acts", "rolls", "asks", "then"}


@pytest.mark.parametrize("case", list(cases(CASES)))
def test_the_rulebook_says_so(case: dict[str, Any]) -> None:
    assert not set(case) - KNOWN
    match = position(case.get("units"), **{name: case[name] for name in GIVEN - {"units"} & set(case)})
    after = play(match, *case.get("acts", ()), rolls=case.get("rolls"))
    if "asks" in case:
        after = After(after.match, after.events, remark(after.match, case["asks"]))
    hold(case, after, SEEN)


def _refused(after: After, _wanted: Any) -> str:
    return after.remark.clause or "" if after.remark is not None and after.remark.refuses else ""


def _ways(after: After, wanted: dict[str, list[str]], *, can: bool) -> dict[str, list[str]]:
    """Of the tiles that a case names for a unit, those where it can (or cannot) end."""
    found = {}
    for name, tiles in wanted.items():
        unit = after.unit(name)
        assert unit is not None
        may = ends(after.match, unit)
        found[name] = [tile for tile in tiles if (tile in may) is can]
    return found


def _of(after: After, wanted: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: getattr(unit, field) if (unit := after.unit(name)) else "gone" for name in wanted}


SEEN: dict[str, Callable[[After, Any], Any]] = {
    "wounds": lambda after, wanted: _of(after, wanted, "wounds"),
    "at": lambda after, wanted: _of(after, wanted, "at"),
    "pawns": lambda after, wanted: _of(after, wanted, "name"),
    "spent": lambda after, wanted: _of(after, wanted, "spent"),
    "factions": lambda after, wanted: _of(after, wanted, "faction"),
    "gone": lambda after, wanted: [name for name in wanted if after.unit(name) is None],
    "gold": lambda after, wanted: {seat: after.match.player(seat).gold for seat in wanted},
    "left": lambda after, _: [player.seat for player in after.match.players if player.left],
    "villages": lambda after, _: after.match.villages,
    "acting": lambda after, _: after.match.acting,
    "round": lambda after, _: after.match.round,
    "time": lambda after, _: after.match.time.name,
    "winners": lambda after, _: list(after.match.result.winners) if after.match.result else None,
    "reason": lambda after, _: after.match.result.reason if after.match.result else "",
    "events": lambda after, wanted: [kind for kind in wanted if after.events_of(kind)],
    "no_events": lambda after, wanted: [kind for kind in wanted if not after.events_of(kind)],
    "clauses": lambda after, wanted: [each for each in wanted if each in {event.clause for event in after.events}],
    "order": lambda after, _: [event.kind for event in after.events],
    "needs": lambda after, _: [event.need for event in after.events_of("struck")],
    "hits": lambda after, _: [event.hits for event in after.events_of("struck")],
    "damage": lambda after, _: [event.wounds for event in after.events_of("struck")],
    "refused": _refused,
    "instead": lambda after, _: (after.remark.instead or "") if after.remark else "",
    "field": lambda after, _: (after.remark.field or "") if after.remark else "",
    "stands": lambda after, _: after.remark is None or not after.remark.refuses,
    "says": lambda after, wanted: wanted if after.remark and wanted in after.remark.text else after.remark,
    "can": lambda after, wanted: _ways(after, wanted, can=True),
    "cannot": lambda after, wanted: _ways(after, wanted, can=False),
}
"""What a case may expect, and where it is seen."""
