"""Who plays a seat apart from its player, and which seats others may take."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import HasParts, Part
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.seats import Seat

FREE = "free"
"""The key of the tab on which seats are taken, and of its form."""


class Person(Model):
    """A person: a *player*, with the *account* that may edit cells, if it is known."""

    player: str
    account: str | None = None

    @property
    def written(self) -> str:
        """The person as people write it: "Zoe <zoe@example.org>"."""
        return f"{self.player} <{self.account}>" if self.account else self.player

    def is_player_of(self, seat: Seat | Person) -> bool:
        """Return whether this person is the player of *seat*, or the same person: by the account if both have one."""
        if self.account and seat.account:
            return self.account == seat.account
        return plain(self.player) == plain(seat.player)


class Deputy(Person):
    """A person who may fill in everything that *seat* fills in."""

    seat: str


class Opening(Deputy):
    """A *seat* that may be taken: by *player*, to whom it is offered, or by anybody ("").

    *gone*: its own player has given it up, and the match does not wait for it.
    """

    player: str = ""
    gone: bool = False


class Deputies(Part):
    """The *people* who may fill in for a seat."""

    KEY = "deputies"
    people: tuple[Deputy, ...] = ()


class Openings(Part):
    """The *seats* that may be taken. A substitute may take those in *vacant*, whose players missed too many steps.

    *people* have left the match on their own initiative. They may continue to read what every player may open.
    """

    KEY = "left"
    seats: tuple[Opening, ...] = ()
    vacant: tuple[str, ...] = ()
    people: tuple[Person, ...] = ()

    def of_seat(self, seat: str) -> Opening | None:
        """Return the opening of *seat*; None if it may not be taken."""
        return next((each for each in self.seats if each.seat == seat), None)

    def without(self, *seats: str) -> Openings:
        """Return the openings of all other seats. The given *seats* also disappear from the tab Free seats."""
        return self.but(
            seats=tuple(each for each in self.seats if each.seat not in seats),
            vacant=tuple(each for each in self.vacant if each not in seats),
        )

    def with_opening(self, opening: Opening) -> Openings:
        """Return the openings with *opening*, as the last one, in place of an earlier one of its seat."""
        return self.but(seats=(*(each for each in self.seats if each.seat != opening.seat), opening))


def deputies(record: HasParts) -> tuple[Deputy, ...]:
    """Return the deputies of a match."""
    return Deputies.of(record).people


def openings(record: HasParts) -> tuple[Opening, ...]:
    """Return the seats of a match that may be taken."""
    return Openings.of(record).seats
