"""What is due without any input from people, and what the program then does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheets_gm.gm.between.deadlines import Leap
from sheets_gm.gm.between.finding import by_boxes, due_actions, owners
from sheets_gm.gm.clocks import to_remind
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.match_record.seats.presence import Absence
from sheets_gm.gm.poll import delivery
from sheets_gm.gm.poll.comments import CommentReader
from sheets_gm.gm.poll.sliding_deadlines import SlidingDeadlines
from sheets_gm.gm.session import Session
from sheets_gm.gm.side_jobs import Report, guarded
from sheets_gm.gm.workbooks.live import inspection, inviting
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.actions import Action


@dataclass(slots=True)
class Agenda:
    """What is due in one match, as one process sees it. *time* moves its deadlines.

    *_away* are the seats and teams that were away at the last step, and the absences that had not ended. *_looked* is
    when the program last checked whether the idle match is in the trash.
    """

    books: Workbooks
    time: SlidingDeadlines = field(init=False)
    _comments: CommentReader = field(init=False)
    _away: tuple[frozenset[str], tuple[Absence, ...]] = field(init=False, default=(frozenset(), ()))
    _looked: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.time, self._comments = SlidingDeadlines(self.session), CommentReader(self.books)

    @property
    def session(self) -> Session:
        return self.books.session

    def comments(self, now: float, report: Report) -> Sequence[Action]:
        """Return the actions that pass on new comments. It looks for comments only from time to time."""
        if self._comments.is_due(now):
            with guarded("comments", report):
                return self._comments.look(now)
        return ()

    def moves(self, now: float) -> Sequence[Action]:
        """Note a poll at *now*; return the actions that move deadlines after an outage or a jump of the clock."""
        moves = self.time.actions(now)
        self.books.beside = self.time.beside
        return moves

    def actions(
        self, ticked: Mapping[str, bool], asked: Sequence[Action], submissions: Submissions, now: float
    ) -> tuple[Action, ...]:
        """Return the actions that are *asked* for, and those that are due by the clock, by a *ticked* box or by earlier
        events.

        Actions by the clock or earlier events are left out while a row of the desk waits, because the game master may
        want to prevent them with it, and after a jump of the clock, which changes their time.
        """
        record = self.session.record
        actions = (*asked, *_others(asked, by_boxes(record, ticked)))
        leaps = any(isinstance(each, Leap) for each in asked)
        if leaps or submissions.next_at_once(desk_only=True) is not None:
            return actions
        return (*actions, *_others(actions, due_actions(record, now, self.session.ports.report)))

    def is_anything_due(self, waiting: Collection[str], now: float) -> bool:
        """Return whether anything is due, even if nobody has typed anything."""
        session, books = self.session, self.books
        record = session.record
        if session.is_due(now) or session.is_time_up(waiting, now):
            return True
        if due_actions(record, now, session.ports.report) or delivery.is_due(record, now):
            return True
        if self._away_at(now) != self._away:
            return True
        if to_remind(record, session.all_forms, now) & set(waiting):
            return True
        return inspection.is_due_by_change(books, now) or inviting.is_due(books, now)

    def idle(self, now: float) -> None:
        """Check from time to time whether the idle match is in the trash."""
        self._looked = inspection.look_when_idle(self.books, self._looked, now)

    def note(self, now: float) -> None:
        """Note who is away *now*."""
        self._away = self._away_at(now)

    def note_inspection(self, now: float) -> None:
        """Note whether every workbook was inspected since the last change by a person."""
        self.books.has_changed &= not inspection.is_done(self.books, now)

    def _away_at(self, now: float) -> tuple[frozenset[str], tuple[Absence, ...]]:
        """Return the seats and teams that are away at *now* or have left, and the absences that have not ended."""
        presence = self.session.record.presence
        return presence.absent_at(now), presence.left_at(now)


def _others(asked: Sequence[Action], more: Sequence[Action]) -> Iterator[Action]:
    """Yield those of *more* whose feature has no action in *asked*."""
    features = [owners()[type(each)] for each in asked]
    return (each for each in more if owners()[type(each)] not in features)
