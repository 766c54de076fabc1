"""Who plays for a team that fills in none of its forms in time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.outcome import Orders, Outcome
from sheets_gm.kernel.rules import Secrecy
from tests.gm import council
from tests.gm.table import Evening

DAY = 86400.0


def session(**changes: Any) -> Evening:
    """A sealed council of two teams, in which a bot plays for whoever is absent."""
    policy = Policy(layout="sealed", gm=("gm@table",), every=DAY, no_show="bot")
    rules = council.council(Secrecy.TEAM, **changes)
    evening = Evening(settings=dict(council.PLAIN), policy=policy, rules=rules, template=council.TEMPLATE)
    evening.tick()
    return evening


def past_deadline(evening: Evening) -> None:
    for wait in (DAY - 30, 60):
        evening.now += wait
        evening.tick()


def motions(evening: Evening) -> list[tuple[str, str]]:
    """The motions that the journal has: the owner, and who filled it in."""
    entries = evening.store.entries(evening.name)
    return [(row.seat, row.by) for entry in entries for row in entry.typed if row.form == "motion"]


def assert_recomputes(evening: Evening) -> None:
    found = list(verify(evening.game, evening.record.charter, evening.store.entries(evening.name)))
    assert [each for each in found if isinstance(each, Fault)] == []


def test_a_bot_fills_in_the_form_of_an_absent_team_under_the_name_of_the_team() -> None:
    evening = session()
    past_deadline(evening)
    assert sorted(motions(evening)) == [("north", "bot"), ("south", "bot")]
    entry = [*evening.store.entries(evening.name)][1]
    assert sorted(entry.orders) == ["north", "south"]
    assert entry.attendance["north"] is Attendance.NO_SHOW
    assert Excuses.of(evening.table.session.record).missed == {"north": 1, "south": 1}
    assert_recomputes(evening)


def at_once(match: council.Match) -> tuple[Form, ...]:
    """The council in which each team's motion closes at once, one team after the other."""
    forms = [form for form in council.open_forms(match) if form.key != "gift"]
    left = [team for team in match.members if team not in match.motions]
    return tuple(
        replace(form, close=Close.AT_ONCE, due=form.seat == left[0]) if form.key == "motion" else form
        for form in forms
        if form.key != "motion" or form.seat in left
    )


def moved_at_once(match: council.Match, orders: Orders, dice: Any) -> Outcome[council.Match]:
    """The ruling begins when all teams have made their motions."""
    after = council.resolve(match, orders, dice)
    if match.phase == "ruling":
        return after
    made = {**match.motions, **after.state.motions}
    phase = "ruling" if len(made) == len(match.members) else "motions"
    return Outcome(after.state.but(motions=made, phase=phase), after.events)


def test_a_bot_plays_the_row_of_an_absent_team_that_closes_at_once() -> None:
    evening = session(open=at_once, resolve=moved_at_once)
    past_deadline(evening)
    assert motions(evening) == [("north", "bot")]
    assert Excuses.of(evening.table.session.record).missed == {"north": 1}
    past_deadline(evening)
    assert motions(evening) == [("north", "bot"), ("south", "bot")]
    assert evening.table.session.state.phase == "ruling"
    assert_recomputes(evening)
