"""Forms of teams and seats that are no side, from the cell to the proof, in every layout."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest

from sheets_gm.adapters.export import files as export
from sheets_gm.adapters.export import past
from sheets_gm.adapters.export.record import read_record
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.bot_players import Player
from sheets_gm.gm.between import effects
from sheets_gm.gm.match_record.pending_lock import PendingLock
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.seats.hand_over import Openings
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.workbooks.layout import workbook_layouts
from sheets_gm.gm.workbooks.sharing import guests_of
from sheets_gm.kernel.actions import BadAction, Concede
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.english import describe_winners, owner_name, sides_left
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.tabs import Eyes
from tests.gm.council import JUDGE, PLAIN, TEMPLATE, council
from tests.gm.table import SEED, Evening

GM_ACCOUNT = "gm@table"
DAY = 86400.0


def session(secrecy: Secrecy = Secrecy.OPEN, teams: int = 2, **policy: Any) -> Evening:
    """A match of the council; its members are Ana and Cleo (or the first two) of North, and so on."""
    layout = "shared" if secrecy is Secrecy.OPEN else "sealed"
    chosen = Policy(**{"layout": layout, "gm": (GM_ACCOUNT,), **policy})
    return Evening(settings={**PLAIN, "teams": teams}, policy=chosen, rules=council(secrecy), template=TEMPLATE)


def account(evening: Evening, seat: str) -> str:
    """The account of *seat*."""
    found = evening.table.session.people.seats[seat].account
    assert found
    return found


def fill(evening: Evening, tab: str, owner: str, by: str, **cells: Any) -> None:
    """Let the seat *by* fill in the row of *owner*, in the one workbook that has it, and tick it."""
    books = [layout.key for layout in evening.table.workbooks.layouts if tab in layout.tabs]
    (key,) = [key for key in books if any(line and line[0] == owner for line in evening.values(tab, key))]
    typed = {evening.cell(tab, owner, name, key): value for name, value in {**cells, "ready": True}.items()}
    evening.type(tab, typed, account(evening, by), key)


def move_all(evening: Evening, *teams: str) -> None:
    """Let the second member of each team make its motion."""
    for number, team in enumerate(teams, start=1):
        fill(evening, "motion", team, f"{team}2", number=number)
    evening.tick()


def waiting(evening: Evening) -> tuple[str, ...]:
    """The owners of forms that the match waits for."""
    return evening.table.waiting


def conceded(evening: Evening) -> tuple[str, ...]:
    """The teams that have conceded."""
    return evening.table.session.record.conceded


def past_deadline(evening: Evening) -> tuple[Step[Any], ...]:
    """The steps that the next deadline brings; the sync polls shortly before and after it."""
    due = evening.table.session.record.due
    assert due is not None
    evening.now = due - 60
    evening.tick()
    evening.now = due
    return evening.tick().steps


def attendance(evening: Evening) -> dict[str, Attendance]:
    """The attendance that the newest entry recorded."""
    return dict(evening.table.session.entry.attendance)


def proved(evening: Evening) -> bool:
    """Whether the whole journal recomputes."""
    entries = list(evening.store.entries(evening.name))
    found = list(verify(evening.game, evening.record.charter, entries, Secrets(SEED).hidden))
    return found == entries and not any(isinstance(each, Fault) for each in found)


EVERY_LAYOUT = pytest.mark.parametrize("secrecy", list(Secrecy))


# -- the form of a team ------------------------------------------------------------------------------------------------


@EVERY_LAYOUT
def test_any_member_fills_in_the_form_of_a_team(secrecy: Secrecy) -> None:
    evening = session(secrecy)
    assert evening.tick().waiting == ("north", "south")
    fill(evening, "motion", "north", "north2", number=4)
    assert evening.tick().waiting == ("south",)
    fill(evening, "motion", "south", "south1", number=7)
    (step,) = evening.tick().steps
    assert step.state.motions == {"north": 4, "south": 7}
    assert step.entry.orders.keys() == step.entry.locks.keys() == {"north", "south"}
    assert attendance(evening)["north"] is Attendance.READY
    assert evening.tick().waiting == (JUDGE,)
    assert proved(evening)


@EVERY_LAYOUT
def test_the_row_of_a_team_says_whose_it_is_and_answers_what_is_typed(secrecy: Secrecy) -> None:
    evening = session(secrecy)
    key = "table" if secrecy is Secrecy.OPEN else "team.north"
    members = [seat.player for seat in evening.seats if seat.team == "north"]
    assert evening.row("motion", "north", key)["player"] == " and ".join(members)
    fill(evening, "motion", "north", "north1", number=40)
    evening.tick()
    assert "40 is too high. Try 9." in evening.receipt("north", "motion", key)
    fill(evening, "motion", "north", "north2", number=5)
    evening.tick()
    assert evening.receipt("north", "motion", key).startswith("✓ Ready")


@EVERY_LAYOUT
def test_only_the_members_may_type_in_the_row_of_their_team(secrecy: Secrecy) -> None:
    evening = session(secrecy)
    key = "table" if secrecy is Secrecy.OPEN else "team.north"
    cell = evening.cell("motion", "north", "number", key)
    evening.type("motion", {cell: 3}, account(evening, "north2"), key)
    with pytest.raises(Exception, match=r"protected|permission"):
        evening.type("motion", {cell: 4}, account(evening, "south1"), key)
    left = account(evening, "north2")
    evening.do("substitute", "north2", "Zoe <zoe@table>")
    with pytest.raises(Exception, match=r"protected|permission"):
        evening.type("motion", {cell: 4}, left, key)
    evening.type("motion", {cell: 5}, "zoe@table", key)


def test_where_each_seat_has_secrets_the_team_has_a_workbook_for_its_forms_alone() -> None:
    evening = session(Secrecy.SEAT)
    books = {layout.key: layout for layout in evening.table.workbooks.layouts}
    assert books["team.north"].tabs == ("motion", "plans")
    assert books["seat.north1"].tabs == ("gift", "purse", "council", "report", "seats", "claims")
    shared = {book.key: set(book.shared) for book in evening.table.session.record.workbooks}
    assert shared["team.north"] == {account(evening, "north1"), account(evening, "north2"), GM_ACCOUNT}
    gold = [line for line in evening.values("purse", "seat.north1") if line and "gold" in str(line[0])]
    assert [line[0] for line in gold] == ["gold of north1"]
    assert not any("gold" in str(cell) for line in evening.values("plans", "team.north") for cell in line)


def test_a_team_with_workbooks_of_its_own_has_its_forms_there() -> None:
    layouts = workbook_layouts(council(Secrecy.TEAM), PLAIN, session(Secrecy.TEAM).seats, Policy(layout="sealed"))
    books = {layout.key: layout.tabs for layout in layouts}
    assert books["team.south"] == ("motion", "gift", "plans", "purse", "council", "report", "seats", "claims")
    assert not any(key.startswith("seat.") and JUDGE not in key for key in books)


def test_what_a_team_orders_is_known_to_it_and_not_to_others() -> None:
    evening = session(Secrecy.TEAM)
    move_all(evening, "north", "south")
    assert [line[0] for line in evening.values("plans", "team.south") if line and "motions" in str(line[0])] == [
        "motions of south"
    ]
    assert not any("motions" in str(line[0]) for line in evening.values("council") if line)


def test_a_reminder_for_a_team_goes_to_each_member_with_the_link_to_its_workbook() -> None:
    evening = session(Secrecy.SEAT, every=DAY, remind=3600.0)
    evening.tick()
    links = {book.key: book.link for book in evening.table.session.record.workbooks}
    evening.now += DAY - 1800
    evening.tick()
    reminded = {notice.seat: notice.body for notice in evening.notices if "Still missing" in notice.body}
    assert reminded.keys() == {None, "north1", "north2", "south1", "south2"}
    assert "Team North: Number; Team South: Number" in reminded[None]
    assert "Still missing: Number for team North" in reminded["north2"]
    assert links["team.north"] in reminded["north2"]


def test_the_gm_tab_waits_for_a_team_by_its_name() -> None:
    evening = session()
    evening.tick()
    shown = [str(cell) for line in evening.values("gm") for cell in line]
    assert "Team North, Team South" in shown
    assert "Team North" in shown


# -- absence -----------------------------------------------------------------------------------------------------------


def test_the_no_shows_of_a_team_open_the_seats_of_all_its_members() -> None:
    evening = session(every=DAY, open_after=2)
    evening.tick()
    for _ in range(2):
        fill(evening, "motion", "south", "south1", number=2)
        past_deadline(evening)
        assert attendance_of_last_turn(evening)["north"] is Attendance.NO_SHOW
        fill(evening, "ruling", JUDGE, JUDGE, team="south")
        evening.tick()
    record = evening.table.session.record
    assert (Excuses.of(record).missed["north"], Openings.of(record).vacant) == (2, ("north1", "north2"))
    evening.do("substitute", "north1", "Zoe <zoe@table>")
    record = evening.table.session.record
    assert ("north" in Excuses.of(record).missed, Openings.of(record).vacant) == (False, ("north2",))


def attendance_of_last_turn(evening: Evening) -> dict[str, Attendance]:
    """The attendance of the newest turn."""
    turns = [entry for entry in evening.store.entries(evening.name) if entry.kind == "turn"]
    return dict(turns[-1].attendance)


def test_the_standing_order_of_a_team_counts_while_nobody_of_it_comes() -> None:
    evening = session(every=DAY)
    fill(evening, "motion", "north", "north2", number=8, keep=True)
    fill(evening, "motion", "south", "south1", number=1)
    evening.tick()
    fill(evening, "ruling", JUDGE, JUDGE, team="north")
    evening.tick()
    fill(evening, "motion", "south", "south1", number=1)
    (step,) = past_deadline(evening)
    assert step.state.motions == {"north": 8, "south": 1}
    assert {typed.by for typed in step.entry.typed if typed.seat == "north"} == {"standing order"}


@EVERY_LAYOUT
def test_a_bot_stands_in_for_an_absent_team_and_an_absent_judge(secrecy: Secrecy) -> None:
    evening = session(secrecy, every=DAY, no_show="bot")
    evening.tick()
    for owners in ({"north", "south"}, {JUDGE}):
        (step,) = past_deadline(evening)
        assert step.entry.orders.keys() == owners
    assert proved(evening)


def test_one_member_of_a_team_plays_its_form_for_the_bots() -> None:
    evening = session(Secrecy.SEAT)
    for seat, plays in (("north2", False), ("north1", True)):
        Player(seat, evening.game.people.bots["any"], evening.person(account(evening, seat))).play(evening.table)
        evening.tick()
        assert ("north" not in waiting(evening)) is plays
    evening.play()
    assert evening.table.session.entry.number > 0


def test_a_team_is_excused_by_its_name_or_with_all_its_members() -> None:
    evening = session()
    evening.do("excuse", "north")
    assert waiting(evening) == ("south",)
    assert "Team North is excused from this step: because" in evening.log()
    evening.do("excuse", "South", row=2)
    assert waiting(evening) == (JUDGE,)
    evening = session()
    evening.do("excuse", "north1")
    assert waiting(evening) == ("north", "south")
    evening.do("excuse", "north2", row=2)
    assert waiting(evening) == ("south",)


def test_a_team_has_extensions_of_its_own() -> None:
    evening = session(every=DAY, extensions=1)
    evening.tick()
    due = evening.table.session.record.due
    assert due is not None
    evening.do("extend", "north", "2h")
    assert evening.table.session.record.due == due + 7200
    assert Excuses.of(evening.table.session.record).extended == {"north": 1}
    evening.do("extend", "north", "2h", row=2)
    assert "Team North has used its only extension" in evening.answer(2)


# -- seats that are no side --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("secrecy", [Secrecy.TEAM, Secrecy.SEAT])
def test_a_judge_has_a_workbook_of_its_own_that_shows_what_a_judge_may_see(secrecy: Secrecy) -> None:
    evening = session(secrecy)
    books = {layout.key: layout.tabs for layout in evening.table.workbooks.layouts}
    assert books["seat.judge"] == ("ruling", "bench", "report")
    assert not any({"ruling", "bench"} & set(tabs) for key, tabs in books.items() if key != "seat.judge")
    move_all(evening, "north", "south")
    bench = [str(line[0]) for line in evening.values("bench", "seat.judge") if line]
    assert {"motions of north", "motions of south"} <= set(bench)
    fill(evening, "ruling", JUDGE, JUDGE, team="south")
    (step,) = evening.tick().steps
    assert step.state.points == {"north": 0, "south": 1}


def test_a_shared_workbook_has_no_view_that_only_a_judge_may_see() -> None:
    (layout,) = workbook_layouts(council(Secrecy.TEAM), PLAIN, session().seats, Policy(open_hands=True))
    assert "bench" not in layout.tabs
    assert "ruling" in layout.tabs


def test_a_spectator_without_tabs_needs_no_workbook_and_may_open_the_public_one() -> None:
    game = council(Secrecy.TEAM, tabs=tuple(tab for tab in council().tabs_for(PLAIN) if tab.eyes is not Eyes.NEUTRAL))
    seats = (*session().seats, Seat(id="watcher", player="Wim", team="gallery", account="wim@table", neutral=True))
    assert "wim@table" in {seat.account for seat in seats}
    policy = Policy(layout="sealed")
    layouts = workbook_layouts(game, PLAIN, seats, policy)
    assert [layout.key for layout in layouts] == ["public", "team.north", "team.south", "gm"]
    assert [each.key for each in layouts if "wim@table" in guests_of(policy, seats, each)] == ["public"]


def test_a_neutral_seat_makes_no_claims_and_is_marked_on_the_roster() -> None:
    evening = session()
    assert not any(line and line[0] == JUDGE for line in evening.values("claims"))
    assert "neutral" in evening.row("roster", JUDGE).values()


def test_a_neutral_seat_neither_wins_nor_concedes() -> None:
    evening = session()
    seats = evening.table.session.people.seats
    assert sides_left(seats.values(), ()) == ("north", "south")
    assert describe_winners(("bench",), seats) == "Bench wins"
    evening.do("concede", "bench")
    assert "There is no team “bench”. The teams are north and south." in evening.answer()
    evening.do("concede", "south", row=2)
    record = evening.table.session.record
    assert record.result is not None
    assert (record.status, record.result.winners) == (Status.OVER, ("north",))


def test_somebody_who_watches_may_take_a_seat_that_is_named_by_their_own() -> None:
    evening = session()
    watching = evening.table.session.people.seats[JUDGE]
    evening.do("substitute", "north1", JUDGE)
    seat = evening.table.session.people.seats["north1"]
    assert (seat.player, seat.account, seat.neutral) == (watching.player, watching.account, False)
    evening.do("substitute", "north2", f"Zoe <{account(evening, 'south1')}>", row=2)
    assert "already plays: it is the account of" in evening.answer(2)


def test_the_owner_of_a_form_has_a_name_in_sentences() -> None:
    seats = session().table.session.people.seats
    assert [owner_name(owner, seats) for owner in ("north", JUDGE, "gm", "nobody")] == [
        "team North", seats[JUDGE].player, "the game master", "nobody",
    ]  # fmt: skip


# -- giving up ---------------------------------------------------------------------------------------------------------


@EVERY_LAYOUT
def test_a_team_that_concedes_leaves_by_the_rules_and_is_waited_for_no_more(secrecy: Secrecy) -> None:
    evening = session(secrecy, teams=3)
    evening.do("concede", "south")
    assert evening.table.session.state.members.keys() == {"north", "west"}
    assert waiting(evening) == ("north", "west")
    assert "South leaves the council." in evening.log()
    move_all(evening, "north", "west")
    assert waiting(evening) == (JUDGE,)
    assert "south" not in attendance_of_last_turn(evening)
    assert evening.table.session.record.status is Status.LIVE
    assert proved(evening)


def test_going_back_to_before_a_concession_brings_the_team_back() -> None:
    evening = session(teams=3)
    move_all(evening, "north", "south", "west")
    evening.do("concede", "west")
    assert "west" not in evening.table.session.state.members
    evening.do("rewind", "#0", row=2)
    assert waiting(evening) == ("north", "south", "west")
    assert conceded(evening) == ()
    assert proved(evening)
    evening.do("rewind", "#2", row=3)
    assert conceded(evening) == ("west",)
    assert waiting(evening) == (JUDGE,)
    assert proved(evening)


def test_the_match_is_over_when_all_but_one_have_conceded() -> None:
    evening = session(teams=3)
    evening.do("concede", "west")
    evening.do("concede", "north", row=2)
    record = evening.table.session.record
    assert record.result is not None
    assert (record.status, record.result.winners) == (Status.OVER, ("south",))
    assert evening.table.session.state.phase == "over"
    assert proved(evening)


def test_who_is_asked_only_since_a_team_left_has_the_whole_time_of_a_step() -> None:
    game = council(open=lambda match: council().open(match)[:1])
    policy = Policy(gm=(GM_ACCOUNT,), every=DAY)
    evening = Evening(settings={**PLAIN, "teams": 3}, policy=policy, rules=game, template=TEMPLATE)
    assert evening.tick().waiting == ("north",)
    due = evening.table.session.record.due
    evening.now += 3600
    evening.do("concede", "west")
    assert (waiting(evening), evening.table.session.record.due) == (("north",), due)
    evening = Evening(settings={**PLAIN, "teams": 3}, policy=policy, rules=game, template=TEMPLATE)
    evening.tick()
    evening.now += 3600
    evening.do("concede", "north")
    assert (waiting(evening), evening.table.session.record.due) == (("south",), evening.now + DAY)


def test_a_concession_that_was_stored_without_leaving_stays_as_it_was() -> None:
    evening = session(teams=3)
    evening.table.tick(actions=[Concede(team="west", why="stored by an earlier version")])
    assert "west" in evening.table.session.state.members
    assert waiting(evening) == ("north", "south")
    assert proved(evening)


def test_status_waits_for_nobody_who_conceded(monkeypatch: pytest.MonkeyPatch) -> None:
    from sheets_gm.adapters.cli import status
    from sheets_gm.games import finding

    evening = session(teams=3)
    monkeypatch.setattr(finding, "game", lambda _name: evening.game)
    evening.tick()
    installation: Any = SimpleNamespace(store=evening.store)
    evening.table.tick(actions=[Concede(team="west", why="stored by an earlier version")])
    shown = status.standing(installation, evening.name)
    assert shown["waiting"] == ["team North", "team South"]
    assert shown["neutral"] == {JUDGE: evening.table.session.people.seats[JUDGE].player}
    assert shown["conceded"] == ["west"]


def test_nobody_leaves_a_position_for_which_orders_are_locked() -> None:
    record = session(teams=3).record.but(pending=PendingLock())
    with pytest.raises(BadAction, match="waits for rolls"):
        effects.after(record, Concede(team="west", leaves=True), 1, 0.0)
    assert effects.after(record, Concede(team="west"), 1, 0.0).conceded == ("west",)
    last = record.but(conceded=("west",))
    assert effects.after(last, Concede(team="north", leaves=True), 1, 0.0).status is Status.OVER


# -- the rest follows --------------------------------------------------------------------------------------------------


@EVERY_LAYOUT
def test_what_a_team_typed_survives_a_rebuilding(secrecy: Secrecy) -> None:
    evening = session(secrecy)
    fill(evening, "motion", "north", "north2", number=4)
    evening.tick(rebuild=True)
    key = "table" if secrecy is Secrecy.OPEN else "team.north"
    assert (evening.row("motion", "north", key)["number"], evening.table.waiting) == (4, ("south",))
    assert evening.tick().writes == 0


@EVERY_LAYOUT
def test_a_match_with_teams_and_a_judge_is_exported_and_proved(
    secrecy: Secrecy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = session(secrecy, teams=3)
    monkeypatch.setattr(export, "find", lambda _name: evening.game)
    monkeypatch.setattr(past, "find", lambda _name: evening.game)
    monkeypatch.setattr(templates, "template", lambda _name: TEMPLATE)
    evening.do("concede", "west")
    for number in range(3):
        move_all(evening, "north", "south")
        fill(evening, "ruling", JUDGE, JUDGE, team="south")
        assert evening.tick().status is (Status.OVER if number == 2 else Status.LIVE)
    book, path = export.write_exports(evening.store, evening.name, tmp_path, ["xlsx", "json"])
    titles = openpyxl.load_workbook(book).sheetnames
    assert titles[0] == "Match"
    assert not {"Council", "Motion", "Bench", "Ruling"} & set(titles)
    charter, entries, hidden, _signatures = read_record(path)
    assert not [each for each in verify(evening.game, charter, entries, hidden) if isinstance(each, Fault)]
    assert [seat.id for seat in charter.seats if seat.neutral] == [JUDGE]
