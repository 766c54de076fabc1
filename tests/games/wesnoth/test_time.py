"""A player's turn is one period of its clock, whatever is asked in it; an absent player's turn is played by the bot."""

from __future__ import annotations

from sheets_gm.games.wesnoth.forms.all_forms import CLOCKS, open_forms
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.kernel.forms import Form
from tests.games.wesnoth.table import position
from tests.gm.duels import DAY, poll
from tests.gm.table import Evening


def form(forms: tuple[Form, ...], key: str) -> Form:
    return next(each for each in forms if each.key == key)


def test_all_rows_of_a_turn_belong_to_one_period_and_the_next_round_to_another() -> None:
    first, later = (form(open_forms(position(round=number)), "actions") for number in (1, 2))
    assert (first.clock.name, later.clock.name) == ("turn", "turn")
    assert first.clock.period != later.clock.period
    assert {clock.name for clock in CLOCKS} == {"turn", "reaction"}


def test_the_bot_plays_the_turn_of_an_absent_player_row_by_row_to_its_end() -> None:
    evening = Evening(plays="wesnoth", players=2, policy=Policy(every=DAY, no_show="bot", gm=("gm@table",)))
    evening.tick()
    absent = evening.table.session.state.acting
    poll(evening, evening.now + DAY + 60)
    played = [entry for entry in evening.store.entries(evening.name) if entry.kind == "turn"]
    assert len(played) > 1
    assert {(row.seat, row.by) for entry in played for row in entry.typed} == {(absent, "bot")}
    assert evening.table.session.state.acting != absent
    assert Excuses.of(evening.table.session.record).missed == {absent: 1}
