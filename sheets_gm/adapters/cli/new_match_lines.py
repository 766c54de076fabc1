"""What `sheets-gm new` prints besides links: deadlines, what a step costs, who cannot come in or is unprotected."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sheets_gm.adapters.cli.context import Installation
from sheets_gm.kernel.english import listed

if TYPE_CHECKING:
    from sheets_gm.gm.match_record.policy import Policy
    from sheets_gm.gm.workbooks.layout import WorkbookLayout
    from sheets_gm.kernel.seats import Seat


def cost_of_a_step(workbooks: int, installation: Installation) -> str:
    """How many calls a step of a match with several workbooks takes, and how long it takes to show it."""
    from sheets_gm.adapters.cli.durations import format_duration
    from sheets_gm.adapters.google.capacity import step_of
    from sheets_gm.adapters.installation.settings import Quota

    quota = installation.settings.google.quota or Quota()
    step = step_of(workbooks, quota)
    return (
        f"A step takes {step.calls} reads, as a rule, and up to {step.calls} writes, of the {quota.account_reads} and "
        f"{quota.account_writes} that its account may make a minute. All see it about {format_duration(step.shown)} "
        f"after its lock, and the next one can follow {format_duration(step.between)} after it. While people type, the "
        f"match is polled every {format_duration(step.pause)}."
    )


def deadlines_line(policy: Policy, first: float) -> str:
    """When the turns of a match are due, of which the *first* is due then."""
    from sheets_gm.gm.durations import format_duration
    from sheets_gm.gm.match_record.deadlines import clock_face_in_zone

    every = f"every {format_duration(policy.every)}" if policy.every is not None else ""
    if policy.at:
        times = " ".join(part for part in (every, f"at {listed([str(time) for time in policy.at])}") if part)
        every = f"{times}, at least {format_duration(policy.pace.shortest)} for a turn"
    if policy.hours is not None:
        every = f"{every}, played {policy.hours}".removeprefix(", ")
    return f"turns are due {every}: the first on {clock_face_in_zone(first, policy.zone)}"


def unprotected(seats: Sequence[Seat], gms: Sequence[str]) -> Iterator[str]:
    """Warnings about cells that everybody may edit, because an account is not known."""
    unknown = [seat.player for seat in seats if not seat.account]
    if unknown:
        who = "all players" if len(unknown) == len(seats) else ", ".join(unknown)
        yield f"Everyone at the table can edit the cells of {who}: the roster names no account for them."
    if not gms:
        yield "Everyone at the table can edit the GM and Desk tabs: name the GM's account with --gm."


def uninvited(match: str, seats: Sequence[Seat], books: Sequence[WorkbookLayout], gms: Sequence[str]) -> Iterator[str]:
    """Warnings about people who cannot open a workbook of a sealed match, because an account is not known."""

    def command_for(seat: Seat) -> str:
        return shlex.join(["sheets-gm", "substitute", match, seat.id, f"{seat.player} <ADDRESS>"])

    locked_out, partly, closed_books = [], [], 0
    for book in books:
        people = book.readers(seats) if book.eyes or book.teams else ()
        unknown = [seat for seat in people if not seat.account]
        if people and len(unknown) == len(people):
            locked_out += unknown
            closed_books += 1
        else:
            partly += unknown
    # a player may have a workbook of their own and one with their team
    locked_out = list({seat.id: seat for seat in locked_out}.values())
    partly = [seat for seat in {seat.id: seat for seat in partly}.values() if seat not in locked_out]
    if locked_out:
        who = "all players" if len(locked_out) == len(seats) else listed([seat.player for seat in locked_out])
        nobody, books_of = "Only the GM" if gms else "Nobody", "workbook of" if closed_books == 1 else "workbooks of"
        yield f"{nobody} is invited to the {books_of} {who} until an account is named: {command_for(locked_out[0])}"
    if partly:
        yield (
            f"{listed([seat.player for seat in partly])} cannot open the workbook of the team, and the rest of the "
            f"team can type in those cells, until an account is named: {command_for(partly[0])}"
        )
    if not gms:
        yield "Nobody is invited to the GM's workbook: name the GM's account with --gm."
