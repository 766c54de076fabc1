"""People are called by their names where a row holds seats: they choose and read names, and the rules get seats."""

from __future__ import annotations

import pytest

from tests.gm.table import Evening


@pytest.fixture(scope="module")
def evening() -> Evening:
    made = Evening(players=4)
    made.tick()
    return made


@pytest.mark.parametrize("name", ["Cleo", "cleo", "red1"])
def test_an_opponent_is_named_and_the_rules_get_the_seat(evening: Evening, name: str) -> None:
    evening.type("odds", {evening.cell("odds", "blue1", "tile"): "C9", evening.cell("odds", "blue1", "against"): name})
    evening.tick()
    assert evening.row("odds", "blue1")["receipt"].startswith("✓ At C9: you win")
    assert evening.tick().writes == 0


def test_whoever_is_no_opponent_is_answered_with_the_names_of_those_who_are(evening: Evening) -> None:
    evening.type("odds", {evening.cell("odds", "blue1", "tile"): "C9", evening.cell("odds", "blue1", "against"): "Ana"})
    evening.tick()
    receipt = evening.row("odds", "blue1")["receipt"]
    assert "“Ana”" in receipt
    assert "choose Cleo or Dov" in receipt
    assert "red" not in receipt
