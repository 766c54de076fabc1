"""Who sits at the table."""

from __future__ import annotations

import re

from sheets_gm.kernel.model import Model


def is_address(text: str) -> bool:
    """Whether *text* can be an account: an e-mail address."""
    return re.fullmatch(r"[^\s@]+@[^\s@]+", text) is not None


class Seat(Model):
    """A place a person holds for the match.

    *id* is the place ("blue1"), *player* the person's name as the table knows it, *account* the e-mail address that
    may edit the seat's cells (None: anyone at the table), *traits* what the game asks of a seat once for the whole
    match (`{"role": "Tank"}`), *zone* the time zone the person lives in (None: the match's).
    """

    id: str
    player: str
    team: str
    captain: bool = False
    account: str | None = None
    traits: dict[str, str] = {}
    zone: str | None = None

    def trait(self, name: str) -> str:
        """The trait *name*, "" where the seat has none."""
        return self.traits.get(name, "")
