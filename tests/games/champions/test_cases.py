"""The cases in `cases/`: positions, orders and dice that a player can read, and what the rulebook makes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.games import files
from sheets_gm.games.champions.data.items import COLUMNS
from sheets_gm.games.champions.position.battle_events import Fighter, Missed, Rolled
from tests.games.champions.table import After, play, position
from tests.games.rulebook import cases, hold

CASES = Path(__file__).parent / "cases"

GIVEN = {"round", "phase", "size", "settings", "pools", "fights", "quiet", "idle"}
ORDERED = {"moves", "loots", "wears", "acts", "rolls"}


@pytest.mark.parametrize("case", list(cases(CASES)))
def test_the_rulebook_says_so(case: dict[str, Any]) -> None:
    unknown = set(case) - GIVEN - ORDERED - {"name", "clauses", "players", "then", "armor"}
    assert not unknown
    given = {name: case[name] for name in GIVEN & set(case)}
    if "armor" in case:
        given["settings"] = {**given.get("settings", {}), "items": _items_with(case["armor"])}
    match = position(case["players"], **given)
    after = play(match, **{name: case[name] for name in ORDERED & set(case)})
    hold(case, after, SEEN)


def _items_with(armor: dict[str, dict[str, str]]) -> str:
    """The table of items, with these cells changed, by the item's id and the column."""
    lines = []
    for line in files.read("champions", "items.csv").splitlines():
        cells = line.split(",")
        for column, text in armor.get(cells[0], {}).items():
            cells[COLUMNS.index(column)] = text
        lines.append(",".join(cells))
    return "\n".join(lines)


def _struck(after: After, wanted: Any, what: str) -> dict[str, list[int]]:
    """Of each attacker named, what its first attacks came to, in their order: as many as the case names."""
    return {
        who: [getattr(event, what) for event in after.events_of("struck") if _name(event.by) == who][: len(wanted[who])]
        for who in wanted
    }


def _name(fighter: Fighter) -> str:
    return f"{fighter.seat} {fighter.champion}"


def _targets(after: After, wanted: Any) -> dict[str, list[str]]:
    """Of each attacker named, the types that it attacked first: as many as the case names."""
    attacks = [event for event in after.events if isinstance(event, Rolled | Missed)]
    return {
        who: [event.target.champion for event in attacks if _name(event.by) == who][: len(wanted[who])]
        for who in wanted
    }


def _worn(after: After, wanted: Any) -> dict[str, list[str]]:
    return {who: list(after.match.player(who.split()[0]).champion(who.split()[1]).worn) for who in wanted}


SEEN: dict[str, Callable[[After, Any], Any]] = {
    "health": lambda after, wanted: {who: after.health(who) for who in wanted},
    "damage": lambda after, wanted: _struck(after, wanted, "damage"),
    "bracket": lambda after, wanted: _struck(after, wanted, "bracket"),
    "percent": lambda after, wanted: _struck(after, wanted, "percent"),
    "targets": _targets,
    "healing": lambda after, wanted: [event.amount for event in after.events_of("healed")][: len(wanted)],
    "support": lambda after, wanted: [event.amount for event in after.events_of("supported")][: len(wanted)],
    "supported": lambda after, wanted: [
        [_name(each) for each in event.targets] for event in after.events_of("supported")
    ][: len(wanted)],
    "evading": lambda after, wanted: [event.percent for event in after.events_of("evading")][: len(wanted)],
    "turns": lambda after, _: max((event.turn for event in after.events_of("turn_began")), default=0),
    "fought": lambda after, _: [sorted(map(_name, event.fighters)) for event in after.events_of("battle_began")],
    "at": lambda after, wanted: {seat: after.match.player(seat).at for seat in wanted},
    "stash": lambda after, wanted: {seat: list(after.match.player(seat).stash) for seat in wanted},
    "worn": _worn,
    "pools": lambda after, wanted: {tile: list(after.match.pools[tile]) for tile in wanted},
    "rooms": lambda after, _: [[event.at, *event.seats] for event in after.events_of("room_opened")],
    "pairs": lambda after, _: [sorted(event.seats) for event in after.events_of("paired")],
    "out": lambda after, _: [event.seat for event in after.events_of("eliminated")],
    "events": lambda after, wanted: [kind for kind in wanted if after.events_of(kind)],
    "no_events": lambda after, wanted: [kind for kind in wanted if not after.events_of(kind)],
    "lines": lambda after, wanted: [line for line in after.lines() if line in wanted],
    "hidden": lambda after, wanted: [why for why in wanted if why in after.hidden],
    "refused": lambda after, _: dict(after.refused),
    "quiet": lambda after, _: after.match.quiet,
    "idle": lambda after, _: after.match.idle,
    "round": lambda after, _: after.match.round,
    "phase": lambda after, _: after.match.phase,
    "size": lambda after, _: after.match.size,
    "winner": lambda after, _: (after.match.result.winners or ("draw",))[0] if after.match.result else "",
    "reason": lambda after, _: after.match.result.reason if after.match.result else "",
}
"""What a case may expect, and where it is seen."""
