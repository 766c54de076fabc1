"""Who sits at the table."""

from __future__ import annotations

from sheets_gm.kernel.model import Model


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
