"""A lock that waits for rolls of real dice, or for a public round."""

from __future__ import annotations

from typing import Any

from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.kernel.match.journal import Attendance, Refused, Slip, Typing
from sheets_gm.kernel.model import Model

ASKED_FOR = "the game master asked for it"
"""The reason for a turn that the game master asks for."""


class AskedRoll(Model):
    """A roll of a real die that a match waits for. *used*: a step was tried with it, so it cannot be changed."""

    why: str
    sides: int
    value: int | None = None
    used: bool = False


class PendingLock(Model):
    """A lock whose step is not played yet, because rolls of real dice or a public round are missing.

    Everything that it locked stays as it was at *when*: *orders* in JSON form, the rows as *typed*, *slips*, *refused*
    orders, *attendance*, and *why* it happened. *row* is a single row of a form that closes at once, if the lock is for
    that row; *note* is the part of its answer about ignored cells. *alone* without *row*: the row was filled in for an
    absent seat. *asked* are the rolls in the order in which the rules asked for them. *standing* are the seats that may
    have standing orders. *round* is the public round that the step waits for, if it does, and *trouble* the reason why
    it could not be fetched although it is due.
    """

    orders: dict[str, list[dict[str, Any]]] = {}
    typed: tuple[Typing, ...] = ()
    slips: tuple[Slip, ...] = ()
    refused: tuple[Refused, ...] = ()
    attendance: dict[str, Attendance] = {}
    when: float = 0.0
    why: str = ""
    row: Draft | None = None
    note: str = ""
    asked: tuple[AskedRoll, ...] = ()
    alone: bool = False
    standing: tuple[str, ...] = ()

    round: int | None = None
    trouble: str = ""

    @property
    def missing(self) -> tuple[AskedRoll, ...]:
        """The rolls that are not stored yet. Rolls on the Rolls tab are stored only once all of them are typed."""
        return tuple(each for each in self.asked if each.value is None)
