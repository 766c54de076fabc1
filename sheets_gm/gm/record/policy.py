"""How a match is run, as its GM chose, and its status."""

from __future__ import annotations

from enum import StrEnum

from sheets_gm.gm.record.deadlines import ClockTime, Pace
from sheets_gm.kernel.model import Model


class Status(StrEnum):
    """The status of a match: a *stuck* one failed too often and is set aside with a reason.

    A *moved* one is played elsewhere, or is only just arriving here: it is not played from this store.
    """

    LIVE = "live"
    PAUSED = "paused"
    STUCK = "stuck"
    OVER = "over"
    MOVED = "moved"


class Policy(Model):
    """How a match is run; its GM chooses this when creating it.

    All durations are in seconds. *layout* is "shared" or "sealed". *every* is the time for a step, *at* are fixed times
    for deadlines; with both, a step is due at the first fixed time that is at least *every* after the one before, or
    after a step that ended early; with neither there is no deadline. With fixed times a step has at least *least*
    (None: what suits these times). If *early*, a step is played as soon as everyone is ready. During *grace* after the
    deadline, late orders still count. A seat has *extensions* for the whole match, each of *extension* at most.
    *no_show* is what happens for an absent seat: "hold" (nothing), "standing" (its standing order) or "bot". After
    *open_after* no-shows in a row, a substitute may take the seat (0: never). *remind* is how long before the deadline
    people are reminded (0: never), *appeal* how long a ruling may be appealed (0: it is final). *zone* is the time zone
    of the sheet. *clocks* are the lengths of the game's clocks by name; a form whose clock has no length is due with
    the step. *no_answer* is what happens where nobody answers a reaction in time: "pass" (its row counts as it was
    drawn) or "bot". *patience* is the number of failures in a row after which a match is set aside. *open_hands* allows
    a shared workbook for a game with secrets. *gm* are the accounts of the GM. *sharing* is how people get into the
    workbooks: "invite" (the program invites them, with an e-mail from Google where *mail* allows it and nothing else
    works), "link" (anyone with the link) or "hand" (the GM invites them). A *group* is invited in place of its members
    to what all players see. With *allow_others*, a private workbook may be built in a spreadsheet that others can open
    already: they stay, and the GM tab names them.
    """

    layout: str = "shared"
    every: float | None = None
    at: tuple[ClockTime, ...] = ()
    least: float | None = None
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
    sharing: str = "invite"
    group: str = ""
    mail: bool = False
    clocks: dict[str, float] = {}
    no_answer: str = "pass"
    allow_others: bool = False

    @property
    def pace(self) -> Pace:
        """When the steps of the match are due."""
        return Pace(self.every, self.at, self.zone, self.least)
