"""Votes of the players, and nudges: what they do about a turn that waits.

A vote is done as soon as more than half of those who are there are for it, and two at least. Who is away or has left
counts only if they have voted.
"""

from __future__ import annotations

from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.desk.effects import named_seat
from sheets_gm.gm.match_record.ballots import Ballot
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import BadAction, Nudge, Vote
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.seats import Seat

FEWEST = 2
"""The fewest votes that decide something."""


def nudge(context: MatchContext, name: str, *, by: str, why: str = "") -> Nudge:
    """The action that asks a player to go on: the one with this *name*, or the only one that is late. BadAction."""
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
    """The players for whom the match waits, alone or with their team; before the first poll all who are asked."""
    record = context.record
    waiting = context.waiting
    if waiting is None:
        forms = record.forms_in_play(context.game.open(context.state))
        away = record.excused_at(context.now)
        waiting = {part.awaited for form in forms if form.due for part in form.parts()} - away
    return [seat for seat in record.people if not seat.neutral and {seat.id, seat.team} & {*waiting}]


def vote(context: MatchContext, voter: str, on: str, name: str = "", *, by: str, why: str = "") -> Vote:
    """The action with which *voter* votes *on* something, with *name* for whom. BadAction."""
    record, policy = context.record, context.record.policy
    if not policy.votes:
        raise BadAction("Players do not vote in this match. The game master can let them: change, votes, yes.", "act")
    if on == "excuse" and not name.strip():
        raise BadAction("Write who is to be excused.", "who")
    whom = named_seat(record, name).id if on == "excuse" else ""
    votes, needed = count(record, Ballot(seat=voter, on=on, whom=whom), context.now)
    seconds = extension(policy) if on == "extend" else 0.0
    action = {"seat": voter, "on": on, "whom": whom, "seconds": seconds, "votes": votes, "needed": needed}
    return Vote.model_validate({**action, "why": why, "by": by})


def extension(policy: Policy) -> float:
    """The seconds by which players extend: the time for a turn, or the longest extension if that is shorter."""
    return min(policy.extension, policy.every or policy.extension)


def count(record: Record, ballot: Ballot, now: float) -> tuple[int, int]:
    """How many players have voted for what *ballot* is for, with it, and how many are needed. BadAction."""
    same = {each.seat for each in record.ballots if (each.on, each.whom) == (ballot.on, ballot.whom)} | {ballot.seat}
    away = record.away_at(now) - same
    there = [
        seat.id
        for seat in record.people
        if not seat.neutral and seat.team not in record.conceded and seat.id not in away
    ]
    if len(there) < FEWEST:
        raise BadAction("Nobody else is there to vote.", "act")
    return len(same), max(FEWEST, len(there) // 2 + 1)
