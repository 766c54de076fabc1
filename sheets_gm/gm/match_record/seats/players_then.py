"""Who played when: former players, and the teams and seats that entries have changed."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import Part
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.seats import Seat


class FormerSeat(Model):
    """A seat with a former player, who was replaced in entry *until*."""

    seat: Seat
    until: int


class Concession(Model):
    """All teams that have conceded, from entry *since* on."""

    since: int
    teams: tuple[str, ...]


class Joined(Model):
    """All seats that were added during the match, from entry *since* on."""

    since: int
    seats: tuple[Seat, ...]


class PlayersThen(Part):
    """*former* are the earlier players of seats.

    *given_up* are the teams that had conceded after each entry that changed them, *joined* the seats that were added. A
    rewind undoes both.
    """

    KEY = "players"
    former: tuple[FormerSeat, ...] = ()
    given_up: tuple[Concession, ...] = ()
    joined: tuple[Joined, ...] = ()
