"""What a poll corrected on the sheets, and the lines about it that are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sheets_gm.gm.match_record.repairs import Repairs, Restored
from sheets_gm.gm.session import Session

MOST_MENDED = 12
"""The most lines about foreign edits that are stored."""


class PutBack(NamedTuple):
    """What was corrected on the sheets.

    *back* is the backup from which the match continues, *lines* the cells that people typed over, *restored* the other
    corrections, *writes* the number of writes, including those that show the match.
    """

    back: Restored | None = None
    lines: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    writes: int = 0

    def then(self, later: PutBack) -> PutBack:
        """Return this combined with the corrections of *later*."""
        lines, restored = (*self.lines, *later.lines), (*self.restored, *later.restored)
        return PutBack(self.back or later.back, lines, restored, self.writes + later.writes)


NOTHING = PutBack()


def note_lines(session: Session, lines: Sequence[str]) -> None:
    """Store *lines* about corrections after the existing ones."""
    repairs = Repairs.of(session.record)
    session.save_part(repairs.but(mended=(*repairs.mended, *timed(session, lines))[-MOST_MENDED:]))


def timed(session: Session, lines: Sequence[str]) -> tuple[str, ...]:
    """Return *lines*, each with the current time."""
    at = session.format_time(session.ports.clock())
    return tuple(f"{line} ({at})" for line in lines)
