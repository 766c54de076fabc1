"""All that is stored of a match beside its journal."""

from __future__ import annotations

from sheets_gm.gm.deadlines import next_due
from sheets_gm.gm.record.cases import Case
from sheets_gm.gm.record.policy import Policy, Status
from sheets_gm.gm.record.workbook import BuiltTab, Workbook
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.journal import Charter
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result
from sheets_gm.kernel.seats import Seat


class Draft(Model):
    """What one row holds between two polls: the cells as typed, since when, how often changed, and the answer.

    *done* is the entry that took the row, for a row of a form that closes at once.
    """

    form: str
    seat: str
    row: int
    typed: dict[str, Typed]
    since: float
    revision: int = 0
    receipt: str = ""
    done: int | None = None


class FormerSeat(Model):
    """Who sat in a seat until entry *until* gave it to somebody else."""

    seat: Seat
    until: int


class Concession(Model):
    """The teams that have given up, from entry *since* on."""

    since: int
    teams: tuple[str, ...]


class StandingOrder(Model):
    """A seat's standing order: what one row of a form holds whenever its seat leaves it empty."""

    form: str
    seat: str
    row: int
    typed: dict[str, Typed]


class Record(Model):
    """All of a match but its journal. *seed* (hexadecimal) is the root of its secrets: it is never shown.

    *seats* are who sits where since the first substitution, *former* who sat there before. *rules* is the version it is
    bound to since it adopted another. *conceded* are the teams that gave up, *given_up* since when (a rewind takes that
    back too), *result* how that ended the match. *excused* are the seats that nobody waits for in the open step,
    *extended* counts each seat's extensions, *missed* its no-shows in a row, *vacant* are the seats that are free for a
    substitute. *left* is the time that a paused step has left, *reminded* the deadline that people were reminded of.
    *laid* is what the tabs of workbooks were like when they were built, by the digest of their template. *rehearsal* is
    what a dry run told, *mended* what people typed over cells that are not theirs. *account* is the account that serves
    it, where an installation has several ("": its first). *version* counts the times it was saved: a process that holds
    an older one must read again before it may save.
    """

    charter: Charter
    seed: str
    policy: Policy = Policy()
    workbooks: tuple[Workbook, ...] = ()
    status: Status = Status.LIVE
    reason: str = ""
    failures: int = 0
    created: float = 0.0
    due: float | None = None
    drafts: tuple[Draft, ...] = ()
    seats: tuple[Seat, ...] = ()
    former: tuple[FormerSeat, ...] = ()
    rules: str = ""
    conceded: tuple[str, ...] = ()
    given_up: tuple[Concession, ...] = ()
    result: Result | None = None
    excused: tuple[str, ...] = ()
    extended: dict[str, int] = {}
    missed: dict[str, int] = {}
    vacant: tuple[str, ...] = ()
    left: float | None = None
    reminded: float | None = None
    standing: tuple[StandingOrder, ...] = ()
    cases: tuple[Case, ...] = ()
    laid: dict[str, dict[str, BuiltTab]] = {}
    rehearsal: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    account: str = ""
    version: int = 0

    @property
    def people(self) -> tuple[Seat, ...]:
        """Who sits where now."""
        return self.seats or self.charter.seats

    def people_at(self, entry: int) -> dict[str, Seat]:
        """Who sat where when *entry* was played, by seat."""
        sat = {seat.id: seat for seat in self.people}
        for each in reversed(self.former):
            if each.until >= entry:
                sat[each.seat.id] = each.seat
        return sat

    def conceded_at(self, entry: int) -> tuple[str, ...]:
        """The teams that had given up after *entry*."""
        return next((each.teams for each in reversed(self.given_up) if each.since <= entry), ())

    @property
    def bound(self) -> str:
        """The version of the rules that it is played by."""
        return self.rules or self.charter.rules

    def next_due(self, now: float) -> float | None:
        """When a step that opens now is due."""
        policy = self.policy
        return next_due(policy.every, policy.at, policy.zone, now)
