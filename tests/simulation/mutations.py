"""Bugs that are put in by hand, to see that the simulation finds each of them: its invariants can fail.

Each was a bug of this program once, or is one that its design rules out. The case of the same name fails with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from sheets_gm.adapters.google.calls.cell_requests import value_at
from sheets_gm.adapters.google.workbooks import write_requests
from sheets_gm.adapters.stores.database import schema, statements
from sheets_gm.adapters.stores.database.store import DatabaseStore, _row
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.schedule.agenda import Agenda
from sheets_gm.gm.poll.schedule.rounds import Rounds
from sheets_gm.gm.workbooks import repair
from sheets_gm.gm.workbooks.live import reading, showing
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet import row_planning
from sheets_gm.sheet.writes import ClearIf
from tests.simulation.clock import UPTIME

Mutation = Callable[[pytest.MonkeyPatch], None]


def read_a_locked_row_again(patch: pytest.MonkeyPatch) -> None:
    """After a crash, what a lock took is read once more for the next turn."""
    patch.setattr(reading, "_locked_since", lambda *_given: {})


def trust_every_marker(patch: pytest.MonkeyPatch) -> None:
    """A workbook is taken to show the newest entry, whatever its marker says."""
    patch.setattr(Workbooks, "shown_entry", lambda self, _layout, _reading: self.session.entry.number)


def obey_a_box_again(patch: pytest.MonkeyPatch) -> None:
    """After a crash, a box of the GM that was obeyed is obeyed again."""
    patch.setattr(reading, "changed_controls", lambda _entry: ())


def keep_a_look_that_another_drew_over(patch: pytest.MonkeyPatch) -> None:
    """A tab in which another process has drawn is taken to look as this one drew it, apart from rows that differ."""
    original = repair.edits
    patch.setattr(repair, "edits", lambda *given: (original(*given)[0], frozenset()))


def empty_a_cell_whatever_it_holds(patch: pytest.MonkeyPatch) -> None:
    """A cell is emptied after its lock though somebody has typed there since."""

    def clear(sheet: int, write: ClearIf) -> Iterator[dict[str, Any]]:
        yield value_at(sheet, write.row, write.column, None)

    patch.setattr(write_requests, "clear_if", clear)
    patch.setattr("sheets_gm.adapters.google.workbooks.cells.was_missed", lambda *_given: False)


def leave_the_inputs_of_a_renamed_row(patch: pytest.MonkeyPatch) -> None:
    """Where a turn gives a row another name, what somebody typed there meanwhile stays."""
    patch.setattr(row_planning, "_is_renamed", lambda *_given: False)


def overwrite_an_entry(patch: pytest.MonkeyPatch) -> None:
    """A process that is late writes its entry over that of a faster one, and nobody claims a match."""

    def append(self: DatabaseStore, match: str, entry: Entry, record: Record) -> Record:
        with self._engine.begin() as db:
            same = sa.and_(schema.entries.c.match == match, schema.entries.c.number == entry.number)
            db.execute(schema.entries.delete().where(same))
        version = self.record(match).version
        with self._direct.writing() as cursor:
            cursor.execute(statements.ADD_ENTRY, _row(match, entry))
            return self._kept(self._replace(cursor, record.but(version=version)))

    patch.setattr(DatabaseStore, "append", append)
    patch.setattr(DatabaseStore, "claim", lambda *_given: True)


def show_a_turn_over_the_answers_of_another(patch: pytest.MonkeyPatch) -> None:
    """A process that is slow to show a turn does so though another one was faster, and has answered rows since."""
    patch.setattr(showing, "unless_late", lambda *_given: [])
    patch.setattr(showing, "check_late", lambda *_given: None)


def forget_lines_above_the_window(patch: pytest.MonkeyPatch) -> None:
    """What several entries at once have made of the log is shown as far as the newest lines go."""
    patch.setattr(showing, "add_missed_lines", lambda *_given: None)


def poll_no_more(patch: pytest.MonkeyPatch) -> None:
    """After its store was away, a match is polled again in many years."""
    failed = Agenda.failed

    def later(self: Agenda, match: str, now: float, *, again: bool = False) -> None:
        failed(self, match, now if again else now + 1_800_000_000.0 - UPTIME, again=again)

    patch.setattr(Agenda, "failed", later)
    # a sync that notices a gap, or a record that was saved since, would poll it all the same
    patch.setattr(Rounds, "_notice_gap", lambda *_given: None)
    patch.setattr(Agenda, "hasten", lambda *_given: None)


def log_the_token(patch: pytest.MonkeyPatch) -> None:
    """What could not be sent is logged, with the token that it was sent with."""
    from sheets_gm.adapters.google import connection

    unreachable = connection._unreachable

    def told(error: Any) -> str:
        return f"{unreachable(error)} {dict(error.request.headers) if error.request is not None else ''}"

    patch.setattr(connection, "_unreachable", told)


MUTATIONS: Mapping[str, Mutation] = {
    each.__name__: each
    for each in (
        read_a_locked_row_again,
        trust_every_marker,
        obey_a_box_again,
        keep_a_look_that_another_drew_over,
        empty_a_cell_whatever_it_holds,
        leave_the_inputs_of_a_renamed_row,
        overwrite_an_entry,
        show_a_turn_over_the_answers_of_another,
        forget_lines_above_the_window,
        poll_no_more,
        log_the_token,
    )
}
