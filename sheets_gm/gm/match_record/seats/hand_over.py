"""Who plays a seat besides its player, and which seats somebody else may take."""

from __future__ import annotations

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
