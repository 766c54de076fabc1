"""The result of one poll of one match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.repairs import Restored
from sheets_gm.gm.poll.put_back import PutBack
from sheets_gm.gm.session import Session
from sheets_gm.kernel.english import owner_name
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.sheet.rendering import Line


@dataclass(frozen=True, slots=True)
class Tick:
    """The result of a tick: the steps that it resolved, the number of writes, the seats that the match waits for now.

    *mended* are the foreign edits that it undid, a line each, *restored* other corrections of the workbooks. *back* is
    the backup from which the match continued. *muted* are lines about addresses in the settings that no longer get
    notices, because their seat has another player. *people* are the names of those who are *waiting*, *lines* the lines
    of the log for the steps.
    """

    match: str
    steps: tuple[Step[Any], ...] = ()
    writes: int = 0
    waiting: tuple[str, ...] = ()
    status: Status = Status.LIVE
    mended: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    back: Restored | None = None
    muted: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()


def tick_of(
    session: Session, steps: tuple[Step[Any], ...], put_back: PutBack, waiting: tuple[str, ...], muted: tuple[str, ...]
) -> Tick:
    """Return the result of a poll that played *steps* and made the corrections *put_back*."""
    seats = {seat.id: seat for seat in session.record.people}
    return Tick(
        session.match,
        steps,
        put_back.writes,
        waiting,
        session.record.status,
        put_back.lines,
        put_back.restored,
        put_back.back,
        muted,
        people=tuple(owner_name(owner, seats) for owner in waiting),
        lines=tuple(line for step in steps for line in session.lines(step.entry, step.events)),
    )
