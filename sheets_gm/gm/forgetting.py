"""Forgetting a person: their name and address are removed from what is stored of a match, and its seals stay valid.

The journal is sealed, so it stays as it is: names of people who took over a seat, what people typed, and positions of a
game that contain names. The charter is changed, but its original digest is kept, because the first entry depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.finding import features, read_action
from sheets_gm.gm.intake.desk.desk_forms import LASTING
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.known_person import KnownPerson
from sheets_gm.gm.match_record.moving import Moving
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.match_record.seats.hand_over import FREE, Person
from sheets_gm.gm.match_record.seats.players_then import PlayersThen
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.seats import Seat, is_address


class CannotForget(UserError, ValueError):
    """The error for a person who cannot be forgotten. The message says what to do first."""


def person_called(text: str, records: Iterable[Record]) -> KnownPerson:
    """Return the person with this name or account in *records*. Raises `CannotForget` unless there is exactly one."""
    wanted = text.strip().casefold()
    people = [each for record in records for each in _people(record)]
    if is_address(wanted):
        candidates = [each for each in people if (each.account or "").casefold() == wanted]
    else:
        candidates = [each for each in people if plain(each.player) == plain(wanted)]
    accounts = frozenset(each.account.casefold() for each in candidates if each.account)
    if not candidates:
        raise CannotForget(f"No match here has a player called “{text}”: write a name or an address of a roster.")
    if len(accounts) > 1:
        raise CannotForget(f"“{text}” is several people: write the address. There are {', '.join(sorted(accounts))}.")
    candidates = [each for each in people if (each.account or "").casefold() in accounts] if accounts else candidates
    return KnownPerson(names=frozenset(plain(each.player) for each in candidates), accounts=accounts)


def _people(record: Record) -> Iterator[Seat | Person]:
    """Yield everybody who plays or has played in a match, or may play."""
    yield from (*record.charter.seats, *record.people, *(each.seat for each in PlayersThen.of(record).former))
    yield from (seat for each in PlayersThen.of(record).joined for seat in each.seats)
    yield from (person for feature in features() for person in feature.people(record))


def check_gone(person: KnownPerson, record: Record) -> None:
    """Raise `CannotForget` if the person still takes part in a match that is played here."""
    match = record.charter.match
    if record.status is Status.OVER or Moving.of(record).departure is not None:
        return
    playing = next((seat for seat in record.people if person.has(seat) and seat.id not in record.presence.gone), None)
    if playing is not None:
        how = f"sheets-gm give-up {match} {playing.id}, or substitute"
        raise CannotForget(f"{playing.player} still plays in {match}, which is not over. First: {how}.")
    if person.accounts & {each.casefold() for each in record.policy.gm}:
        raise CannotForget(
            f"This is a game master of {match}, which is not over. First: sheets-gm change {match} --drop-gm ADDRESS."
        )


def without_person(
    record: Record, person: KnownPerson, game: Game[Any, Any], entries: Iterable[Entry], hidden: bytes | None
) -> Record:
    """Return *record* without the name and the address of a person.

    If the first position of *game* contains the name, the charter keeps it, and nothing else does. *entries* are the
    whole journal, whose proof must give the same result with the new record. *hidden* is the secret of hidden rolls, if
    it is revealed.
    """
    if not any(person.has(each) for each in _people(record)):
        return record
    journal = list(entries)
    before = _faults(record, game, journal, hidden)
    for is_whole in (True, False):
        after = _rewritten(record, person, is_whole=is_whole)
        if _faults(after, game, journal, hidden) == before:
            return after
    return record


def _faults(record: Record, game: Game[Any, Any], journal: list[Entry], hidden: bytes | None) -> list[tuple[int, str]]:
    verdicts = verify(game, record.charter, journal, hidden, read=read_action)
    return [(each.entry, each.what) for each in verdicts if isinstance(each, Fault)]


def _rewritten(record: Record, person: KnownPerson, *, is_whole: bool) -> Record:
    """Return *record* without a person. Unless *is_whole*, their name stays in the charter."""
    for feature in features():
        record = feature.forget(record, person)
    people, seats = (record.seats if is_whole else record.people), record.charter.seats
    first = tuple(_forgotten(each, person) if is_whole else _without_account(each, person) for each in seats)
    charter, players, repairs = record.charter, PlayersThen.of(record), Repairs.of(record)
    former = (each.but(seat=_forgotten(each.seat, person)) for each in players.former)
    joined = (each.but(seats=tuple(_forgotten(seat, person) for seat in each.seats)) for each in players.joined)
    record = players.but(former=tuple(former), joined=tuple(joined)).on(record)
    mended, dry_run = (
        tuple(line for line in lines if not person.is_named_in(line)) for lines in (repairs.mended, repairs.dry_run)
    )
    record = repairs.but(mended=mended, dry_run=dry_run).on(record)
    is_served = Moving.of(record).departure is None
    return Upkeep.change(record, emptied=None).but(
        charter=charter.but(seats=first, locked=charter.lock()) if first != seats else charter,
        seats=tuple(_forgotten(each, person) for each in people),
        workbooks=tuple(_workbook(each, person, is_served=is_served) for each in record.workbooks),
        drafts=tuple(each for each in record.drafts if not _names(each, person)),
    )


def _forgotten(seat: Seat, person: KnownPerson) -> Seat:
    return seat.but(player=f"Somebody ({seat.id})", account=None) if person.has(seat) else seat


def _without_account(seat: Seat, person: KnownPerson) -> Seat:
    return seat.but(account=None) if person.has(seat) else seat


def _workbook(book: Workbook, person: KnownPerson, *, is_served: bool) -> Workbook:
    """*book*, to be drawn again; where another installation serves it, without what it is shared with."""
    if is_served:
        return book.but(torn=True)
    guests = tuple(each for each in book.guests if each.account.casefold() not in person.accounts)
    return book.but(torn=True, guests=guests, shared=(), invited=(), answered={}, remarks=(), strangers=())


def _names(draft: Draft, person: KnownPerson) -> bool:
    """Return whether a row of a desk form names the person."""
    return draft.form in LASTING | {FREE} and person.is_named_in(draft.model_dump_json())
