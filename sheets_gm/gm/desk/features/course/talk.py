"""Talk: a player, or the game master, says something that everybody reads in the log, the report and the notices."""

from __future__ import annotations

from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.desk.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.desk.features.feature import DeskAction, Done, Feature, SeatAction
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import AnyAction, BadAction, Say
from sheets_gm.kernel.outcome import GM

MOST = 10
"""How often a player says something in one step: each time is an entry for good, and a notice to the table."""


def _say(record: Record, action: Say, _done: Done) -> Record:
    if not action.text:
        raise BadAction("Write what you say into Who or what.", "who")
    if action.by != GM and record.said.count(action.by) >= MOST:
        raise BadAction(f"You have said {MOST} things in this turn. Go on after it, or in comments.", "act")
    return record.but(said=(*record.said, action.by))


def _said_on_desk(_context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    if not order.value.strip():
        raise BadAction("Write what you say.")
    return Say(text=_as_line(order.value), by=by)


def _said_on_seats(_context: MatchContext, order: SeatOrder, by: str) -> AnyAction:
    return Say(text=_as_line(order.who), by=by)


def _as_line(text: str) -> str:
    """What somebody said in one line."""
    return " ".join(text.split())


FEATURE = Feature(
    effects={Say: _say},
    desk={"say": DeskAction(_said_on_desk, "", "what you say", "says something to everybody")},
    seat={"say": SeatAction(_said_on_seats)},
    of_a_step=("said",),
    when_over=(Say,),
)
