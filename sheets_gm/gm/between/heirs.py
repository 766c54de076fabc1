"""Heirs: a player asks for the desk of an absent game master, and gets it if nobody answers in time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sheets_gm.gm.between.deadlines import Leap
from sheets_gm.gm.between.feature import Done, Feature, Names, SeatAction, Words
from sheets_gm.gm.between.openings import GiveUp
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import SeatOrder
from sheets_gm.gm.between.rows.naming import taken_seat
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.durations import format_duration
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.policy_option import NOTHING, PolicyOption, duration
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.folding import plain


class AskForDesk(Action):
    """Ask for the desk of the game master, for *seat*, which gets it at *until* unless the game master acts before."""

    kind: Literal["ask for desk"] = "ask for desk"
    seat: str
    until: float


class Inherit(Action):
    """Give the desk to *seat*, because the game master did nothing after it was asked for."""

    seat: str

    @property
    def is_by_program(self) -> bool:
        return True


class Heirs(Part):
    """*due* is when the heir, who has asked for the desk of the game master, gets it."""

    KEY = "heirs"
    due: float | None = None


ASK_FOR_DESK = "ask for the desk"
"""The action of the heir when the game master does not answer any more."""


def _ask_for_desk(record: Record, action: AskForDesk, done: Done) -> Record:
    seat = taken_seat(record, action.seat)
    if seat.id != record.policy.heir:
        raise BadAction("Only who inherits the desk of the game master may ask for it: see the Roster.", "act")
    if not seat.account:
        raise BadAction(f"No account is known of {seat.player}, so the desk cannot be kept for that person.", "act")
    if Heirs.of(record).due is not None:
        raise BadAction(f"{seat.player} has asked for it already.", "act")
    if seat.account in record.policy.gm:
        raise BadAction(f"{seat.player} is a game master already.", "act")
    return Heirs(due=max(action.until, done.now)).on(record)


def _inherit(record: Record, action: Inherit, _done: Done) -> Record:
    heir = record.heir
    accounts = () if heir is None or heir.account is None or heir.id != action.seat else (heir.account,)
    return Heirs().on(record).but(policy=record.policy.but(gm=(*record.policy.gm, *accounts)))


def _due(record: Record, now: float) -> tuple[Action, ...]:
    """Return the action that gives the heir the desk, once the game master has had time to answer."""
    due = Heirs.of(record).due
    return (Inherit(seat=record.policy.heir),) if due is not None and now >= due else ()


def _wakes(record: Record) -> tuple[float, ...]:
    due = Heirs.of(record).due
    return () if due is None else (due,)


def _is_answered(record: Record, action: Action, _done: Done) -> Record:
    """Return *record* without the heir's request, if *action* ends it.

    Any action of a game master is an answer. A new player in the heir's seat has asked for nothing. A jump of the clock
    moves the time, so that the game master has as long as before to answer.
    """
    due = Heirs.of(record).due
    if isinstance(action, Leap) and due is not None:
        return Heirs(due=due + action.seconds).on(record)
    is_new = isinstance(action, Substitute | GiveUp) and action.seat == record.policy.heir
    return Heirs().on(record) if due is not None and (action.is_by_game_master or is_new) else record


def _on_roster(record: Record, word: Words) -> Iterator[tuple[str, str]]:
    """Yield who inherits the desk, and when."""
    heir, due = record.heir, Heirs.of(record).due
    if heir is not None and heir.account not in record.policy.gm:
        when = "" if due is None else clock_face_in_zone(due, record.policy.zone)
        after = format_duration(record.policy.heir_after)
        yield heir.id, word("inherits").format(when) if when else word("heir").format(after)


def _ask_on_seats(context: MatchContext, _order: SeatOrder, by: str) -> Action:
    return AskForDesk(seat=by, until=context.now + context.record.policy.heir_after, by=by)


def _sentence(action: AskForDesk | Inherit, names: Names) -> str:
    match action:
        case AskForDesk():
            until = names.time(action.until)
            return (
                f"{names.seat(action.seat)} asks for the desk of the game master, and gets it on {until} unless "
                "the game master does something on it before"
            )
        case Inherit():
            return f"{names.seat(action.seat)} is a game master now: nobody did anything on the desk meanwhile"


LEAST_TO_ANSWER = 86400.0
"""The fewest seconds that a game master has before an heir gets the desk."""


FEATURE = Feature(
    name="heirs",
    place=180,
    sentence=_sentence,
    effects={AskForDesk: _ask_for_desk, Inherit: _inherit},
    seat={ASK_FOR_DESK: SeatAction(_ask_on_seats, lambda seat, policy: seat == policy.heir, somebody=True)},
    due=_due,
    options=(
        PolicyOption(
            "heir",
            "heir",
            "The player, with an account, who may ask for the desk of a game master who is gone, or none.",
            "who inherits the desk of the game master",
            lambda _, text: "" if plain(text) in NOTHING else text,
            "PLAYER",
            seat=True,
        ),
        PolicyOption(
            "heir after",
            "heir_after",
            "How long the game master has to answer an heir: at least 1d (default: 14d).",
            "how long the game master has to answer an heir",
            duration(least=LEAST_TO_ANSWER, none=14 * 86400.0),
            "TIME",
        ),
    ),
    part=Heirs,
    follows=_is_answered,
    wakes=_wakes,
    roster=_on_roster,
    when_over=(Inherit,),
)
