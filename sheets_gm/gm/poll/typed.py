"""What people have typed: their rows, the boxes of the game master, and the instant at which both are taken."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from sheets_gm.gm.intake.receipts import is_second_press
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.match_record.pending_lock import ASKED_FOR
from sheets_gm.gm.poll.dry_run import dry_run
from sheets_gm.gm.poll.due_locks import Moment
from sheets_gm.gm.poll.late_ticks import LateTicks
from sheets_gm.gm.workbooks.live import reading
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.gm.workbooks.live.arrays import end_arrays
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.sheet.reading import Key, RowRead

LOOKED_BACK = 9
"""How many entries back the turn is looked for that the game master had played: other steps may follow it at once."""


class Typed(NamedTuple):
    """The *moment* with the submissions, the reading that was *found*, and the *ticked* boxes of the game master."""

    moment: Moment
    found: Reading
    ticked: Mapping[str, bool]


@dataclass(slots=True)
class TypedRows:
    """The typed rows of one match, and their answers, as one process reads them."""

    books: Workbooks
    _late_ticks: LateTicks = field(init=False)

    def __post_init__(self) -> None:
        self._late_ticks = LateTicks(self.books.session)

    def answer(self, latest_reading: Reading, now: float, *, resolve: bool) -> Typed:
        """Answer the rows. If the game master has ticked the box for a dry run, store its result.

        *resolve*: the game master asks for the next step, as with a box. If a lock is due, arrays are ended before it.
        """
        session, books = self.books.session, self.books
        ticked, late = reading.ticked_boxes(books, latest_reading), copy(self._late_ticks)
        resolve = resolve or (ticked.get("resolve", False) and not self._is_pressed_twice(now))
        rows, submissions = self._submitted(latest_reading, now)
        if Moment(session, submissions, now, resolve).may_lock() and end_arrays(books, rows):
            latest_reading, self._late_ticks = reading.read(books), late
            rows, submissions = self._submitted(latest_reading, now)
        if ticked.get("rehearse"):
            dry_run(session, submissions, now)
        return Typed(Moment(session, submissions, now, resolve), latest_reading, ticked)

    def _is_pressed_twice(self, now: float) -> bool:
        """Return whether the game master has just had a turn played by the same box."""
        session = self.books.session
        last = session.ports.store.entries(session.match, max(0, session.entry.number - LOOKED_BACK))
        return any(each.why == ASKED_FOR and is_second_press(each.when, now) for each in last)

    def _submitted(self, latest_reading: Reading, now: float) -> tuple[Mapping[Key, RowRead], Submissions]:
        """Return the rows as typed, and the submissions."""
        rows = self._late_ticks.without(reading.typed_rows(self.books, latest_reading), now)
        return rows, self._late_ticks.answered(answer_rows(self.books.session, rows, now))

    def dry_run(self) -> tuple[str, ...]:
        """Return what would happen if the step were played now with other dice, as sentences, including secret ones."""
        session = self.books.session
        latest_reading, now = reading.read(self.books), session.ports.clock()
        return dry_run(session, answer_rows(session, reading.typed_rows(self.books, latest_reading), now), now)
