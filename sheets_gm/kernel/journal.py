"""The journal: the record of a match, and the match itself.

Laws: entries are numbered from 0 without a gap and never change; an entry holds all that is needed to play it again;
whatever a sheet shows is made from here, and nothing shown is ever read back for meaning.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.model import Model, digest
from sheets_gm.kernel.seats import Seat


class Attendance(StrEnum):
    """What a seat has done for the open step: one state, decided in one place (`gm.attendance`)."""

    NOTHING_DUE = "nothing due"
    BLANK = "blank"
    DRAFT = "draft"
    READY = "ready"
    FORCED = "forced"
    EXCUSED = "excused"
    NO_SHOW = "no-show"


class Charter(Model):
    """What a match was founded on; it never changes.

    *settings* are the game's, in JSON form. *top* is the top of the chain of turn secrets, *hidden_lock* the SHA-256
    of the secret of hidden rolls: both are published when the match is created. *dice* is "keyed" or "manual".
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


class Typing(Model):
    """A row as it was typed: the cells of one form's row, by field name, and where it stood on the sheet.

    *by* says who filled it in where its seat did not: "standing order" or "bot".
    """

    seat: str
    form: str
    row: int
    cells: dict[str, Typed]
    place: str = ""
    by: str = ""


class Slip(Model):
    """What could not be read: the cell, what was typed there, why it means nothing, the nearest legal choice."""

    seat: str
    form: str
    row: int
    field: str
    cell: str
    typed: str
    text: str
    instead: str | None = None


class Refused(Model):
    """An order that was read but could not stand at the lock, and why."""

    seat: str
    order: dict[str, Any]
    text: str


class Entry(Model):
    """One step of a match, whole.

    *number* counts all entries and never repeats. *kind* is "start", "turn" or "act"; *label* names the step in the
    table's words; *why* says what made the lock fall. *act* is what was done from outside the rules, in JSON form.
    *secret*, *salts* and *next_top* are in hexadecimal. *orders* and *events* are the game's values in JSON form;
    *state* is the state after, *before* and *after* are the digests of the states around the entry. *lines* counts
    the lines of the public log before this entry. *when* is the instant of the lock, in seconds since 1970 (UTC).
    *seal* is the digest of the entry and of every entry before it.
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


def lines_after(entry: Entry) -> int:
    """Lines of the public log up to and with *entry*: each event that everyone may know is one line."""
    return entry.lines + sum(event.get("audience") is None for event in entry.events)


_LOOSE = {"seal", "state"}


def seal(entry: Entry, before: str) -> str:
    """The digest that binds all of *entry* (its state by `after`) to *before*, the seal of the entry before it."""
    return digest({"entry": entry.model_dump(mode="json", exclude=_LOOSE), "sealed": before})
