"""Who waits for a seat of a match."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import HasParts, Part, R
from sheets_gm.gm.match_record.seats.hand_over import Person


class Reserves(Part):
    """The *people* who wait for a seat, in turn."""

    KEY = "reserves"
    people: tuple[Person, ...] = ()


def reserves(record: HasParts) -> tuple[Person, ...]:
    """Who waits for a seat of a match, in turn."""
    return Reserves.of(record).people


def without_reserve(record: R, player: str, account: str | None) -> R:
    """*record* without this person among the reserves, by the account if both have one."""
    person, people = Person(player=player, account=account), reserves(record)
    left = tuple(each for each in people if not person.is_player_of(each))
    return record if left == people else Reserves(people=left).on(record)
