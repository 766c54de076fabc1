"""Settings away from their defaults: a slice of the long run in `scripts/soak --settings`."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from sheets_gm.games.finding import game
from tests.few import few
from tests.settings_soak import SOAKED, Trial, covering, fits, met, smaller, trials, trouble, values


@pytest.mark.parametrize("name", SOAKED)
def test_every_pair_of_values_that_a_match_may_have_comes_up_and_every_row_is_possible(name: str) -> None:
    tried = {key: each for key, each in values(game(name)).items() if len(each) > 1}
    rows = covering(name)
    for one, other in combinations(tried, 2):
        pairs = {(repr(row.get(one, tried[one][0])), repr(row.get(other, tried[other][0]))) for row in rows}
        for value, beside in product(tried[one], tried[other]):
            if (repr(value), repr(beside)) not in pairs:
                assert not fits(name, {one: value, other: beside}), (one, value, other, beside)
    assert all(fits(name, row) for row in rows)


@pytest.mark.parametrize("name", SOAKED)
def test_every_setting_with_more_than_one_value_is_tried_away_from_its_default(name: str) -> None:
    alone = {key for key, each in values(game(name)).items() if len(each) == 1}
    assert alone == {
        "champions": {"trading", "private_sheets"},
        "wesnoth": {"tables"},
        "win_or_die": {"most_units", "tables"},
        "war_game": {
            *("planes", "structures", "ranks", "weather", "battle", "creatures", "armies", "mercenaries"),
        },
    }.get(name, set())


@pytest.mark.parametrize("name", SOAKED)
def test_matches_with_settings_away_from_their_defaults_break_no_law(name: str) -> None:
    for trial in few(trials(name, 6), 1, name):
        assert trouble(trial) is None, str(trial)


def test_random_players_and_every_bot_play_and_every_value_is_counted() -> None:
    every = list(trials("gvg", 4 * len(covering("gvg"))))
    assert {trial.bot for trial in every} == {"random", *game("gvg").people.bots}
    counts = met(every)
    assert {key for _, key, _ in counts} == set(game("gvg").settings.model_fields)
    assert min(counts.values()) >= 4


def test_a_failing_match_is_made_smaller_until_only_what_it_needs_is_set() -> None:
    trial = Trial("gvg", "random", 7, {"die_sides": 2, "fish_hp": 1, "diagonal": True})

    def wrong(each: Trial) -> str | None:
        return "broken" if each.settings.get("fish_hp") == 1 else None

    assert smaller(trial, wrong).settings == {"fish_hp": 1}
    assert str(smaller(trial, wrong)) == "gvg, random, seed 7, settings {'fish_hp': 1}"


def test_settings_that_no_match_may_have_are_not_taken_for_a_match_that_went_well() -> None:
    assert "no match may have" in (trouble(Trial("gvg", "random", 1, {"forward_spawn": 3, "team_size": 2})) or "")


def test_what_breaks_in_a_match_is_named() -> None:
    assert "ValidationError" in (trouble(Trial("gvg", "random", 1, {"die_sides": 0})) or "")
