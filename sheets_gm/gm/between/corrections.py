"""Corrections: the GM changes the position, goes back, adopts other rules, or continues from a backup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheets_gm.gm.between.concessions import with_conceded
from sheets_gm.gm.between.feature import Argument, Command, CommandOption, DeskAction, Done, Feature, Names
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.field_values import find_position, parse_reason, parse_value
from sheets_gm.gm.between.rows.position_checks import fault
from sheets_gm.gm.match_record.drafts import Draft, Emptied
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.repairs import Repairs, Restored
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.kernel.actions import Action, Adopt, BadAction, Override, Restore, Rewind
from sheets_gm.kernel.english import with_names
from sheets_gm.kernel.match.applying_actions import overridden, value_at
from sheets_gm.kernel.seats import Seat


def _rewind(record: Record, action: Rewind, done: Done) -> Record:
    status = Status.LIVE if record.status is Status.OVER else record.status
    due = record.next_due(done.now) if status is Status.LIVE else record.due
    # a rewind opens its step again, so a clock is filled again unless it is a bank
    clocks = tuple(
        clock.at(done.now, record.policy.time, asked=False, runs=False).but(period="") for clock in record.clocks
    )
    emptied = Emptied(entry=done.entry, drafts=record.drafts)
    record = StepTime.change(Upkeep.change(record, emptied=emptied), moved=0.0)
    record = record.but(status=status, due=due, drafts=(), pending=None, clocks=clocks, stand_ins=())
    return with_conceded(record, record.conceded_at(action.to), done)


def _restore(record: Record, action: Restore, done: Done) -> Record:
    # nothing that the backup knows of the sheets needs to be right: they are built again
    books = tuple(each.but(torn=True, guarded="", watched=0.0, shown=0) for each in record.workbooks)
    before = Repairs.of(record).restored
    again = 0 if before is None else before.times + (before.shown <= action.last)
    back = Restored(at=done.now, last=action.last, shown=action.shown, times=max(again, 1))
    drafts = tuple(_without_tick(draft) for draft in record.drafts)
    return Repairs.of(record).but(restored=back).on(record).but(workbooks=books, drafts=drafts)


def _without_tick(draft: Draft) -> Draft:
    """Return *draft* without its tick, so that its owner must tick again. A standing row stays as it is."""
    if draft.standing is not None or draft.closed is not None or draft.typed.get("ready") is not True:
        return draft
    return draft.but(typed={**draft.typed, "ready": False})


def _adopt(record: Record, action: Adopt, _done: Done) -> Record:
    # other rules may refuse the locked orders, so the step is locked again
    return record.but(rules=action.rules, pending=None)


def _override_on_desk(context: MatchContext, order: DeskOrder, by: str, *, hidden: bool = False) -> Action:
    what, why = order.on.strip(), order.why
    old = value_at(context.state, what)
    new = parse_value(order.value, old)
    action = Override(what=what, old=old, new=new, why=parse_reason(why), by=by, hidden=hidden)
    problem = fault(context, overridden(context.state, action))
    if problem is not None:
        raise BadAction(problem)
    return action


def _rewind_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    typed = "on" if order.on.strip() or not order.value.strip() else "value"
    to, turn = find_position(context, getattr(order, typed).strip(), typed)
    action = Rewind(to=to, turn=turn, why=parse_reason(order.why), by=by)
    problem = fault(context, context.past(to), steps=1)
    if problem is not None:
        raise BadAction(f"The match cannot go on from entry {to}. {problem}", typed)
    return action


def _sentence(action: Override | Rewind | Restore | Adopt, names: Names) -> str:
    match action:
        case Override(hidden=True):
            return f"{names.by(action)} changed a hidden value"
        case Override():
            what = _path(action.what, names.seats)
            return f"{names.by(action)} changed {what} from {_value(action.old)} to {_value(action.new)}"
        case Rewind(turn=turn) if turn:
            return f"{names.by(action)} took the match back to the beginning of {with_names(turn, names.seats)}"
        case Rewind():
            return f"{names.by(action)} rewound the match to the position after entry {action.to}"
        case Restore():
            return (
                f"The match goes on from a backup, from the position after entry {action.last}. What was played after "
                f"it, up to entry {action.shown}, is gone, and its dice are not used again"
            )
        case Adopt() if action.differs is not None:
            return (
                f"The match continues with rules {action.rules}. What was played stays as it was played, though they "
                f"would play it differently from entry {action.differs} on"
            )
        case Adopt():
            return f"The match continues with rules {action.rules}, which give every earlier step the same result"


def _path(path: str, seats: Mapping[str, Seat]) -> str:
    """Return the *path* of a value with players instead of seats: "players.Ana.at"."""
    return ".".join(seats[part].player if part in seats else part for part in path.split("."))


def _value(value: Any) -> str:
    return "nothing" if value is None else str(value)


FEATURE = Feature(
    name="corrections",
    place=120,
    sentence=_sentence,
    effects={Override: lambda record, _, __: record, Rewind: _rewind, Restore: _restore, Adopt: _adopt},
    desk={
        "override": DeskAction(
            _override_on_desk, "players.blue1.at", "C5", "changes a value of the position", undo="override"
        ),
        "override hidden": DeskAction(
            lambda context, order, by: _override_on_desk(context, order, by, hidden=True),
            "a path",
            "a value",
            "the same, but the log has only the reason",
            undo="override hidden",
        ),
        "rewind": DeskAction(
            _rewind_on_desk,
            "Turn 5, or #12 for after entry 12",
            "",
            "goes back to that position",
            about="turn",
            undo="rewind",
        ),
    },
    commands=(
        Command(
            "override",
            """Correct a value of MATCH's position: its PATH, like players.blue1.at, and its new VALUE.

            A path that does not exist, or a value that the game's rules exclude, is refused with the reason. To print
            the position: sheets-gm status MATCH --position

            \b
            sheets-gm override friday players.blue1.at B9 --why "a slip"
            """,
            lambda path, value, hidden: DeskOrder(
                act="override hidden" if hidden else "override", on=path, value=value
            ),
            (Argument("path"), Argument("value")),
            (CommandOption("hidden", "The log shows only that something was changed, and why."),),
            dashes=True,
        ),
        Command(
            "rewind",
            """Take MATCH back to an earlier position: TO is "Turn 5" to open turn 5 again, or #12 for after entry 12.

            Nothing is lost: the turns that are undone stay in the journal, and a rewind can be undone too.

            \b
            sheets-gm rewind friday "Turn 5" --why "a wrong board"
            """,
            lambda to: DeskOrder(act="rewind", on=to),
            (Argument("to"),),
        ),
    ),
    when_over=(Override, Rewind, Restore, Adopt),
    repairs=(Adopt, Override, Rewind),
    in_story=lambda action: isinstance(action, Rewind),
)
