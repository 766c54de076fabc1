"""The seats of a match."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sheets_gm.kernel.model import Model


def is_address(text: str) -> bool:
    """Whether *text* can be an account: an e-mail address."""
    return re.fullmatch(r"[^\s@]+@[^\s@]+", text) is not None


class Seat(Model):
    """A seat, and the person who plays it.

    *id* names the seat ("blue1"), *player* the person, *account* the e-mail address that may edit the seat's cells
    (None: anyone with the sheet). *traits* are choices that a seat makes once for the whole match (`{"role": "Tank"}`).
    *zone* is the person's time zone (None: the time zone of the match). A *neutral* seat, such as a judge or a
    spectator, belongs to no side: it can neither win nor concede.
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


def teams_of(seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return all teams of *seats* in order, including those of neutral seats."""
    return tuple(dict.fromkeys([seat.team for seat in seats]))


SIGNS = "●▲■◆★✚"
"""The signs of the sides, in order and then from the start again, for people who cannot tell colours apart."""


def signs_of(seats: Iterable[Seat]) -> dict[str, str]:
    """Return the sign of each side. Neutral seats belong to no side."""
    sides = teams_of([seat for seat in seats if not seat.neutral])
    return {side: SIGNS[at % len(SIGNS)] for at, side in enumerate(sides)}


def members_of(team: str, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return those of *seats* that belong to *team*, which may be a team of neutral seats."""
    return tuple(seat for seat in seats if seat.team == team)


def authors_of(owner: str, authors: Iterable[str], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return those of *seats* that may fill in a form of *owner*. If there are *authors*, only these may."""
    all_seats, named = tuple(seats), frozenset(authors)
    candidates = tuple(seat for seat in all_seats if seat.id == owner) or members_of(owner, all_seats)
    return tuple(seat for seat in candidates if seat.id in named) if named else candidates
