"""What the sheet answers beside a command that is not done yet."""

from __future__ import annotations

import pytest

from sheets_gm.kernel.forms import Typed
from tests.games.win_or_die.test_skipped_commands import ACCOUNTS, battle
from tests.gm.table import Evening


def answer(evening: Evening, **cells: Typed) -> str:
    """The answer to who may command and types *cells* in the first row, without a tick."""
    seat = evening.table.session.state.acting
    key, row = f"seat.{seat}", f"{seat} #1"
    typed = {evening.cell("commands", row, name, key): each for name, each in cells.items()}
    evening.type("commands", typed, ACCOUNTS[seat], key)
    evening.tick()
    return evening.receipt(row, "commands", key)


def test_a_surrender_counts_only_with_a_tick_and_is_asked_once_more() -> None:
    evening = battle()
    assert answer(evening, command="surrender").endswith("Tick Ready to confirm it: it counts only then.")
    assert evening.table.session.state.phase == "battle"
    assert answer(evening, command="End turn").endswith("Tick Ready when you are done.")
    asked = answer(evening, command="Surrender", ready=True)
    assert asked.endswith("You cannot take this back. Tick Ready once more to do it.")
    assert answer(evening, command="Surrender", ready=True).startswith("✓ Ben (teal) surrenders")
    assert evening.table.session.state.phase != "battle"


@pytest.mark.parametrize("typed", ["D3 D4", "d3, d4", "D3 > D4", "D3→D4"])
def test_two_spaces_in_one_cell_are_answered_with_the_column_of_the_way(typed: str) -> None:
    evening = battle()
    told = answer(evening, unit="R1", to=typed)
    assert "There is room for one choice here, not for 2: write D3 or D4, or write the way in Route. Try D3." in told
    assert "Route" not in answer(evening, to="D3")
    assert "Route" not in answer(evening, to=None, tactic="Forced March, Rain of Fire")


def test_two_spaces_as_a_target_are_answered_with_how_many_there_may_be() -> None:
    told = answer(battle(), unit="R1", target="D3 D4")
    assert "There is room for one choice here, not for 2: write D3 or D4. Try D3." in told
