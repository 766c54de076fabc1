"""Consequences: what an act does to a match beside its position.

Law: who sits where, who has given up and what was ruled follow from the journal alone; the clock is the present's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from sheets_gm.gm import cases
from sheets_gm.gm.ports import Former, GivenUp, Record, Status
from sheets_gm.kernel.acts import (
    Act,
    Adopt,
    AnyAct,
    BadAct,
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
from sheets_gm.kernel.outcome import GM, Result
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.words import side_told, sides_left


def after(record: Record, act: AnyAct, entry: int, now: float) -> Record:
    """*record* after *act*, done in *entry* at *now*. BadAct where it cannot be done now."""
    before = record
    if record.status is Status.OVER and isinstance(act, GOES_ON):
        raise BadAct("the match is over; a rewind takes it back to where it can go on", "act")
    record = record.but(cases=cases.after(record.cases, act, entry, now))
    consequence = _CONSEQUENCES.get(type(act))
    record = consequence(record, act, now) if consequence else record
    if isinstance(act, Substitute):
        return record.but(former=(*record.former, Former(seat=seat_of(before, act.seat), until=entry)))
    if record.conceded != before.conceded:
        return record.but(given_up=(*record.given_up, GivenUp(since=entry, teams=record.conceded)))
    return record


GOES_ON = (Concede, Excuse, Extend, Pause, Resume, Slide, Vacate)
"""What has a sense only in a match that goes on."""


def _substitute(record: Record, act: Substitute, _now: float) -> Record:
    old = seat_of(record, act.seat)
    new = old.but(player=act.player, account=act.account)
    seats = tuple(new if each.id == act.seat else each for each in record.people)
    missed = {seat: count for seat, count in record.missed.items() if seat != act.seat}
    vacant = tuple(seat for seat in record.vacant if seat != act.seat)
    return record.but(seats=seats, missed=missed, vacant=vacant)


def _vacate(record: Record, act: Vacate, _now: float) -> Record:
    seat_of(record, act.seat)
    return record.but(vacant=(*record.vacant, act.seat))


def _concede(record: Record, act: Concede, _now: float) -> Record:
    teams = list(dict.fromkeys(seat.team for seat in record.people))
    if act.team not in teams:
        raise BadAct(f"there is no team {act.team!r}: there are {', '.join(teams)}", "on")
    if act.team in record.conceded:
        raise BadAct(f"{_told(record, act.team)} has given up already", "on")
    return _given_up(record, (*record.conceded, act.team))


def _given_up(record: Record, conceded: tuple[str, ...]) -> Record:
    """*record* once the teams *conceded* have given up: it is over where one is left."""
    left = sides_left(record.people, conceded)
    if not conceded or len(left) > 1:
        return record.but(conceded=conceded, result=None)
    result = Result(winners=left, reason=f"{_told(record, conceded[-1])} gave up", clause="GM")
    return record.but(conceded=conceded, result=result, status=Status.OVER, due=None)


def _told(record: Record, team: str) -> str:
    return side_told(team, {seat.id: seat for seat in record.people})


def _pause(record: Record, _act: Pause, now: float) -> Record:
    if record.status is Status.PAUSED:
        raise BadAct("it is paused already", "act")
    left = None if record.due is None else max(0.0, record.due - now)
    return record.but(status=Status.PAUSED, left=left, due=None)


def _resume(record: Record, _act: Resume, now: float) -> Record:
    if record.status is not Status.PAUSED:
        raise BadAct("it is not paused", "act")
    due = None if record.left is None else now + record.left
    return record.but(status=Status.LIVE, left=None, due=due)


def _extend(record: Record, act: Extend, now: float) -> Record:
    if record.due is None and record.left is None:
        raise BadAct("there is no deadline to extend", "act")
    extended = dict(record.extended)
    if act.by != GM:
        policy, used = record.policy, record.extended.get(act.by, 0)
        if not policy.extensions:
            raise BadAct(
                f"{act.by} has no extensions: none were given with new --extensions; leave the seat out to extend "
                "as the game master",
                "on",
            )
        if used >= policy.extensions:
            all_ = "its one extension" if policy.extensions == 1 else f"all {policy.extensions} of its extensions"
            raise BadAct(f"{act.by} has used {all_}", "on")
        if act.seconds > policy.extension:
            raise BadAct(f"a seat may extend by {policy.extension / 3600:g} h at most", "value")
        extended[act.by] = used + 1
    if record.due is None:
        return record.but(left=(record.left or 0.0) + act.seconds, extended=extended)
    # an extension that comes after the deadline (in its grace) counts from now, else it might be over at once
    return record.but(due=max(record.due, now) + act.seconds, extended=extended)


def _slide(record: Record, act: Slide, _now: float) -> Record:
    return record if record.due is None else record.but(due=record.due + act.seconds)


def _excuse(record: Record, act: Excuse, _now: float) -> Record:
    seat = seat_of(record, act.seat)
    if seat.id in record.excused:
        raise BadAct(f"{seat.player} is excused from this step already", "on")
    return record.but(excused=tuple(sorted({*record.excused, act.seat})))


def _rewind(record: Record, act: Rewind, now: float) -> Record:
    status = Status.LIVE if record.status is Status.OVER else record.status
    due = record.next_due(now) if status is Status.LIVE else record.due
    return _given_up(record.but(status=status, due=due, excused=(), drafts=()), record.conceded_at(act.to))


def _adopt(record: Record, act: Adopt, _now: float) -> Record:
    return record.but(rules=act.rules)


_CONSEQUENCES: Mapping[type[Act], Callable[[Record, Any, float], Record]] = MappingProxyType(
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
        raise BadAct(f"there is no seat {seat!r}: there are {', '.join(each.id for each in record.people)}", "on")
    return found


def named_seat(record: Record, text: str) -> Seat:
    """The seat that people call *text*: by itself, or by who sits there, where that is one person only. BadAct."""
    wanted = text.strip().casefold()
    found = [each for each in record.people if each.id == wanted] or [
        each for each in record.people if each.player.casefold() == wanted
    ]
    return found[0] if len(found) == 1 else seat_of(record, text.strip())
