"""Absences: a seat is away for a time. The match does not wait for it, and counts no no-show."""

from __future__ import annotations

from sheets_gm.gm.between.feature import SEAT, Argument, Command, DeskAction, Done, Feature, Names, SeatAction
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.between.rows.field_values import UNTIL, parse_absence, parse_times
from sheets_gm.gm.between.rows.naming import seat_of, seat_on, taken_seat
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.durations import format_duration
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.policy_option import PolicyOption, duration
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.presence import Absence, Absences, absences
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.english import capitalized, owner_name
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.outcome import GM


class Away(Action):
    """Do not wait for *seat* from *start* up to but excluding *until*. The policy for absent seats plays for it.

    Being away does not count as a no-show. *is_later*: the absence begins later than this action. *due* is a deadline
    that comes shortly after *until*, if there is one.
    """

    seat: str
    start: float
    until: float
    is_later: bool = False
    due: float | None = None


class Back(Action):
    """Wait for *seat* again: its player is back, or will not go away."""

    seat: str


LONGEST_ABSENCE = 60 * 86400.0
"""The longest absence in seconds, so that a match that waits for somebody continues at some time."""


def _away(record: Record, action: Away, done: Done) -> Record:
    seat = taken_seat(record, action.seat)
    if action.until <= max(action.start, done.now):
        raise BadAction("The end must be later than the beginning, and later than now.")
    if action.until - action.start > LONGEST_ABSENCE:
        raise BadAction(f"Nobody is away for more than {format_duration(LONGEST_ABSENCE)} at once: give up the seat.")
    earlier = _absences_until(record, seat.id, done.now)
    used = sum(each.until - each.start for each in earlier if each.seat == seat.id)
    allowance = record.policy.vacation - used
    if record.policy.vacation and action.by != GM and action.until - action.start > allowance:
        rest = (
            f"{format_duration(allowance)} of {format_duration(record.policy.vacation)}"
            if allowance >= 60
            else "nothing"
        )
        raise BadAction(f"{capitalized(owner_name(seat.id, {seat.id: seat}))} has {rest} left to be away.")
    record = Absences(times=(*earlier, Absence(seat=seat.id, start=action.start, until=action.until))).on(record)
    return record.but(due=record.after_absences(record.due))


def _back(record: Record, action: Back, done: Done) -> Record:
    seat = seat_of(record, action.seat)
    if not any(each.seat == seat.id and each.until > done.now for each in absences(record)):
        raise BadAction(f"{seat.player} is not away.", "on")
    return Absences(times=_absences_until(record, seat.id, done.now)).on(record)


def _absences_until(record: Record, seat: str, now: float) -> tuple[Absence, ...]:
    """Return the absences, with those of *seat* ended at *now* at the latest."""
    ended = (each.but(until=min(each.until, now)) if each.seat == seat else each for each in absences(record))
    return tuple(each for each in ended if each.until > each.start)


def _action(context: MatchContext, seat: str, times: tuple[float, float], by: str, why: str = "") -> Away:
    start, until = times
    last = context.record.last_hours(until)
    return Away(seat=seat, start=start, until=until, is_later=start > context.now, due=last, why=why, by=by)


def _away_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    if plain(order.value) == "back":
        return _back_on_desk(context, order, by)
    times = parse_absence(context, order.value)
    return _action(context, seat_on(context, order), times, by, order.why)


def _back_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    return Back(seat=seat_on(context, order), why=order.why, by=by)


def _away_on_seats(context: MatchContext, order: SeatOrder, by: str) -> Action:
    if not order.until.strip():
        raise BadAction(f"Write until when: {UNTIL}", "until")
    return _action(context, by, parse_times(context, order.since, order.until), by)


def _sentence(action: Away | Back, names: Names) -> str:
    match action:
        case Away():
            until = names.time(action.until)
            later = f"from {names.time(action.start)} " if action.is_later else ""
            text = f"{names.seat(action.seat)} is away {later}until {until}"
            return text if action.due is None else f"{text}, {before_deadline(action.until, action.due, names.zone)}"
        case Back():
            return f"{names.seat(action.seat)} is back"


def before_deadline(until: float, due: float, zone: str) -> str:
    """Describe how long before the deadline *due* somebody comes back at *until*."""
    left = max(60.0, due - until)
    return f"only {format_duration(left)} before the deadline of {clock_face_in_zone(due, zone)}"


def _away_side(policy: Policy, text: str) -> bool:
    """Read whether the match waits while all of a side are away. Raises BadAction."""
    if plain(text) not in ("play", "wait"):
        raise BadAction("Write what happens while all of a side are away: play or wait.")
    if plain(text) == "wait" and policy.clocks:
        raise BadAction("A match with clocks cannot wait for a side: leave out the clocks, or write play.")
    return plain(text) == "wait"


FEATURE = Feature(
    name="absences",
    place=20,
    sentence=_sentence,
    effects={Away: _away, Back: _back},
    desk={
        "away": DeskAction(
            _away_on_desk,
            SEAT,
            "7d, Sun 17:00, 2026-12-24 to 2027-01-02",
            "the match does not wait for it in that time",
            about="person",
            undo="back",
        ),
        "back": DeskAction(_back_on_desk, SEAT, "", "the match waits for it again", about="person", undo="away"),
    },
    commands=(
        Command(
            "away",
            """Do not wait for SEAT (or its player) of MATCH while it is away: its standing orders or the no-show policy
            play.

            UNTIL is 7d, "Sun 17:00", 2026-12-24, or from when to when: 2026-12-24 to 2027-01-02. It does not count as a
            no-show.

            \b
            sheets-gm away friday Ben 7d
            sheets-gm away friday Ben 2026-12-24 to 2027-01-02
            """,
            lambda seat, until: DeskOrder(act="away", on=seat, value=until),
            (Argument("seat"), Argument("until", many=" ")),
        ),
        Command(
            "back",
            """Wait again for SEAT (or its player) of MATCH, who is back or does not go away after all.

            \b
            sheets-gm back friday Ben
            """,
            lambda seat: DeskOrder(act="back", on=seat),
            (Argument("seat"),),
        ),
    ),
    seat={"away": SeatAction(_away_on_seats), "back now": SeatAction(lambda _, __, by: Back(seat=by, by=by))},
    options=(
        PolicyOption(
            "vacation",
            "vacation",
            "How long each seat may be away in the match, in total (default: as long as it likes).",
            "how long each seat may be away",
            duration(),
            "TIME",
        ),
        PolicyOption(
            "away side",
            "side_waits",
            "While all of a side are away: go on as for absent seats (play, the default), or play no turn until one is "
            "back (wait).",
            "what happens while a side is away",
            _away_side,
            "play|wait",
        ),
    ),
    part=Absences,
    personal=("times",),
    until_left=True,
)
