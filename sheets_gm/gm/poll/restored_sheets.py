"""Sheets as they should be: foreign edits are undone, and changes of the match are shown."""

from __future__ import annotations

from dataclasses import dataclass

from sheets_gm.gm.intake.receipts import with_empty_boxes
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.poll.after_backup import asked_again, is_just_back, without_ticks
from sheets_gm.gm.poll.drafts import keep_drafts
from sheets_gm.gm.poll.put_back import PutBack, note_lines, timed
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.live import reading, showing
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.gm.workbooks.live.closed_forms import with_closed_forms
from sheets_gm.gm.workbooks.live.foreign_edits import foreign_edits, stop_spilling
from sheets_gm.gm.workbooks.live.new_workbooks import add_new_workbooks
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks


@dataclass(slots=True)
class SheetsInStep:
    """The sheets of one match, kept in step with its journal."""

    books: Workbooks

    @property
    def session(self) -> Session:
        return self.books.session

    def read(self) -> Reading:
        """Read all workbooks, and add new ones first."""
        add_new_workbooks(self.books)
        return reading.read(self.books)

    def mark_again(self, latest_reading: Reading, now: float) -> tuple[PutBack, Reading]:
        """Draw everything that has lost its marker, and read again. Without a marker it is unknown what was typed when.

        Raises `Conflict` if another process was faster.
        """
        session, books = self.session, self.books
        rows = reading.typed_rows(books, latest_reading)
        if is_just_back(session):
            submissions = answer_rows(session, without_ticks(session, rows), now)
            submissions, books.boxes = asked_again(session, submissions, rows), {}
            if (kept := with_closed_forms(books, latest_reading)) != session.record.drafts:
                session.save(drafts=kept)
        else:
            submissions, books.boxes = answer_rows(session, rows, now), reading.ticked_boxes(books, latest_reading)
        keep_drafts(session, submissions)
        put_back = self.show(latest_reading, submissions, has_played=False, rebuild=False)
        return put_back, reading.read(books)

    def show(self, latest_reading: Reading, submissions: Submissions, *, has_played: bool, rebuild: bool) -> PutBack:
        """Undo foreign edits, and show the match. Raises `Conflict` if another process was faster."""
        session, books, attendance = self.session, self.books, submissions.attendance
        if has_played:
            keep_drafts(session, submissions)
        edits = foreign_edits(books, latest_reading, attendance)
        if edits.torn or edits.lines:
            record = session.record
            torn = tuple(each.but(torn=each.torn or each.key in edits.torn) for each in record.workbooks)
            repairs = Repairs.of(record)
            mended = timed(session, edits.lines) or repairs.mended
            session.save_part(repairs.but(mended=mended), workbooks=torn)
        if edits.lines:
            # more than cells may have changed, and an inspection removes what would write into them again
            books.has_changed = True
        stop_spilling(books, edits)
        # what this process has just stored is the newest
        if not (has_played or session.is_newest()):
            return PutBack(lines=edits.lines)
        shown = showing.show(books, latest_reading, attendance, edits.intact, build_again=rebuild)
        if Upkeep.of(session.record).ending:
            session.save_part(Upkeep.of(session.record).but(ending=False))
        if (emptied := with_empty_boxes(session.record.drafts)) != session.record.drafts:
            session.save(drafts=emptied)
        if shown.restored:
            note_lines(session, shown.restored)
        return PutBack(None, edits.lines, shown.restored, shown.writes)
