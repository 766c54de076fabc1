"""Addresses in the settings for the notices of a seat. Each belongs to the person who first had the seat.

If another person has the seat, a notice to the address would tell its owner what is meant for the new player, who may
be an opponent. So the address is muted until its owner has the seat again, or the settings name another address.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from sheets_gm.gm.match_record.seats.hand_over import Person
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.seats import Seat

Listed = Mapping[str, Collection[str]]
"""The addresses of the settings for each seat, by their digests."""


class ReadAddress(Person):
    """An address for *seat*, by its *digest*, and the person who had the seat when it was first read."""

    seat: str
    digest: str


def address_digest(address: str) -> str:
    """Return the digest that a match stores of an *address*. The secret address itself stays in the settings."""
    return digest(address)[:16]


def addresses_read(stored: Sequence[ReadAddress], listed: Listed, people: Sequence[Seat]) -> tuple[ReadAddress, ...]:
    """Return the addresses of a match after the settings were read: those that are *listed*, with their owners.

    If the settings list nothing for the match, another installation may have the addresses, so all *stored* ones stay.
    """
    if not listed:
        return tuple(stored)
    before = {(each.seat, each.digest): each for each in stored}
    read = (
        before.get((seat.id, each)) or ReadAddress(player=seat.player, account=seat.account, seat=seat.id, digest=each)
        for seat in people
        for each in sorted(listed.get(seat.id, ()))
    )
    return tuple(read)


def muted(stored: Sequence[ReadAddress], people: Sequence[Seat], gone: Collection[str]) -> Iterator[ReadAddress]:
    """Yield the *stored* addresses whose owner no longer has the seat. *gone* are the seats without a player."""
    seats = {seat.id: seat for seat in people}
    for each in stored:
        seat = seats.get(each.seat)
        if seat is None or seat.id in gone or not each.is_player_of(seat):
            yield each


def why_muted(address: ReadAddress, people: Sequence[Seat]) -> str:
    """Return a line for the game master: which address is muted, and what to do."""
    now = next((seat.player for seat in people if seat.id == address.seat), "")
    return (
        f"The address of {address.player} that the settings have for the seat {address.seat} is muted: "
        f"{address.player} no longer has that seat. Write an address of {now or 'whoever has it'} in its place."
    )
