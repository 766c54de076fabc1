"""The rules are asked once: about a row for a position and a content, and for the views of a position."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from sheets_gm.games.finding import game
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Order, Remark
from tests.games.asked import with_other
from tests.gm.table import Evening


def test_ten_people_who_type_one_after_another_and_the_lock_check_ten_rows() -> None:
    counted: Counter[tuple[str, str, str]] = Counter()
    rules = game("gvg")

    def check(state: Any, seat: str, order: Order) -> Remark | None:
        counted[digest(state), seat, digest(order)] += 1
        return rules.checks.check(state, seat, order)

    match = Evening(rules=with_other(rules, check=check))
    match.tick()
    counted.clear()
    first, number = digest(match.table.session.state), match.table.session.entry.number
    for seat in match.seats:
        match.order(seat.id, action="FIGHT")
        match.tick()
    match.all_ready()
    match.tick()
    assert match.table.session.entry.number > number
    assert sum(times for (position, _, _), times in counted.items() if position == first) == len(match.seats) == 10
    assert set(counted.values()) == {1}


def test_the_public_view_of_a_position_is_made_once_for_the_history_and_once_for_all_tabs_and_polls() -> None:
    counted: Counter[tuple[str, str | None]] = Counter()
    rules = game("gvg")

    def view(state: Any, seat: str | None) -> Any:
        counted[digest(state), seat] += 1
        return rules.view(state, seat)

    match = Evening(rules=replace(rules, view=view))
    match.tick()
    counted.clear()
    for _ in range(2):
        match.all_ready()
        match.tick()
        match.tick()
    assert {times for (_, seat), times in counted.items() if seat is None} == {2}
