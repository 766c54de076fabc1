"""Who plays a seat apart from its player, and which seats somebody else may take."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import HasParts, Part
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.seats import Seat

FREE = "free"
"""The key of the tab on which seats are taken, and of its form."""


class Person(Model):
    """Somebody: a *player*, with the *account* that may edit cells, if it is known."""

    player: str
    account: str | None = None

    @property
    def written(self) -> str:
        """The person as people write it: "Zoe <zoe@example.org>"."""
        return f"{self.player} <{self.account}>" if self.account else self.player

    def is_player_of(self, seat: Seat | Person) -> bool:
        """Whether this is who has *seat*, or is that person: by the account if both have one, else by the name."""
        if self.account and seat.account:
            return self.account == seat.account
        return plain(self.player) == plain(seat.player)


class Deputy(Person):
    """Who may fill in what *seat* fills in."""

    seat: str


class Opening(Deputy):
    """That *seat* may be taken: by the *player* whom it is offered to, or by anybody ("").

    *gone*: its own player has given it up, and nobody waits for it.
    """

    player: str = ""
    gone: bool = False


class Deputies(Part):
    """The *people* who may fill in for a seat."""

    KEY = "deputies"
    people: tuple[Deputy, ...] = ()


class Openings(Part):
    """The *seats* that may be taken; a substitute may take those in *vacant*, whose players missed too many steps.

    *people* have left the match by themselves: they may read on what everybody may know.
    """

    KEY = "left"
    seats: tuple[Opening, ...] = ()
    vacant: tuple[str, ...] = ()
    people: tuple[Person, ...] = ()

    def of_seat(self, seat: str) -> Opening | None:
        """How *seat* may be taken; None where it may not."""
        return next((each for each in self.seats if each.seat == seat), None)

    def without(self, *seats: str) -> Openings:
        """The openings of all other seats; their rows on the Free seats tab go with them."""
        return self.but(
            seats=tuple(each for each in self.seats if each.seat not in seats),
            vacant=tuple(each for each in self.vacant if each not in seats),
        )

    def with_opening(self, opening: Opening) -> Openings:
        """The openings with *opening* in the place of the one before of its seat, as the last of them."""
        return self.but(seats=(*(each for each in self.seats if each.seat != opening.seat), opening))


def deputies(record: HasParts) -> tuple[Deputy, ...]:
    """Who may fill in for a seat of a match."""
    return Deputies.of(record).people


def openings(record: HasParts) -> tuple[Opening, ...]:
    """The seats of a match that may be taken."""
    return Openings.of(record).seats
