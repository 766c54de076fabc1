"""Moving a match from one store to another, so that it is never played from both.

First the match leaves its store: it is marked there as moved, and is no longer played. Then it arrives in the other
store entry by entry, as a copy that is not played either. The last step lets it continue there, in one transaction. So
a move that is interrupted anywhere leaves a match that is played from one store or from none. Repeating the move
completes it. A copy that is older than the match is refused, even when a match comes back to a store.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sheets_gm.gm.match_record.moving import Departure, Moving
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.store import STALE, Conflict, NoSuchMatch, Store
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.match.journal import Entry

TRIES = 8
"""How often the program tries to mark a match as moved while other processes save it."""


class CannotMove(UserError):
    """The error for a match that cannot leave, arrive or come back. The message states why and what to do."""


@dataclass(frozen=True, slots=True)
class MovingMatch:
    """Everything that is moved: the record, the journal, and when the match was last polled."""

    record: Record
    entries: Iterable[Entry]
    polled: float

    @property
    def match(self) -> str:
        """The name of the match."""
        return self.record.charter.match


def has_moved(record: Record) -> CannotMove:
    """Return the error for a match that is not played from this store."""
    match, departure = record.charter.match, Moving.of(record).departure
    if departure is None or not departure.where:
        return CannotMove(f"{match} is only just arriving here: repeat the command that moves it.")
    return CannotMove(f"{match} has moved to {departure.where}. It is played there, and no longer from here.")


def leave(store: Store, match: str, where: str, owner: str, now: float) -> MovingMatch:
    """Mark a match as moved to *where*, and return what is to be moved.

    It may already be marked. Raises `CannotMove`.
    """
    for _ in range(TRIES):
        record = store.record(match)
        departure = Moving.of(record).departure
        if departure is not None and departure.where != where:
            raise has_moved(record)
        if departure is None:
            departure = Departure(where=where, status=record.status, reason=record.reason)
            if not store.claim(match, owner, now, STALE):
                raise CannotMove(f"{match}: another process is working on this match. Try again.")
            marked = record.but(status=Status.MOVED, reason=f"moved to {where}")
            try:
                record = store.save(Moving(departure=departure, moves=Moving.of(record).moves + 1).on(marked))
            except Conflict:
                continue
            finally:
                store.release(match, owner)
        polled, _pause = store.mark(match, now)
        return MovingMatch(record, store.entries(match), min(polled, now))
    raise CannotMove(f"{match} is saved all the time by another process. Stop the sync and try again.")


def stay(store: Store, match: str) -> Record:
    """Let a match continue in the store that it should have left. Raises `CannotMove`."""
    record = store.record(match)
    departure = Moving.of(record).departure
    if departure is None:
        raise CannotMove(f"{match} has not moved: it is {record.status.value}.")
    if not departure.where:
        raise has_moved(record)
    record = Moving.of(record).but(departure=None).on(record)
    return store.save(record.but(status=departure.status, reason=departure.reason))


def check_arrival(store: Store, record: Record) -> bool:
    """Return whether a match has already arrived in *store* and continues there.

    Call this before the match leaves. Raises `CannotMove` if it can never arrive.
    """
    held = _held(store, record.charter.match)
    if held is None:
        return False
    match = record.charter.match
    if (held.charter.lock(), held.seed) != (record.charter.lock(), record.seed):  # a seat may be forgotten in one
        raise CannotMove(f"Where {match} would arrive, another match has this name. Choose another place for it.")
    if Moving.of(held).departure is None:
        if Moving.of(record).departure is None:
            raise CannotMove(f"{match} is played from that store already.")
        if Moving.of(held).moves < Moving.of(record).moves:
            raise CannotMove(f"{match} is played from that store, but has moved from another one since. Look at both.")
        return True
    # a match that goes on has not left its store yet, which counts as one move more
    moves = Moving.of(record).moves + (Moving.of(record).departure is None)
    if Moving.of(held).departure == Moving.of(record).departure and Moving.of(held).moves == moves:
        raise CannotMove(
            f"This is where {match} has left from, so it cannot arrive here. Only if nobody has adopted it elsewhere, "
            f"let it continue here: sheets-gm move {match} --back"
        )
    left = Moving.of(held)
    if left.moves > moves or (left.moves == moves and left.departure is not None and left.departure.where):
        raise CannotMove(f"{match} has moved from there later than this copy was made: the copy is out of date.")
    return False


def arrive(store: Store, moving: MovingMatch) -> Record:
    """Let a match arrive in *store* and continue there, or complete an interrupted arrival. Raises `CannotMove`."""
    if check_arrival(store, moving.record):
        return store.record(moving.match)
    match, departure = moving.match, Moving.of(moving.record).departure
    if departure is None:
        raise CannotMove(f"{match} has not left where it was.")
    record = moving.record.but(reason="arriving", version=0)
    arriving = Moving.of(record).but(departure=departure.but(where="")).on(record)
    held = _held(store, match)
    last = store.last(match) if held is not None else None
    if held is not None:
        held = store.save(arriving.but(version=held.version))
    for entry in moving.entries:
        if held is None:
            store.create(arriving, entry)
            held = store.record(match)
        elif last is not None and entry.number <= last.number:
            if entry.number == last.number and entry != last:
                raise CannotMove(f"{match} was played differently there since entry {entry.number}: nothing is moved.")
        else:
            held = store.append(match, entry, held)
    if held is None:
        raise CannotMove(f"{match} has no journal: it cannot move.")
    store.mark(match, moving.polled)
    held = Moving.of(held).but(departure=None).on(held)
    return store.save(held.but(status=departure.status, reason=departure.reason))


def _held(store: Store, match: str) -> Record | None:
    try:
        return store.record(match)
    except NoSuchMatch:
        return None
