"""Deputies, and seats that change hands: players agree on them themselves, and the newcomer plays on."""

from __future__ import annotations

import json

import pytest

from sheets_gm.games.finding import game
from sheets_gm.games.war_game.position.orders import Concede
from sheets_gm.games.win_or_die.position.orders import Command
from sheets_gm.gm.between.deputies import Deputize
from sheets_gm.gm.between.openings import GiveUp, Keep, Offer
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.forgetting import person_called, without_person
from sheets_gm.gm.intake.desk.gm_actions import action_of_desk_order
from sheets_gm.gm.intake.row_checker import GIVES_UP
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.hand_over import deputies, openings
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.marks import TURNS, hashed
from tests.games.asked import with_other
from tests.gm import duel_of_words
from tests.gm.duels import answer_to, say
from tests.gm.duels import fill as fill_row
from tests.gm.table import Evening
from tests.gm.test_seats_tab import ask, fill, friday, roster

DAY = 86400.0
ZOE = "Zoe <zoe@table>"


def take(match: Evening, row: str, account: str, **cells: Typed) -> None:
    """Tick the row *row* of the Free seats tab, as *account*."""
    match.record = match.table.session.record
    typed = {match.cell("free", row, name): value for name, value in {**cells, "ready": True}.items()}
    match.type("free", typed, account)
    match.tick()


def guests(match: Evening, key: str) -> dict[str, str]:
    """Whom a workbook is shared with, and as what."""
    book = next(each for each in match.table.session.record.workbooks if each.key == key)
    return {each.account: each.role for each in book.guests}


def who(match: Evening, seat: str) -> tuple[str, str | None]:
    """Who has *seat*."""
    return next((each.player, each.account) for each in match.table.session.record.people if each.id == seat)


def whose_turn(match: Evening) -> set[str]:
    """The accounts that have something to do, or have done it, by the marks for their page."""
    book, known = match.record.workbooks[0], ("ana", "ben", "cleo", "dov", "zoe")
    (mark,) = (held[TURNS] for tab in book.tabs if TURNS in (held := match.sync.marks(book, tab)))
    return {f"{name}@table" for name in known if hashed(f"{name}@table") in json.loads(mark)["turns"]}


def is_proved(match: Evening) -> bool:
    """Whether the journal recomputes."""
    entries = match.store.entries(match.name)
    return not [each for each in verify(match.game, match.record.charter, entries) if isinstance(each, Fault)]


def test_a_deputy_fills_in_what_is_asked_of_a_player_and_nothing_else() -> None:
    match = friday()
    with pytest.raises(SheetsRefused):
        match.order("blue2", as_account="zoe@table", ready=True)
    answer = ask(match, "blue2", act="deputy", who=ZOE)
    assert answer == "✓ Zoe is the deputy of Ben, and may fill in what is asked."
    assert roster(match)["blue2"][-1] == "deputy: Zoe"
    match.order("blue2", as_account="zoe@table", ready=True)
    match.tick()
    assert "blue2" not in match.table.waiting
    with pytest.raises(SheetsRefused):
        ask(match, "blue2", account="zoe@table", act="leave for good")
    assert ask(match, "blue2", act="no deputy") == "✓ Ben has no deputy any more."
    with pytest.raises(SheetsRefused):
        match.order("blue2", as_account="zoe@table", ready=True)
    assert is_proved(match)


def test_a_match_waits_for_the_deputy_of_who_is_away_until_the_deadline_and_counts_no_no_show() -> None:
    match = friday()
    ask(match, "blue2", act="deputy", who=ZOE)
    assert "zoe@table" not in whose_turn(match)  # the player is there
    ask(match, "blue2", act="away", until="7d")
    before = match.table.session.entry.number
    match.play(1, but=("blue2",))
    assert match.table.session.entry.number == before
    assert match.table.waiting == ("blue2",)
    assert whose_turn(match) == {"ana@table", "ben@table", "cleo@table", "dov@table", "zoe@table"}
    due = match.table.session.record.due
    assert due is not None
    match.now = due - 3600
    match.tick()
    match.now = due
    match.tick()
    turn = match.table.session.entry
    assert turn.attendance is not None
    assert turn.attendance["blue2"] is Attendance.EXCUSED
    assert "blue2" not in Excuses.of(match.table.session.record).missed


def test_a_deputy_of_the_roster_is_named_by_name_and_plays_for_no_other_side() -> None:
    match = friday()
    assert ask(match, "blue2", act="deputy", who="ana").startswith("✓ Ana is the deputy of Ben")
    assert deputies(match.table.session.record)[0].account == "ana@table"
    assert "plays for another side" in ask(match, "blue2", act="deputy", who="Cleo")
    assert "has the seat already" in ask(match, "blue2", act="deputy", who="Ben")
    assert "Write an address too" in ask(match, "blue2", act="deputy", who="Zoe")
    assert "Write who" in ask(match, "blue2", act="deputy")


def test_in_a_sealed_match_the_deputy_can_open_the_private_workbook_and_afterwards_not() -> None:
    match = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), every=DAY))
    match.tick()
    seat = match.seats[1].id
    key = f"seat.{seat}"
    ask(match, seat, act="deputy", who=ZOE)
    assert guests(match, key)["zoe@table"] == "writer"
    assert "zoe@table" not in {
        each for other in match.seats if other.id != seat for each in guests(match, f"seat.{other.id}")
    }
    ask(match, seat, act="no deputy")
    assert "zoe@table" not in guests(match, key)


def test_a_seat_is_offered_and_taken_with_its_position_and_without_no_shows() -> None:
    match = friday(no_show="standing")
    match.table.session.save_part(Excuses(missed={"blue2": 2}))
    match.order("blue2", ready=False, keep=True)
    match.tick()
    answer = ask(match, "blue2", act="offer the seat", who=ZOE)
    assert answer == "✓ Ben offers the seat to Zoe."
    assert [line[0] for line in match.values("log")[3:4]] == ["Players"]  # not the game master
    assert "blue2" in match.table.waiting
    with pytest.raises(SheetsRefused):
        take(match, "blue2 Zoe", "cleo@table")
    take(match, "blue2 Zoe", "zoe@table")
    assert who(match, "blue2") == ("Zoe", "zoe@table")
    record = match.table.session.record
    assert "blue2" not in Excuses.of(record).missed
    assert not openings(record)
    assert not any(draft.form == "free" for draft in record.drafts)
    assert "Zoe replaces Ben." in match.log()
    match.order("blue2", as_account="zoe@table", ready=True)
    with pytest.raises(SheetsRefused):
        match.order("blue2", as_account="ben@table", ready=True)
    assert guests(match, "table")["ben@table"] == "reader"
    assert is_proved(match)


def test_nobody_waits_for_a_seat_that_is_given_up_until_somebody_takes_it() -> None:
    match = friday()
    assert ask(match, "blue2", act="leave for good") == "✓ Ben leaves the match, and the seat is free."
    assert "blue2" not in match.table.waiting
    assert guests(match, "table")["ben@table"] == "reader"
    assert roster(match)["blue2"][2] == ""
    assert "has left" in str(roster(match)["blue2"][-1])
    with pytest.raises(SheetsRefused):
        match.order("blue2", as_account="cleo@table", ready=True)
    match.play(1, but=("blue2",))
    turn = match.table.session.entry
    assert turn.attendance is not None
    assert turn.attendance["blue2"] is Attendance.EXCUSED
    take(match, "blue2 game master", "gm@table", who=ZOE)
    assert who(match, "blue2") == ("Zoe", "zoe@table")
    assert "blue2" in match.table.waiting
    match.order("blue2", as_account="zoe@table", ready=True)


def test_who_leaves_a_private_match_reads_on_what_everybody_may_know_until_they_are_forgotten() -> None:
    match = Evening(plays="champions", players=4, policy=Policy(layout="sealed", gm=("gm@table",), every=DAY))
    match.tick()
    one, two, three, four = (seat.id for seat in match.seats)
    match.table.tick(
        actions=[GiveUp(seat=one), Offer(seat=two), Substitute(seat=two, player="Zoe", account="zoe@table")]
    )
    match.table.tick(actions=[GiveUp(seat=two), Substitute(seat=three, player="Yan", account="yan@table")])
    old = {seat.id: seat.account for seat in match.seats}
    left, public = {old[one], old[two], "zoe@table"}, guests(match, "public")
    assert {account for account, role in public.items() if role == "reader"} == left
    assert old[three] not in public  # somebody else gave the seat away
    assert not left & {account for seat in (one, two, three, four) for account in guests(match, f"seat.{seat}")}
    match.table.tick(actions=[Substitute(seat=one, player="Ana", account=old[one])])
    assert guests(match, "public")[str(old[one])] == "commenter"
    record = match.table.session.record
    zoe = person_called("zoe@table", [record])
    assert "zoe@table" not in str(without_person(record, zoe, match.game, match.store.entries(match.name), None).parts)


def blue2(match: Evening, tab: str) -> dict[str, Typed]:
    """What the row of blue2 holds on a tab, without its names."""
    return {name: cell for name, cell in match.row(tab, "blue2").items() if name not in ("seat", "player", "whose")}


def test_who_takes_a_seat_finds_nothing_that_the_player_before_typed_or_chose() -> None:
    match = friday()
    fresh = {tab: blue2(match, tab) for tab in ("orders", "claims", "seats")}
    match.order("blue2", move_to="nowhere", ready=True)
    match.type("claims", {match.cell("claims", "blue2", "text"): "Mine"}, "ben@table")
    fill(match, "blue2", {"act": "leave for good", "ready": True}, "ben@table")
    match.tick()
    assert match.receipt("blue2", "seats") == (
        "✗ You leave the match for good: only the game master can give you the seat back. Tick Do once more to do it."
    )
    assert not match.table.session.record.presence.gone
    fill(match, "blue2", {"ready": True}, "ben@table")
    match.tick()
    assert match.table.session.record.presence.gone == {"blue2"}
    assert {**blue2(match, "seats"), "receipt": "", "sign": ""} == fresh["seats"]  # it was done, so it is emptied
    take(match, "blue2 game master", "gm@table", who=ZOE)
    assert {tab: blue2(match, tab) for tab in fresh} == fresh
    assert match.tick().writes == 0
    match.order("blue2", as_account="zoe@table", move_to="A1")
    match.tick()
    assert match.row("orders", "blue2")["move_to"] == "A1"
    assert is_proved(match)


def test_a_tick_of_the_player_before_does_not_count_once_the_seat_has_changed_hands_in_the_same_poll() -> None:
    match = friday()
    for seat in match.seats:
        match.order(seat.id, ready=True)
    match.table.tick(actions=[Substitute(seat="blue2", player="Zoe", account="zoe@table")])
    assert match.table.session.entry.kind != "turn"
    assert match.table.waiting == ("blue2",)
    assert not match.row("orders", "blue2")["ready"]


def test_a_row_that_was_asked_about_once_more_is_asked_about_again_once_it_was_changed() -> None:
    match = friday()
    for cells in ({"act": "leave for good"}, {"until": "2d"}):
        fill(match, "blue2", {**cells, "ready": True}, "ben@table")
        match.tick()
        match.tick()
        assert match.receipt("blue2", "seats").startswith("✗ You leave the match for good")
        assert match.row("seats", "blue2")["ready"] is False
    assert not match.table.session.record.presence.gone


@pytest.mark.parametrize("on", ["", "google"])
def test_without_an_account_of_a_game_master_nobody_at_the_table_acts_as_one_or_for_who_is_gone(on: str) -> None:
    match = friday(on, gm=())
    ask(match, "blue2", act="leave for good")
    match.record = match.table.session.record
    for tab, row, name, value in (
        ("free", "blue2 game master", "who", "Max <max@table>"),
        ("orders", "blue2", "move_to", "A1"),
        ("seats", "blue2", "act", "keep the seat"),
    ):
        typed = {match.cell(tab, row, name): value}
        # a captain may fill in the order of a team-mate
        for player in ("ben", "cleo") if tab == "orders" else ("ana", "ben", "cleo"):
            with pytest.raises(SheetsRefused):
                match.type(tab, typed, f"{player}@table")
        match.type(tab, typed)  # who owns the spreadsheet


def test_who_takes_a_seat_has_none() -> None:
    match = friday()
    assert "has a seat already" in ask(match, "blue2", act="offer the seat", who="Cleo")
    ask(match, "blue2", act="offer the seat")
    take(match, "blue2 game master", "gm@table", who="Cleo <cleo@table>")
    assert "already plays" in match.receipt("blue2 game master", "free")
    assert match.row("free", "blue2 game master")["ready"] is False
    assert ask(match, "blue2", act="keep the seat") == "✓ Ben keeps the seat."
    assert not openings(match.table.session.record)


def test_where_anybody_may_type_a_newcomer_types_a_name_and_no_address() -> None:
    match = Evening(
        settings={"team_size": 2}, accounts=False, policy=Policy(gm=("gm@table",), no_show="hold", every=DAY)
    )
    match.tick()
    ask(match, "blue2", account="sync@table", act="leave for good")
    take(match, "blue2 anybody", "sync@table", who="Zoe <zoe@table>")
    assert "an address would prove nothing" in match.receipt("blue2 anybody", "free")
    take(match, "blue2 anybody", "sync@table", who="Zoe")
    assert who(match, "blue2") == ("Zoe", None)
    ask(match, "blue2", account="sync@table", act="leave for good")
    assert not match.row("free", "blue2 anybody")["who"]
    match.do("offer", "Cleo", "Max <max@table>")
    take(match, "red1 Max", "sync@table")
    assert who(match, "red1") == ("Max", None)


def test_in_a_sealed_match_a_seat_is_taken_on_the_public_spreadsheet_and_its_secrets_change_hands() -> None:
    match = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), every=DAY))
    match.tick()
    seat, own = match.seats[1].id, match.seats[1].account
    key = f"seat.{seat}"
    ask(match, seat, act="offer the seat", who=ZOE)
    assert guests(match, "public")["zoe@table"] == "writer"
    assert "zoe@table" not in guests(match, key)
    take(match, f"{seat} Zoe", "zoe@table")
    assert guests(match, key)["zoe@table"] == "writer"
    assert own not in guests(match, key)
    assert guests(match, "public")["zoe@table"] == "commenter"


def test_the_game_master_does_the_same_on_the_desk() -> None:
    match = friday()
    match.do("deputy", "Ben", "Ana")
    for row, act, sentence in ((2, "offer", "offers the seat of Ben to Zoe"), (3, "keep", "keeps the seat for Ben")):
        match.do(act, "Ben", ZOE if act == "offer" else None, row=row)
        assert match.answer(row) == f"✓ The game master {sentence}: because"
    match.do("offer", "Ben", ZOE, row=2)
    match.do("give up", "Ben", row=3)
    assert match.answer(3) == "✓ The game master takes Ben out of the match, and the seat is free: because"
    assert match.table.session.record.presence.gone == {"blue2"}
    assert openings(match.table.session.record)[0].player == "Zoe"
    match.do("away", "Ben", "3d", row=4)
    assert "has left the match" in match.answer(4)
    with pytest.raises(BadAction, match="has left the match"):
        match.table.tick(actions=[GiveUp(seat="blue2")])
    with pytest.raises(BadAction, match="has left the match"):
        match.table.tick(actions=[Keep(seat="blue2")])
    with pytest.raises(BadAction, match="has no deputy"):
        match.table.tick(actions=[Deputize(seat="red1")])
    with pytest.raises(BadAction, match="does not offer"):
        match.table.tick(actions=[Keep(seat="red1")])
    match.table.tick(actions=[Offer(seat="blue2")])
    assert match.table.session.record.presence.gone == {"blue2"}


def test_two_seats_are_free_and_each_is_for_whom_it_is_offered_to() -> None:
    match = friday()
    ask(match, "red1", act="offer the seat", who="Yan <yan@table>")
    ask(match, "blue2", act="offer the seat", who=ZOE)
    with pytest.raises(SheetsRefused):
        take(match, "red1 Yan", "zoe@table")
    take(match, "blue2 Zoe", "zoe@table")
    with pytest.raises(SheetsRefused):
        take(match, "red1 Yan", "zoe@table")
    take(match, "red1 Yan", "yan@table")
    assert (who(match, "blue2"), who(match, "red1")) == (("Zoe", "zoe@table"), ("Yan", "yan@table"))


def test_a_tick_for_a_seat_that_is_offered_to_somebody_else_at_that_moment_seats_nobody() -> None:
    match = friday()
    ask(match, "blue2", act="offer the seat", who=ZOE)
    match.record = match.table.session.record
    match.type("free", {match.cell("free", "blue2 Zoe", "ready"): True}, "zoe@table")
    ask(match, "blue2", act="offer the seat", who="Yan <yan@table>")
    match.tick()
    assert who(match, "blue2") == ("Ben", "ben@table")
    take(match, "blue2 Yan", "yan@table")
    assert who(match, "blue2") == ("Yan", "yan@table")


def test_the_game_master_seats_whom_they_typed_although_the_rows_move_at_that_moment() -> None:
    match = friday()
    ask(match, "blue2", act="leave for good")
    match.record = match.table.session.record
    row: dict[str, Typed] = {"who": "New <new@table>", "ready": True}
    match.type("free", {match.cell("free", "blue2 game master", name): each for name, each in row.items()}, "gm@table")
    match.do("offer", "blue2", ZOE)
    assert who(match, "blue2") == ("New", "new@table")
    taken = match.store.last(match.name).typed[0]
    assert (taken.form, taken.row) == ("free", 1)


def test_who_watches_may_take_a_free_seat_and_proves_it_by_their_own_row() -> None:
    match = friday()
    kim = Seat(id="kim", player="Kim", team="watchers", account="kim@table", neutral=True)
    match.table.session.save(seats=(*match.table.session.record.people, kim))
    match.table = match.poller()
    match.tick()
    ask(match, "blue2", act="leave for good")
    with pytest.raises(SheetsRefused):
        take(match, "blue2 Kim", "cleo@table")
    take(match, "blue2 Kim", "kim@table")
    assert who(match, "blue2") == ("Kim", "kim@table")


def fencing() -> Evening:
    """A duel in which the word “fool” gives up."""
    rules = with_other(duel_of_words.GAME, concedes=lambda order: getattr(order, "word", "") == "fool")
    match = Evening(policy=Policy(gm=("gm@table",), layout="sealed"), rules=rules, template=duel_of_words.template())
    match.tick()
    return match


def test_who_gives_up_in_a_row_that_is_done_at_once_is_asked_once_more() -> None:
    match = fencing()
    before = match.table.session.entry.number
    fill_row(match, "left", "says", word="fool", ready=False)
    match.tick()
    assert "Tick Ready to confirm it" in answer_to(match, "left", "says")
    for word in ("fool", "knave", "fool"):
        say(match, "left", word)
        match.tick()
    assert answer_to(match, "left", "says") == f"✗ {GIVES_UP.text}"
    assert match.table.session.entry.number == before + 1
    say(match, "left", "fool")
    assert match.table.session.entry.number == before + 2
    assert answer_to(match, "left", "says").startswith("✓")


def test_nobody_gives_up_for_a_side_while_there_is_a_deputy() -> None:
    match = fencing()
    match.table.tick(actions=[Deputize(seat="left", player="Zoe", account="zoe@table")])
    before = match.table.session.entry.number
    say(match, "left", "fool")
    assert match.table.session.entry.number == before
    assert "Nobody gives up here while there is a deputy" in answer_to(match, "left", "says")
    match.table.tick(actions=[Deputize(seat="left")])
    match.tick()
    assert match.table.session.entry.number > before


def test_orders_that_give_up_are_known() -> None:
    assert game("win_or_die").people.concedes(Command(command="Surrender"))
    assert not game("win_or_die").people.concedes(Command(command="End turn"))
    assert game("war_game").people.concedes(Concede(word="CONCEDE"))


def test_a_newcomer_goes_on_with_the_standing_orders() -> None:
    match = friday(no_show="standing")
    match.play(1)
    match.order("blue2", keep=True, ready=True)
    match.play(1, but=("blue2",))
    kept = [each for each in match.table.session.record.standing if each.seat == "blue2"]
    assert kept
    ask(match, "blue2", act="leave for good")
    take(match, "blue2 game master", "gm@table", who=ZOE)
    assert [each for each in match.table.session.record.standing if each.seat == "blue2"] == kept


def test_a_deputy_who_takes_a_seat_fills_in_for_no_other_side() -> None:
    match = friday()
    ask(match, "blue2", act="deputy", who=ZOE)
    ask(match, "red1", act="offer the seat", who=ZOE)
    take(match, "red1 Zoe", "zoe@table")
    assert not deputies(match.table.session.record)


def test_a_newcomer_has_a_clock_of_their_own() -> None:
    match = friday()
    people = match.table.session.record.people
    match.table.session.save(
        seats=tuple(each.but(zone="Asia/Tokyo") if each.id == "blue2" else each for each in people)
    )
    match.do("substitute", "Ben", ZOE)
    assert match.table.session.record.zone_of("blue2") == "UTC"


def test_a_name_that_may_mean_two_is_asked_about_and_never_guessed() -> None:
    match = friday()
    people = match.table.session.record.people
    # a match that began before such names were refused
    called = {"red2": "red1", "blue2": "Red"}
    match.table.session.save(seats=tuple(each.but(player=called.get(each.id, each.player)) for each in people))
    context = match.table.session.context()

    def asked(act: str, on: str, value: str = "") -> str:
        with pytest.raises(BadAction) as refused:
            action_of_desk_order(context, DeskOrder(act=act, on=on, value=value, why="because"))
        return str(refused.value)

    which = "“red1” may mean Cleo in the seat red1 or red1 in the seat red2. Write seat red1 or seat red2."
    assert asked("substitute", "red1", "Zoe <zoe@table>") == which
    assert asked("exchange", "ana", "red1") == which
    assert asked("away", "red1", "2d") == which
    assert asked("deputy", "Ana", "red1") == which
    assert "is the name of Red, in the seat blue2, too" in asked("concede", "red")
    action = action_of_desk_order(context, DeskOrder(act="substitute", on="seat red2", value=ZOE, why="because"))
    assert isinstance(action, Substitute)
    assert action.seat == "red2"


@pytest.mark.parametrize(
    ("act", "on", "value", "why"),
    [
        ("substitute", "Ben", "Ana <zoe@table>", "is the name of another player"),
        ("substitute", "Ben", "Аna <zoe@table>", "looks like Ana"),  # its first letter is Cyrillic
        ("substitute", "Ben", "red1 <zoe@table>", "is the name of a seat"),
        ("substitute", "Ben", "RED <zoe@table>", "looks like red, a side"),
        ("substitute", "Ben", "\u200b <zoe@table>", "shows nothing"),
        ("substitute", "Ben", "Zoe\x07 <zoe@table>", "cannot be shown"),
        ("substitute", "Ben", "ben", "Ben has the seat blue2 already"),
        ("substitute", "Ben", "Ben <ben@table>", "Ben has the seat blue2 already"),
        ("reserve", "blue1 <zoe@table>", "", "is the name of a seat"),
    ],
)
def test_a_newcomer_is_not_called_like_somebody_or_something_else(act: str, on: str, value: str, why: str) -> None:
    match = friday()
    with pytest.raises(BadAction, match=why):
        action_of_desk_order(match.table.session.context(), DeskOrder(act=act, on=on, value=value))


def test_who_gets_another_address_goes_on_in_their_seat_and_replaces_nobody() -> None:
    match = friday()
    match.order("blue2", move_to="A1")
    match.tick()
    match.do("substitute", "Ben", "Ben <ben@home>")
    assert match.answer() == "✓ Ben goes on in the seat blue2: because"
    assert match.row("orders", "blue2")["move_to"] == "A1"
    match.do("substitute", "Ben", "Zoe <zoe@home>", row=2)
    assert match.row("orders", "blue2")["move_to"] == ""
