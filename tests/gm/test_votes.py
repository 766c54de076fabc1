"""Nudges, and votes of the players: what they do themselves about a turn that waits."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import game, games
from sheets_gm.gm.between.effects import after
from sheets_gm.gm.between.limits import MOST
from sheets_gm.gm.between.votes import Unvote, Votes, _vote_of, extension
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Attendance
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved
from tests.gm.test_seats_tab import DAY, HOUR, ask, friday, roster


def offered(match: Evening) -> tuple[object, ...]:
    """What the tab “Your seat” offers."""
    form = next(each for each in match.table.session.all_forms if each.key == "seats")
    return tuple(form.fields[0].choices)


def status(match: Evening) -> str:
    """Whether the match is played or paused."""
    return match.table.session.record.status.value


def heard(match: Evening) -> list[Notice]:
    """The notices that are sent from now on."""
    notices: list[Notice] = []
    match.table.outlet = match.table.outlet._replace(notify=lambda _match, sent: notices.extend(sent))
    return notices


def test_a_player_nudges_who_is_late_and_only_that_player_hears_of_it() -> None:
    match = friday()
    match.play(1)
    notices = heard(match)
    match.order("blue1", ready=True)
    match.tick()
    assert ask(match, "blue1", act="nudge", who="Ben") == "✓ Ana asks Ben to go on."
    own = [each for each in notices if each.seat is not None]
    assert [each.seat for each in own] == ["blue2"]
    assert own[0].body.startswith("Ana asks Ben to go on. Due ")
    assert "Still missing" in own[0].body
    assert is_proved(match)


def test_each_late_player_is_nudged_once_a_day_at_most_whoever_asks() -> None:
    match = friday(every=3 * DAY)
    ask(match, "blue1", act="nudge", who="Ben")
    assert "Once a day is enough" in ask(match, "red1", act="nudge", who="Ben")
    assert ask(match, "blue1", act="nudge", who="Cleo").startswith("✓")
    match.now += DAY
    ask(match, "red1", act="back now")
    assert ask(match, "red1", act="nudge", who="Ben") == "✓ Cleo asks Ben to go on."


def test_nobody_nudges_who_is_not_late() -> None:
    match = friday()
    match.order("blue2", ready=True)
    match.tick()
    assert "does not wait for Ben" in ask(match, "blue1", act="nudge", who="Ben")
    assert "your own seat" in ask(match, "blue1", act="nudge", who="Ana")
    ask(match, "red1", act="away", until="2d")
    assert "does not wait for Cleo" in ask(match, "blue1", act="nudge", who="Cleo")
    assert "Write who" in ask(match, "blue2", act="nudge")


@pytest.mark.parametrize("name", sorted(games()))
def test_in_every_game_the_one_who_is_late_is_nudged_without_a_name(name: str) -> None:
    layout = "shared" if game(name).secrecy.value == "open" else "sealed"
    fewest = 2 if name == "champions" else None
    match = Evening(plays=name, players=fewest, policy=Policy(layout=layout, gm=("gm@table",), every=DAY, votes=True))
    match.tick()
    seats = {seat.id: seat for seat in match.table.session.record.people}
    waiting = match.table.waiting
    late = [each for each in seats.values() if {each.id, each.team} & {*waiting} and not each.neutral]
    notices = heard(match)
    match.do("nudge", late[0].player if len(late) > 1 else "")
    assert f"The game master asks {late[0].player} to go on" in match.answer()
    assert late[0].id in {each.seat for each in notices}


def test_a_majority_of_those_who_are_there_extends_once_and_it_is_counted_on_the_sheet() -> None:
    match = friday(votes=True)
    due = match.table.session.record.due
    assert due is not None
    first = "✓ Ana votes to extend the deadline by 1 day: 1 of the 3 votes that it needs."
    assert ask(match, "blue1", act="vote: extend") == first
    assert roster(match)["blue1"][-1] == "votes: extend"
    assert "has voted for it already" in ask(match, "blue1", act="vote: extend")
    ask(match, "blue2", act="vote: extend")
    assert match.table.session.record.due == due
    last = "✓ Cleo votes to extend the deadline by 1 day: 3 of the 3 votes that it needs, so it is done."
    assert ask(match, "red1", act="vote: extend") == last
    assert match.table.session.record.due == due + DAY
    assert not Votes.of(match.table.session.record).ballots
    assert is_proved(match)


@pytest.mark.parametrize(
    ("every", "longest", "by"), [(DAY, 2 * DAY, DAY), (2 * DAY, DAY, DAY), (None, DAY, DAY)], ids=str
)
def test_an_extension_is_as_long_as_a_turn_at_most(every: float | None, longest: float, by: float) -> None:
    assert extension(Policy(every=every, extension=longest)) == by


def test_who_is_away_is_not_needed_for_a_majority() -> None:
    match = friday(votes=True)
    ask(match, "red1", act="away", until="2d")
    ask(match, "red2", act="away", until="2d")
    assert ask(match, "blue1", act="vote: pause").endswith("1 of the 2 votes that it needs.")
    assert ask(match, "blue2", act="vote: pause").endswith("so it is done.")
    assert status(match) == "paused"
    ask(match, "blue1", act="vote: go on")
    ask(match, "blue2", act="vote: go on")
    assert status(match) == "live"


def test_a_majority_excuses_a_player_who_is_no_no_show_then() -> None:
    match = friday(votes=True)
    assert "Write who is to be excused" in ask(match, "blue1", act="vote: excuse")
    for seat in ("blue1", "red1"):
        ask(match, seat, act="vote: excuse", who="Ben")
    assert "blue2" in match.table.waiting
    ask(match, "red2", act="vote: excuse", who="Ben")
    assert "blue2" not in match.table.waiting
    match.play(1, but=("blue2",))
    turn = match.table.session.entry
    assert turn.attendance is not None
    assert turn.attendance["blue2"] is Attendance.EXCUSED


def test_no_side_excuses_a_rival_from_a_turn_to_play_it_alone() -> None:
    match = Evening(settings={"team_size": 3}, players=5, policy=Policy(gm=("gm@table",), every=DAY, votes=True))
    match.tick()
    blue, red = ([each for each in match.seats if each.team == team] for team in ("blue", "red"))
    assert (len(blue), len(red)) == (3, 2)
    first, second = red
    for seat in blue:
        assert f"side of {first.player} votes for it first" in ask(match, seat.id, act="vote: excuse", who=first.player)
    assert ask(match, second.id, act="vote: excuse", who=first.player).startswith("✓")
    ask(match, blue[0].id, act="vote: excuse", who=first.player)
    ask(match, second.id, act="take back my vote")
    assert "votes for it first" in ask(match, blue[1].id, act="vote: excuse", who=first.player)
    ask(match, second.id, act="away", until="2d")
    assert "Only the game master excuses" in ask(match, blue[1].id, act="vote: excuse", who=first.player)
    assert first.id in match.table.waiting


def test_who_has_nobody_on_their_side_is_excused_by_all_others() -> None:
    match = Evening(plays="champions", players=4, policy=Policy(layout="sealed", every=DAY, votes=True))
    match.tick()
    *others, absent = match.seats
    answers = [ask(match, seat.id, act="vote: excuse", who=absent.player) for seat in others]
    assert [answer.rpartition(": ")[2] for answer in answers] == [
        "1 of the 3 votes that it needs.",
        "2 of the 3 votes that it needs.",
        "3 of the 3 votes that it needs, so it is done.",
    ]


def test_votes_hold_for_the_open_turn_and_can_be_taken_back() -> None:
    match = friday(votes=True)
    ask(match, "blue1", act="vote: pause")
    assert ask(match, "blue1", act="take back my vote") == "✓ Ana takes back what was voted for."
    assert "nothing that is still open" in ask(match, "blue1", act="take back my vote")
    ask(match, "blue1", act="vote: pause")
    match.play(1)
    assert not Votes.of(match.table.session.record).ballots


def test_without_votes_the_tab_offers_none_and_the_game_master_turns_them_on() -> None:
    match = friday()
    assert "nudge" in offered(match)
    assert not any("vote" in str(each) for each in offered(match))
    match.do("vote", "Ben", "pause")
    assert "Players do not vote" in match.answer()
    match.do("change", "votes", "yes", row=2)
    assert match.answer(2) == "✓ The game master changed whether the players vote to yes: because"
    assert "vote: excuse" in offered(match)
    match.do("vote", "Ben", "go on", row=3)
    assert "not paused" in match.answer(3)
    match.do("vote", "Ben", "excuse Ana", row=4)
    assert match.answer(4).startswith("✓ Ben votes to excuse Ana from this step: 1 of the 3 votes that it needs")
    match.do("no vote", "Ben", row=4)
    assert not Votes.of(match.table.session.record).ballots
    with pytest.raises(BadAction, match="nothing that is still open"):
        match.table.tick(actions=[Unvote(seat="blue2")])


def test_nobody_floods_a_match_with_votes_or_whatever_else_and_each_turn_begins_anew() -> None:
    match = friday(votes=True)
    session = match.table.session
    for number in range(MOST):
        act = (
            Unvote(seat="blue1", by="blue1")
            if number % 2
            else _vote_of(session.context(), "blue1", "pause", by="blue1")
        )
        session.record = after(session.record, act, number, match.now)
    session.save()
    for _ in range(2):
        assert f"You have done {MOST} things here" in ask(match, "blue1", act="vote: pause")
    match.type("claims", {match.cell("claims", "blue1", name): each for name, each in CLAIM.items()}, "ana@table")
    match.tick()
    assert f"You have done {MOST} things here" in match.receipt("blue1", "claims")
    assert ask(match, "red1", act="vote: pause").startswith("✓")
    match.play(1)
    assert ask(match, "blue1", act="vote: pause").startswith("✓")


CLAIM: dict[str, Typed] = {"text": "Mine", "ready": True}


def test_in_a_duel_nobody_outvotes_the_other() -> None:
    match = Evening(settings={"team_size": 1}, policy=Policy(gm=("gm@table",), every=2 * HOUR, votes=True))
    match.tick()
    assert ask(match, "blue1", act="vote: extend").endswith("by 2 hours: 1 of the 2 votes that it needs.")
    ask(match, "red1", act="away", until="1d")
    assert "Nobody else is there to vote" in ask(match, "blue1", act="vote: pause")
