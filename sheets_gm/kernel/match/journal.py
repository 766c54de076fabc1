"""The journal: the full record of a match.

Entries are numbered from 0 without gaps and never change. An entry holds everything that is needed to replay it.
Everything that a sheet shows is made from the journal; nothing that a sheet shows is read back as data.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from functools import cached_property
from typing import Any

from sheets_gm.kernel.beacon import BeaconRound
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.model import Model, as_ordered, canonical
from sheets_gm.kernel.seats import Seat


class Attendance(StrEnum):
    """What a seat has done in the open step. `sheets_gm.gm.intake.attendance` decides it."""

    NOTHING_DUE = "nothing due"
    BLANK = "blank"
    DRAFT = "draft"
    READY = "ready"
    FORCED = "forced"
    EXCUSED = "excused"
    NO_SHOW = "no-show"


class Sandbox(Model):
    """The start of a sandbox: a match for trying things out, from a position of another match.

    *match* is the name of that match. *label* is the step that the sandbox plays first. *entry* is the number of the
    last entry before that step, *seal* is the seal of that entry, and *state* the position after it, in stored form.
    """

    match: str
    label: str
    entry: int
    seal: str
    state: dict[str, Any]


class Charter(Model):
    """What a match was created with; it never changes.

    *settings* are the settings of the game, in JSON form. *top* is the top of the chain of turn secrets, *hidden_lock*
    the SHA-256 of the hidden secret; both are published when the match is created. *dice* is "keyed" or "manual".
    *beacon* is the public beacon that keys each turn, "" for none. *key* is the public key (hexadecimal) for the
    signature of the record, "" in matches that are older than signatures. *format* is the format of the entries: format
    1 publishes plain digests, format 2 publishes salted ones. *sandbox* is the position that a sandbox begins with;
    None in other matches.

    *locked* is the digest of the original charter if personal data were removed from the *seats*, else "". *accounts*
    is the salted digest of the players' accounts, which no charter contains. It is "" if there were none, and in
    matches of earlier versions, whose seats contain the accounts.
    """

    match: str
    title: str
    game: str
    rules: str
    settings: dict[str, Any]
    seats: tuple[Seat, ...]
    dice: str = "keyed"
    top: str
    hidden_lock: str
    beacon: str = ""
    key: str = ""
    format: int = 1
    sandbox: Sandbox | None = None
    locked: str = ""
    accounts: str = ""

    def lock(self) -> str:
        """Return the digest of the charter without *key* and *format*, which the seals bind. It keys entry 0."""
        return self.locked or hashlib.sha256(self.locked_text()).hexdigest()

    def locked_text(self) -> bytes:
        """Return the text whose SHA-256 is `lock`."""
        stored = self.model_dump(mode="json", exclude={"format", "key", "locked"} | self._without())
        # version 0.1.0 had no neutral seats, so its charters have no such field
        stored["seats"] = [
            seat if seat["neutral"] else {name: value for name, value in seat.items() if name != "neutral"}
            for seat in stored["seats"]
        ]
        return canonical(stored)

    def _without(self) -> set[str]:
        """Return the names of the newer fields that this match does not use, and that its lock therefore leaves out."""
        return {name for name in ("beacon", "sandbox", "accounts") if not getattr(self, name)}

    def without_accounts(self) -> Charter:
        """Return the charter without the accounts of its seats, for other people. Its lock stays the same."""
        if not any(seat.account for seat in self.seats):
            return self
        return self.but(seats=tuple(seat.but(account=None) for seat in self.seats), locked=self.lock())

    def published(self) -> dict[str, Any]:
        """Return the charter in JSON form for an exported record, without the newer fields that it does not use."""
        unused = {name for name in ("key", "sandbox", "locked", "accounts") if not getattr(self, name)}
        return self.model_dump(mode="json", exclude=unused)


class Typing(Model):
    """A row as typed: the cells of one row of a form, by field name, and its place on the sheet. *seat* is its owner.

    *by* names who filled it in if it was not the seat: "standing order", "bot" or "game master".
    """

    seat: str
    form: str
    row: int
    cells: dict[str, Typed]
    place: str = ""
    by: str = ""


class Slip(Model):
    """A cell that could not be read: its address, its text, the reason, and a legal choice that is similar."""

    seat: str
    form: str
    row: int
    field: str
    cell: str
    typed: str
    text: str
    instead: str | None = None


class Refused(Model):
    """An order that was read but refused at the lock, and why."""

    seat: str
    order: dict[str, Any]
    text: str


class Entry(Model):
    """One complete step of a match.

    *number* counts all entries and never repeats. *kind* is "start", "turn" or "act". *label* names the step as the
    sheet does; *why* says what triggered the lock. *act* is an action from outside the rules, in JSON form. *secret*,
    *salts* and *next_top* are in hexadecimal. *orders* and *events* are values of the game in JSON form. *state* is the
    state after the entry; *before* and *after* are the digests of the states before and after it. *lines* counts the
    lines of the public log before this entry. *when* is the time of the lock, in seconds since 1970 (UTC). *seal* is
    the digest of the entry and of every entry before it. *state_salt* is the salt of *after* in hexadecimal, in a game
    that hides nothing. In other games it follows from the hidden secret, which is revealed when the match is over.
    *beacon* is the public round that keys a turn, in a match with a beacon.
    """

    number: int
    kind: str
    rules: str
    label: str = ""
    when: float = 0.0
    why: str = ""
    act: dict[str, Any] | None = None
    attendance: dict[str, Attendance] = {}
    typed: tuple[Typing, ...] = ()
    slips: tuple[Slip, ...] = ()
    refused: tuple[Refused, ...] = ()
    orders: dict[str, list[dict[str, Any]]] = {}
    locks: dict[str, str] = {}
    salts: dict[str, str] = {}
    secret: str = ""
    next_top: str | None = None
    rolls: tuple[Roll, ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    lines: int = 0
    before: str = ""
    after: str = ""
    seal: str = ""
    state: dict[str, Any] = {}
    state_salt: str = ""
    beacon: BeaconRound | None = None

    @cached_property
    def beside_state(self) -> dict[str, Any]:
        """All fields of the entry except its state, in JSON form. It is part of the seal and of the stored entry."""
        return self.model_dump(mode="json", exclude={"state"})

    def sealed(self, before: str, salt: bytes) -> Entry:
        """Return this entry with its `seal`."""
        entry = self.but(seal=seal(self, before, salt))
        entry.__dict__["beside_state"] = {**self.beside_state, "seal": entry.seal}
        return entry

    def stored(self) -> bytes:
        """Return the entry as JSON, from which it can be read again."""
        return as_ordered({**self.beside_state, "state": self.state})


def lines_after(entry: Entry) -> int:
    """Return the number of lines of the public log up to and including *entry*. Each public event is one line."""
    return entry.lines + sum(event.get("audience") is None for event in entry.events)


def seal(entry: Entry, before: str, salt: bytes = b"") -> str:
    """Return the digest of *entry*, which also covers *before*, the seal of the entry before. Its state counts by
    `after`.

    For the first entry, *before* is the public key that signs the record, so every seal binds that key. *salt* is the
    salt of the entry's state, because an entry holds facts that players may not know yet. Format 1 has no salt.
    """
    return hashlib.sha256(salt + sealed_text(entry, before)).hexdigest()


def sealed_text(entry: Entry, before: str) -> bytes:
    """Return the text whose SHA-256, behind the salt, is the seal of *entry*. *before* is the seal before."""
    unsealed = {"seal"} | (set() if entry.state_salt else {"state_salt"}) | (set() if entry.beacon else {"beacon"})
    kept = {name: value for name, value in entry.beside_state.items() if name not in unsealed}
    return canonical({"entry": kept, "sealed": before})
