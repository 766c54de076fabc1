"""The seats of a match."""

from __future__ import annotations

import re

from sheets_gm.kernel.model import Model


def is_address(text: str) -> bool:
    """Whether *text* can be an account: an e-mail address."""
    return re.fullmatch(r"[^\s@]+@[^\s@]+", text) is not None


class Seat(Model):
    """A seat, and the person who plays it.

    *id* names the seat ("blue1"), *player* the person, *account* the e-mail address that may edit the seat's cells
    (None: anyone with the sheet). *traits* are choices of the game that a seat makes once for the whole match
    (`{"role": "Tank"}`). *zone* is the person's time zone (None: the time zone of the match). A *neutral* seat, such as
    a judge or a spectator, is no side: it can neither win nor concede.
    """

    id: str
    player: str
    team: str
    captain: bool = False
    account: str | None = None
    traits: dict[str, str] = {}
    zone: str | None = None
    neutral: bool = False

    def trait(self, name: str) -> str:
        """The trait *name*, "" if the seat has none."""
        return self.traits.get(name, "")
