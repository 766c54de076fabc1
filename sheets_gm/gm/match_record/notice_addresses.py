"""Addresses of the settings for a seat: each belongs to the person who had the seat when it was first read.

Once somebody else has the seat, what goes there would tell one person what is for another, perhaps of the other side.
So the address is muted, until the seat is that person's again or the settings name another one.
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
    """By what a match knows an *address* of the settings: the secret itself stays there."""
    return digest(address)[:16]


def addresses_read(known: Sequence[ReadAddress], listed: Listed, people: Sequence[Seat]) -> tuple[ReadAddress, ...]:
    """The *known* addresses once those that are *listed* were read: what is listed no more is forgotten.

    Where nothing is listed for a match, another installation may have the addresses, and all stay known.
    """
    if not listed:
        return tuple(known)
    before = {(each.seat, each.digest): each for each in known}
    read = (
        before.get((seat.id, each)) or ReadAddress(player=seat.player, account=seat.account, seat=seat.id, digest=each)
        for seat in people
        for each in sorted(listed.get(seat.id, ()))
    )
    return tuple(read)


def muted(known: Sequence[ReadAddress], people: Sequence[Seat], gone: Collection[str]) -> Iterator[ReadAddress]:
    """The *known* addresses of whoever no longer has the seat; *gone* are the seats that nobody has."""
    seats = {seat.id: seat for seat in people}
    for each in known:
        seat = seats.get(each.seat)
        if seat is None or seat.id in gone or not each.is_player_of(seat):
            yield each


def why_muted(address: ReadAddress, people: Sequence[Seat]) -> str:
    """A line for whoever runs the match: which address is muted, and what to do."""
    now = next((seat.player for seat in people if seat.id == address.seat), "")
    return (
        f"The address of {address.player} that the settings have for the seat {address.seat} is muted: "
        f"{address.player} no longer has that seat. Write an address of {now or 'whoever has it'} in its place."
    )
