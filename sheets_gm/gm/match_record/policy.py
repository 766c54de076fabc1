"""How a match is run, as its game master chose, and its status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from pydantic import JsonValue

from sheets_gm.gm.match_record.clock_times import ClockTime
from sheets_gm.gm.match_record.deadlines import Pace
from sheets_gm.gm.match_record.playing_hours import PlayingHours, PlayingTime
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat


class Status(StrEnum):
    """The status of a match. A *stuck* match failed too often and is set aside with a reason.

    A *moved* match is played in another store, or has not completely arrived in this one. It is not played from this
    store.
    """

    LIVE = "live"
    PAUSED = "paused"
    STUCK = "stuck"
    OVER = "over"
    MOVED = "moved"


class Policy(Model):
    """How a match is run. The game master chooses this when creating it. All durations are in seconds."""

    layout: str = "shared"
    """"shared", or "sealed": a public workbook, and a private one for each team or player."""
    every: float | None = None
    """The time for a step. Without it and without fixed times there is no deadline."""
    at: tuple[ClockTime, ...] = ()
    """Fixed times for deadlines. With *every* too, a step is due at the first of them that is at least *every* after
    the one before, or after a step that ended early."""
    least: float | None = None
    """The time that a step has at least where times are fixed; None: what suits these times."""
    vacation: float = 0.0
    """How long a seat may be away in the whole match; 0: as long as it likes."""
    heir: str = ""
    """The seat whose player may ask for the GM's desk; "": nobody."""
    heir_after: float = 14 * 86400.0
    """How long after that the desk is theirs, if the GM does nothing until then."""
    side_waits: bool = False
    """Whether no turn is played while all of a side are away."""
    votes: bool = False
    """Whether the players may extend, pause and excuse by a majority."""
    plans: int = 0
    """How many orders each player may plan ahead on the Plan ahead tab; 0: there is no such tab."""
    early: bool = True
    """Whether a step is played as soon as everyone is ready."""
    grace: float = 0.0
    """How long after the deadline late orders still count."""
    extensions: int = 0
    """How often a seat may have its deadline moved in the whole match."""
    extension: float = 86400.0
    """The longest extension."""
    no_show: str = "standing"
    """What happens for an absent seat: "hold" (nothing), "standing" (its standing order) or "bot"."""
    open_after: int = 0
    """The number of no-shows in a row after which a substitute may take the seat; 0: never."""
    remind: float = 0.0
    """How long before the deadline people are reminded; 0: never."""
    appeal: float = 0.0
    """How long a ruling may be appealed; 0: it is final."""
    zone: str = "UTC"
    """The time zone of the sheet."""
    hours: PlayingHours | None = None
    """When time passes for deadlines and clocks; None: always."""
    open_hands: bool = False
    """Whether a game with secrets may have a shared workbook."""
    gm: tuple[str, ...] = ()
    """The accounts of the GM."""
    sharing: str = "invite"
    """How people get into the workbooks: "invite" (the program invites them), "link" (anyone with the link) or "hand"
    (the GM invites them)."""
    group: str = ""
    """The address of a group that is invited to what all players see, in place of its members; "" for none."""
    mail: bool = False
    """Whether Google may write an e-mail with an invitation where nothing else works."""
    clocks: dict[str, float] = {}
    """The lengths of the game's clocks by name. A form whose clock has no length is due with the step."""
    no_answer: str = "pass"
    """What happens where nobody answers a reaction in time: "pass" (its row counts as it was drawn) or "bot"."""
    allow_others: bool = False
    """Whether a private workbook may be built in a spreadsheet that others can open already. They stay, and the GM tab
    names them."""

    delay: int = 0
    """By how many turns notices and files for followers are late."""

    others: dict[str, JsonValue] = {}
    """What is chosen for features of other packages, by the names of their options."""

    @property
    def pace(self) -> Pace:
        """When the steps of the match are due."""
        return Pace(self.every, self.at, self.zone, self.least, self.hours)

    @property
    def time(self) -> PlayingTime:
        """How time passes in the match."""
        return PlayingTime(self.hours, self.zone)

    def alone(self, secrecy: Secrecy, seats: Sequence[Seat]) -> frozenset[str]:
        """Return those of *seats* with a workbook that no other player can open, in a game with this *secrecy*."""
        if self.layout != "sealed":
            return frozenset()
        teams = Counter(seat.team for seat in seats)
        return frozenset(seat.id for seat in seats if secrecy is Secrecy.SEAT or teams[seat.team] == 1)

    def teamed(self, seats: Sequence[Seat]) -> frozenset[str]:
        """Return those of *seats* with others in their team, and with workbooks that no other team can open."""
        if self.layout != "sealed":
            return frozenset()
        teams = Counter(seat.team for seat in seats)
        return frozenset(seat.id for seat in seats if teams[seat.team] > 1)
