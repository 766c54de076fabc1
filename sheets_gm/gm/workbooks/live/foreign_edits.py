"""Foreign edits: what people typed over cells that are not theirs. The next showing undoes them.

Outdated writes of another process are undone too, but do not count as foreign edits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.workbooks import repair
from sheets_gm.gm.workbooks.build import template_as_built
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.growing_tabs import head_of
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.gm.workbooks.live.looks import Look
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.sheet.grid import Grid, same_value
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.tabs import FormTab

HEADING = "heading"
"""The style of the heading of a column."""

TORN = 4
"""With this many foreign edits on one tab, something was probably moved or pasted."""


@dataclass(frozen=True, slots=True)
class ForeignEdits:
    """The foreign edits in all workbooks, a line each, and the keys of the workbooks that are *torn*.

    *places* are the edited cells (tab, row, column) of each workbook, *intact* its tabs that hold exactly what was
    drawn.
    """

    lines: tuple[str, ...] = ()
    torn: frozenset[str] = frozenset()
    places: Mapping[str, Sequence[tuple[str, int, int]]] = field(default_factory=dict)
    intact: Mapping[str, frozenset[str]] = field(default_factory=dict)


def foreign_edits(books: Workbooks, reading: Reading, attendance: Mapping[str, Attendance]) -> ForeignEdits:
    """Return the foreign edits of all workbooks.

    No poll reads formats, notes and merged cells. A person who typed over a cell may have pasted a format with it, so
    its whole row is drawn again. A person who changed several cells may have inserted rows or columns, so the workbook
    must be built again. A tab in which another process has drawn is drawn again as a whole. A change from before this
    process first drew is no foreign edit, because an earlier process may have drawn it.
    """
    lines: list[str] = []
    torn: set[str] = set()
    places: dict[str, Sequence[tuple[str, int, int]]] = {}
    intact: dict[str, frozenset[str]] = {}
    snapshot = books.snapshot(attendance)
    for layout in books.layouts:
        is_drawn = layout.key in books.looks.shown
        shown = books.looks.of(layout) if is_drawn or books.looks.is_assumed(layout.key) else {}
        if books.is_drawn_over(layout, reading):
            continue
        values = reading.values[layout.key]
        intact[layout.key] = repair.intact_tabs(shown, values, reading.tops, snapshot.drawn, layout.key)
        pictures = _pictures(books, snapshot, layout)
        edits, drawn_by_another = repair.edits(shown, values, pictures, reading.tops, intact[layout.key])
        for tab in drawn_by_another:
            books.looks.forget_tab(layout.key, tab)
        if is_drawn:
            places[layout.key] = [each[:3] for each in edits]
            lines += repair.lines_of(edits, books.session.template)
        has_moved = (
            _have_headings_moved(books, layout, reading)
            or _have_heads_moved(snapshot, layout, reading)
            or _is_heading_gone(shown, edits)
        )
        if _is_torn(edits) or has_moved:
            torn.add(layout.key)
    return ForeignEdits(tuple(lines), frozenset(torn), places, intact)


def stop_spilling(books: Workbooks, edits: ForeignEdits) -> None:
    """Remove formulas that would fill the cells of *edits* again after they are put back.

    An array spills from an input, where a person may type anything, over cells beside it and below it.
    """
    for layout in books.layouts:
        if edits.places.get(layout.key):
            books.sheets.stop_spilling(books.workbook(layout), edits.places[layout.key])


def _is_torn(edits: Sequence[repair.Edit]) -> bool:
    """Return whether a tab has more foreign edits than people make cell by cell."""
    return max(Counter(edit[0] for edit in edits).values(), default=0) >= TORN


def _have_headings_moved(books: Workbooks, layout: WorkbookLayout, reading: Reading) -> bool:
    """Return whether the headings of a form are not where any process has drawn them.

    Unlike `read_tab`, this also checks tabs without rows. A single heading that somebody typed over is only a foreign
    edit.
    """
    session, workbook = books.session, books.workbook(layout)
    for tab in (*session.journal.tabs, *desk_forms.TABS):
        if isinstance(tab, FormTab) and tab.key in layout.tabs:
            values = reading.values[layout.key].get(tab.key, ())
            built = template_as_built(session.record, workbook, tab.key, session.template.tabs[tab.key])
            if len(values) > HEADING_ROW and values[HEADING_ROW] == built.texts_of_headings:
                continue
            if _has_moved(values, [column.heading for column in built.columns]):
                return True
    return False


def _have_heads_moved(snapshot: Snapshot, layout: WorkbookLayout, reading: Reading) -> bool:
    """Return whether the headings of a growing tab, the log or the history, are not where they were drawn."""
    heads = ((values, head_of(snapshot, layout, key)) for key, values in reading.heads[layout.key].items())
    return any(
        head is not None and _has_moved(values, [cell.value for cell in head.rows[HEADING_ROW]])
        for values, head in heads
    )


def _is_heading_gone(shown: Look, edits: Sequence[repair.Edit]) -> bool:
    """Return whether a heading is empty. Then its column may have been deleted, and its formats with it."""
    return any(
        value in (None, "") and shown[key].at(row - shown[key].top, column).style == HEADING
        for key, row, column, value in edits
    )


def _has_moved(values: Sequence[Sequence[Typed]], headings: Sequence[Typed]) -> bool:
    """Return whether *headings* are not in their row of a tab. One heading that somebody typed over does not count.

    A tab without any text was just built.
    """
    row = values[HEADING_ROW] if len(values) > HEADING_ROW else ()
    cells = [row[at] if at < len(row) else None for at in range(len(headings))]
    wrong = [value for value, heading in zip(cells, headings, strict=True) if not same_value(value, heading)]
    return any(any(each) for each in values) and (len(wrong) > 1 or wrong in ([None], [""]))


def _pictures(books: Workbooks, snapshot: Snapshot, layout: WorkbookLayout) -> Iterator[Mapping[str, Grid]]:
    """Yield how a workbook should look now, and how it looked with earlier records and before or after the deadline.

    A slow process, or one whose clock is a little behind, may have drawn it in one of these ways.
    """
    session, now = books.session, books.session.ports.clock()
    yield draw(snapshot, layout)
    yield draw(replace(snapshot, late=not snapshot.late), layout)
    for record in session.versions[1:]:
        before = answer_rows(session, {}, now, record).attendance
        yield draw(replace(snapshot, record=record, attendance=before), layout)
