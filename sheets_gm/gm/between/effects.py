"""What an action changes in the record of a match: seats, concessions, claims, the deadline and the status.

Seats, concessions and rulings follow from the journal alone; the deadline also depends on the current time.

This module holds what the actions of all features have in common: when they are possible, and what is removed with a
person who leaves a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sheets_gm.gm.between.deputies import without_rivals
from sheets_gm.gm.between.exchanges import changed_places
from sheets_gm.gm.between.feature import Done, Feature, HandOver
from sheets_gm.gm.between.finding import features, owners
from sheets_gm.gm.between.joining import with_joined
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.match_record.plans import Plans
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, BadAction, Concede, Join, Override, Promote, Rewind
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.folding import plain


def after(record: Record, action: Action, entry: int, now: float) -> Record:
    """Return *record* after *action*, carried out in *entry* at *now*. Raises BadAction if it is impossible now."""
    if record.status is Status.OVER and not isinstance(action, _types("when_over")):
        raise BadAction("The match is over. Rewind it to an earlier position first.", "act")
    if record.pending is not None and _changes_position(record, action):
        what = "rolls. Type them first" if record.pending.round is None else "a public round. Wait for it"
        raise BadAction(f"The locked turn waits for {what}, or drop the lock: rewind, #{entry - 1}.", "act")
    if record.status is Status.STUCK and isinstance(action, _types("repairs")):
        record = record.but(status=Status.LIVE, failures=0, reason="")
    before, done = record, Done(entry, now)
    record = owners()[type(action)].effects[type(action)](record, action, done)
    for feature in features():
        record = feature.follows(record, action, done)
    changed, hand_over = seats_with_somebody_else(before, action), hand_over_of(action)
    if changed:
        record = Plans(became=tuple(each for each in Plans.of(record).became if each.seat not in changed)).on(record)
    if hand_over.exchanged:
        record = _with_changed_places(record, *hand_over.seats)
    else:
        for seat in changed:
            record = _without_person(record, seat, left=hand_over.is_left)
    if isinstance(action, Rewind):
        record = _with_seats_of_then(record, action, done)
    return without_step(record) if isinstance(action, Rewind) else record


def hand_over_of(action: Action) -> HandOver:
    """Return the seats that get other players by *action*."""
    seats_of = owners()[type(action)].hands_over.get(type(action))
    return HandOver() if seats_of is None else seats_of(action)


def seats_with_somebody_else(record: Record, action: Action) -> tuple[str, ...]:
    """Return the seats of *record* that have another person after *action*. What was typed there is not for them.

    If a player only gets an address, the person stays the same.
    """
    if isinstance(action, Substitute) and action.seat not in record.presence.gone:
        old = next((seat for seat in record.people if seat.id == action.seat), None)
        if old is not None and plain(old.player) == plain(action.player):
            return ()
    return hand_over_of(action).seats


def _types(of: str) -> tuple[type[Action], ...]:
    """Return the types of actions that the features name in their field *of*."""
    return tuple(kind for feature in features() for kind in getattr(feature, of))


def _changes_position(record: Record, action: Action) -> bool:
    """Return whether the orders of a waiting lock may no longer fit after *action*, in a match that continues."""
    if isinstance(action, Concede):
        return action.leaves and len(sides_left(record.people, (*record.conceded, action.team))) > 1
    return isinstance(action, Override | Promote | Join)


def without_step(record: Record) -> Record:
    """Return *record* without what belongs to a single open step."""
    for feature in features():
        record = _with_fields(record, feature, feature.of_a_step, lambda _values: ())
    return record


def _with_fields(record: Record, feature: Feature, names: Sequence[str], change: Callable[[Any], Any]) -> Record:
    """Return *record* with the fields *names* of a feature changed by *change*. They are in its part."""
    if not names or feature.part is None:
        return record
    part = feature.part.of(record)
    return part.but(**{name: change(getattr(part, name)) for name in names}).on(record)


def _without_person(record: Record, seat: str, *, left: bool) -> Record:
    """Return *record* without what belonged to the former player of *seat*.

    If the seat is only *left*, some features keep their fields until somebody takes it.
    """
    for feature in features():
        if feature.until_left or not left:
            record = _with_fields(record, feature, feature.personal, partial(_without, seat=seat))
    return record


def _with_seats_of_then(record: Record, action: Rewind, done: Done) -> Record:
    """Return *record* with the seats that existed at the position to which a rewind goes back."""
    seats = record.joined_at(action.to)
    if seats == record.joined_at(done.entry):
        return record
    before = {seat.id for seat in record.people}
    record = with_joined(record, seats, done)
    for seat in sorted(before - {each.id for each in record.people}):
        record = _without_person(record, seat, left=False)
    return record


def _with_changed_places(record: Record, one: str, other: str) -> Record:
    """Return *record* after two people have exchanged the seats *one* and *other*, with what belongs to them."""
    for feature in features():
        record = _with_fields(record, feature, feature.personal, partial(changed_places, one=one, other=other))
    for seat in record.people:
        record = without_rivals(record, seat)
    return record


def _without(values: Any, seat: str) -> Any:
    """Return a field of the record without the values of *seat*."""
    if isinstance(values, Mapping):
        return {owner: value for owner, value in values.items() if owner != seat}
    return tuple(value for value in values if value.seat != seat)
