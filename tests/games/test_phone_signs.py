"""Orders that are written in words are read with the signs that phones and word processors write."""

from __future__ import annotations

import pytest

from sheets_gm.games.war_game.data.names import meant
from sheets_gm.games.war_game.rules.combat.losses import percentages
from sheets_gm.games.war_game.rules.movement.order_text import read_line, read_troops
from sheets_gm.games.wesnoth.rules import movement as wesnoth
from sheets_gm.games.win_or_die.rules.commands.allies import parse_enhancements
from sheets_gm.games.win_or_die.rules.movement import paths as win_or_die


@pytest.mark.parametrize(
    "typed",
    [
        "• 1st Boros: 6D > 7D - engage Raiders",
        "1. 1st Boros: 6D ➜ 7D – engage Raiders",
        "2) 1st Boros: 6D ⟶ 7D — attack Raiders",
        "- 1st Boros: 6D ➔ 7D ‑ engage Raiders",
        "1st Boros: 6D \uf0e0 7D − engage Raiders",
        "1st Boros: 6D \uf0e8 7D -- engage Raiders",
        "１ｓｔ　Ｂｏｒｏｓ：６Ｄ＞７Ｄ－engage Raiders",
        "1st\u00a0Boros: 6D\u200b >\u2060 7D - engage Raiders\ufeff",
        "1st Boros: 6D » 7D - engage Raiders",
    ],
)
def test_a_line_of_movement_is_read_as_it_comes_from_a_phone(typed: str) -> None:
    assert read_line(typed) == read_line("1st Boros: 6D > 7D - engage Raiders")
    assert not isinstance(read_line(typed), str)


def test_an_army_is_found_by_its_name_as_a_phone_writes_it() -> None:
    assert meant("O’Brien‘s Wing–men", ["O'Brien's Wing-men", "Others"]).name == "O'Brien's Wing-men"


@pytest.mark.parametrize("typed", ["500 White Knight + 20 Urza's Engine", "５００ White Knight ＋ 20 Urza’s Engine"])
def test_troops_are_read_with_wide_letters_and_curly_quotes(typed: str) -> None:
    assert read_troops(typed) == ((500, "White Knight"), (20, "Urza's Engine"))


@pytest.mark.parametrize("typed", ["25/10", "25 ％／10 ％", "25%\u200b/10%"])
def test_losses_are_read_with_wide_signs(typed: str) -> None:
    assert percentages(typed) == (25, 10)


@pytest.mark.parametrize(
    "typed", ["D5 D6 E6", "• D5 ➜ D6 ➜ E6", "d5–d6–e6", "Ｄ５，Ｄ６，Ｅ６", "1. D5 \uf0e0 D6\uf0e0E6"]
)
def test_a_way_is_read_with_any_arrow_between_its_steps(typed: str) -> None:
    assert wesnoth.parse_route(typed) == ("D5", "D6", "E6")
    assert win_or_die.parse_route(typed) == ("D5", "D6", "E6")


def test_enhancements_are_read_with_unseen_signs() -> None:
    assert parse_enhancements("Ａrmor，\u200bmorale") == parse_enhancements("armor, morale")
