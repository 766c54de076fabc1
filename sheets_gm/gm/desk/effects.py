"""Consequences: what an act does to a match beside its position.

Law: who sits where, who has given up and what was ruled follow from the journal alone; the clock is the present's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from sheets_gm.gm.record import cases
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.record.record import Concession, FormerSeat, Record
from sheets_gm.kernel.actions import (
    Action,
    Adopt,
    AnyAction,
    BadAction,
    Concede,
    Excuse,
    Extend,
    Pause,
    Resume,
    Rewind,
    Slide,
    Substitute,
    Vacate,
)
from sheets_gm.kernel.english import side_name, sides_left
from sheets_gm.kernel.outcome import GM, Result
from sheets_gm.kernel.seats import Seat


def after(record: Record, action: AnyAction, entry: int, now: float) -> Record:
    """*record* after *action*, done in *entry* at *now*. BadAct where it cannot be done now."""
    before = record
    if record.status is Status.OVER and isinstance(action, GOES_ON):
        raise BadAction("the match is over; a rewind takes it back to where it can go on", "act")
    record = record.but(cases=cases.after(record.cases, action, entry, now))
    consequence = _EFFECTS.get(type(action))
    record = consequence(record, action, now) if consequence else record
    if isinstance(action, Substitute):
        return record.but(former=(*record.former, FormerSeat(seat=seat_of(before, action.seat), until=entry)))
    if record.conceded != before.conceded:
        return record.but(given_up=(*record.given_up, Concession(since=entry, teams=record.conceded)))
    return record


GOES_ON = (Concede, Excuse, Extend, Pause, Resume, Slide, Vacate)
"""What has a sense only in a match that goes on."""


def _substitute(record: Record, action: Substitute, _now: float) -> Record:
    old = seat_of(record, action.seat)
    new = old.but(player=action.player, account=action.account)
    seats = tuple(new if each.id == action.seat else each for each in record.people)
    missed = {seat: count for seat, count in record.missed.items() if seat != action.seat}
    vacant = tuple(seat for seat in record.vacant if seat != action.seat)
    return record.but(seats=seats, missed=missed, vacant=vacant)


def _vacate(record: Record, action: Vacate, _now: float) -> Record:
    seat_of(record, action.seat)
    return record.but(vacant=(*record.vacant, action.seat))


def _concede(record: Record, action: Concede, _now: float) -> Record:
    teams = list(dict.fromkeys(seat.team for seat in record.people))
    if action.team not in teams:
        raise BadAction(f"there is no team {action.team!r}: there are {', '.join(teams)}", "on")
    if action.team in record.conceded:
        raise BadAction(f"{_told(record, action.team)} has given up already", "on")
    return _given_up(record, (*record.conceded, action.team))


def _given_up(record: Record, conceded: tuple[str, ...]) -> Record:
    """*record* once the teams *conceded* have given up: it is over where one is left."""
    left = sides_left(record.people, conceded)
    if not conceded or len(left) > 1:
        return record.but(conceded=conceded, result=None)
    result = Result(winners=left, reason=f"{_told(record, conceded[-1])} gave up", clause="GM")
    return record.but(conceded=conceded, result=result, status=Status.OVER, due=None)


def _told(record: Record, team: str) -> str:
    return side_name(team, {seat.id: seat for seat in record.people})


def _pause(record: Record, _do_action: Pause, now: float) -> Record:
    if record.status is Status.PAUSED:
        raise BadAction("it is paused already", "act")
    left = None if record.due is None else max(0.0, record.due - now)
    return record.but(status=Status.PAUSED, left=left, due=None)


def _resume(record: Record, _do_action: Resume, now: float) -> Record:
    if record.status is not Status.PAUSED:
        raise BadAction("it is not paused", "act")
    due = None if record.left is None else now + record.left
    return record.but(status=Status.LIVE, left=None, due=due)


def _extend(record: Record, action: Extend, now: float) -> Record:
    if record.due is None and record.left is None:
        raise BadAction("there is no deadline to extend", "act")
    extended = dict(record.extended)
    if action.by != GM:
        policy, used = record.policy, record.extended.get(action.by, 0)
        if not policy.extensions:
            raise BadAction(
                f"{action.by} has no extensions: none were given with new --extensions; leave the seat out to extend "
                "as the game master",
                "on",
            )
        if used >= policy.extensions:
            all_ = "its one extension" if policy.extensions == 1 else f"all {policy.extensions} of its extensions"
            raise BadAction(f"{action.by} has used {all_}", "on")
        if action.seconds > policy.extension:
            raise BadAction(f"a seat may extend by {policy.extension / 3600:g} h at most", "value")
        extended[action.by] = used + 1
    if record.due is None:
        return record.but(left=(record.left or 0.0) + action.seconds, extended=extended)
    # an extension that comes after the deadline (in its grace) counts from now, else it might be over at once
    return record.but(due=max(record.due, now) + action.seconds, extended=extended)


def _slide(record: Record, action: Slide, _now: float) -> Record:
    return record if record.due is None else record.but(due=record.due + action.seconds)


def _excuse(record: Record, action: Excuse, _now: float) -> Record:
    seat = seat_of(record, action.seat)
    if seat.id in record.excused:
        raise BadAction(f"{seat.player} is excused from this step already", "on")
    return record.but(excused=tuple(sorted({*record.excused, action.seat})))


def _rewind(record: Record, action: Rewind, now: float) -> Record:
    status = Status.LIVE if record.status is Status.OVER else record.status
    due = record.next_due(now) if status is Status.LIVE else record.due
    return _given_up(record.but(status=status, due=due, excused=(), drafts=()), record.conceded_at(action.to))


def _adopt(record: Record, action: Adopt, _now: float) -> Record:
    return record.but(rules=action.rules)


_EFFECTS: Mapping[type[Action], Callable[[Record, Any, float], Record]] = MappingProxyType(
    {
        Substitute: _substitute,
        Vacate: _vacate,
        Concede: _concede,
        Pause: _pause,
        Resume: _resume,
        Extend: _extend,
        Slide: _slide,
        Excuse: _excuse,
        Rewind: _rewind,
        Adopt: _adopt,
    }
)


def seat_of(record: Record, seat: str) -> Seat:
    """The seat *seat*. BadAct."""
    found = next((each for each in record.people if each.id == seat), None)
    if found is None:
        raise BadAction(f"there is no seat {seat!r}: there are {', '.join(each.id for each in record.people)}", "on")
    return found


def named_seat(record: Record, text: str) -> Seat:
    """The seat that people call *text*: by itself, or by who sits there, where that is one person only. BadAct."""
    wanted = text.strip().casefold()
    found = [each for each in record.people if each.id == wanted] or [
        each for each in record.people if each.player.casefold() == wanted
    ]
    return found[0] if len(found) == 1 else seat_of(record, text.strip())
