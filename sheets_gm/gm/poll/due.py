"""What is due: whether it is time for something though nobody has typed, and what the program itself does then."""

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
    """What is due in one match, as one process sees it; *time* moves its deadlines.

    *_away* are the seats and teams that were away at the last step, and the absences that had not ended. *_looked* is
    when it was last looked whether the idle match is in the trash.
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
        """The match."""
        return self.books.session

    def comments(self, now: float, report: Report) -> Sequence[Action]:
        """The actions that pass on new comments, from time to time."""
        if self._comments.is_due(now):
            with guarded("comments", report):
                return self._comments.look(now)
        return ()

    def moves(self, now: float) -> Sequence[Action]:
        """Note a poll at *now*; return the actions that move deadlines after an outage or a leap of the clock."""
        moves = self.time.actions(now)
        self.books.beside = self.time.beside
        return moves

    def actions(
        self, ticked: Mapping[str, bool], asked: Sequence[Action], submissions: Submissions, now: float
    ) -> tuple[Action, ...]:
        """What is *asked* for, and what is due by the clock, by a box that is *ticked*, or by what people did before.

        The last waits for a row of the desk, which the game master may have meant to prevent it with, and for a leap of
        the clock, which moves it.
        """
        record = self.session.record
        actions = (*asked, *_others(asked, by_boxes(record, ticked)))
        leaps = any(isinstance(each, Leap) for each in asked)
        if leaps or submissions.next_at_once(desk_only=True) is not None:
            return actions
        return (*actions, *_others(actions, due_actions(record, now, self.session.report)))

    def is_anything_due(self, waiting: Collection[str], now: float) -> bool:
        """Whether it is time for something, though nobody has typed anything."""
        session, books = self.session, self.books
        record = session.record
        if session.is_due(now) or session.is_time_up(waiting, now):
            return True
        if due_actions(record, now, session.report) or delivery.is_due(record, now):
            return True
        if self._away_at(now) != self._away:
            return True
        if to_remind(record, session.all_forms, now) & set(waiting):
            return True
        return inspection.is_due_by_change(books, now) or inviting.is_due(books, now)

    def idle(self, now: float) -> None:
        """Look from time to time whether the idle match is in the trash."""
        self._looked = inspection.look_when_idle(self.books, self._looked, now)

    def note(self, now: float) -> None:
        """Note who is away *now*."""
        self._away = self._away_at(now)

    def note_inspection(self, now: float) -> None:
        """Note whether every workbook was inspected since somebody was last seen to have changed one."""
        self.books.has_changed &= not inspection.is_done(self.books, now)

    def _away_at(self, now: float) -> tuple[frozenset[str], tuple[Absence, ...]]:
        """The seats and teams that are away *now*, and the absences that have not ended."""
        presence = self.session.record.presence
        return presence.away_at(now), presence.left_at(now)


def _others(asked: Sequence[Action], more: Sequence[Action]) -> Iterator[Action]:
    """Those of *more* of whose features nothing is *asked* for already."""
    features = [owners()[type(each)] for each in asked]
    return (each for each in more if owners()[type(each)] not in features)
