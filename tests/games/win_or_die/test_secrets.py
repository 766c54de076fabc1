"""What a player may not know: hidden units, legions, Mercenaries, random regions, standing orders."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.installation.templates import template
from sheets_gm.games.win_or_die.data.words import RED, SEATS, TEAL
from sheets_gm.games.win_or_die.forms.all_forms import open_forms
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.tabs.all_tabs import draw_board, draw_units
from sheets_gm.games.win_or_die.views.visible import label, view
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.grid import Grid
from tests.games.win_or_die.other_secrets import other_secrets
from tests.games.win_or_die.table import play, position
from tests.games.win_or_die.test_turns import LEGION, Setup, dice, enlist, pick

EYES = (*SEATS, GM, None)


def hidden() -> Match:
    return position(
        {"R1": "yav-H1 G5 hidden attack", "R2": "yav-U1 I5 hidden", "T1": "ann-H1 A5 hidden morale", "T2": "ann-U1 A4"}
    )


@pytest.mark.clause("WOD-48", "WOD-R16")
@pytest.mark.parametrize("eyes", EYES)
def test_a_hidden_unit_is_known_to_its_player_and_the_gm_alone(eyes: str | None) -> None:
    match = hidden()
    seen = {unit.id: (unit.card, unit.enhancements) for unit in view(match, eyes).match.units}
    for unit in match.units:
        known = unit.exposed or eyes in (unit.seat, GM)
        assert (seen[unit.id] == (unit.card, unit.enhancements)) is known, unit.id


@pytest.mark.clause("WOD-R16")
@pytest.mark.parametrize("eyes", EYES)
def test_places_tokens_and_the_morale_of_both_legions_are_public(eyes: str | None) -> None:
    match = hidden()
    seen = view(match, eyes).match
    assert [(unit.id, unit.at, unit.tokens) for unit in seen.units] == [(u.id, u.at, u.tokens) for u in match.units]
    assert [seen.field.morale(seat) for seat in SEATS] == [match.field.morale(seat) for seat in SEATS]


def cells(grid: Grid) -> str:
    return " ".join(f"{cell.value} {cell.note or ''}" for row in grid.rows for cell in row if cell.value)


@pytest.mark.clause("WOD-R16")
def test_no_tab_of_another_player_or_the_public_names_a_hidden_unit() -> None:
    match, tabs = hidden(), template("win_or_die").tabs
    for eyes, named in ((RED, True), (GM, True), (TEAL, False), (None, False)):
        for draw, tab in ((draw_board, "board"), (draw_units, "units")):
            text = cells(draw(view(match, eyes), tabs[tab]))
            assert ("Lord Bastion" in text) is named
            assert "Tusk Whelp" in text


@pytest.mark.clause("WOD-39", "WOD-48", "WOD-R23")
def test_legions_mercenaries_and_random_regions_are_secret_before_the_battle() -> None:
    setup = Setup().go(red=pick("Random", "Ogre Hireling"), teal=pick("Yaveil Alliance"))
    seen = [view(setup.match, eyes).match.player(RED).region for eyes in EYES]
    assert seen == ["Annihilation Horde", "", "Annihilation Horde", ""]
    assert view(setup.match, TEAL).match.player(RED).mercenaries == ()
    setup.go(teal=enlist(*LEGION[:3], *LEGION[4:], "Crossbowman"))
    for eyes in (RED, None):
        teal = view(setup.match, eyes).match.player(TEAL)
        assert (teal.legion, teal.crystals, teal.raised) == ((), 0, ())
    assert len(view(setup.match, TEAL).match.player(TEAL).legion) == 7


def test_events_that_not_everybody_may_know_have_an_audience() -> None:
    private: dict[str, Any] = {}
    public: set[str] = set()
    setup = Setup()
    for orders in ({"red": pick("Random"), "teal": pick("Chaos Realm")}, {}, {}, {}, {}):
        setup.go(**orders)
        private |= {event.kind: event.audience for event in setup.events if event.audience is not None}
        public |= {event.kind for event in setup.events if event.audience is None}
    assert private == {"barrack_set": (RED,), "legion_set": (TEAL,)}
    assert not public & {"barrack_set", "legion_set", "skipped"}


@pytest.mark.clause("WOD-60", "WOD-R32")
def test_whether_a_live_question_is_asked_does_not_depend_on_hidden_units() -> None:
    """A hidden unit beside the target is asked about, whatever it is."""
    asked = []
    for card in ("yav-H1", "yav-U1", "mer-M4"):
        match = position(
            {"R1": "ann-U7 G5", "T1": "yav-U2 G6", "T2": f"{card} H5 hidden"},
            players={TEAL: {"region": "Yaveil Alliance"}},
            settings={"reactions": "live"},
        )
        after = play(match, {"unit": "R1", "target": "T1"}).match
        asked.append(
            (label(after), [(form.key, form.seat, form.due, form.counted.forced) for form in open_forms(after)])
        )
        assert view(after, RED) == view(after.but(question=None), RED).but(asked=TEAL, heading=label(after))
    assert asked[0] == asked[1] == asked[2]


@pytest.mark.clause("WOD-R32")
def test_standing_orders_that_nothing_sets_off_leave_no_trace() -> None:
    rows: tuple[dict[str, list[dict[str, str]]], ...] = ({}, {TEAL: [{"reaction": "Trample"}]})
    ways = [play(hidden(), {"unit": "R2", "to": "I4"}, reactions=each) for each in rows]
    assert ways[0] == ways[1]


def test_the_other_positions_of_these_tests_keep_what_everybody_knows() -> None:
    match = hidden()
    changed = [other_secrets(match, RED, dice(units=at)) for at in (1, 2)]
    assert all(view(each, RED) == view(match, RED) for each in changed)
    other = other_secrets(match, TEAL, dice(**{"@2": 1}))
    assert other != match
    assert view(other, TEAL) == view(match, TEAL)
