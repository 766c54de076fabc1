"""Rows that only some members of a team may fill in, whom the rules may change; benches of two; rulings amended."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.hand_over import Openings
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.kernel.forms import Close, Field, Form, FormRow, Who, form_of_rows
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.rules import Secrecy
from tests.gm.council import BENCH, JUDGE, PLAIN, TEMPLATE, Ballot, council
from tests.gm.table import Evening
from tests.gm.test_council import (
    DAY,
    EVERY_LAYOUT,
    GM_ACCOUNT,
    account,
    attendance_of_last_turn,
    past_deadline,
    proved,
    waiting,
)
from tests.gm.test_council import fill as fill_row


def session(secrecy: Secrecy = Secrecy.OPEN, settings: dict[str, Any] | None = None, **policy: Any) -> Evening:
    """A council of two teams, drawn once."""
    layout = "shared" if secrecy is Secrecy.OPEN else "sealed"
    chosen = Policy(**{"layout": layout, "gm": (GM_ACCOUNT,), **policy})
    evening = Evening(settings={**PLAIN, **(settings or {})}, policy=chosen, rules=council(secrecy), template=TEMPLATE)
    evening.tick()
    return evening


def fill(evening: Evening, tab: str, row: str, **cells: Any) -> None:
    """Let the player at the end of a row's name, or its owner, fill in that row and tick it."""
    by = row.rpartition("(")[2].rstrip(")") if "(" in row else row
    seats = {each.player: each.id for each in evening.seats}
    fill_row(evening, tab, row, seats.get(by, by), **cells)


def ballot(evening: Evening, *votes: str) -> None:
    """Let members vote: "north1 4"."""
    for vote in votes:
        seat, number = vote.split()
        player = evening.table.session.people.seats[seat].player
        fill(evening, "ballot", f"{seat[:-1]} {seat} ({player})", number=int(number))


def names(evening: Evening, tab: str, key: str = "") -> list[str]:
    """The names of the rows of a tab."""
    return [str(line[0]) for line in evening.values(tab, key)[3:] if line and line[0]]


# -- who may fill in a row ---------------------------------------------------------------------------------------------


def test_only_the_forms_of_teams_have_authors() -> None:
    with pytest.raises(ValueError, match="only the form of a team has authors"):
        Form("ballot", "north1", Ballot, (Field("number"),), who=Who(authors=("north1",)))
    row = FormRow("north1", (Field("number"),), authors=("north1",))
    with pytest.raises(ValueError, match="all have the same authors"):
        form_of_rows("ballot", "north", Ballot, (row,), who=Who(team=True), close=Close.AT_ONCE)


@EVERY_LAYOUT
def test_the_match_waits_for_each_member_whose_vote_is_missing(secrecy: Secrecy) -> None:
    evening = session(secrecy, {"ballots": True})
    assert waiting(evening) == ("north1", "north2", "south1", "south2")
    ballot(evening, "north1 4", "south1 7", "south2 7")
    evening.tick()
    assert waiting(evening) == ("north2",)
    ballot(evening, "north2 3")
    (step,) = evening.tick().steps
    assert step.entry.orders.keys() == {"north", "south"}
    assert [vote["member"] for vote in step.entry.orders["north"]] == ["north1", "north2"]
    assert step.state.motions == {"north": 3, "south": 7}
    assert attendance_of_last_turn(evening).keys() == {"north1", "north2", "south1", "south2"}
    assert proved(evening)


@EVERY_LAYOUT
def test_only_its_author_may_type_in_a_row(secrecy: Secrecy) -> None:
    evening = session(secrecy, {"ballots": True})
    key = "table" if secrecy is Secrecy.OPEN else "team.north"
    cell = evening.cell("ballot", "north north2 (Ben)", "number", key)
    evening.type("ballot", {cell: 3}, account(evening, "north2"), key)
    with pytest.raises(Exception, match=r"protected|permission"):
        evening.type("ballot", {cell: 4}, account(evening, "north1"), key)
    shown = evening.row("ballot", "north north2 (Ben)", key)
    assert shown["player"] == evening.table.session.people.seats["north2"].player


def test_a_reminder_goes_to_the_author_of_a_missing_row_alone() -> None:
    evening = session(Secrecy.SEAT, {"ballots": True}, every=DAY, remind=3600.0)
    ballot(evening, "north1 4", "south1 7", "south2 7")
    evening.now += DAY - 1800
    evening.tick()
    reminded = {notice.seat: notice.body for notice in evening.notices if "Still missing" in notice.body}
    assert reminded.keys() == {None, "north2"}
    link = next(book.link for book in evening.table.session.record.workbooks if book.key == "team.north")
    assert link in reminded["north2"]


def test_who_is_excused_is_not_waited_for_and_who_misses_a_row_is_the_one_who_misses_it() -> None:
    evening = session(settings={"ballots": True}, every=DAY, open_after=1)
    evening.do("excuse", "north1")
    assert waiting(evening) == ("north2", "south1", "south2")
    ballot(evening, "south1 7", "south2 7")
    past_deadline(evening)
    absent = {"north1": Attendance.EXCUSED, "north2": Attendance.NO_SHOW}
    assert {seat: attendance_of_last_turn(evening)[seat] for seat in absent} == absent
    record = evening.table.session.record
    assert (Excuses.of(record).missed, Openings.of(record).vacant) == ({"north2": 1}, ("north2",))


def test_the_game_master_fills_in_a_row_by_the_name_of_its_author() -> None:
    evening = session(settings={"ballots": True})
    evening.do("fill in", "north2", "number=5")
    assert evening.answer().startswith("✓"), evening.answer()
    assert evening.row("ballot", "north north2 (Ben)")["number"] == 5
    evening.do("fill in", "north #1", "number=4", row=2)
    assert evening.row("ballot", "north north1 (Ana)")["number"] == 4
    assert waiting(evening) == ("south1", "south2")
    evening.do("fill in", "south1 #2", "number=4", row=3)
    assert "There is only 1 row" in evening.answer(3)


@pytest.mark.parametrize(("policy", "by"), [("bot", "bot"), ("standing", "standing order")])
def test_what_stands_in_for_an_absent_author_adds_to_what_the_others_typed(policy: str, by: str) -> None:
    evening = session(settings={"ballots": True}, every=DAY, no_show=policy)
    fill(evening, "ballot", "north north2 (Ben)", number=8, keep=True)
    ballot(evening, "north1 4", "south1 7", "south2 7")
    evening.tick()
    fill_row(evening, "ruling", JUDGE, JUDGE, team="north")
    evening.tick()
    ballot(evening, "north1 5", "south1 7", "south2 7")
    (step,) = past_deadline(evening)
    votes = {vote["member"]: vote["number"] for vote in step.entry.orders["north"]}
    assert sorted(votes) == ["north1", "north2"]
    assert votes["north1"] == 5
    assert policy == "bot" or votes["north2"] == 8
    assert {typed.by for typed in step.entry.typed if (typed.seat, typed.row) == ("north", 1)} == {by}
    assert proved(evening)


def test_the_standing_order_of_a_row_ends_with_the_authorship_of_who_made_it() -> None:
    evening = session(settings={"speeches": True}, every=DAY, no_show="standing")
    fill(evening, "speech", ANA, text="As always!", keep=True)
    speak(evening)
    evening.tick()
    assert [each.authors for each in evening.table.session.record.standing] == [("north1",)]
    evening.do("override", "speakers.north", "north2")
    fill_row(evening, "ruling", JUDGE, JUDGE, team="north")
    evening.tick()
    assert evening.table.session.record.standing == ()
    assert evening.receipt("north speaker (Ben)", "speech") == ""


def test_bots_play_the_rows_of_their_own_seats() -> None:
    evening = session(Secrecy.TEAM, {"ballots": True, "speeches": True, "judges": 2})
    evening.play(2)
    turns = [entry for entry in evening.store.entries(evening.name) if entry.kind == "turn"]
    assert {vote["member"] for vote in turns[0].orders["north"] if vote["kind"] == "ballot"} == {"north1", "north2"}
    assert turns[1].orders.keys() == {BENCH}
    assert proved(evening)


# -- the rules decide whose row it is ----------------------------------------------------------------------------------

ANA, BEN = "north speaker (Ana)", "north reserve (Ben)"


def speak(evening: Evening, **speeches: str) -> None:
    """Let rows of North hold a speech, and both teams make their motions."""
    for row, text in speeches.items():
        fill(evening, "speech", {"ana": ANA, "ben": BEN}[row], text=text)
    for team in ("north", "south"):
        fill_row(evening, "motion", team, f"{team}1", number=1)


def test_a_game_knows_who_filled_in_a_row_that_has_one_author() -> None:
    evening = session(settings={"speeches": True})
    assert names(evening, "speech")[:2] == [ANA, BEN]
    speak(evening, ana="Charge!", ben="Wait!")
    (step,) = evening.tick().steps
    assert step.state.speeches == {"north": ("north1", "Charge!")}
    assert proved(evening)


def test_what_the_others_wrote_counts_where_the_one_who_was_named_wrote_nothing() -> None:
    evening = session(settings={"speeches": True})
    speak(evening, ben="Wait!")
    (step,) = evening.tick().steps
    assert step.state.speeches == {"north": ("north2", "Wait!")}


def test_a_member_may_be_named_during_the_match_and_the_rows_follow() -> None:
    evening = session(settings={"speeches": True})
    fill(evening, "appoint", "north1", speaker="north2")
    speak(evening)
    evening.tick()
    fill_row(evening, "ruling", JUDGE, JUDGE, team="north")
    evening.tick()
    assert names(evening, "speech")[:2] == ["north speaker (Ben)", "north reserve (Ana)"]
    cell = evening.cell("speech", "north speaker (Ben)", "text")
    with pytest.raises(Exception, match=r"protected|permission"):
        evening.type("speech", {cell: "Mine!"}, account(evening, "north1"))
    evening.type("speech", {cell: "Mine!"}, account(evening, "north2"))


def test_what_one_typed_is_never_taken_as_that_of_another_who_has_the_row_now() -> None:
    evening = session(settings={"speeches": True})
    fill(evening, "speech", ANA, text="Charge!")
    evening.tick()
    evening.do("override", "speakers.north", "north2")
    assert evening.answer().startswith("✓"), evening.answer()
    assert evening.row("speech", "north speaker (Ben)")["text"] == ""
    assert not any(draft.form == "speech" for draft in evening.table.session.record.drafts)
    fill_row(evening, "motion", "north", "north1", number=1)
    fill_row(evening, "motion", "south", "south1", number=1)
    (step,) = evening.tick().steps
    assert step.state.speeches == {}
    assert proved(evening)


def test_what_stands_on_a_sheet_that_was_not_drawn_anew_is_not_taken_as_that_of_another() -> None:
    evening = session(settings={"speeches": True})
    fill(evening, "speech", ANA, text="Charge!")
    evening.tick()
    before = {tab: evening.values(tab) for tab in ("speech",)}
    evening.do("override", "speakers.north", "north2")
    # the write that shows the change is lost: the sheet still has the row of the one before
    lost = {f"{chr(65 + at)}4": value for at, value in enumerate(before["speech"][3])}
    evening.type("speech", lost)
    evening.table = evening.poller()
    evening.tick()
    assert not any(draft.typed.get("text") for draft in evening.table.session.record.drafts)


# -- a bench of two ----------------------------------------------------------------------------------------------------


@EVERY_LAYOUT
def test_two_judges_share_the_forms_of_their_bench(secrecy: Secrecy) -> None:
    evening = session(secrecy, {"judges": 2})
    key = "table" if secrecy is Secrecy.OPEN else "team.bench"
    for team in ("north", "south"):
        fill_row(evening, "motion", team, f"{team}1", number=1)
    evening.tick()
    assert waiting(evening) == (BENCH,)
    cell = evening.cell("ruling", BENCH, "team", key)
    with pytest.raises(Exception, match=r"protected|permission|caller|access"):
        evening.type("ruling", {cell: "south"}, account(evening, "north1"), key)
    evening.type("ruling", {cell: "south"}, account(evening, JUDGE), key)
    evening.tick()
    fill_row(evening, "ruling", BENCH, "second", team="north")
    (step,) = evening.tick().steps
    assert step.state.points == {"north": 1, "south": 0}
    assert step.entry.orders.keys() == {BENCH}
    assert proved(evening)


def test_two_judges_have_one_workbook_with_what_a_judge_may_see() -> None:
    evening = session(Secrecy.SEAT, {"judges": 2})
    books = {layout.key: layout for layout in evening.table.workbooks.layouts}
    assert books["team.bench"].tabs == ("ruling", "bench", "report")
    assert books["team.bench"].eyes == (JUDGE, "second")
    shared = {book.key: set(book.shared) for book in evening.table.session.record.workbooks}
    assert shared["team.bench"] == {account(evening, JUDGE), account(evening, "second"), GM_ACCOUNT}
    assert [line[0] for line in evening.values("bench", "team.bench") if line and "gold of north1" in str(line[0])] == [
        "gold of north1"
    ]


def test_a_bench_is_reminded_and_excused_like_a_team_and_is_no_side() -> None:
    evening = session(Secrecy.TEAM, {"judges": 2}, every=DAY, remind=3600.0)
    for team in ("north", "south"):
        fill_row(evening, "motion", team, f"{team}1", number=1)
    evening.tick()
    evening.now += DAY - 1800
    evening.tick()
    reminded = {notice.seat: notice.body for notice in evening.notices if "for team Bench" in notice.body}
    assert reminded.keys() == {JUDGE, "second"}
    link = next(book.link for book in evening.table.session.record.workbooks if book.key == "team.bench")
    assert link in reminded["second"]
    evening.do("concede", "bench")
    assert "There is no team “bench”" in evening.answer()
    evening.do("excuse", "bench", row=2)
    assert evening.table.session.state.round == 2


# -- a ruling that is amended ------------------------------------------------------------------------------------------


def test_a_judge_amends_an_earlier_ruling_while_the_others_go_on() -> None:
    evening = session(Secrecy.SEAT, {"amending": True}, every=DAY)
    for team in ("north", "south"):
        fill_row(evening, "motion", team, f"{team}1", number=1)
    evening.tick()
    fill_row(evening, "ruling", JUDGE, JUDGE, team="north")
    evening.tick()
    fill_row(evening, "motion", "south", "south1", number=2)
    evening.tick()
    before = evening.table.session.record
    fill_row(evening, "amend", JUDGE, JUDGE, team="north")
    evening.tick()
    assert "The point is north's already" in evening.receipt(JUDGE, "amend", "seat.judge")
    fill_row(evening, "amend", JUDGE, JUDGE, team="south")
    (step,) = evening.tick().steps
    assert step.state.points == {"north": 0, "south": 1}
    assert "The bench amends its ruling: the point of North goes to South." in evening.log()
    after = evening.table.session.record
    assert (after.due, waiting(evening)) == (before.due, ("north",))
    assert evening.row("motion", "south", "team.south")["number"] == 2
    assert proved(evening)
    evening.do("rewind", f"#{step.entry.number - 1}")
    assert evening.table.session.state.points == {"north": 1, "south": 0}
    assert proved(evening)


def test_a_bench_of_two_amends_its_ruling() -> None:
    evening = session(Secrecy.TEAM, {"amending": True, "judges": 2})
    for team in ("north", "south"):
        fill_row(evening, "motion", team, f"{team}1", number=1)
    evening.tick()
    fill_row(evening, "ruling", BENCH, JUDGE, team="north")
    evening.tick()
    fill_row(evening, "amend", BENCH, "second", team="south")
    (step,) = evening.tick().steps
    assert step.state.points == {"north": 0, "south": 1}
    assert proved(evening)
