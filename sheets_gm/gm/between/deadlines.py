"""Deadlines: the game master, an extension, an outage or a jump of the clock moves the deadline of the open step."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from sheets_gm.gm.between.feature import OWNER, Argument, Command, CommandOption, DeskAction, Done, Feature, Names
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.field_values import parse_extension
from sheets_gm.gm.between.rows.naming import owner_on, seat_of
from sheets_gm.gm.match_record.claims import Case, Claims, Stage
from sheets_gm.gm.match_record.clocks import RunningClock
from sheets_gm.gm.match_record.durations import format_duration
from sheets_gm.gm.match_record.notices_part import Reminders
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.policy_option import PolicyOption, duration, number
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.english import capitalized, owner_name
from sheets_gm.kernel.outcome import GM


class Extend(Action):
    """Move the deadline of the open step by *seconds*. If *by* is a seat, it uses one of the seat's extensions."""

    seconds: float


class Slide(Action):
    """Move the deadline by *seconds*, the time around it in which nobody polled."""

    seconds: float

    @property
    def is_by_program(self) -> bool:
        return True


class Leap(Action):
    """The clock of the sync jumped by *seconds* (backwards if negative). Move the deadline by *moves* seconds."""

    seconds: float
    moves: float

    @property
    def is_by_program(self) -> bool:
        return True


class PutBack(Action):
    """Move the deadline of the open step by *seconds*, back to its place before outages and jumps of the clock."""

    kind: Literal["put back"] = "put back"
    seconds: float


class Excuse(Action):
    """Do not wait for *seat* in the open step. Its empty row does not count as a no-show."""

    seat: str


def extend(record: Record, action: Extend, done: Done) -> Record:
    """Return *record* with the deadline or the clocks moved by *action*. Raises BadAction."""
    left = StepTime.of(record).left
    if record.due is None and left is None and not any(clock.asked for clock in record.clocks):
        raise BadAction("There is no deadline to extend.", "act")
    excuses = Excuses.of(record)
    extended = dict(excuses.extended)
    if action.by != GM:
        _check_budget(record, action)
        extended[action.by] = extended.get(action.by, 0) + 1
    owners = {action.by} | {seat.team for seat in record.people if seat.id == action.by}
    clock_owners = {clock.owner for clock in record.clocks if clock.asked and clock.owner in owners}
    clocks = _moved(record, action.seconds, done.now, only=clock_owners)
    clocks = tuple(clock.but(reminded=False) if clock.asked else clock for clock in clocks)
    record = excuses.but(extended=extended).on(record).but(clocks=clocks)
    if clock_owners or (record.due is None and left is None):
        return record
    if record.due is None:
        return StepTime.change(record, left=max(0.0, (left or 0.0) + action.seconds))
    # after the deadline (in its grace) an extension counts from now, or the new deadline might be over at once
    start = max(record.due, done.now)
    # the game master names the instant itself, so playing hours do not move it
    due = start + action.seconds if action.by == GM else record.policy.time.deadline(start, action.seconds)
    return record.but(due=max(done.now, due))


MOST_EXTENSIONS = 1000
"""The most extensions that a seat may have."""


def _check_budget(record: Record, action: Extend) -> None:
    """Raise BadAction unless the seat has an extension left for *action*."""
    policy = record.policy
    who = capitalized(owner_name(action.by, {seat.id: seat for seat in record.people}))
    if not policy.extensions:
        raise BadAction(
            f"{who} has no extensions: the match is run without extensions. Leave the player out to "
            "extend the deadline as the game master.",
            "on",
        )
    if Excuses.of(record).extended.get(action.by, 0) >= policy.extensions:
        all_ = "its only extension" if policy.extensions == 1 else f"all of its {policy.extensions} extensions"
        raise BadAction(f"{who} has used {all_}.", "on")
    if action.seconds < 0:
        raise BadAction("Only the game master can make the deadline earlier.", "value")
    if action.seconds > policy.extension:
        raise BadAction(f"A seat may extend by {format_duration(policy.extension)} at most.", "value")


def _moved(
    record: Record, seconds: float, now: float | None = None, only: Collection[str] = ()
) -> tuple[RunningClock, ...]:
    """Return the clocks, with *seconds* more for owners who have to answer. With *only*, only for these owners."""
    return tuple(
        clock.moved(seconds, record.policy.time, now) if clock.asked and (not only or clock.owner in only) else clock
        for clock in record.clocks
    )


def _slide(record: Record, action: Slide, _done: Done) -> Record:
    return _shifted(record, action.seconds)


def _shifted(record: Record, seconds: float) -> Record:
    """Return *record* with its deadline and running clocks moved by *seconds*."""
    moved = StepTime.of(record).moved + seconds
    moved = moved if abs(moved) >= 1.0 else 0.0  # a leap that is set right is measured a little differently
    record = StepTime.change(record.but(clocks=_moved(record, seconds)), moved=moved)
    return record if record.due is None else record.but(due=record.policy.time.after(record.due, seconds))


def _leap(record: Record, action: Leap, _done: Done) -> Record:
    shifted = record if not action.moves or record.status is Status.OVER else _shifted(record, action.moves)
    reminders = Reminders.of(record)
    if reminders.due is not None and reminders.due == record.due:  # nobody is reminded again of the same deadline
        shifted = reminders.but(due=shifted.due).on(shifted)
    return Claims(cases=tuple(_case_moved(case, action.seconds) for case in Claims.of(record).cases)).on(shifted)


def _case_moved(case: Case, seconds: float) -> Case:
    """Return *case* with *seconds* more for an appeal."""
    may_appeal = case.stage is Stage.RULED and case.appeal_by is not None
    return case.but(appeal_by=case.appeal_by + seconds) if may_appeal and case.appeal_by is not None else case


def _put_back(record: Record, action: PutBack, _done: Done) -> Record:
    if not StepTime.of(record).moved:
        raise BadAction("No outage and no leap of the clock has moved the deadline of this step.", "act")
    return StepTime.change(_shifted(record, action.seconds), moved=0.0)


def excuse(record: Record, action: Excuse, done: Done) -> Record:
    """Return *record* that does not wait for the seat in the open step. Raises BadAction."""
    if not record.seats_of(action.seat):
        seat_of(record, action.seat)
    if action.seat in record.presence.excused_at(done.now):
        who = owner_name(action.seat, {seat.id: seat for seat in record.people})
        raise BadAction(f"{capitalized(who)} is already excused from this step.", "on")
    excuses = Excuses.of(record)
    return excuses.but(excused=tuple(sorted({*excuses.excused, action.seat}))).on(record)


def _extend_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    seat = owner_on(context, order) if order.on.strip() else by
    return Extend(seconds=parse_extension(context, order.value), why=order.why, by=seat)


def _excuse_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    return Excuse(seat=owner_on(context, order), why=order.why, by=by)


def _sentence(action: Extend | Slide | Leap | PutBack | Excuse, names: Names) -> str:
    match action:
        case Extend(seconds=seconds) if seconds < 0:
            return f"{names.by(action)} made the deadline {format_duration(-seconds)} earlier"
        case Extend():
            return f"{names.by(action)} extended the deadline by {format_duration(action.seconds)}"
        case Slide():
            return (
                f"The match stood still for {format_duration(action.seconds)}, so the deadline moves by the same time"
            )
        case Leap():
            way = "forward" if action.seconds > 0 else "back"
            text = f"The clock of the sync leapt {way} by {format_duration(abs(action.seconds))}"
            same = "by the same time" if action.moves == action.seconds else f"by {format_duration(abs(action.moves))}"
            return f"{text}, so the deadline moves {same}" if action.moves else f"{text}; the deadline stays"
        case PutBack():
            way = "earlier" if action.seconds < 0 else "later"
            return f"{names.by(action)} put the deadline back: {format_duration(abs(action.seconds))} {way}"
        case Excuse():
            return f"{names.seat(action.seat)} is excused from this step"


FEATURE = Feature(
    name="deadlines",
    place=10,
    sentence=_sentence,
    effects={Extend: extend, Slide: _slide, Leap: _leap, PutBack: _put_back, Excuse: excuse},
    desk={
        "extend": DeskAction(
            _extend_on_desk,
            f"{OWNER}, if it counts as its extension; else empty",
            "24h, -2h, Sun 17:00",
            "moves the deadline",
            about="person",
            undo="extend",
        ),
        "put back": DeskAction(
            lambda context, order, by: PutBack(seconds=-StepTime.of(context.record).moved, why=order.why, by=by),
            "",
            "",
            "puts the deadline where it was before an outage or a leap of the clock moved it",
        ),
        "excuse": DeskAction(_excuse_on_desk, OWNER, "", "the match does not wait for it in this step", about="person"),
    },
    commands=(
        Command(
            "extend",
            """Move the deadline of MATCH's open step by TIME: 24h, "1 day 2 hours", or -2h for sooner.

            TIME may also be the new deadline itself, in the zone of the match: "Sun 17:00" or "2026-11-24 20:00".

            \b
            sheets-gm extend friday 24h
            sheets-gm extend friday "Sun 17:00"
            """,
            lambda time, seat: DeskOrder(act="extend", on=seat, value=time),
            (Argument("time"),),
            (CommandOption("seat", "Use one of the extensions of this seat (or player) instead of the GM's.", "TEXT"),),
            dashes=True,
        ),
        Command(
            "put-back",
            """Put the deadline of MATCH's open step back to where it was before an outage or a leap of the clock.

            \b
            sheets-gm put-back friday
            """,
            lambda: DeskOrder(act="put back"),
        ),
        Command(
            "excuse",
            """Stop waiting for SEAT (or its player) in MATCH's open step. It does not count as a no-show.

            \b
            sheets-gm excuse friday Ben
            """,
            lambda seat: DeskOrder(act="excuse", on=seat),
            (Argument("seat"),),
        ),
    ),
    options=(
        PolicyOption(
            "extensions",
            "extensions",
            "Number of extensions that each seat may use.",
            "how many extensions each seat has",
            number(MOST_EXTENSIONS, "how many extensions each seat has"),
            "NUMBER",
            needs_deadline=True,
        ),
        PolicyOption(
            "extension",
            "extension",
            "The longest extension (default: 24h).",
            "the longest extension",
            duration(none=86400.0),
            "TIME",
        ),
    ),
    part=Excuses,
    of_a_step=("excused",),
    when_over=(Leap,),
)
