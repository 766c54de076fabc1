"""Showing: every workbook is made to look as it should, with as few writes as possible."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.players_then import PlayersThen
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Protection, SheetsRefused
from sheets_gm.gm.ports.store import Conflict
from sheets_gm.gm.workbooks.build import tab_plans, template_as_shown
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.growing_tabs import head_of
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.live import inspection
from sheets_gm.gm.workbooks.live.growing_tabs import add_missed_history, add_missed_lines, grow
from sheets_gm.gm.workbooks.live.inviting import invite
from sheets_gm.gm.workbooks.live.late_writes import check_late, unless_late
from sheets_gm.gm.workbooks.live.looks import Look
from sheets_gm.gm.workbooks.live.rebuilding import add_new_tabs, rebuild
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.gm.workbooks.marker import found_marker, marker, marker_last, only_marker, with_old_marker
from sheets_gm.gm.workbooks.protection import protection_digest, protections_of
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.tab_sizes import below, size
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.planning import has_moved, is_merged_anew, plan
from sheets_gm.sheet.writes import Freeze, Put, RowHeights, Write

NO_TABS: frozenset[str] = frozenset()
NOTHING_INTACT: Mapping[str, frozenset[str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Shown:
    """The result of a showing: the number of *writes*, and what it put right apart from cells, a line each."""

    writes: int = 0
    restored: tuple[str, ...] = ()


def show(
    books: Workbooks,
    reading: Reading,
    attendance: Mapping[str, Attendance],
    intact: Mapping[str, frozenset[str]] = NOTHING_INTACT,
    *,
    build_again: bool = False,
) -> Shown:
    """Make every workbook look as it should, built again from the template if asked.

    *intact* are the tabs of each workbook that hold exactly what was last drawn there.
    """
    add_missed_history(books, reading)
    add_missed_lines(books, reading)
    invite(books)
    add_new_tabs(books)
    retitle(books)
    snapshot = books.snapshot(attendance)
    writes, restored, written = 0, tuple[str, ...](), list[WorkbookLayout]()
    try:
        for layout in books.layouts:
            wanted = draw(snapshot, layout)
            workbook = books.workbook(layout)
            before = writes
            if build_again or workbook.torn or workbook.template != books.template_digests[layout.key]:
                writes += rebuild(books, snapshot, layout, wanted, reading.values[layout.key])
            else:
                shown = Update(books, snapshot, layout, reading, wanted, intact.get(layout.key, NO_TABS)).apply()
                writes, restored = writes + shown.writes, restored + shown.restored
            if writes > before:
                written.append(layout)
            books.looks.done(layout.key, wanted)
    finally:
        # what is known of all workbooks is stored at once; whoever does not learn it does the same again
        try:
            books.session.save_notes()
        except Conflict:
            # another process has shown what is newer, and what this one wrote may lie over it: also what no poll reads
            for layout in written:
                books.looks.forget_workbook(layout)
            raise
    return Shown(writes, restored)


def retitle(books: Workbooks) -> None:
    """Give each spreadsheet the title of the match from the game master, and the name of its current player."""
    record = books.session.record
    is_retitled = bool(Upkeep.of(record).retitled)
    for layout in books.layouts:
        workbook, wanted = books.workbook(layout), f"{record.title}: {layout.title}" if layout.title else record.title
        old_title = workbook.titled or workbook.named.get("title", "")
        if old_title != wanted and (is_retitled or workbook.titled or old_title in _titles_before(record, layout)):
            books.save(books.sheets.retitle(workbook, wanted))


def _titles_before(record: Record, layout: WorkbookLayout) -> Iterator[str]:
    """Yield the titles that a private spreadsheet had for former players. The GM's own spreadsheet keeps its title."""
    for seat in (*record.places, *(each.seat for each in PlayersThen.of(record).former)):
        if seat.id in layout.eyes:
            yield f"{record.charter.title}: {seat.player}"


@dataclass(frozen=True, slots=True)
class Update:
    """One workbook as read and as *wanted*. *intact* are the tabs that hold what was last drawn there."""

    books: Workbooks
    snapshot: Snapshot
    layout: WorkbookLayout
    reading: Reading
    wanted: Look
    intact: Collection[str] = ()

    def apply(self) -> Shown:
        """Write what differs, and protect the workbook if its protection should change."""
        books, layout = self.books, self.layout
        workbook, protections = books.workbook(layout), protections_of(self.snapshot, layout)
        guarded = self.snapshot.drawn.made(layout.key, "protection", protection_digest, protections)
        now = books.session.ports.clock()
        due = inspection.is_due(books, workbook, now)
        changed = protections if workbook.guarded != guarded and not due else None
        writes, remarks = self._write(changed, anew=due and books.draws_anew(layout, now))
        restored: tuple[str, ...] = ()
        is_silent = changed is None and (not writes or only_marker(writes))
        if due:
            tabs, as_known = tab_plans(self.snapshot, layout, self.wanted), workbook.guarded == guarded
            workbook, restored = inspection.inspect(books, layout, protections, tabs, is_as_known=as_known)
            styles = self.snapshot.template.styles
            shown = marker(self.snapshot.entry) if writes and not is_silent else self._found_marker()
            restored += inspection.restore_inputs(books, layout, self.wanted, styles, shown)
            workbook, remarks = workbook.but(watched=now), workbook.remarks
        if due or changed is not None:
            workbook = workbook.but(guarded=guarded, remarks=remarks)
        if writes and is_silent:
            # where there is nothing else to show, the marker stays as it is, and the record notes that
            workbook, writes = workbook.but(shown=self.snapshot.entry.number), []
            first = layout.tabs[0]
            self.wanted[first] = with_old_marker(self.wanted[first], self.reading.values[layout.key].get(first, ()))
        before = books.workbook(layout)
        if workbook != before:
            books.note(workbook)
        is_new = _remarks(workbook) != _remarks(before)
        return Shown(len(writes) + is_new + len(restored), restored)

    def _found_marker(self) -> str:
        """Return the marker that the workbook had when it was read; "" without one."""
        return found_marker(
            self.reading.values[self.layout.key].get(self.layout.tabs[0], ()), self.snapshot.entry.number
        )

    def _write(self, protections: Sequence[Protection] | None, *, anew: bool) -> tuple[list[Write], tuple[str, ...]]:
        """Write what differs, or all if *anew*. Return the writes, and what others protect in the workbook."""
        books, layout, styles = self.books, self.layout, self.snapshot.template.styles
        workbook, before = books.workbook(layout), {} if anew else books.looks.of(layout)
        writes = self.planned(before)
        if only_marker(writes) and protections is None:
            return writes, workbook.remarks
        entry = self.snapshot.entry
        marks = books.shown_entry(layout, self.reading) != entry.number
        first = self.reading.values[layout.key].get(layout.tabs[0], ())
        guard = unless_late(layout, first, entry) if writes else []
        books.looks.begin(layout.key, before, self.wanted, marks=marks)
        try:
            return writes, books.sheets.write(workbook, [*guard, *writes], styles, protections)
        except SheetsRefused:
            check_late(books, layout, first)
            if not before and not guard:
                raise
            # somebody has changed what cannot be read, like merged cells or the size of a tab: draw all of it
            writes = self.planned({})
            return writes, books.sheets.write(workbook, writes, styles, protections)

    def planned(self, before: Look) -> list[Write]:
        """Return the writes that make the workbook right if its tabs look like *before*; none if it is right."""
        values, tops = self.reading.values[self.layout.key], self.reading.tops
        growths: list[Write] = []
        writes: list[Write] = []
        for key, grid in self.wanted.items():
            if key in self.intact and before.get(key) is grid and key not in tops:
                continue  # it is as it was drawn, and should be
            actual: Sequence[Sequence[Typed]] | None = values.get(key, ())
            if key in tops:
                writes += self._head_writes(key)
                # the tab was read from the row that was the first of its window then
                actual = values.get(key, ())[grid.top - tops[key] :] if grid.top >= tops[key] else None
            if key in self.intact and key in before and before[key].top <= grid.top:
                actual = None  # as drawn
            if key not in before or (before[key].rows is not grid.rows and _room(before[key]) != _room(grid)):
                growths.append(grow(self.snapshot, self.layout, key, grid))
            planned = plan(key, before.get(key), actual, grid)
            if is_merged_anew(planned):
                growths.append(Freeze(key, template_as_shown(self.snapshot, key)))
            writes += planned
            # people may have inserted rows: among those that were drawn, or where nothing was
            drawn = before[key].bottom if key in before and not has_moved(planned) else 0
            if drawn < grid.bottom and not grid.top:
                growths.append(RowHeights(key, drawn, grid.bottom, template_as_shown(self.snapshot, key)))
        return marker_last([*growths, *writes], self.layout.tabs[0]) if writes else []

    def _head_writes(self, key: str) -> list[Write]:
        """Return the writes that restore the head of a growing tab. The lines below do not change."""
        head = head_of(self.snapshot, self.layout, key)
        if head is None:
            return []
        values = self.reading.heads[self.layout.key].get(key, ())
        return [write for write in plan(key, head, values, head) if isinstance(write, Put)]


def _room(grid: Grid) -> tuple[tuple[int, int], int]:
    """Return the size of a tab for *grid* with some room to spare, and the row for what stands below it."""
    return size(grid), below(grid)


def _remarks(workbook: Workbook) -> tuple[object, ...]:
    """Return what the GM tab says about a workbook."""
    return workbook.remarks, workbook.strangers, workbook.crowded
