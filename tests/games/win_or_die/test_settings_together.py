"""Settings that leave nobody a way to play are told before a match begins, with their numbers."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from sheets_gm.games.play_out import seats_for
from sheets_gm.games.win_or_die import GAME
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import RED
from sheets_gm.games.win_or_die.forms.all_forms import open_forms
from sheets_gm.games.win_or_die.forms.checks import check
from sheets_gm.games.win_or_die.position.orders import ChooseLineUp
from sheets_gm.games.win_or_die.rules.setup import legions
from tests.games.win_or_die.test_turns import Setup, dice, pick


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
        (
            {"morale_cap": 16, "lineup_limits": "none"},
            "morale_cap 16 is too small for the line-up Ironclad Defense, which has morale 18",
        ),
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
        {"morale_cap": 16},
        {"first_turn_tokens": 1, "second_player_tokens": 1},
        {"reserve_each_round": 6},
        {"budget": 6, "fewest_units": 9, "mode": "core"},
        {"budget": 30},
    ],
)
def test_settings_that_fit_each_other_are_taken(settings: dict[str, Any]) -> None:
    assert reasons(**settings) == []


LIMITS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"budget": 12}, "Ironclad Defense costs 20 Titan Crystals, and a legion 12 at most"),
    ({"most_units": 5, "fewest_units": 2}, "Ironclad Defense has 6 units beside its Leader, and a legion 2 to 5"),
    ({"fewest_units": 9}, "Ironclad Defense has 6 units beside its Leader, and a legion 9"),
    ({"morale_cap": 12, "fewest_units": 3}, "Ironclad Defense has 18 morale, and a legion 12 at most"),
)


@pytest.mark.clause("WOD-41", "WOD-43", "WOD-71")
@pytest.mark.parametrize(("settings", "text"), LIMITS)
def test_a_line_up_keeps_the_limits_of_a_legion_chosen_or_given(settings: dict[str, Any], text: str) -> None:
    match = Setup(**settings).go(red=pick("Yaveil Alliance"), teal=pick("Yaveil Alliance")).match
    offered = {form.seat: form.fields[0].choices for form in open_forms(match) if form.key == "lineup"}
    assert "Ironclad Defense" not in offered.get(RED, ())
    remark = check(match, RED, ChooseLineUp(lineup="Ironclad Defense"))
    assert remark is not None
    assert (remark.refuses, remark.text) == (True, text)
    given, limits = GAME.resolve(match, {}, dice()).state.player(RED).legion, match.settings
    assert legions.cost(match, given) <= limits.budget
    assert limits.fewest_units <= len(given) - 1 <= limits.most_units
    assert legions.morale(match, given) <= limits.morale_cap
    assert match.known.cards[given[0].card].leader


@pytest.mark.clause("WOD-43", "WOD-44")
def test_a_line_up_that_is_cut_keeps_its_first_units_and_their_enhancements() -> None:
    setup = Setup(fewest_units=5, most_units=5)
    match = setup.go(red=pick("Yaveil Alliance"), teal=pick("Yaveil Alliance")).match
    given = GAME.resolve(match, {}, dice()).state.player(RED).legion
    assert [(each.card, each.enhancements) for each in given] == [
        ("yav-L1", ()), ("yav-H1", ("attack",)), ("yav-U6", ("attack",)), ("yav-U7", ()), ("yav-U2", ()),
        ("yav-U3", ()),
    ]  # fmt: skip


def test_line_ups_of_matches_that_began_without_this_setting_stay_as_they_are_printed() -> None:
    stored = Settings(budget=12).model_dump(mode="json")
    assert stored.pop("lineup_limits") == "same"
    assert Settings.model_validate(stored).lineup_limits == "none"
    match = Setup(budget=12, lineup_limits="none").go(red=pick("Yaveil Alliance"), teal=pick("Yaveil Alliance")).match
    remark = check(match, RED, ChooseLineUp(lineup="Ironclad Defense"))
    assert remark is not None
    assert (remark.refuses, remark.informs) == (False, True)
    assert remark.text.startswith("Marshal Corvane, Lord Bastion (attack), Ironclad Knight (attack), ")
    assert remark.text.endswith(": costs 20 Titan Crystals, morale 18")
    given = GAME.resolve(match, {}, dice()).state.player(RED).legion
    assert legions.cost(match, given) == 20


def test_two_numbers_that_do_not_fit_are_both_told() -> None:
    with pytest.raises(ValidationError, match="5 is less than fewest_units, which is 9"):
        Settings(fewest_units=9, most_units=5)
