"""Everything that is stored of a match apart from its journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheets_gm.gm.match_record.clocks import RunningClock
from sheets_gm.gm.match_record.drafts import Draft, StandIn, StandingOrder
from sheets_gm.gm.match_record.opened import Opened
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.pending_lock import PendingLock
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.seats.hand_over import deputies, openings
from sheets_gm.gm.match_record.seats.players_then import PlayersThen
from sheets_gm.gm.match_record.seats.presence import Excuses, Presence, absences
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.match_record.workbook import BuiltTab, Workbook
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.match.journal import Charter
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Result
from sheets_gm.kernel.seats import Seat, authors_of

LAST_HOURS = 12 * 3600.0
"""Somebody who is back less than this many seconds before a deadline has only its last hours left."""

MOST_DEADLINES = 400
"""How many future deadlines are searched for the first one after somebody is back."""


class Record(Model):
    """Everything about a match except its journal.

    *seed* (hexadecimal) is the root of its secrets and is never shown. *seats* are the seats with their current
    players. *rules* is the version of the rules, if the match has adopted another one. *conceded* are the teams that
    have conceded, *result* the end of the match by concession. *due* is the deadline. *laid* are the tabs of workbooks
    as they were built, by the digest of their template. *pending* is a lock that waits for rolls of real dice, or for a
    public round. *account* is the account that serves the match, if an installation has several ("": the first).
    *failures* counts failures in a row, *reason* is their reason. *opened* says which entries opened the open forms.
    *version* counts the saves of the record: a process with an older version must read the record again before it may
    save. *parts* is what each feature stores, by its name.
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
    rules: str = ""
    conceded: tuple[str, ...] = ()
    result: Result | None = None
    standing: tuple[StandingOrder, ...] = ()
    laid: dict[str, dict[str, BuiltTab]] = {}
    pending: PendingLock | None = None
    account: str = ""
    version: int = 0
    clocks: tuple[RunningClock, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()
    opened: Opened = Opened()
    parts: dict[str, Any] = {}

    @property
    def title(self) -> str:
        """The title of the match: the original one, or the one that the game master changed it to."""
        return Upkeep.of(self).retitled or self.charter.title

    @property
    def resumes(self) -> float | None:
        """When the match resumes by itself; None unless it is paused until a certain time."""
        return Pausing.of(self).until if self.status is Status.PAUSED else None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats with their current players."""
        return self.seats or self.charter.seats

    def people_at(self, entry: int) -> dict[str, Seat]:
        """Return the seats by id, with the players who had them when *entry* was played."""
        seats = {seat.id: seat for seat in self.people}
        for each in reversed(PlayersThen.of(self).former):
            if each.until >= entry:
                seats[each.seat.id] = each.seat
        return seats

    def conceded_at(self, entry: int) -> tuple[str, ...]:
        """Return the teams that had conceded by the end of *entry*."""
        return next((each.teams for each in reversed(PlayersThen.of(self).given_up) if each.since <= entry), ())

    def joined_at(self, entry: int) -> tuple[Seat, ...]:
        """Return the seats that had been added by the end of *entry*."""
        return next((each.seats for each in reversed(PlayersThen.of(self).joined) if each.since <= entry), ())

    @property
    def places(self) -> tuple[Seat, ...]:
        """The seats with their first players: the seats of the start, then those that were added."""
        seat_ids = {seat.id for seat in self.people}
        joined = PlayersThen.of(self).joined
        added = joined[-1].seats if joined else ()
        return (*self.charter.seats, *(seat for seat in added if seat.id in seat_ids))

    def seats_of(self, owner: str, authors: tuple[str, ...] = ()) -> tuple[Seat, ...]:
        """Return the seats that fill in a form of *owner*, a seat or a team: the form's *authors*, if it names any."""
        return authors_of(owner, authors, self.people)

    @property
    def presence(self) -> Presence:
        """Who is present, away for a time, gone for good, or represented by a deputy."""
        return Presence(
            self.people,
            absences(self),
            deputies(self),
            openings(self),
            Excuses.of(self).excused,
            self.conceded,
            self.policy.side_waits,
        )

    @property
    def is_named(self) -> bool:
        """Whether cells are reserved for accounts: not if anyone with the link may type, or no account is known."""
        has_accounts = self.charter.accounts or any(seat.account for seat in (*self.people, *self.charter.seats))
        return self.policy.sharing != "link" and bool(has_accounts)

    def may_begin(self, now: float) -> bool:
        """Return whether a match may begin: all seats are taken, or its time has come and each side has a player."""
        if not Pausing.of(self).gathers or self.status is not Status.PAUSED:
            return False
        taken = [seat for seat in self.people if seat.id not in self.presence.gone]
        until = Pausing.of(self).until
        is_time = until is not None and now >= until
        return not self.presence.gone or (is_time and {*sides_left(self.people, ())} == {*sides_left(taken, ())})

    @property
    def heir(self) -> Seat | None:
        """The seat whose player may ask for the GM's desk; None while it has no player with a known account."""
        heir_seat = next((seat for seat in self.people if seat.id == self.policy.heir), None)
        return heir_seat if heir_seat is not None and heir_seat.account else None

    def after_absences(self, due: float | None) -> float | None:
        """Return *due*, or a later deadline if the match waits for a side of which everybody is away at that time.

        It is the deadline that follows when the first of them is back.
        """
        for _ in range(MOST_DEADLINES):
            back = None if due is None else self.presence.side_is_back(due)
            if back is None:
                break
            due = self.policy.pace.next_due(back)
        return due

    def forms_in_play(self, forms: Iterable[Form]) -> tuple[Form, ...]:
        """Return those of *forms* that are in play: not those of a conceded side, and none after the end."""
        if self.result is not None:
            return ()
        gone = {seat.id for seat in self.people if seat.team in self.conceded and not seat.neutral}
        return tuple(form for form in forms if form.seat not in (self.conceded if form.who.team else gone))

    @property
    def rules_version(self) -> str:
        """The version of the rules that the match is played by."""
        return self.rules or self.charter.rules

    @property
    def ends(self) -> tuple[float, ...]:
        """The instants at which a deadline passes or a clock runs out, sorted."""
        running = (clock.due for clock in self.clocks)
        return tuple(sorted({end for end in (self.due, *running) if end is not None}))

    def zone_of(self, seat: str) -> str:
        """Return the time zone of a seat's player; if it is not known, that of the match."""
        return next((each.zone for each in self.people if each.id == seat and each.zone), self.policy.zone)

    def last_hours(self, until: float) -> float | None:
        """Return a deadline shortly after *until*, the return of somebody who is away; None if there is none.

        Later deadlines than the current one are known only if they are at fixed times.
        """
        due = self.due if self.status is Status.LIVE else None
        for _ in range(MOST_DEADLINES):
            if due is None or due > until:
                break
            due = self.policy.pace.next_due(due, due) if self.policy.at else None
        return due if due is not None and until < due < until + LAST_HOURS else None

    def next_due(self, now: float) -> float | None:
        """Return the deadline of a step that opens at *now*, if the step before was not played."""
        return self.after_absences(self.policy.pace.next_due(now))

    def due_after(self, now: float) -> float | None:
        """Return the deadline of the next step, if the open step is played at *now*."""
        is_late = self.due is not None and now >= self.due
        return self.after_absences(self.policy.pace.next_due(now, self.due if is_late else None))
