"""How a match is run, as its GM chose, and its status."""

from __future__ import annotations

from enum import StrEnum

from sheets_gm.gm.deadlines import ClockTime
from sheets_gm.kernel.model import Model


class Status(StrEnum):
    """Where a match stands: *live* ones are polled, *stuck* ones are set aside with a reason."""

    LIVE = "live"
    PAUSED = "paused"
    STUCK = "stuck"
    OVER = "over"


class Policy(Model):
    """How a match is run, as its GM wishes.

    *layout* is "shared" or "sealed". *every* is the time for a step in seconds, *at* are fixed times for deadlines
    (with both, a step is due at the first fixed time that leaves it *every* seconds); neither is no deadline. *early*
    lets a step be played as soon as everyone is ready, *grace* is how long after the deadline those who are not may
    still be. A seat has so many *extensions* for the whole match, each of *extension* seconds at most.
    *no_show* is what an absent seat does: "hold" (nothing), "standing" (its standing order) or "bot". After
    *open_after* no-shows in a row a seat is free for a substitute (0: never). *remind* is how many seconds before the
    deadline people are reminded (0: never), *appeal* for how many a ruling may be appealed (0: it is final).
    *zone* is the time zone of instants on the sheet. *patience* is how often in a row a match may fail before it is
    set aside. *open_hands* allows a shared workbook to a game with secrets. *gm* are the accounts of the GM.
    """

    layout: str = "shared"
    every: float | None = None
    at: tuple[ClockTime, ...] = ()
    early: bool = True
    grace: float = 0.0
    extensions: int = 0
    extension: float = 86400.0
    no_show: str = "standing"
    open_after: int = 0
    remind: float = 0.0
    appeal: float = 0.0
    zone: str = "UTC"
    patience: int = 3
    open_hands: bool = False
    gm: tuple[str, ...] = ()
