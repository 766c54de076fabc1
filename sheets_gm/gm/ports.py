"""What the game master asks of the world: a store, spreadsheets, a clock.

The ports belong to the one who calls them. Their real sides are in `adapters`; tests use the very same adapters on a
store in memory and on the local spreadsheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from sheets_gm.gm.deadlines import ClockTime, next_due
from sheets_gm.gm.record.cases import Case
from sheets_gm.kernel.errors import UnavailableError, UserError
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.journal import Charter, Entry
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.planning import Write
from sheets_gm.sheet.template import Style, TabTemplate

Clock: TypeAlias = Callable[[], float]
"""The present instant, in seconds since 1970 (UTC)."""


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


class BuiltTab(Model):
    """A tab as it was built: its title, and the field and heading of each column of a form."""

    title: str
    columns: tuple[tuple[str, str], ...] = ()


class Workbook(Model):
    """One spreadsheet of a match.

    *key* is its part in the layout ("table"; "public", "gm", "seat/<id>"), *document* the spreadsheet's id, *tabs*
    the sheet id of each tab by its key, *link* where people open it, *guarded* the digest of its protection, which was
    held against the spreadsheet at *watched*, and *remarks* what other people protect there; *shared* the accounts that
    it was shared with. *own* is whether the document was made for it, *invited* whom it was shared with first.
    *template* is the digest of the template that it was built by.
    """

    key: str
    document: str
    tabs: dict[str, int]
    link: str = ""
    guarded: str = ""
    watched: float = 0.0
    remarks: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    own: bool = False
    invited: tuple[str, ...] = ()
    template: str = ""


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


class Conflict(Exception):
    """Another process was faster: this entry is already written, or the record has changed since it was read."""


class NoSuchMatch(UserError, LookupError):
    """No match has that name; the message says which there are."""


class Store(Protocol):
    """The journal and the records of all matches. Each call is one transaction; what returned is on disk."""

    def create(self, record: Record, first: Entry) -> None:
        """A new match with its founding entry. `Conflict` if the name is taken."""

    def names(self) -> tuple[str, ...]:
        """All matches, sorted."""

    def record(self, match: str) -> Record:
        """The record of *match*. `NoSuchMatch`."""

    def save(self, record: Record) -> Record:
        """Replace the record of its match, and answer it with its new version.

        `Conflict` if the stored record has another version than *record*.
        """

    def last(self, match: str) -> Entry:
        """The newest entry of *match*, at a cost that does not depend on its length."""

    def last_number(self, match: str) -> int:
        """The number of the newest entry."""

    def entries(self, match: str, first: int = 0) -> Iterator[Entry]:
        """Entries from number *first* on, in order."""

    def append(self, match: str, entry: Entry, record: Record) -> Record:
        """Add *entry* and save the record, together, and answer the record with its new version.

        `Conflict` if there is an entry of that number, or the stored record has another version.
        """

    def forget(self, match: str) -> None:
        """Remove the record of *match* and its journal, together and for good."""

    def claim(self, match: str, owner: str, now: float, stale: float) -> bool:
        """Take the match for *owner* to lock a turn. False while another owner's claim is younger than *stale* s."""

    def release(self, match: str, owner: str) -> None:
        """Give the claim back, if it is still *owner*'s."""

    def mark(self, match: str, now: float) -> tuple[float, float]:
        """Note that *match* is polled at *now*; answer when it was polled before, and the pause before that."""

    def claims(self) -> Mapping[str, str]:
        """The matches that are claimed now, and by whom."""


@dataclass(frozen=True, slots=True)
class TabPlan:
    """A tab to be made or dressed anew: its key, how it looks, its size, its charts.

    *former* tells for each column of one whose columns have changed places where it was before, None for a new one;
    there were *wide* of them. *called* is the title under which it was made, if it was. One that is
    *emptied* loses its values.
    """

    key: str
    tab_template: TabTemplate
    rows: int
    columns: int
    charts: tuple[Chart, ...] = ()
    former: tuple[int | None, ...] = ()
    wide: int = 0
    called: str = ""
    emptied: bool = False


class Protection(Model):
    """Who may edit what on a tab: nobody but the sync outside *inputs*, and in each input only its editors.

    Each input is an area (top, left, bottom, right) with the accounts that may type there; no account is anyone.
    """

    tab: str
    inputs: tuple[tuple[tuple[int, int, int, int], tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class TabRead:
    """What to read of a tab: its values from row *top* on."""

    tab: str
    top: int = 0


class TabsMissing(Exception):
    """Tabs of a workbook are gone: their keys."""

    def __init__(self, keys: Sequence[str]) -> None:
        super().__init__(", ".join(keys))
        self.keys = tuple(keys)


class SheetsDown(UnavailableError):
    """The spreadsheet service cannot be reached or refuses; the message says what to do. Trying later may help."""


class SheetsRefused(UserError):
    """The spreadsheet service says no, and trying again will not help; the message says what to do."""


class Sheets(Protocol):
    """Spreadsheets, wherever they are."""

    def make(
        self,
        key: str,
        title: str,
        tabs: Sequence[TabPlan],
        styles: Mapping[str, Style],
        document: str | None = None,
        *,
        writes: Sequence[Write] = (),
        protections: Sequence[Protection] = (),
        writers: Sequence[str] = (),
    ) -> Workbook:
        """A workbook with *tabs*: in a new document, or in an existing *document*. Nothing is left if it fails."""

    def remake(
        self,
        workbook: Workbook,
        tabs: Sequence[TabPlan],
        styles: Mapping[str, Style],
        *,
        writes: Sequence[Write] = (),
        protections: Sequence[Protection] = (),
        gone: Sequence[str] = (),
    ) -> Workbook:
        """Make those of *tabs* that are missing, dress the others anew, delete those *gone*, in one atomic call."""

    def unmake(self, workbook: Workbook) -> None:
        """Take back a workbook that was just made."""

    def share(self, workbook: Workbook, writers: Sequence[str], without: Sequence[str] = ()) -> None:
        """Let the accounts *writers* edit the document, and those in *without* no longer see it."""

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> tuple[str, ...]:
        """Protect tabs in one atomic call, in none where they are; answer what others protect there, a line each."""

    def read(self, workbook: Workbook, wanted: Sequence[TabRead]) -> Mapping[str, list[list[Typed]]]:
        """The values of tabs by key, in one call. `TabsMissing` where a tab is gone."""

    def write(self, workbook: Workbook, writes: Sequence[Write], styles: Mapping[str, Style]) -> None:
        """Apply *writes* in one atomic call."""
