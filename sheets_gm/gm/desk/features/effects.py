"""What an action changes in the record of a match: seats, concessions, claims, the deadline and the status.

Seats, concessions and rulings follow from the journal alone; the deadline also depends on the present time.

`FEATURES` lists what people do between the turns. What the actions of all features have in common is here: when they
are possible, and what goes with a person who leaves a seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from sheets_gm.gm.desk.features.course import (
    changes,
    concessions,
    corrections,
    deadlines,
    filling_in,
    pauses,
    rulings,
    talk,
    votes,
)
from sheets_gm.gm.desk.features.feature import DeskAction, Done, Effect, Feature, SeatAction
from sheets_gm.gm.desk.features.seats import (
    absences,
    deputies,
    exchanges,
    heirs,
    joining,
    notices,
    openings,
    reserves,
    substitutes,
)
from sheets_gm.gm.desk.features.seats.deputies import without_rivals
from sheets_gm.gm.desk.features.seats.exchanges import changed_places
from sheets_gm.gm.desk.features.seats.joining import with_joined
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import (
    Action,
    AnyAction,
    BadAction,
    Concede,
    Exchange,
    GiveUp,
    Join,
    Override,
    Promote,
    Resume,
    Rewind,
    Substitute,
    TellTeam,
)
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.outcome import GM

FEATURES: tuple[Feature, ...] = tuple(
    each.FEATURE
    for each in (
        *(deadlines, absences, deputies, openings, reserves, exchanges, votes, talk, notices, filling_in, changes),
        *(corrections, substitutes, joining, concessions, rulings, pauses, heirs),
    )
)
"""What people do between the turns, in the order in which the Desk and the Seats tabs offer it."""


def _types(found: Iterable[Iterable[type[Action]]]) -> tuple[type[Action], ...]:
    return tuple(each for types in found for each in types)


EFFECTS: Mapping[type[Action], Effect] = MappingProxyType(
    {kind: effect for feature in FEATURES for kind, effect in feature.effects.items()}
)
"""What each action changes."""

GM_ACTIONS: Mapping[str, DeskAction] = MappingProxyType(
    {act: action for feature in FEATURES for act, action in feature.desk.items()}
)
"""The GM actions by name, in the order in which the Desk tab offers them."""

SEAT_ACTIONS: Mapping[str, SeatAction] = MappingProxyType(
    {act: action for feature in FEATURES for act, action in feature.seat.items()}
)
"""What a player may do about their seat, in the order in which the Seats tab offers it."""

_WHEN_OVER = _types(feature.when_over for feature in FEATURES)
_BY_PROGRAM = _types(feature.by_program for feature in FEATURES)
_REPAIRS = _types(feature.repairs for feature in FEATURES)
_OF_A_STEP = tuple(name for feature in FEATURES for name in feature.of_a_step)


def after(record: Record, action: AnyAction | TellTeam, entry: int, now: float) -> Record:
    """*record* after *action*, done in *entry* at *now*. BadAction where it is impossible now."""
    if record.status is Status.OVER and not isinstance(action, _WHEN_OVER):
        raise BadAction("The match is over. Rewind it to an earlier position first.", "act")
    if record.pending is not None and _changes_position(record, action):
        what = "rolls. Type them first" if record.pending.round is None else "a public round. Wait for it"
        raise BadAction(f"The locked turn waits for {what}, or drop the lock: rewind, #{entry - 1}.", "act")
    if record.status is Status.STUCK and isinstance(action, _REPAIRS):
        record = record.but(status=Status.LIVE, failures=0, reason="")
    if is_by_a_game_master(action):
        record = record.but(inherits=None)
    record = EFFECTS[type(action)](record, action, Done(entry, now))
    changed = seats_changing_hands(action)
    if changed:
        record = record.but(planned=tuple(each for each in record.planned if each.seat not in changed))
    if isinstance(action, Substitute | GiveUp):
        record = _without_person(record, action.seat, left=isinstance(action, GiveUp))
    if isinstance(action, Exchange) and action.agreed:
        record = _with_changed_places(record, action.seat, action.other)
    if isinstance(action, Rewind):
        record = _with_seats_of_then(record, action, Done(entry, now))
    return without_step(record) if isinstance(action, Rewind) else record


def seats_changing_hands(action: Action) -> tuple[str, ...]:
    """The seats whose players *action* changes: what these have typed is not for whoever comes."""
    if isinstance(action, Exchange):
        return (action.seat, action.other) if action.agreed else ()
    return (action.seat,) if isinstance(action, Substitute | GiveUp | Join) else ()


def _changes_position(record: Record, action: Action) -> bool:
    """Whether the orders of a lock may not fit the position after *action*, and the match goes on."""
    if isinstance(action, Concede):
        return action.leaves and len(sides_left(record.people, (*record.conceded, action.team))) > 1
    return isinstance(action, Override | Promote | Join)


def is_by_a_game_master(action: Action) -> bool:
    """Whether *action* shows that a game master is there; the program does some in that name."""
    by_program = isinstance(action, _BY_PROGRAM) or (isinstance(action, Resume) and action.planned)
    return action.by == GM and not by_program


def without_step(record: Record) -> Record:
    """*record* without what holds only while a step is open."""
    return record.but(**dict.fromkeys(_OF_A_STEP, ()))


def _without_person(record: Record, seat: str, *, left: bool) -> Record:
    """*record* without what the former player of *seat* had; where the seat is only *left*, some of that waits."""
    fields = [name for feature in FEATURES if feature.until_left or not left for name in feature.personal]
    inherits = None if seat == record.policy.heir else record.inherits
    return record.but(inherits=inherits, **{name: _without(getattr(record, name), seat) for name in fields})


def _with_seats_of_then(record: Record, action: Rewind, done: Done) -> Record:
    """*record* with the seats that there were at the position to which a rewind goes back."""
    seats = record.joined_at(action.to)
    if seats == record.joined_at(done.entry):
        return record
    before = {seat.id for seat in record.people}
    record = with_joined(record, seats, done)
    for seat in sorted(before - {each.id for each in record.people}):
        record = _without_person(record, seat, left=False)
    return record


def _with_changed_places(record: Record, one: str, other: str) -> Record:
    """*record* where what people have of their own has gone with them from *one* seat to the *other*."""
    fields = [name for feature in FEATURES for name in feature.personal]
    record = record.but(**{name: changed_places(getattr(record, name), one, other) for name in fields})
    for seat in record.people:
        record = without_rivals(record, seat)
    return record


def _without(values: Any, seat: str) -> Any:
    """A field of the record without what is of *seat*."""
    if isinstance(values, Mapping):
        return {owner: value for owner, value in values.items() if owner != seat}
    return tuple(value for value in values if value.seat != seat)
