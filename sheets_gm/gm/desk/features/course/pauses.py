"""Pauses: the clock of a match stands still, perhaps up to an instant, and goes on with the time that was left."""

from __future__ import annotations

from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.desk.desk_orders import DeskOrder
from sheets_gm.gm.desk.features.feature import DeskAction, Done, Feature
from sheets_gm.gm.desk.field_values import parse_instant
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import AnyAction, BadAction, Pause, Resume


def pause(record: Record, action: Pause, done: Done) -> Record:
    """*record* without a deadline that comes nearer. BadAction."""
    if record.status is Status.PAUSED:
        raise BadAction("The match is already paused.", "act")
    left = None if record.due is None else max(0.0, record.policy.time.between(done.now, record.due))
    return record.but(status=Status.PAUSED, left=left, due=None, paused_until=action.until)


def resume(record: Record, _action: Resume, done: Done) -> Record:
    """*record* that goes on with the time that was left. BadAction."""
    if record.status is not Status.PAUSED:
        raise BadAction("The match is not paused.", "act")
    due = None if record.left is None else record.policy.time.after(done.now, record.left)
    if record.gathers:
        record, due = record.but(gathers=False), record.next_due(done.now)
    return record.but(status=Status.LIVE, left=None, due=due, paused_until=None)


def _pause_on_desk(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    until = parse_instant(context, order.value) if order.value.strip() else None
    return Pause(until=until, why=order.why, by=by)


def _resume_on_desk(_context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return Resume(why=order.why, by=by)


FEATURE = Feature(
    effects={Pause: pause, Resume: resume},
    desk={
        "pause": DeskAction(
            _pause_on_desk,
            "",
            "Sun 17:00, 48h, or empty",
            "pauses the match and its deadline, with a value until then",
            undo="resume",
        ),
        "resume": DeskAction(_resume_on_desk, "", "", "resumes a paused match", undo="pause"),
    },
)
