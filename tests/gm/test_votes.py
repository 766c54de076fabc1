"""Nudges, and votes of the players: what they do themselves about a turn that waits."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.between.effects import without_step
from sheets_gm.gm.between.limits import MOST
from sheets_gm.gm.between.rows.desk_orders import ClaimOrder
from sheets_gm.gm.between.votes import Votes, extension
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.kernel.match.journal import Attendance
from tests.gm.bare import Bare
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved
from tests.gm.test_seats_tab import DAY, HOUR, ask, friday, roster


def every(seconds: float = DAY) -> Policy:
    """Turns of so many seconds, and votes."""
    return Policy(every=seconds, votes=True)


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


def test_each_late_player_is_nudged_once_a_day_at_most_whoever_asks() -> None:
    match = Bare(every(3 * DAY))
    assert match.ask("blue1", "nudge", who="Ben") == "✓ Ana asks Ben to go on."
    assert match.ask("red1", "nudge", who="Ben") == "✗ Ben was nudged on Fri 15 Jan 08:00 UTC. Once a day is enough."
    assert match.ask("blue1", "nudge", who="Cleo").startswith("✓")
    match.now += DAY
    assert match.ask("red1", "nudge", who="Ben") == "✓ Cleo asks Ben to go on."


@pytest.mark.parametrize(
    ("by", "who", "waiting", "answer"),
    [
        ("blue1", "Ben", {"blue1", "red1"}, "✗ The match does not wait for Ben now."),
        ("blue1", "Ana", {"blue1"}, "✗ Write somebody else: this is your own seat."),
        ("blue1", "Cleo", {"red"}, "✓ Ana asks Cleo to go on."),
        ("blue2", "", {"blue1", "red1"}, "✗ Write who: Ana or Cleo."),
        ("blue2", "", {"red1"}, "✓ Ben asks Cleo to go on."),
        ("blue2", "", set(), "✗ The match waits for nobody."),
    ],
)
def test_only_who_is_late_is_nudged(by: str, who: str, waiting: set[str], answer: str) -> None:
    assert Bare(every(), waiting=waiting).ask(by, "nudge", who=who) == answer


@pytest.mark.parametrize("name", sorted(games()))
def test_in_every_game_the_one_who_is_late_is_nudged_without_a_name(name: str) -> None:
    match = Bare(every(), plays=name, settings={})
    waiting = {part.awaited for form in match.game.open(match.state) if form.due for part in form.parts()}
    late = [each for each in match.record.people if {each.id, each.team} & waiting and not each.neutral]
    last = f"The game master asks {late[0].player} to go on"
    first = f"Write who: {late[0].player}" if len(late) > 1 else last
    assert first in match.do("nudge")
    match.record = match.record.but(parts={})
    match.waiting = {late[0].id}
    assert last in match.do("nudge")


def test_a_majority_of_those_who_are_there_extends_once() -> None:
    match = Bare(every())
    due = match.record.due or 0.0
    assert match.ask("blue1", "vote: extend").endswith("1 of the 3 votes that it needs.")
    assert match.ask("blue1", "vote: extend") == "✗ Ana has voted for it already."
    match.ask("blue2", "vote: extend")
    assert match.record.due == due
    match.ask("red2", "vote: pause")
    answer = match.ask("red1", "vote: extend")
    assert answer == "✓ Cleo votes to extend the deadline by 1 day: 3 of the 3 votes that it needs, so it is done."
    assert match.record.due == due + DAY
    assert [each.on for each in Votes.of(match.record).ballots] == ["pause"]


@pytest.mark.parametrize(
    ("every", "longest", "by"), [(DAY, 2 * DAY, DAY), (2 * DAY, DAY, DAY), (None, DAY, DAY)], ids=str
)
def test_an_extension_is_as_long_as_a_turn_at_most(every: float | None, longest: float, by: float) -> None:
    assert extension(Policy(every=every, extension=longest)) == by


def test_who_is_away_is_not_needed_for_a_majority() -> None:
    match = Bare(every())
    match.ask("red1", "away", until="2d")
    match.ask("red2", "away", until="2d")
    assert match.ask("blue1", "vote: pause").endswith("1 of the 2 votes that it needs.")
    assert match.ask("blue2", "vote: pause").endswith("so it is done.")
    assert match.record.status.value == "paused"
    match.ask("blue1", "vote: go on")
    # the vote of somebody who is away counts
    assert match.ask("red1", "vote: go on").endswith(
        "let the match go on: 2 of the 2 votes that it needs, so it is done."
    )
    assert match.record.status.value == "live"


def test_a_majority_excuses_a_player() -> None:
    match = Bare(every())
    assert match.ask("blue1", "vote: excuse") == "✗ Write who is to be excused."
    for seat in ("blue1", "red1"):
        match.ask(seat, "vote: excuse", who="Ben")
    assert not Excuses.of(match.record).excused
    assert match.ask("red2", "vote: excuse", who="Ben").startswith("✓ Dov votes to excuse Ben from this step: 3 of")
    assert Excuses.of(match.record).excused == ("blue2",)


def test_no_side_excuses_a_rival_from_a_turn_to_play_it_alone() -> None:
    match = Bare(every(), settings={"team_size": 3}, players=5)
    blue, red = ([each for each in match.record.people if each.team == team] for team in ("blue", "red"))
    assert (len(blue), len(red)) == (3, 2)
    first, second = red
    for seat in blue:
        assert f"side of {first.player} votes for it first" in match.ask(seat.id, "vote: excuse", who=first.player)
    assert match.ask(second.id, "vote: excuse", who=first.player).startswith("✓")
    match.ask(blue[0].id, "vote: excuse", who=first.player)
    match.ask(second.id, "take back my vote")
    assert "votes for it first" in match.ask(blue[1].id, "vote: excuse", who=first.player)
    match.ask(second.id, "away", until="2d")
    assert "Only the game master excuses" in match.ask(blue[1].id, "vote: excuse", who=first.player)
    assert not Excuses.of(match.record).excused


def test_who_has_nobody_on_their_side_is_excused_by_all_others() -> None:
    match = Bare(every(), plays="champions", settings={}, players=4)
    *others, absent = match.record.people
    answers = [match.ask(seat.id, "vote: excuse", who=absent.player) for seat in others]
    assert [answer.rpartition(": ")[2] for answer in answers] == [
        "1 of the 3 votes that it needs.",
        "2 of the 3 votes that it needs.",
        "3 of the 3 votes that it needs, so it is done.",
    ]


def test_votes_hold_for_the_open_turn_and_can_be_taken_back() -> None:
    match = Bare(every())
    match.ask("blue1", "vote: pause")
    match.ask("blue2", "vote: pause")
    assert match.ask("blue1", "take back my vote") == "✓ Ana takes back what was voted for."
    assert match.ask("blue1", "take back my vote") == "✗ Ana has voted for nothing that is still open."
    assert [each.seat for each in Votes.of(match.record).ballots] == ["blue2"]
    assert not Votes.of(without_step(match.record)).ballots


def test_the_game_master_notes_votes_where_players_vote() -> None:
    match = Bare(Policy(every=DAY))
    assert match.do("vote", "Ben", "pause").startswith("✗ Players do not vote in this match.")
    match.record = match.record.but(policy=every())
    assert match.do("vote", "Ben", "go on") == "✗ The match is not paused."
    assert match.do("vote", "Ben", "dance").startswith("✗ Write what the player votes for: extend, pause, go on or")
    answer = "✓ Ben votes to excuse Ana from this step: 1 of the 3 votes that it needs."
    assert match.do("vote", "Ben", "excuse Ana") == answer
    assert match.do("no vote", "Ben") == "✓ Ben takes back what was voted for."
    assert not Votes.of(match.record).ballots


def test_nobody_floods_a_match_with_votes_or_whatever_else_and_each_turn_begins_anew() -> None:
    match = Bare(every())
    for number in range(MOST):
        assert match.ask("blue1", "take back my vote" if number % 2 else "vote: pause").startswith("✓")
    full = f"✗ You have done {MOST} things here in this turn. Go on after it."
    assert match.ask("blue1", "vote: pause") == match.answer("blue1", ClaimOrder(text="Mine")) == full
    assert match.ask("red1", "vote: pause").startswith("✓")
    match.record = without_step(match.record)
    assert match.ask("blue1", "vote: pause").startswith("✓")


def test_in_a_duel_nobody_outvotes_the_other() -> None:
    match = Bare(every(2 * HOUR), settings={"team_size": 1})
    assert match.ask("blue1", "vote: extend").endswith("by 2 hours: 1 of the 2 votes that it needs.")
    match.ask("red1", "away", until="1d")
    assert match.ask("blue1", "vote: pause") == "✗ Nobody else is there to vote."


def test_a_late_player_hears_a_nudge_alone_and_votes_are_counted_on_the_sheet() -> None:
    match = friday()
    assert "nudge" in offered(match)
    assert not any("vote" in str(each) for each in offered(match))
    match.do("change", "votes", "yes")
    assert match.answer() == "✓ The game master changed whether the players vote to yes: because"
    assert "vote: excuse" in offered(match)
    match.play(1)
    notices = heard(match)
    match.order("blue1", ready=True)
    match.tick()
    assert ask(match, "blue1", act="nudge", who="Ben") == "✓ Ana asks Ben to go on."
    own = [each for each in notices if each.seat is not None]
    assert [each.seat for each in own] == ["blue2"]
    assert own[0].body.startswith("Ana asks Ben to go on. Due ")
    assert "Still missing" in own[0].body
    for seat in ("blue1", "red1"):
        ask(match, seat, act="vote: excuse", who="Ben")
    assert roster(match)["blue1"][-1] == "votes: excuse Ben"
    assert "blue2" in match.table.waiting
    ask(match, "red2", act="vote: excuse", who="Ben")
    assert "blue2" not in match.table.waiting
    assert ask(match, "blue1", act="vote: pause").startswith("✓")
    match.play(1, but=("blue2",))
    turn = match.table.session.entry
    assert turn.attendance is not None
    assert turn.attendance["blue2"] is Attendance.EXCUSED
    assert not Votes.of(match.table.session.record).ballots
    assert is_proved(match)
