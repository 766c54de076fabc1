"""Settings that leave nobody a way to play are told before a match begins, with their numbers."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from sheets_gm.games.play_out import seats_for
from sheets_gm.games.win_or_die import GAME
from sheets_gm.games.win_or_die.data.settings import Settings


def reasons(**settings: Any) -> list[str]:
    made = Settings.model_validate(settings)
    return [each.text for each in GAME.why_not(made, seats_for(GAME, made))]


@pytest.mark.clause("WOD-50", "WOD-51", "WOD-71")
@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"reserve_each_round": 7}, "reserve_each_round 7 sets aside all of the 7 command_tokens"),
        ({"command_tokens": 2, "reserve_each_round": 5}, "reserve_each_round 5 sets aside all of the 2 command_tokens"),
        ({"first_turn_tokens": 0}, "first_turn_tokens 0 leaves the first player no Command Token"),
        ({"second_player_tokens": 0}, "second_player_tokens 0 leaves the second player no Command Token"),
        ({"morale_cap": 16}, "morale_cap 16 is too small for the line-up Ironclad Defense, which has morale 18"),
        ({"morale_cap": 17, "mode": "core"}, "morale_cap 17 is too small for the line-up Ironclad Defense, which has"),
        ({"morale_cap": 17, "mode": "first"}, "morale_cap 17 is too small for the line-up Ironclad Defense, which"),
        ({"budget": 6, "fewest_units": 9}, "budget 6 is too small for fewest_units 9: a legion of "),
    ],
)
def test_settings_that_leave_nobody_a_way_to_play_are_refused(settings: dict[str, Any], text: str) -> None:
    (reason,) = reasons(**settings)
    assert reason.startswith(text)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"morale_cap": 18},
        {"first_turn_tokens": 1, "second_player_tokens": 1},
        {"reserve_each_round": 6},
        {"budget": 6, "fewest_units": 9, "mode": "core"},
        {"budget": 30},
    ],
)
def test_settings_that_fit_each_other_are_taken(settings: dict[str, Any]) -> None:
    assert reasons(**settings) == []


def test_two_numbers_that_do_not_fit_are_both_told() -> None:
    with pytest.raises(ValidationError, match="5 is less than fewest_units, which is 9"):
        Settings(fewest_units=9, most_units=5)
