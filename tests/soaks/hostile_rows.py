"""Every hostile value in every field of every form, of the match and of each game; what can be done is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.sheet.tabs import FormTab
from tests.gm.any_game import match_of
from tests.gm.hostile_rows import faults_of, faults_of_a_game
from tests.gm.test_hostile_rows import DESK_FORMS, VALUES, hostile_match

ASKING: Mapping[str, Mapping[str, Any]] = {
    "gvg": {"halftime_turn": 2},
    "wesnoth": {"answers": "live"},
    "win_or_die": {"reactions": "live"},
}
"""Settings with which a game has forms that it has not otherwise, or has them early."""

RARE = {"bumps"}
"""The forms that bots may not come to: several armies of a side must be in one battle."""


def test_no_value_in_a_desk_form_stops_a_match() -> None:
    assert faults_of(hostile_match(), VALUES) == []


@pytest.mark.parametrize("name", sorted(games()))
def test_no_value_in_a_form_of_a_game_stops_a_match(name: str) -> None:
    match = match_of(name, sealed=True, **ASKING.get(name, {}))
    session, asked = match.table.session, set[str]()
    forms = {tab.form for tab in session.journal.tabs if isinstance(tab, FormTab)} - DESK_FORMS - {ROLLS}
    while forms - asked and session.record.status is Status.LIVE:
        match.play()
        assert faults_of_a_game(session, VALUES, but=asked) == []
        asked |= {form.key for form in session.forms}
    assert forms - asked <= RARE
