"""Votes of the players, and nudges: what players can do about a turn that waits.

A vote is decided as soon as more than half of the players who are present are for it, and at least two. A player who is
away or has left counts only if they have voted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Literal

from sheets_gm.gm.between.deadlines import Excuse, Extend, excuse, extend
from sheets_gm.gm.between.feature import SEAT, Argument, Command, DeskAction, Done, Feature, Names, SeatAction, Words
from sheets_gm.gm.between.pauses import Pause, Resume, pause, resume
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.between.rows.naming import named_seat, seat_of, seat_on, taken_seat
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.durations import format_duration
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.policy_option import PolicyOption, yes_or_no
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.seats import Seat


class Nudge(Action):
    """Ask *seat*, whom the match waits for, to continue."""

    seat: str


class Vote(Action):
    """Vote for *seat* *on* something: to extend the deadline by *seconds*, pause, go on, or excuse *whom* from this
    step.

    *votes* is the number of players for it, including this vote; it is decided when there are *needed*.
    """

    seat: str
    on: Literal["extend", "pause", "go on", "excuse"]
    whom: str = ""
    seconds: float = 0.0
    votes: int
    needed: int


class Unvote(Action):
    """Withdraw the votes of *seat* in this step."""

    kind: Literal["no vote"] = "no vote"
    seat: str


FEWEST = 2
"""The fewest votes that decide something."""

ONCE_A_DAY = 86400.0
"""The fewest seconds between two nudges of the same player."""

ON_VOTE = ("extend", "pause", "go on", "excuse")
"""What players may vote on."""


class Ballot(Model):
    """A vote of *seat* *on* "extend", "pause", "go on", or "excuse", with *whom*."""

    seat: str
    on: str
    whom: str = ""


class Votes(Part):
    """*ballots* are the votes in the open step, *nudged* when each seat was last asked to continue."""

    KEY = "votes"
    ballots: tuple[Ballot, ...] = ()
    nudged: dict[str, float] = {}


def _nudge(record: Record, action: Nudge, done: Done) -> Record:
    seat = taken_seat(record, action.seat)
    votes = Votes.of(record)
    before = votes.nudged.get(seat.id)
    if before is not None and done.now < before + ONCE_A_DAY:
        when = clock_face_in_zone(before, record.policy.zone)
        raise BadAction(f"{seat.player} was nudged on {when}. Once a day is enough.", "who")
    return votes.but(nudged={**votes.nudged, seat.id: done.now}).on(record)


def _vote(record: Record, action: Vote, done: Done) -> Record:
    seat = taken_seat(record, action.seat)
    ballot = Ballot(seat=seat.id, on=action.on, whom=action.whom)
    votes = Votes.of(record)
    if ballot in votes.ballots:
        raise BadAction(f"{seat.player} has voted for it already.", "act")
    decided = _decided(record, action, done)  # what is impossible is refused with the first vote
    if action.votes < action.needed:
        return votes.but(ballots=(*votes.ballots, ballot)).on(record)
    others = (each for each in votes.ballots if (each.on, each.whom) != (ballot.on, ballot.whom))
    return votes.but(ballots=tuple(others)).on(decided)


def _decided(record: Record, action: Vote, done: Done) -> Record:
    """Return *record* after what the players voted for."""
    match action.on:
        case "extend":
            start = done.now if record.due is None else max(record.due, done.now)
            seconds = record.policy.time.deadline(start, action.seconds) - start
            return extend(record, Extend(seconds=seconds), done)
        case "pause":
            return pause(record, Pause(), done)
        case "go on":
            return resume(record, Resume(), done)
        case "excuse":
            return excuse(record, Excuse(seat=action.whom), done)


def _unvote(record: Record, action: Unvote, _done: Done) -> Record:
    votes = Votes.of(record)
    others = tuple(each for each in votes.ballots if each.seat != action.seat)
    if len(others) == len(votes.ballots):
        raise BadAction(f"{seat_of(record, action.seat).player} has voted for nothing that is still open.", "act")
    return votes.but(ballots=others).on(record)


def _nudge_of(context: MatchContext, name: str, *, by: str, why: str = "") -> Nudge:
    """Return the action that asks the player *name*, or the only late one, to continue. Raises BadAction."""
    late = _late(context)
    if name.strip():
        seat = named_seat(context.record, name)
    elif len(late) == 1:
        seat = late[0]
    elif late:
        raise BadAction(f"Write who: {listed([each.player for each in late], 'or')}.", "who")
    else:
        raise BadAction("The match waits for nobody.", "who")
    if seat.id == by:
        raise BadAction("Write somebody else: this is your own seat.", "who")
    if seat not in late:
        raise BadAction(f"The match does not wait for {seat.player} now.", "who")
    return Nudge(seat=seat.id, why=why, by=by)


def _late(context: MatchContext) -> list[Seat]:
    """Return the players that the match waits for, alone or in teams; before the first poll, all due ones."""
    record = context.record
    waiting = context.waiting
    if waiting is None:
        forms = record.forms_in_play(context.game.open(context.state))
        away = record.presence.excused_at(context.now)
        waiting = {part.awaited for form in forms if form.due for part in form.parts()} - away
    return [seat for seat in record.people if not seat.neutral and {seat.id, seat.team} & {*waiting}]


def _vote_of(context: MatchContext, voter: str, on: str, name: str = "", *, by: str, why: str = "") -> Vote:
    """Return the action with which *voter* votes *on* something; *name* is the person to excuse. Raises BadAction."""
    record, policy = context.record, context.record.policy
    if not policy.votes:
        raise BadAction("Players do not vote in this match. The game master can let them: change, votes, yes.", "act")
    if on == "excuse" and not name.strip():
        raise BadAction("Write who is to be excused.", "who")
    whom = named_seat(record, name).id if on == "excuse" else ""
    votes, needed = _count(record, Ballot(seat=voter, on=on, whom=whom), context.now)
    seconds = extension(policy) if on == "extend" else 0.0
    action = {"seat": voter, "on": on, "whom": whom, "seconds": seconds, "votes": votes, "needed": needed}
    return Vote.model_validate({**action, "why": why, "by": by})


def extension(policy: Policy) -> float:
    """Return the seconds of an extension by vote: the time for a turn, or the longest extension if that is shorter."""
    return min(policy.extension, policy.every or policy.extension)


def _count(record: Record, ballot: Ballot, now: float) -> tuple[int, int]:
    """Return the number of votes for the same as *ballot*, including it, and the number needed. Raises BadAction."""
    ballots = Votes.of(record).ballots
    same = {each.seat for each in ballots if (each.on, each.whom) == (ballot.on, ballot.whom)} | {ballot.seat}
    away = record.presence.away_at(now) - same
    there = [
        seat for seat in record.people if not seat.neutral and seat.team not in record.conceded and seat.id not in away
    ]
    if len(there) < FEWEST:
        raise BadAction("Nobody else is there to vote.", "act")
    whom = next((seat for seat in record.people if seat.id == ballot.whom and not seat.neutral), None)
    needed = max(FEWEST, len(there) // 2 + 1)
    return len(same), needed if whom is None else max(needed, _needed_to_excuse(whom, there, same))


def _needed_to_excuse(whom: Seat, there: Sequence[Seat], votes: Collection[str]) -> int:
    """How many of those who are *there* must vote to excuse *whom*, so that no side plays a turn without a rival.

    Somebody else of the own side is for it; who has nobody there is excused by all others, of two sides at least.
    BadAction.
    """
    others = [seat for seat in there if seat.id != whom.id]
    if any(seat.team == whom.team for seat in others):
        if not any(seat.id in votes for seat in there if seat.team == whom.team):
            raise BadAction(f"Somebody of the side of {whom.player} votes for it first.", "who")
        return FEWEST
    if len({seat.team for seat in others}) < FEWEST:
        raise BadAction(f"Only the game master excuses {whom.player}, whom nobody here plays with.", "who")
    return len(others)


def _on_roster(record: Record, word: Words) -> Iterator[tuple[str, str]]:
    """Yield what each player has voted for in the open step."""
    for ballot in Votes.of(record).ballots:
        whom = next((seat.player for seat in record.people if seat.id == ballot.whom), "")
        yield ballot.seat, word("votes").format(f"{ballot.on} {whom}".strip())


def _vote_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    on, _, whom = order.value.strip().partition(" ")
    on, whom = ("go on", whom.strip().removeprefix("on")) if on == "go" else (on, whom)
    if on not in ON_VOTE:
        raise BadAction(f"Write what the player votes for: {listed(ON_VOTE, 'or')}; with excuse also whom: excuse Ben.")
    return _vote_of(context, seat_on(context, order), on, whom, by=by, why=order.why)


def _no_vote_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    return Unvote(seat=seat_on(context, order), why=order.why, by=by)


def _vote_on_seats(context: MatchContext, order: SeatOrder, by: str, on: str) -> Action:
    return _vote_of(context, by, on, order.who, by=by)


def _may_vote(_seat: str, policy: Policy) -> bool:
    return policy.votes


VOTES: Mapping[str, str] = MappingProxyType({f"vote: {on}": on for on in ON_VOTE})
"""What players may vote on, as the tab “Your seat” offers it."""


def _sentence(action: Nudge | Vote | Unvote, names: Names) -> str:
    match action:
        case Nudge():
            return f"{names.by(action)} asks {names.owner(action.seat)} to go on"
        case Vote():
            voter = names.seat(action.seat)
            counted_ = f"{action.votes} of the {action.needed} votes that it needs"
            return f"{voter} votes to {_voted_for(action, names)}: " + (
                counted_ if action.votes < action.needed else f"{counted_}, so it is done"
            )
        case Unvote():
            return f"{names.seat(action.seat)} takes back what was voted for"


def _voted_for(action: Vote, names: Names) -> str:
    """Describe what a player votes for."""
    match action.on:
        case "extend":
            return f"extend the deadline by {format_duration(action.seconds)}"
        case "excuse":
            return f"excuse {names.owner(action.whom)} from this step"
        case on:
            return {"pause": "pause the match", "go on": "let the match go on"}[on]


FEATURE = Feature(
    name="votes",
    place=70,
    sentence=_sentence,
    effects={Nudge: _nudge, Vote: _vote, Unvote: _unvote},
    reminds=lambda action: action.seat if isinstance(action, Nudge) else "",
    desk={
        "nudge": DeskAction(
            lambda context, order, by: _nudge_of(context, order.on, by=by, why=order.why),
            f"{SEAT}; empty if it is the only one",
            "",
            "asks that player once a day to go on",
            about="person",
        ),
        "vote": DeskAction(
            _vote_on_desk,
            SEAT,
            "extend, pause, go on, excuse Ben",
            "notes what a player votes for",
            about="person",
            undo="no vote",
        ),
        "no vote": DeskAction(
            _no_vote_on_desk, SEAT, "", "takes back what a player has voted for in this step", about="person"
        ),
    },
    commands=(
        Command(
            "nudge",
            """Ask SEAT (or its player), whom MATCH waits for, to go on: they get a notice. Once a day.

            Without SEAT, whoever is late, if that is one player. Each player can do the same on the tab “Your seat”.

            \b
            sheets-gm nudge friday Ben
            """,
            lambda seat: DeskOrder(act="nudge", on=seat),
            (Argument("seat", needed=False),),
        ),
        Command(
            "vote",
            """Note what SEAT (or its player) of MATCH votes for: extend, pause, go on, or excuse with a player.

            It is done as soon as more than half of those who are there vote for it, and two at least. Without WHAT, the
            votes of SEAT in this turn are taken back. Players vote where `change MATCH --set votes=yes` lets them.

            \b
            sheets-gm vote friday Ben extend
            """,
            lambda seat, what: DeskOrder(act="vote" if what else "no vote", on=seat, value=what),
            (Argument("seat"), Argument("what", needed=False, many=" ")),
        ),
    ),
    seat={
        "nudge": SeatAction(lambda context, order, by: _nudge_of(context, order.who, by=by)),
        **{act: SeatAction(partial(_vote_on_seats, on=on), _may_vote, somebody=True) for act, on in VOTES.items()},
        "take back my vote": SeatAction(lambda _, __, by: Unvote(seat=by, by=by), _may_vote),
    },
    options=(
        PolicyOption(
            "votes",
            "votes",
            "Whether a majority of the players may extend, pause and excuse: yes or no.",
            "whether the players vote",
            yes_or_no("the players may extend, pause and excuse by a majority"),
            "yes|no",
        ),
    ),
    part=Votes,
    roster=_on_roster,
    personal=("ballots", "nudged"),
    until_left=True,
    of_a_step=("ballots",),
)
