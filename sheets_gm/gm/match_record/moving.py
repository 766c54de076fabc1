"""What is stored of the moves of a match from one store to another."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.kernel.model import Model


class Departure(Model):
    """Where a match has moved to ("" while it arrives here), and the status and reason with which it continues."""

    where: str = ""
    status: Status = Status.LIVE
    reason: str = ""


class Moving(Part):
    """*departure* is set while the match is not played from this store.

    *moves* counts how often it has left a store.
    """

    KEY = "moving"
    departure: Departure | None = None
    moves: int = 0
