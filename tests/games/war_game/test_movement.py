"""Movement beyond single cases: crowded turns, the order of orders, and what only code can arrange."""

from __future__ import annotations

import pytest

from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.war_game.data.army_lists import SLOTS
from sheets_gm.games.war_game.position.opening import Command
from sheets_gm.games.war_game.rules.movement.sequence import move
from sheets_gm.kernel.outcome import Remark
from tests.games.war_game import crowded
from tests.games.war_game.table import MYR, battle, moved, outcomes, position, read

TURNS = 200


@pytest.mark.clause("CPW-81", "CPW-103", "CPW-118", "CPW-119")
def test_no_crowded_turn_loses_or_stacks_an_army_or_breaks_a_limit() -> None:
    assert crowded.run(range(TURNS)) > TURNS


@pytest.mark.clause("CPW-81")
def test_the_order_of_orders_changes_nothing() -> None:
    for number in range(40):
        match = crowded.crowd(bot_dice(f"crowd {number}"), crowded.world(0), 50)
        given = crowded.orders(match, bot_dice(f"orders {number}"))
        turned = {side: tuple(reversed(orders)) for side, orders in reversed(given.items())}
        assert move(match, given, bot_dice("x")) == move(match, turned, bot_dice("x"))


@pytest.mark.clause("CPW-77", "CPW-R24")
def test_an_army_in_battle_does_not_move_and_its_square_is_no_goal() -> None:
    match = position(
        {"Ann": "C5 4B", "Xan": "P5 4B", "Bob": "C5 3A"}, battles=(battle("vs.", "Dominaria 4B", ["Ann"], ["Xan"]),)
    )
    refused = read(match, "Ann: 4B > 5B")
    assert isinstance(refused, Remark)
    assert refused.clause == "CPW-77"
    for line in ("Bob: 3A > 4B - engage Xan", "Bob: 3A > 4B - support Ann", "Bob: 3A > 4B"):
        refused = read(match, line)
        assert isinstance(refused, Remark)
        assert refused.clause == "CPW-R24"


@pytest.mark.clause("CPW-79")
def test_armies_battles_and_structures_are_no_obstacles() -> None:
    match = position({"Ann": "C5 3A", "Bob": "C5 4A", "Xan": "P5 5A", "Cat": "C5 5A"},
                     battles=(battle("vs.", "Dominaria 5A", ["Cat"], ["Xan"]),))  # fmt: skip
    assert outcomes(match, ["Ann: 3A > 4A > 5A > 6A"]) == {"Ann 6A, Bob 4A, Cat 5A, Xan 5A; Cat vs. Xan @5A"}


@pytest.mark.clause("CPW-43", "CPW-96", "CPW-R28")
@pytest.mark.parametrize(("slot", "creature"), list(enumerate(MYR, start=1)))
def test_a_transfer_does_not_overfill_a_slot(slot: int, creature: str) -> None:
    match = position({"Ann": "C6 3A", "Bob": "C6 4A", "Xan": "P5 9I"})
    refused = read(match, f"Ann: 3A - transfer 1 {creature} to Bob")
    assert isinstance(refused, Remark)
    assert f"Bob has no room for them in slot {slot}, which holds {SLOTS[slot - 1]:,}" in refused.text


@pytest.mark.clause("CPW-95", "CPW-96", "CPW-R28")
def test_a_transfer_needs_two_armies_that_stay() -> None:
    match = position({"Ann": "C6 3A", "Bob": "C6 4A 5000", "Xan": "P5 9I"})
    line = "Ann: 3A - transfer 500 Memnite to Bob"
    assert isinstance(read(match, line), Command)
    after, _ = moved(match, [line], bot_dice("x"))
    assert (after.army("Ann").size, after.army("Bob").size) == (9500, 5500)
    after, _ = moved(match, [line, "Bob: 4A > 5A"], bot_dice("x"))
    assert (after.army("Ann").size, after.army("Bob").size) == (10000, 5000)
