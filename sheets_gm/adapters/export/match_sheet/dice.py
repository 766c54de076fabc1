"""The tab Dice, the proof: a line for each turn, and folded below it each roll with the secrets that determine it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheets_gm.adapters.export.match_sheet.lists import Column, ListSheet, Looks
from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.gm.between.finding import read_action
from sheets_gm.kernel.actions import Join
from sheets_gm.kernel.dice import Roll
from sheets_gm.kernel.english import counted, with_people
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.seats import Seat

TITLE = "Dice"


def write_dice(book: Any, looks: Looks, match: MatchRecord) -> None:
    """Write the tab. Hidden rolls are listed only if *match* holds their secret."""
    columns = [Column("Turn", 210), Column("What", 420), Column("Average", 70, "0.00"), Column("Expected", 70, "0.00")]
    columns += [Column("Entry", 44)]
    help_text = "The proof of the dice. Open a row at its left edge; sheets-gm verify recomputes all of it."
    listed = ListSheet(book, looks, TITLE, help_text, columns)
    charter = match.charter
    facts = [("Top of the chain", charter.top), ("Promise of hidden rolls", charter.hidden_lock)]
    if match.hidden:
        facts.append(("Secret of hidden rolls", match.hidden.hex()))
    for name, value in facts:
        listed.add([name, value])
    seats = {seat.id: seat for seat in charter.seats}
    for entry in match.entries:
        joined = _joined(entry)
        if joined is not None:
            seats[joined.id] = joined
        rolls = [roll for roll in entry.rolls if not roll.hidden or match.hidden]
        lines = [f"{with_people(roll.why, seats)}: {roll.value} of {roll.sides}" for roll in rolls]
        details = [*lines, *_checks(entry)]
        average = sum(roll.value for roll in rolls) / len(rolls) if rolls else None
        listed.add([entry.label, _counted(rolls), average, _expected(rolls), entry.number], details, column=1)
    listed.close()


def _joined(entry: Entry) -> Seat | None:
    """Return the seat of somebody who joined in *entry*; None if nobody did, or the action is not complete."""
    if entry.act is None or entry.act["kind"] != "join":
        return None
    action = read_action(entry.act)
    return action.taken if isinstance(action, Join) else None


def _counted(rolls: list[Roll]) -> str:
    return counted(len(rolls), "roll") if rolls else "no rolls"


def _expected(rolls: list[Roll]) -> float | None:
    return sum((roll.sides + 1) / 2 for roll in rolls) / len(rolls) if rolls else None


def _checks(entry: Entry) -> Iterator[str]:
    """Yield what determines the rolls of an entry."""
    yield f"secret: {entry.secret}"
    yield f"position after: {entry.after}"
    yield f"seal: {entry.seal}"
    yield from (f"lock of {seat}: {lock}" for seat, lock in sorted(entry.locks.items()))
    yield from (f"salt of {seat}: {salt}" for seat, salt in sorted(entry.salts.items()))
