"""The workbooks of one match, as they are read and as they are made to look.

There is one read of each workbook, by the ids of its tabs, and a tab that is gone is built again. What is written is
the difference to what was read, so showing again is safe and writes nothing when the sheets are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from sheets_gm.gm.log.history_rows import history_tab
from sheets_gm.gm.log.reports import Chapter
from sheets_gm.gm.ports.sheets import Protection, Sheets, SheetsRefused, TabRange, TabsMissing, WorkbookPlan
from sheets_gm.gm.record.record import BY_GM
from sheets_gm.gm.record.workbook import LATER, Workbook
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks import build, repair
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.gm_tab import changed_control, ticked_controls
from sheets_gm.gm.workbooks.input_rows import NotShown, input_rows
from sheets_gm.gm.workbooks.layout import GM_TAB, LOG, ROSTER, WorkbookLayout, layouts_of
from sheets_gm.gm.workbooks.looks import Looks
from sheets_gm.gm.workbooks.marker import drawn_entry, marked_entry, marker_last, only_marker, with_old_marker
from sheets_gm.gm.workbooks.protection import protection_digest, protections_of
from sheets_gm.gm.workbooks.reference_tabs import draw_roster
from sheets_gm.gm.workbooks.sharing import is_shared, next_try, sharing_of
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.windows import head_of, log_window, size
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.journal import Attendance, Entry
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import draw_history
from sheets_gm.sheet.planning import Grow, Write, plan
from sheets_gm.sheet.reading import Key, RowRead
from sheets_gm.sheet.rendering import LOG_TOP

PROTECTION_CHECKED = 3600.0
"""Seconds after which the protection of a workbook is compared with what it should be, though nothing changed."""

CHANGE_CHECKED = 600.0
"""The same, if the service says that the document has changed: every edit of a cell is such a change."""

TabValues: TypeAlias = Mapping[str, Sequence[Sequence[Typed]]]
"""The values of one workbook, by tab."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one poll read: the values of every workbook, and the first row that was read of each growing tab."""

    values: Mapping[str, TabValues]
    tops: Mapping[str, int]


@dataclass(slots=True)
class Workbooks:
    """The workbooks of *session*, reached by *sheets*, and what they are known to show.

    *is_told* is whether the service says that one of them has changed; *restored* is what the last showing put back
    beside cells, a line each.
    """

    session: Session
    sheets: Sheets
    layouts: tuple[WorkbookLayout, ...] = field(init=False)
    template_digests: Mapping[str, str] = field(init=False)
    is_told: bool = field(init=False, default=False)
    restored: tuple[str, ...] = field(init=False, default=())
    _looks: Looks = field(init=False, default_factory=Looks)
    _loads: int = field(init=False, default=0)
    _people: tuple[Seat, ...] | None = field(init=False, default=None)
    _roster: Grid = field(init=False, default=Grid())
    _blank: dict[tuple[str, str], Grid] = field(init=False, default_factory=dict)
    _chapters: dict[tuple[str, str], tuple[Chapter, ...]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        session = self.session
        self.layouts = layouts_of(session.game, session.record)
        self.template_digests = {layout.key: build.template_digest(session.template, layout) for layout in self.layouts}

    def lost(self) -> tuple[str, ...]:
        """The keys of the workbooks whose documents are gone."""
        return tuple(book.key for book in self.session.record.workbooks if not self.sheets.exists(book))

    def replace_document(self, key: str, document: str | None) -> None:
        """Play on in another *document*, or a new one, in place of one that is gone. The next poll builds its tabs."""
        session = self.session
        layout = next(each for each in self.layouts if each.key == key)
        title = session.record.charter.title
        sharing = sharing_of(session.record, layout)
        made = self.sheets.make(
            key, f"{title}: {layout.title}" if layout.title else title, WorkbookPlan(), document, sharing=sharing
        )
        before = self._workbook(layout)
        self._save(made.but(tabs=before.tabs, template=before.template, guarded=""))
        self.looks.clear()

    def forget(self) -> None:
        """Forget what the workbooks show: the next showing compares with what they hold."""
        self._looks.clear()

    def doubt(self) -> None:
        """Take for sure only what no write can have changed: an entry may be shown, or not."""
        self._looks.doubt()

    @property
    def looks(self) -> Looks:
        """What each workbook is known to look like; nothing once the match was loaded from the journal again."""
        if self._loads != self.session.loads:
            self._loads = self.session.loads
            self._looks.clear()
        return self._looks

    def remember(self, reading: Reading, now: float) -> None:
        """Note how the workbooks look that show the newest entry, before anything changes."""
        unknown = [layout for layout in self.layouts if layout.key not in self.looks.shown]
        if not unknown:
            return
        number = self.session.entry.number
        snapshot = self.snapshot(self.session.submissions({}, now).attendance)
        for layout in unknown:
            if self._marked(layout, reading) == number:
                self.looks.presume(layout.key, snapshot)

    def snapshot(self, attendance: Mapping[str, Attendance]) -> Snapshot:
        """The match as it stands, ready to be drawn."""
        session = self.session
        if self._people is not session.record.people:
            self._people = session.record.people
            roster = session.template.tabs[ROSTER]
            self._roster = draw_roster(roster, self._people, session.record.policy.layout)
            self._blank.clear()
        return Snapshot(
            game=session.game,
            template=session.template,
            record=session.record,
            entry=session.entry,
            state=session.state,
            forms=session.all_forms,
            attendance=attendance,
            log=session.log,
            log_start=session.log_start,
            seats=session.seats,
            roster=self._roster,
            blank=self._blank,
            chapters=self._chapters,
            late=session.is_due(session.clock()),
            history=session.history,
            recent=session.recent,
        )

    # -- reading -------------------------------------------------------------------------------------------------

    def read(self) -> Reading:
        """The values of every workbook; tabs that are gone are built again, empty."""
        tops = self._tops()
        values: dict[str, TabValues] = {}
        for workbook in self.session.record.workbooks:
            try:
                values[workbook.key] = self.sheets.read(workbook, _ranges(workbook, tops))
            except TabsMissing as missing:
                built = self._build_missing(workbook, missing.keys)
                values[workbook.key] = self.sheets.read(built, _ranges(built, tops))
        return Reading(values, tops)

    def is_ahead(self, reading: Reading) -> bool:
        """Whether some workbook already shows an entry that this process does not know yet."""
        number = self.session.entry.number
        return any((self._marked(layout, reading) or 0) > number for layout in self.layouts)

    def rows(self, reading: Reading) -> dict[Key, RowRead]:
        """The rows of all open forms that could be read."""
        found: dict[Key, RowRead] = {}
        snapshot = self.snapshot({})
        for layout in self.layouts:
            behind = NotShown(self._marked(layout, reading), self._locked_since(layout, reading))
            values = reading.values[layout.key]
            for tab in input_rows(snapshot, layout, self._workbook(layout), values, behind):
                found.update(tab.rows)
                if tab.disturbed:
                    self.looks.disturb(layout.key, tab.tab)
        return found

    def controls(self, reading: Reading) -> dict[str, bool]:
        """Which boxes of the GM tab are ticked, as far as they say something new.

        In a workbook that a crash left behind, a box may still be as it was before what it asked for was done.
        """
        ticked: dict[str, bool] = {}
        for layout in self.layouts:
            if GM_TAB in layout.tabs:
                tab_template = self.session.template.tabs[GM_TAB]
                values = reading.values[layout.key].get(GM_TAB, ())
                done = {changed_control(entry) for entry in self._not_shown(layout, reading)}
                found = ticked_controls(tab_template, self.session.record, values)
                ticked.update({name: box for name, box in found.items() if name not in done})
        return ticked

    def foreign_edits(self, reading: Reading, attendance: Mapping[str, Attendance]) -> tuple[str, ...]:
        """What people typed over cells that are not theirs: the next showing puts these back.

        What another process wrote is put back too where it is out of date, and is nobody's edit.
        """
        lines: tuple[str, ...] = ()
        for layout in self.layouts:
            shown = self.looks.of(layout) if layout.key in self.looks.shown else {}
            first = layout.tabs[0]
            if first in shown and self._marked(layout, reading) not in (None, drawn_entry(shown[first])):
                continue  # another process has drawn the workbook since, at another entry
            pictures = self._pictures(attendance, layout)
            values = reading.values[layout.key]
            lines += tuple(repair.foreign_edit_lines(self.session.template, shown, values, pictures, reading.tops))
        return lines

    def _pictures(self, attendance: Mapping[str, Attendance], layout: WorkbookLayout) -> Iterator[Mapping[str, Grid]]:
        """How a workbook should look, and how it did by earlier records and on the other side of the deadline.

        A process that is slow, or whose clock is a little behind, may have drawn it so.
        """
        snapshot, now = self.snapshot(attendance), self.session.clock()
        yield draw(snapshot, layout)
        yield draw(replace(snapshot, late=not snapshot.late), layout)
        for record in self.session.earlier:
            before = self.session.submissions({}, now, record).attendance
            yield draw(replace(snapshot, record=record, attendance=before), layout)

    def _tops(self) -> dict[str, int]:
        """The first row that is read of each growing tab."""
        session, tab = self.session, history_tab(self.session.tabs)
        tops = {LOG: LOG_TOP + session.log_start}
        return {**tops, tab.key: LOG_TOP + session.history[0].turn} if tab and session.history else tops

    def _marked(self, layout: WorkbookLayout, reading: Reading) -> int | None:
        """The number of the entry that a workbook shows: its marker's, or a later one that did not change it."""
        number = marked_entry(reading.values[layout.key].get(layout.tabs[0], ()))
        return None if number is None else max(number, self._workbook(layout).shown)

    def _locked_since(self, layout: WorkbookLayout, reading: Reading) -> dict[Key, Mapping[str, Typed]]:
        """What locks took from rows that a workbook, left behind by a crash, still shows as they were.

        What a standing order or a bot filled in for an absent seat never stood in its cells.
        """
        return {
            (typed.form, typed.seat, typed.row): typed.cells
            for entry in self._not_shown(layout, reading)
            for typed in entry.typed
            if typed.by in ("", BY_GM)
        }

    def _not_shown(self, layout: WorkbookLayout, reading: Reading) -> Iterator[Entry]:
        """The entries that a workbook, left behind by a crash, does not show yet."""
        if layout.key in self.looks.shown:
            return iter(())
        number = self._marked(layout, reading)
        if number is None or number >= self.session.entry.number:
            return iter(())
        return self.session.store.entries(self.session.match, number + 1)

    # -- showing -------------------------------------------------------------------------------------------------

    def show(self, reading: Reading, attendance: Mapping[str, Attendance], *, rebuild: bool = False) -> int:
        """Make every workbook look as it should, built again from the template if asked; return the writes made."""
        if not self.session.is_newest():
            return 0
        self.restored = ()
        self._add_missed_history(reading)
        self._share()
        snapshot = self.snapshot(attendance)
        count = 0
        for layout in self.layouts:
            wanted = draw(snapshot, layout)
            if rebuild or self._workbook(layout).template != self.template_digests[layout.key]:
                count += self._rebuild(snapshot, layout, wanted, reading.values[layout.key])
            else:
                count += self._update(snapshot, layout, wanted, reading)
            self.looks.done(layout.key, wanted)
        return count

    def _update(self, snapshot: Snapshot, layout: WorkbookLayout, wanted: dict[str, Grid], reading: Reading) -> int:
        """Write what differs in a workbook, and protect it if that should change; return the writes made."""
        workbook, protections = self._workbook(layout), protections_of(snapshot, layout)
        guarded, now = protection_digest(protections), self.session.clock()
        # a check in the future was made before the clock was set back
        due = abs(now - workbook.watched) >= (CHANGE_CHECKED if self.is_told else PROTECTION_CHECKED)
        changed = protections if workbook.guarded != guarded and not due else None
        writes, remarks = self._write(snapshot, layout, wanted, reading, changed)
        restored: tuple[str, ...] = ()
        if due:
            workbook, restored = self._check(layout, protections, is_as_known=workbook.guarded == guarded)
            workbook, remarks = workbook.but(watched=now), workbook.remarks
            self.restored += restored
        if due or changed is not None:
            workbook = workbook.but(guarded=guarded, remarks=remarks)
        if writes and only_marker(writes) and changed is None:
            # the marker stays behind where there is nothing else to show, and the record says so
            workbook, writes = workbook.but(shown=snapshot.entry.number), []
            first = layout.tabs[0]
            wanted[first] = with_old_marker(wanted[first], reading.values[layout.key].get(first, ()))
        before = self._workbook(layout)
        if workbook != before:
            self._save(workbook)
        return len(writes) + (workbook.remarks != before.remarks) + len(restored)

    def _check(
        self, layout: WorkbookLayout, protections: Sequence[Protection], *, is_as_known: bool
    ) -> tuple[Workbook, tuple[str, ...]]:
        """Compare a workbook with what it should be beside its cells; return what was put back, a line each.

        What is not as it was known to be is changed without a word, because this program wants it otherwise now.
        """
        workbook = self._workbook(layout)
        if not is_as_known:
            return self.sheets.protect(workbook, protections), ()
        seen = self.sheets.inspect(workbook, protections, sharing_of(self.session.record, layout))
        return seen.workbook, tuple(f"{_name(layout)}: {line}" for line in seen.lines)

    def _write(
        self,
        snapshot: Snapshot,
        layout: WorkbookLayout,
        wanted: dict[str, Grid],
        reading: Reading,
        protections: Sequence[Protection] | None,
    ) -> tuple[list[Write], tuple[str, ...]]:
        """Write what differs in a workbook; return the writes, and what other people protect there."""
        workbook, before = self._workbook(layout), self.looks.of(layout)
        writes = self._planned(snapshot, layout, before, wanted, reading)
        if only_marker(writes) and protections is None:
            return writes, workbook.remarks
        self.looks.begin(layout.key, before, wanted, marks=self._marked(layout, reading) != snapshot.entry.number)
        try:
            return writes, self.sheets.write(workbook, writes, snapshot.template.styles, protections)
        except SheetsRefused:
            if not before:
                raise
            # somebody has changed what cannot be read, like merged cells or the size of a tab: draw all of it
            writes = self._planned(snapshot, layout, {}, wanted, reading)
            return writes, self.sheets.write(workbook, writes, snapshot.template.styles, protections)

    def _add_missed_history(self, reading: Reading) -> None:
        """Take in the rows of the history that a workbook does not show yet, after a crash."""
        tab = history_tab(self.session.tabs)
        for layout in self.layouts:
            known = layout.key in self.looks.shown or self.looks.is_presumed(layout.key)
            if tab is not None and tab.key in layout.tabs and not known:
                number = self._marked(layout, reading)
                if number is not None and number < self.session.entry.number:
                    self.session.history = self.session.history_from(number)

    def _planned(
        self,
        snapshot: Snapshot,
        layout: WorkbookLayout,
        before: Mapping[str, Grid],
        wanted: Mapping[str, Grid],
        reading: Reading,
    ) -> list[Write]:
        """The writes that make a workbook hold *wanted* where its tabs look as *before*; none where it does."""
        values, tops = reading.values[layout.key], reading.tops
        growths: list[Write] = []
        writes: list[Write] = []
        for key, grid in wanted.items():
            actual: Sequence[Sequence[Typed]] | None = values.get(key, ())
            if key in tops:
                # the tab was read from the row that was the first of its window then
                actual = values.get(key, ())[grid.top - tops[key] :] if grid.top >= tops[key] else None
            if key not in before or size(before[key]) != size(grid):
                growths.append(_grow(snapshot, key, grid))
            writes += plan(key, before.get(key), actual, grid)
        return marker_last([*growths, *writes], layout.tabs[0]) if writes else []

    def _rebuild(
        self, snapshot: Snapshot, layout: WorkbookLayout, wanted: Mapping[str, Grid], values: TabValues
    ) -> int:
        """Build a workbook again from the template as it is now, with all that people typed in it; count the writes."""
        workbook = self._workbook(layout)
        tabs = build.tab_plans(snapshot, wanted, workbook)
        writes: list[Write] = []
        for tab in tabs:
            if wanted[tab.key].top:
                # the tab is built as tall as it must be, so it need not grow
                whole = self._whole_tab(snapshot, layout, tab.key)
                writes += (each for each in whole if not isinstance(each, Grow))
            else:
                writes += plan(tab.key, None, build.shifted(values.get(tab.key, ()), tab), wanted[tab.key])
        protections = protections_of(snapshot, layout)
        gone = [key for key in workbook.tabs if key not in layout.tabs]
        writes = marker_last(writes, layout.tabs[0])
        content = WorkbookPlan(tabs, snapshot.template.styles, writes, protections)
        built = self.sheets.remake(workbook, content, gone=gone)
        template = self.template_digests[layout.key]
        built = built.but(guarded=protection_digest(protections), watched=self.session.clock(), template=template)
        self._save(built, {**self.session.record.laid, template: build.built_tabs(snapshot.template, layout)})
        return len(writes)

    def _save(self, built: Workbook, known: Mapping[str, Mapping[str, object]] | None = None) -> None:
        """Store a workbook; *known* are the built tabs by template, of which those in use are kept."""
        record = self.session.record
        books = tuple(built if each.key == built.key else each for each in record.workbooks)
        if known is None:
            self.session.save(workbooks=books)
        else:
            self.session.save(
                workbooks=books, laid={book.template: known[book.template] for book in books if book.template in known}
            )

    def _build_missing(self, workbook: Workbook, keys: Sequence[str]) -> Workbook:
        """Build the tabs *keys* again, the growing ones with all their rows; the next showing fills the others."""
        layout = next(each for each in self.layouts if each.key == workbook.key)
        snapshot = self.snapshot({})
        styles = snapshot.template.styles
        grids = {key: grid for key, grid in draw(snapshot, layout).items() if key in keys}
        built = self.sheets.remake(workbook, WorkbookPlan(build.tab_plans(snapshot, grids), styles))
        self._save(built.but(guarded=""))
        for key in keys:
            self.looks.disturb(workbook.key, key)
        whole = [write for key in keys for write in self._whole_tab(snapshot, layout, key)]
        if whole:
            self.sheets.write(built, whole, styles)
        return built

    def _whole_tab(self, snapshot: Snapshot, layout: WorkbookLayout, key: str) -> list[Write]:
        """The writes that fill an empty growing tab from its first row; none for any other tab."""
        head = head_of(snapshot, layout, key)
        if head is None:
            return []
        if key == LOG:
            drawn = log_window(snapshot.template, list(self.session.lines_from(0)), 0)
        else:
            drawn = draw_history(snapshot.template.tabs[key], self.session.history_from(0))
        writes = (*plan(key, Grid(), [], head), *plan(key, Grid(), [], drawn))
        return [_grow(snapshot, key, drawn), *writes]

    def look_is_due(self, now: float) -> bool:
        """Whether to look at more than cells, because the service says that something has changed."""
        return self.is_told and any(now - book.watched >= CHANGE_CHECKED for book in self.session.record.workbooks)

    def sharing_is_due(self, now: float) -> bool:
        """Whether it is time to invite those again who were refused."""
        due = self.session.record.sharing_due
        return due is not None and now >= due

    def _share(self) -> None:
        """Share the workbooks with the people who play now, so that they can be editors of their cells.

        Those who were refused are tried again when it is time.
        """
        session, now = self.session, self.session.clock()
        again = self.sharing_is_due(now)
        changed: dict[str, Workbook] = {}
        stopped = False
        for layout in self.layouts:
            workbook, wanted = self._workbook(layout), sharing_of(session.record, layout)
            refused = any(guest.refused for guest in workbook.guests)
            if is_shared(workbook, wanted) and not (again and refused):
                continue
            built = self.sheets.share(workbook, replace(wanted, invites=LATER) if stopped else wanted)
            stopped = stopped or any(guest.refused == LATER for guest in built.guests)
            changed[built.key] = built
        if changed or again:
            books = tuple(changed.get(book.key, book) for book in session.record.workbooks)
            session.save(workbooks=books, sharing_due=next_try(books, now))

    def _workbook(self, layout: WorkbookLayout) -> Workbook:
        return next(each for each in self.session.record.workbooks if each.key == layout.key)


def _name(layout: WorkbookLayout) -> str:
    """What a workbook is called beside others."""
    return layout.title or ("The spreadsheet" if layout.eyes or layout.teams else "The public spreadsheet")


def _ranges(workbook: Workbook, tops: Mapping[str, int]) -> list[TabRange]:
    return [TabRange(key, tops.get(key, 0)) for key in workbook.tabs]


def _grow(snapshot: Snapshot, key: str, grid: Grid) -> Grow:
    return Grow(key, *size(grid), snapshot.template.tabs[key], build.charts(snapshot, key))
