"""The people who wait for a seat of a match."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import HasParts, Part, R
from sheets_gm.gm.match_record.seats.hand_over import Person


class Reserves(Part):
    """The *people* who wait for a seat, in order."""

    KEY = "reserves"
    people: tuple[Person, ...] = ()


def reserves(record: HasParts) -> tuple[Person, ...]:
    """Return the people who wait for a seat of a match, in order."""
    return Reserves.of(record).people


def without_reserve(record: R, player: str, account: str | None) -> R:
    """Return *record* with this person removed from the reserves, by the account if both have one, else by the name."""
    person, people = Person(player=player, account=account), reserves(record)
    left = tuple(each for each in people if not person.is_player_of(each))
    return record if left == people else Reserves(people=left).on(record)
