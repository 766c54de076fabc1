"""The manners of a service that is not quite as it should be, with every game."""

from __future__ import annotations

import pytest

from tests.adapters.google import test_manners as manners


@pytest.mark.parametrize("game", manners.GAMES)
def test_what_somebody_cuts_or_freezes_stops_no_turn(game: str) -> None:
    manners.test_columns_that_somebody_freezes_stop_no_turn(game)
    manners.test_a_new_step_draws_anew_what_a_player_cut_before_any_look(game)
    for sealed in (False, True):
        manners.test_what_a_player_cut_is_put_back_at_the_next_look(game, sealed=sealed)


@pytest.mark.parametrize("layout", ["shared", "sealed"])
@pytest.mark.parametrize("game", manners.GAMES)
def test_an_evening_among_all_of_them_is_the_same_as_any_other(
    game: str, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    manners.test_an_evening_among_all_of_them_is_the_same_as_any_other(game, layout, monkeypatch)


@pytest.mark.parametrize("game", manners.GAMES)
def test_a_rebuild_fixes_only_the_heights_that_the_template_has(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    manners.test_a_rebuild_fixes_only_the_heights_that_the_template_has(game, monkeypatch)
