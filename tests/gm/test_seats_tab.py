"""The tab “Your seat”: what players do about their own seats, without the game master."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sheets_gm.adapters.installation import templates
from sheets_gm.gm.between.rows.field_values import UNTIL
from sheets_gm.gm.intake.desk.seats_tab import LINK, seat_form
from sheets_gm.gm.match_record.clock_times import clock_times
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.presence import absences
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.proof import verify
from tests.gm.bare import Bare
from tests.gm.table import Evening

HOUR = 3600.0
DAY = 24 * HOUR


def ask(evening: Evening, seat: str, *, account: str = "", **cells: Typed) -> str:
    """The answer to *seat*, who fills in and ticks its row of the tab “Your seat”, with its own account or another."""
    own = next(each.account or "" for each in evening.table.session.record.people if each.id == seat)
    blank: dict[str, Typed] = dict.fromkeys(("act", "since", "until", "who"))
    fill(evening, seat, {**blank, **cells, "ready": True}, account or own)
    evening.tick()
    if evening.receipt(seat, "seats", home(evening, seat)).endswith("Tick Do once more to do it."):
        fill(evening, seat, {"ready": True}, account or own)
        evening.tick()
    return evening.receipt(seat, "seats", home(evening, seat))


def fill(evening: Evening, seat: str, cells: Mapping[str, Typed], account: str) -> None:
    """Type into the row of *seat* on the tab “Your seat”."""
    key = home(evening, seat)
    evening.type(
        "seats", {evening.cell("seats", seat, name, key): value for name, value in cells.items()}, account, key
    )


def home(evening: Evening, seat: str, tab: str = "seats") -> str:
    """The key of the workbook in which *seat* has its rows on a *tab*."""
    layouts = evening.table.workbooks.layouts
    return next(each.key for each in layouts if tab in each.tabs and seat in each.eyes)


def friday(on: str = "", /, **policy: object) -> Evening:
    """A match of GvG of two against two, with its first tick done."""
    chosen = Policy(gm=("gm@table",), no_show="hold", every=DAY).but(**policy)
    evening = Evening(settings={"team_size": 2}, policy=chosen, on=on)
    evening.tick()
    return evening


def roster(evening: Evening) -> dict[str, list[Typed]]:
    """The rows of the roster by seat."""
    return {str(row[0]): list(row) for row in evening.values("roster")[3:] if row}


def test_the_column_until_says_before_an_error_what_its_answer_says_after_it() -> None:
    columns = templates.template("gvg").tabs["seats"].columns
    assert next(each.help for each in columns if each.field == "until") == UNTIL


DAILY = Policy(every=DAY)
FIXED = Policy(at=clock_times("20:00"))


@pytest.mark.parametrize(
    ("policy", "cells", "answer"),
    [
        (DAILY, {"since": "2027-02-01", "until": "2027-02-03"},
         "✓ Ben is away from Mon 01 Feb 00:00 UTC until Thu 04 Feb 00:00 UTC."),
        (DAILY, {"since": "2027-02-01 10:00", "until": "2d"},
         "✓ Ben is away from Mon 01 Feb 10:00 UTC until Wed 03 Feb 10:00 UTC."),
        (DAILY, {"since": "Sun 17:00"}, "✗ Choose what to do."),
        (DAILY, {"act": "away"}, f"✗ Write until when: {UNTIL}"),
        (DAILY, {"until": "soon"}, f"✗ “soon” is not a time. Write {UNTIL}"),
        (DAILY, {"until": "-2h"}, "✗ “-2h” is over. Write a later time."),
        (DAILY, {"since": "2027-02-03", "until": "2027-02-01"},
         "✗ The end must be later than the beginning, and later than now."),
        (DAILY, {"until": "90d"}, "✗ Nobody is away for more than 60 days at once: give up the seat."),
        (DAILY, {"act": "back now"}, "✗ Ben is not away."),
        (DAILY.but(vacation=5 * DAY), {"until": "6d"}, "✗ Ben has 5 days of 5 days left to be away."),
        (DAILY.but(vacation=5 * DAY), {"until": "5d"}, "✓ Ben is away until Wed 20 Jan 08:00 UTC."),
        (DAILY, {"until": "20h"},
         "✓ Ben is away until Sat 16 Jan 04:00 UTC, only 4 hours before the deadline of Sat 16 Jan 08:00 UTC."),
        (DAILY, {"until": "2h"}, "✓ Ben is away until Fri 15 Jan 10:00 UTC."),
        (FIXED, {"until": "2027-01-20 18:00"},
         "✓ Ben is away until Wed 20 Jan 18:00 UTC, only 2 hours before the deadline of Wed 20 Jan 20:00 UTC."),
    ],
)  # fmt: skip
def test_what_a_row_of_ones_own_asks_is_done_or_answered(policy: Policy, cells: dict[str, str], answer: str) -> None:
    match = Bare(policy)
    assert match.ask("blue2", **cells) == answer
    assert bool(absences(match.record)) == answer.startswith("✓")


def test_a_player_goes_away_and_comes_back_by_a_row_of_their_own() -> None:
    match = friday()
    assert "This row is empty" in ask(match, "blue2")
    assert "holiday" in ask(match, "blue2", act="holiday", until="2d")
    with pytest.raises(SheetsRefused):
        fill(match, "blue2", {"act": "away", "until": "7d"}, "finn@table")
    assert not absences(match.table.session.record)
    answer = ask(match, "blue2", until="20h")
    assert "only 4 hours before the deadline of Sat 16 Jan 08:00" in answer
    assert "before the deadline" in str(roster(match)["blue2"][-1])
    assert ask(match, "blue2", act="away", until="7d").startswith("✓ Ben is away until ")
    assert "blue2" not in match.table.waiting
    match.play(1, but=("blue2",))
    turn = match.table.session.entry
    assert turn.attendance is not None
    assert turn.attendance["blue2"] is Attendance.EXCUSED
    match.do("rewind", "#1")
    assert match.table.session.record.presence.away_at(match.now) == {"blue2"}
    assert match.receipt("blue2", "seats").startswith("✓ Ben is away")
    assert ask(match, "blue2", act="back now") == "✓ Ben is back."
    assert "blue2" in match.table.waiting
    assert "✗" in ask(match, "blue2", act="back now")
    assert match.row("seats", "blue2", home(match, "blue2"))["ready"] is False
    entries = match.store.entries(match.name)
    assert not [each for each in verify(match.game, match.record.charter, entries) if isinstance(each, Fault)]


def test_in_a_sealed_match_the_row_is_in_ones_own_workbook() -> None:
    match = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), every=DAY))
    match.tick()
    seat = match.seats[1].id
    assert ask(match, seat, until="7d").startswith("✓")
    assert seat not in match.table.waiting
    assert "until" in str(roster(match)[seat][-1])


def test_a_row_that_is_not_ticked_says_that_it_counts_only_then() -> None:
    match = friday()
    fill(match, "blue2", {"act": "leave"}, "ben@table")
    match.tick()
    saved = match.receipt("blue2", "seats", home(match, "blue2"))
    assert saved.startswith("⚠ Saved · ")
    assert saved.endswith("Tick Do to confirm it: it counts only then.")
    assert match.table.session.record.people[1].player == "Ben"
    match.type("desk", {match.cell("desk", "gm #1", name): text for name, text in
                        {"act": "concede", "on": "blue"}.items()}, "gm@table")  # fmt: skip
    match.tick()
    assert match.answer().endswith("Tick Do to confirm it: it counts only then.")


def test_where_whoever_has_the_link_types_nothing_is_offered_that_only_somebody_may_do() -> None:
    policy = Policy(sharing=LINK)
    offered = {
        sharing: set(seat_form("blue1", policy.but(sharing=sharing), alone=True, teamed=True).fields[0].choices)
        for sharing in ("invite", LINK)
    }
    kept = {"say", "away", "back now", "nudge", "quiet hours", "no deputy", "keep the seat"}
    assert kept <= offered[LINK]
    gone = offered["invite"] - offered[LINK]
    assert {"deputy", "leave for good", "offer the seat", "exchange seats", "notices by mail"} <= gone
    assert not gone & kept
