"""What a live question tells: the enemy and the public learn nothing of what a hidden unit could have done.

The same evening is played twice. Only the places of two hidden units differ: in one Lord Bastion stands beside the
attacked unit and could intercept, in the other a Levy Spearman stands there and could do nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest

from sheets_gm.adapters.export.record import public
from sheets_gm.games.win_or_die.data.words import RED, TEAL
from sheets_gm.gm.match_record.policy import Policy
from tests.gm.table import Evening

HOUR = 3600.0
CLOCKS = {"turn": 24 * HOUR, "reaction": 6 * HOUR}

BASTION_BESIDE, LEVY_BESIDE = ("B2", "A9"), ("A9", "B2")
"""The places of Lord Bastion and of the Levy Spearman; B2 is next to the unit that is attacked."""

PLACES = {"1 Marshal Corvane": "A5", "3 Ironclad Knight": "A6", "4 Lancer": "A7", "6 Crossbowman": "A8"}

HASH = re.compile(r"[0-9a-f]{8,}|/d/[\w-]+")
"""Seals and locks are made with secret salts, and documents have ids by chance: they differ and tell nothing."""


def fill(evening: Evening, tab: str, seat: str, row: str = "", **cells: Any) -> None:
    """Fill in a row and tick it, if it has a Ready box."""
    key, account = f"seat.{seat}", {RED: "ana@table", TEAL: "ben@table"}[seat]
    if evening.has_box(tab, f"{seat}{row}", key):
        cells["ready"] = True
    typed = {evening.cell(tab, f"{seat}{row}", name, key): each for name, each in cells.items()}
    evening.type(tab, typed, account, key)


def attacked(places: tuple[str, str]) -> Evening:
    """An evening in which red has just attacked the Shieldbearer at B1, and teal is asked."""
    policy = Policy(layout="sealed", gm=("gm@table",), clocks=CLOCKS, remind=HOUR)
    evening = Evening(plays="win_or_die", settings={"mode": "core", "reactions": "live"}, policy=policy)
    evening.tick()
    for tab, cells in (("barracks", {"region": "Yaveil Alliance"}), ("lineup", {"lineup": "Ironclad Defense"})):
        for seat in (RED, TEAL):
            fill(evening, tab, seat, **cells)
        evening.tick()
    fill(evening, "deployment", RED, " 4 Lancer", at="H1")
    fill(evening, "deployment", RED, " 1 Marshal Corvane")
    evening.tick()
    bastion, levy = places
    for name, at in {**PLACES, "2 Lord Bastion": bastion, "7 Levy Spearman": levy, "5 Shieldbearer": "B1"}.items():
        fill(evening, "deployment", TEAL, f" {name}", at=at)
    evening.tick()
    target = next(row[0] for row in evening.values("units", "public") if len(row) > 2 and row[2] == "B1")
    for number, cells in enumerate(({"to": "D1"}, {"to": "C1"}, {"target": target}), start=1):
        fill(evening, "commands", RED, f" #{number}", unit=lancer(evening), **cells)
        assert evening.tick().steps
    return evening


def lancer(evening: Evening) -> str:
    rows = evening.values("legions", "seat.red")
    return next(str(row[0]).partition(" ")[2] for row in rows if row and str(row[0]).endswith("Lancer"))


def reached(evening: Evening) -> str:
    """All that red and the public can read: their workbooks, their notices, the clocks, and the public record."""
    record = evening.table.session.record
    seen = {
        "public": evening.sheets_of("public"),
        "red": evening.sheets_of("seat.red"),
        "notices": [(each.seat, each.title, each.body) for each in evening.notices if each.seat != TEAL],
        "reminded": [each.seat for each in evening.notices],
        "clocks": [clock.model_dump(mode="json") for clock in record.clocks],
        "record": [public(entry).model_dump(mode="json") for entry in evening.store.entries(evening.name)],
    }
    return HASH.sub("#", json.dumps(seen, default=str))


class Stage(NamedTuple):
    """What red and the public can reach, and the clocks that run: by name and owner, the seconds until they run out."""

    reached: str
    clocks: Mapping[tuple[str, str], float]


def stage(evening: Evening) -> Stage:
    clocks = evening.table.session.record.clocks
    running = {(clock.name, clock.owner): clock.due - evening.now for clock in clocks if clock.due is not None}
    return Stage(reached(evening), running)


@cache
def evenings() -> tuple[tuple[Stage, ...], tuple[Stage, ...]]:
    """What red and the public can reach at every stage, in both evenings."""
    first, second = (tuple(stages(attacked(places))) for places in (BASTION_BESIDE, LEVY_BESIDE))
    return first, second


def stages(evening: Evening) -> Iterator[Stage]:
    """The question, the reminder to answer it, a draft of the answer, the answer, and the time after it."""
    yield stage(evening)
    evening.now += 5.5 * HOUR
    evening.tick()
    yield stage(evening)
    fill(evening, "answers", TEAL, answer="Pass")
    assert evening.tick().steps
    yield stage(evening)
    evening.now += HOUR
    evening.tick()
    yield stage(evening)


STAGES = ("when teal is asked", "when teal is reminded", "when teal has passed", "an hour later")


@pytest.mark.clause("WOD-60", "WOD-R16", "WOD-R32")
@pytest.mark.parametrize("at", range(len(STAGES)), ids=STAGES.__getitem__)
def test_the_enemy_and_the_public_learn_nothing_of_who_could_have_reacted(at: int) -> None:
    first, second = evenings()
    assert first[at] == second[at]


@pytest.mark.clause("WOD-60", "WOD-R32")
def test_a_question_stops_the_clock_of_who_commands_and_has_a_deadline_of_its_own() -> None:
    asked, _, passed, later = evenings()[0]
    assert asked.clocks == {("reaction", TEAL): CLOCKS["reaction"]}
    left = passed.clocks["turn", RED]
    assert passed.clocks == {("turn", RED): left}
    assert CLOCKS["turn"] - left < HOUR / 60
    assert later.clocks["turn", RED] == pytest.approx(left - HOUR, abs=5)


def test_what_comes_of_a_question_is_told_in_the_row_of_the_attacker() -> None:
    """The dice, the damage and the counterattack follow the answer, and so does the answer to the attacker's row."""
    evening = attacked(BASTION_BESIDE)
    before = evening.receipt(f"{RED} #3", "commands", f"seat.{RED}")
    assert "attacks" not in before
    fill(evening, "answers", TEAL, answer="Pass")
    (step,) = evening.tick().steps
    told = evening.receipt(f"{RED} #3", "commands", f"seat.{RED}")
    lines = [evening.table.session.describe(event, step.entry) for event in step.events if event.known_to(RED)]
    assert any("attacks" in line for line in lines)
    assert all(line in told for line in lines)
    assert told.startswith("✓ ")
