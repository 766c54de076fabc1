"""What can be set in each game, and what it is if nobody sets it."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import game, games
from tests.games import files_tried
from tests.games.settings_table import expected, kept_tries, table, tried
from tests.kept import assert_kept

every_game = pytest.mark.parametrize("name", games())


@every_game
def test_settings_have_the_defaults_limits_and_choices_that_matches_and_commands_rely_on(name: str) -> None:
    assert table(game(name)) == expected(name)


@every_game
def test_a_setting_takes_values_within_its_limits_and_says_what_is_wrong_with_others(name: str) -> None:
    assert_kept(kept_tries(name), tried(game(name)))


@every_game
def test_a_file_with_a_mistake_is_refused_with_its_place_and_the_reason(name: str) -> None:
    assert_kept(files_tried.path_of(name), files_tried.tried(name))
