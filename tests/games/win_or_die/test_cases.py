"""The cases in `cases/`: positions, commands and dice that a player can read, and what the rulebook makes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.games.win_or_die.rules.movement.paths import ends
from sheets_gm.games.win_or_die.views.descriptions import describe
from tests.games.rulebook import cases, hold
from tests.games.win_or_die.table import After, play, position, remark, tables_with

CASES = Path(__file__).parent / "cases"

GIVEN = {"acting", "turn", "players", "morale", "settings"}
KNOWN = GIVEN | {"name", "clauses", "units", "acts", "rolls", "reactions", "asks", "then", "cards"}


@pytest.mark.parametrize("case", list(cases(CASES)))
def test_the_rulebook_says_so(case: dict[str, Any]) -> None:
    assert not set(case) - KNOWN
    given = {name: case[name] for name in GIVEN & set(case)}
    if "cards" in case:
        given["settings"] = {**given.get("settings", {}), "tables": tables_with(**case["cards"])}
    match = position(case["units"], **given)
    after = play(match, *case.get("acts", ()), rolls=case.get("rolls"), reactions=case.get("reactions"))
    if "asks" in case:
        after = After(after.match, after.events, remark(after.match, case["asks"]))
    hold(case, after, SEEN)


def _of(after: After, wanted: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: getattr(unit, field) if (unit := after.unit(name)) else "gone" for name in wanted}


def _lasting(after: After, wanted: dict[str, Any]) -> dict[str, list[str]]:
    return {name: [f"{each.what} {each.amount}" for each in after.match.field.by_id[name].lasting] for name in wanted}


def _players(after: After, wanted: dict[str, Any], field: str) -> dict[str, Any]:
    found = {seat: getattr(after.match.player(seat), field) for seat in wanted}
    return {seat: list(value) if isinstance(value, tuple) else value for seat, value in found.items()}


def _ways(after: After, wanted: dict[str, list[str]], *, can: bool) -> dict[str, list[str]]:
    """Of the spaces that a case names for a unit, those where it can (or cannot) end a move."""
    found = {}
    for name, spaces in wanted.items():
        unit = after.unit(name)
        assert unit is not None
        may = ends(after.match.field, unit)
        found[name] = [at for at in spaces if (at in may) is can]
    return found


def _attacks(after: After, what: str) -> list[Any]:
    found = [getattr(event, what) for event in after.events_of("attacked")]
    return [len(each) for each in found] if what == "dice" else found


SEEN: dict[str, Callable[[After, Any], Any]] = {
    "at": lambda after, wanted: _of(after, wanted, "at"),
    "damage": lambda after, wanted: _of(after, wanted, "damage"),
    "tokens_on": lambda after, wanted: _of(after, wanted, "tokens"),
    "steps": lambda after, wanted: _of(after, wanted, "steps"),
    "exposed": lambda after, wanted: [name for name in wanted if (u := after.unit(name)) and u.exposed],
    "hidden": lambda after, wanted: [name for name in wanted if (u := after.unit(name)) and not u.exposed],
    "gone": lambda after, wanted: [name for name in wanted if after.unit(name) is None],
    "lasting": _lasting,
    "tokens": lambda after, wanted: _players(after, wanted, "tokens"),
    "crystals": lambda after, wanted: _players(after, wanted, "crystals"),
    "fatigue": lambda after, wanted: _players(after, wanted, "fatigue"),
    "tactics": lambda after, wanted: _players(after, wanted, "tactics"),
    "wins": lambda after, wanted: _players(after, wanted, "wins"),
    "morale": lambda after, wanted: {seat: after.match.field.morale(seat) for seat in wanted},
    "dice": lambda after, _: _attacks(after, "dice"),
    "hits": lambda after, _: _attacks(after, "hits"),
    "dealt": lambda after, _: _attacks(after, "damage"),
    "support": lambda after, _: _attacks(after, "support"),
    "struck": lambda after, _: [event.damage for event in after.events_of("damaged")],
    "attackers": lambda after, _: [event.unit.split()[0] for event in after.events_of("attacked")],
    "acting": lambda after, _: after.match.acting,
    "phase": lambda after, _: after.match.phase,
    "game": lambda after, _: after.match.game,
    "winners": lambda after, _: list(after.match.result.winners) if after.match.result else None,
    "reason": lambda after, _: [event.reason for event in after.events_of("game_ended")],
    "asked": lambda after, _: after.match.question.seat if after.match.question else "",
    "events": lambda after, wanted: [kind for kind in wanted if after.events_of(kind)],
    "told": lambda after, wanted: {
        seat: [describe(event, {}) for event in after.events if event.audience == (seat,)] for seat in wanted
    },
    "no_events": lambda after, wanted: [kind for kind in wanted if not after.events_of(kind)],
    "order": lambda after, _: [event.kind for event in after.events],
    "clauses": lambda after, wanted: [each for each in wanted if each in {event.clause for event in after.events}],
    "refused": lambda after, _: after.remark.clause or "" if after.remark is not None and after.remark.refuses else "",
    "instead": lambda after, _: (after.remark.instead or "") if after.remark else "",
    "says": lambda after, wanted: wanted if after.remark and wanted in after.remark.text else after.remark,
    "stands": lambda after, _: after.remark is None or not after.remark.refuses,
    "can": lambda after, wanted: _ways(after, wanted, can=True),
    "cannot": lambda after, wanted: _ways(after, wanted, can=False),
}
"""What a case may expect, and where it is seen."""
