"""Pauses: the clock of a match stops, perhaps until a certain time, and continues with the time that was left."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.between.feature import Box, Command, CommandOption, DeskAction, Done, Feature, Names
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.field_values import parse_instant
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.kernel.actions import Action, BadAction


class Pause(Action):
    """Stop the clock, until *until* if it is given. Rows are still answered, but no step is resolved."""

    until: float | None = None


class Resume(Action):
    """Restart the clock. *planned*: the pause has reached its planned end. *begins*: the match begins."""

    planned: bool = False
    begins: bool = False

    @property
    def is_by_program(self) -> bool:
        """Whether a planned pause is over."""
        return self.planned


def pause(record: Record, action: Pause, done: Done) -> Record:
    """Return *record* paused, without a deadline. Raises BadAction."""
    if record.status is Status.PAUSED:
        raise BadAction("The match is already paused.", "act")
    left = None if record.due is None else max(0.0, record.policy.time.between(done.now, record.due))
    record = Pausing.of(record).but(until=action.until).on(record)
    return StepTime.change(record, left=left).but(status=Status.PAUSED, due=None)


def resume(record: Record, _action: Resume, done: Done) -> Record:
    """Return *record* that continues with the time that was left. Raises BadAction."""
    if record.status is not Status.PAUSED:
        raise BadAction("The match is not paused.", "act")
    left = StepTime.of(record).left
    due = None if left is None else record.policy.time.after(done.now, left)
    if Pausing.of(record).gathers:
        due = record.next_due(done.now)
    return StepTime.change(Pausing().on(record), left=None).but(status=Status.LIVE, due=due)


def _is_pause_over(record: Record, now: float) -> bool:
    """Return whether the end of a pause has come."""
    if Pausing.of(record).gathers:
        return record.may_begin(now)
    return record.resumes is not None and now >= record.resumes


def _due(record: Record, now: float) -> Sequence[Action]:
    """Return the action that lets the match continue, once the end of a pause has come."""
    return (Resume(planned=True, begins=Pausing.of(record).gathers),) if _is_pause_over(record, now) else ()


def _is_paused(record: Record) -> bool:
    return record.status is Status.PAUSED


def _changed(record: Record) -> Sequence[Action]:
    if record.status not in (Status.LIVE, Status.PAUSED):
        return ()
    return (Resume() if _is_paused(record) else Pause(),)


def _pause_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    until = parse_instant(context, order.value) if order.value.strip() else None
    return Pause(until=until, why=order.why, by=by)


def _sentence(action: Pause | Resume, names: Names) -> str:
    match action:
        case Pause():
            until = "" if action.until is None else f" until {names.time(action.until)}"
            return f"{names.by(action)} paused the match{until}"
        case Resume(planned=True, begins=True):
            return "The seats are taken, and the match begins"
        case Resume(planned=True):
            return "The pause is over, and the match goes on"
        case Resume():
            return f"{names.by(action)} resumed the match"


FEATURE = Feature(
    name="pauses",
    place=170,
    sentence=_sentence,
    effects={Pause: pause, Resume: resume},
    desk={
        "pause": DeskAction(
            _pause_on_desk,
            "",
            "Sun 17:00, 48h, or empty",
            "pauses the match and its deadline, with a value until then",
            undo="resume",
        ),
        "resume": DeskAction(
            lambda _, order, by: Resume(why=order.why, by=by), "", "", "resumes a paused match", undo="pause"
        ),
    },
    commands=(
        Command(
            "pause",
            """Stop the clock of MATCH. Rows are still answered, but nothing is played. The remaining time is kept.

            With --until the match resumes by itself at that time, as the sync sees it.

            \b
            sheets-gm pause friday
            sheets-gm pause friday --until "Sun 17:00"
            """,
            lambda until: DeskOrder(act="pause", value=until),
            options=(CommandOption("until", 'Resume then: "Sun 17:00", "2026-11-24 20:00" or 48h.', "TIME"),),
        ),
        Command(
            "resume",
            """Restart the clock of MATCH with the time that was left.

            \b
            sheets-gm resume friday
            """,
            lambda: DeskOrder(act="resume"),
        ),
    ),
    due=_due,
    box=Box("pause", _is_paused, _changed),
)
