"""Foreign edits: what people typed over cells that are not theirs. The next showing puts these back.

What another process wrote is put back too where it is out of date, and is nobody's edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sheets_gm.gm.workbooks import repair
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.gm.workbooks.marker import drawn_entry
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.sheet.grid import Grid


def foreign_edits(books: Workbooks, reading: Reading, attendance: Mapping[str, Attendance]) -> tuple[str, ...]:
    """The foreign edits of all workbooks, a line each."""
    lines: tuple[str, ...] = ()
    for layout in books.layouts:
        shown = books.looks.of(layout) if layout.key in books.looks.shown else {}
        first = layout.tabs[0]
        if first in shown and books.shown_entry(layout, reading) not in (None, drawn_entry(shown[first])):
            continue  # another process has drawn the workbook since, at another entry
        pictures = _pictures(books, attendance, layout)
        values = reading.values[layout.key]
        lines += tuple(repair.foreign_edit_lines(books.session.template, shown, values, pictures, reading.tops))
    return lines


def _pictures(
    books: Workbooks, attendance: Mapping[str, Attendance], layout: WorkbookLayout
) -> Iterator[Mapping[str, Grid]]:
    """How a workbook should look, and how it did by earlier records and on the other side of the deadline.

    A process that is slow, or whose clock is a little behind, may have drawn it so.
    """
    session = books.session
    snapshot, now = books.snapshot(attendance), session.clock()
    yield draw(snapshot, layout)
    yield draw(replace(snapshot, late=not snapshot.late), layout)
    for record in session.earlier:
        before = answer_rows(session, {}, now, record).attendance
        yield draw(replace(snapshot, record=record, attendance=before), layout)
