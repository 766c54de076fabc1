"""Sheets as they should be: foreign edits are undone, and changes of the match are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sheets_gm.gm.intake.receipts import with_empty_boxes
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.match_record.record import Restored
from sheets_gm.gm.poll import backups
from sheets_gm.gm.poll.drafts import keep_drafts
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.live import reading, showing
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.gm.workbooks.live.closed_forms import with_closed_forms
from sheets_gm.gm.workbooks.live.foreign_edits import foreign_edits, stop_spilling
from sheets_gm.gm.workbooks.live.new_workbooks import add_new_workbooks
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks

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


@dataclass(slots=True)
class SheetsInStep:
    """The sheets of one match, kept in step with its journal, as the process *owner* sees them.

    *_is_newest*: the sheets are known to show nothing that the journal lacks.
    """

    books: Workbooks
    owner: str
    _is_newest: bool = field(init=False, default=False)

    @property
    def session(self) -> Session:
        return self.books.session

    def read(self) -> Reading:
        """Read all workbooks, and add new ones first."""
        add_new_workbooks(self.books)
        return reading.read(self.books)

    def go_on(self, found: Reading, exported: backups.LastExported, now: float) -> PutBack | None:
        """Make sure that the journal has all entries that the sheets show, or continues after them. Return the
        corrections.

        Return None if the next tick must look again. Raises `PlayedElsewhere`.
        """
        session, books = self.session, self.books
        if reading.is_ahead(books, found):
            session.refresh()
            if not reading.is_ahead(books, found):
                return None  # another process has played since the journal was read
        unknown = books.unknown_markers(found)
        if self._is_newest and not unknown:
            return PutBack()
        shown = backups.last_shown(books, found, exported)
        is_ahead = shown > session.entry.number
        if is_ahead and not backups.go_behind(session, shown, self.owner, now, running=self._is_newest):
            return None
        lines: tuple[str, ...] = ()
        if unknown and not backups.is_just_back(session):
            lines = tuple(f"The marker of the workbook {key} was typed over: {text}" for key, text in unknown.items())
            self._note(lines)
        self._is_newest = True
        return PutBack(session.record.restored if is_ahead else None, lines)

    def mark_again(self, found: Reading, now: float) -> tuple[PutBack, Reading]:
        """Draw everything that has lost its marker, and read again. Without a marker it is unknown what was typed when.

        Raises `Conflict` if another process was faster.
        """
        session, books = self.session, self.books
        rows = reading.typed_rows(books, found)
        if backups.is_just_back(session):
            submissions = answer_rows(session, backups.without_ticks(session, rows), now)
            submissions, books.boxes = backups.asked_again(session, submissions, rows), {}
            if (kept := with_closed_forms(books, found)) != session.record.drafts:
                session.save(drafts=kept)
        else:
            submissions, books.boxes = answer_rows(session, rows, now), reading.ticked_boxes(books, found)
        keep_drafts(session, submissions)
        put_back = self.show(found, submissions, has_played=False, rebuild=False)
        return put_back, reading.read(books)

    def show(self, found: Reading, submissions: Submissions, *, has_played: bool, rebuild: bool) -> PutBack:
        """Undo foreign edits, and show the match. Raises `Conflict` if another process was faster."""
        session, books, attendance = self.session, self.books, submissions.attendance
        if has_played:
            keep_drafts(session, submissions)
        edits = foreign_edits(books, found, attendance)
        if edits.torn or edits.lines:
            record = session.record
            torn = tuple(each.but(torn=each.torn or each.key in edits.torn) for each in record.workbooks)
            session.save(workbooks=torn, mended=self._timed(edits.lines) or record.mended)
        if edits.lines:
            # more than cells may have changed, and an inspection removes what would write into them again
            books.has_changed = True
        stop_spilling(books, edits)
        # what this process has just stored is the newest
        if not (has_played or session.is_newest()):
            return PutBack(lines=edits.lines)
        shown = showing.show(books, found, attendance, edits.intact, build_again=rebuild)
        if session.record.ending:
            session.save(ending=False)
        if (emptied := with_empty_boxes(session.record.drafts)) != session.record.drafts:
            session.save(drafts=emptied)
        if shown.restored:
            self._note(shown.restored)
        return PutBack(None, edits.lines, shown.restored, shown.writes)

    def _note(self, lines: Sequence[str]) -> None:
        """Store *lines* about corrections after the existing ones."""
        self.session.save(mended=(*self.session.record.mended, *self._timed(lines))[-MOST_MENDED:])

    def _timed(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Return *lines*, each with the current time."""
        at = self.session.format_time(self.session.clock())
        return tuple(f"{line} ({at})" for line in lines)
