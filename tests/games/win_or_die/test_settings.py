"""What can be set, and what it is if nobody sets it."""

from __future__ import annotations

from sheets_gm.games.finding import game
from tests.games import files_tried
from tests.games.settings_table import expected, kept_tries, table, tried
from tests.kept import assert_kept


def test_settings_have_the_defaults_limits_and_choices_that_matches_and_commands_rely_on() -> None:
    assert table(game("win_or_die")) == expected("win_or_die")


def test_a_setting_takes_values_within_its_limits_and_says_what_is_wrong_with_others() -> None:
    assert_kept(kept_tries("win_or_die"), tried(game("win_or_die")))


def test_a_file_with_a_mistake_is_refused_with_its_place_and_the_reason() -> None:
    assert_kept(files_tried.path_of("win_or_die"), files_tried.tried("win_or_die"))
