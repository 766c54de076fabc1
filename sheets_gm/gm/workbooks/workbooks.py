"""The pages of a match: its workbooks, as they are read and as they are made to look.

Laws: one read of each workbook, by the ids of its tabs; a tab that is gone is made again; a row is read for the seat it
belongs to wherever it stands; what is written is the difference to what was read, so showing again is safe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from sheets_gm.gm.desk import desk_forms
from sheets_gm.gm.intake.submissions import Submissions
from sheets_gm.gm.ports import Draft, TabRead, TabsMissing, Workbook
from sheets_gm.gm.session import Sitting
from sheets_gm.gm.workbooks import build, drawing, repair
from sheets_gm.gm.workbooks.drawing import Snapshot, controls, forms_on, marked_entry
from sheets_gm.gm.workbooks.layout import GM_TAB, LOG, WorkbookLayout, workbook_layouts
from sheets_gm.gm.workbooks.protection import protection_digest, protections_of, writers_of
from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.kernel.journal import Attendance, Entry, lines_after
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import draw_history
from sheets_gm.sheet.planning import Grow, Write, plan
from sheets_gm.sheet.reading import Key, RowRead, read_row, read_tab
from sheets_gm.sheet.rendering import LOG_TOP
from sheets_gm.sheet.tabs import FormTab

WATCHED = 3600.0
"""Seconds after which the protection of a workbook is held against what it shall be, though nothing has changed."""

SHUFFLED = 3
"""So many rows that only changed places with each other were sorted, not typed."""

Values = Mapping[str, Sequence[Sequence[Typed]]]


@dataclass(slots=True)
class Pages(Sitting):
    """A match, and what its workbooks are known to show."""

    shown: dict[str, dict[str, Grid]] = field(init=False, default_factory=dict)
    layouts: tuple[WorkbookLayout, ...] = field(init=False)
    editions: Mapping[str, str] = field(init=False)
    anew: bool = field(init=False, default=False)
    _blank: dict[tuple[str, str], Grid] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        Sitting.__post_init__(self)
        policy = self.record.policy
        self.layouts = workbook_layouts(
            self.game, self.record.charter.seats, policy.layout, open_hands=policy.open_hands
        )
        self.editions = {layout.key: build.template_digest(self.template, layout) for layout in self.layouts}

    def _load(self, entry: Entry) -> None:
        Sitting._load(self, entry)
        self.shown.clear()

    def _seat(self) -> None:
        Sitting._seat(self)
        self._blank.clear()

    def snapshot(self, attended: Mapping[str, Attendance]) -> Snapshot:
        """The match as it stands, ready to be drawn."""
        return Snapshot(
            self.game,
            self.template,
            self.record,
            self.entry,
            self.state,
            self._open(),
            attended,
            self.told,
            self._first_told(),
            self.seats,
            self.roster,
            self._blank,
            self._is_due(self.clock()),
            self.tallied,
        )

    def _read(self) -> dict[str, Values]:
        """The values of every workbook; tabs that are gone are made again, empty."""
        values: dict[str, Values] = {}
        for workbook in self.record.workbooks:
            try:
                values[workbook.key] = self.sheets.read(workbook, self._wanted(workbook))
            except TabsMissing as missing:
                made = self._remake(workbook, missing.keys)
                values[workbook.key] = self.sheets.read(made, self._wanted(made))
        return values

    def _wanted(self, workbook: Workbook) -> list[TabRead]:
        tops = self.tops()
        return [TabRead(key, tops.get(key, 0)) for key in workbook.tabs]

    def tops(self) -> dict[str, int]:
        """The first row that is read of each tab that is told in windows."""
        tops = {LOG: LOG_TOP + self._first_told()}
        tab = drawing.history_tab(self.game)
        return {**tops, tab.key: LOG_TOP + self.tallied[0].turn} if tab and self.tallied else tops

    def _first_told(self) -> int:
        return lines_after(self.entry) - len(self.told)

    def _remake(self, workbook: Workbook, keys: Sequence[str]) -> Workbook:
        """Make the tabs *keys* again; what stands on them is drawn with the rest, an old log all at once."""
        layout = self._layout(workbook)
        snapshot = self.snapshot({})
        grids = {key: grid for key, grid in drawing.draw(snapshot, layout).items() if key in keys}
        made = self.sheets.remake(workbook, build.tab_plans(snapshot, grids), self.template.styles)
        self._save_workbook(made.but(guarded=""))
        for key in keys:
            self.shown.get(workbook.key, {}).pop(key, None)
        again = [write for key in keys for write in self._whole(snapshot, layout, key)]
        if again:
            self.sheets.write(made, again, self.template.styles)
        return made

    def _whole(self, snapshot: Snapshot, layout: WorkbookLayout, key: str) -> list[Write]:
        """The writes that draw a tab which is told in windows from its first row, as if it were empty."""
        head = build.head_of(snapshot, layout, key)
        if head is None:
            return []
        if key == LOG:
            drawn = drawing.log_window(self.template, list(self.lines_from(0)), 0)
        else:
            drawn = draw_history(self.template.tabs[key], self._tallies(self._states(0)))
        writes = (*plan(key, Grid(), [], head), *plan(key, Grid(), [], drawn))
        return [self._grown(snapshot, key, drawn), *writes]

    def _grown(self, snapshot: Snapshot, key: str, grid: Grid) -> Grow:
        return Grow(key, *drawing.size(grid), snapshot.template.tabs[key], build.charts(snapshot, key))

    def _catch_up(self, values: Mapping[str, Values]) -> None:
        """Take up the rows of the history that a workbook does not show yet, after a crash."""
        tab = drawing.history_tab(self.game)
        for layout in self.layouts:
            if tab is not None and tab.key in layout.tabs and layout.key not in self.shown:
                number = marked_entry(values[layout.key].get(layout.tabs[0], ()))
                if number is not None and number < self.entry.number:
                    self.tallied = self._tallies(self._states(number))

    def _layout(self, workbook: Workbook) -> WorkbookLayout:
        return next(layout for layout in self.layouts if layout.key == workbook.key)

    def _workbook(self, layout: WorkbookLayout) -> Workbook:
        return next(each for each in self.record.workbooks if each.key == layout.key)

    def _save_workbook(self, workbook: Workbook) -> None:
        books = tuple(workbook if each.key == workbook.key else each for each in self.record.workbooks)
        self.record = self.store.save(self.record.but(workbooks=books))

    def _behind(self, values: Mapping[str, Values]) -> bool:
        """Whether some workbook already shows an entry that this process does not know yet."""
        return any(
            (marked_entry(values[layout.key].get(layout.tabs[0], ())) or 0) > self.entry.number
            for layout in self.layouts
        )

    def _take(self, values: Mapping[str, Values], now: float) -> Submissions:
        drafts = self._drafts()
        found: dict[Key, RowRead] = {}
        for layout in self.layouts:
            taken = self._taken_since(layout, values)
            for tab in (*self.game.tabs, *desk_forms.TABS):
                if not isinstance(tab, FormTab) or tab.key not in layout.tabs:
                    continue
                lines = forms_on(tab, layout, self._open())
                if not lines.keys:
                    continue
                tab_template = build.template_as_built(
                    self.record, self._workbook(layout), tab.key, self.template.tabs[tab.key]
                )
                read = read_tab(lines, tab_template, self.seats, values[layout.key].get(tab.key, ()))
                forms = dict(zip(lines.keys, lines.forms, strict=True))
                rows = _unshuffled(read.rows, drafts, forms)
                found.update({key: _since(row, forms[key], taken.get(key)) for key, row in rows.items()})
                if read.disturbed:
                    self.shown.get(layout.key, {}).pop(tab.key, None)
        return self._submissions(found, now)

    def _taken_since(self, layout: WorkbookLayout, values: Mapping[str, Values]) -> dict[Key, Mapping[str, Typed]]:
        """What the locks took from rows that a workbook, left behind by a crash, still shows as they were."""
        if layout.key in self.shown:
            return {}
        number = marked_entry(values[layout.key].get(layout.tabs[0], ()))
        if number is None or number >= self.entry.number:
            return {}
        return {
            (typed.form, typed.seat, typed.row): typed.cells
            for entry in self.store.entries(self.match, number + 1)
            for typed in entry.typed
        }

    def _controls(self, values: Mapping[str, Values]) -> dict[str, bool]:
        """What the GM ticked, found by the words beside the boxes."""
        asked: dict[str, bool] = {}
        for layout in self.layouts:
            if GM_TAB not in layout.tabs:
                continue
            names = {self.template.tabs[GM_TAB].word(name): name for name in controls(self.record)}
            for row in values[layout.key].get(GM_TAB, ()):
                name = names.get(spelled(row[0])) if row else None
                if name is not None:
                    asked[name] = len(row) > 1 and row[1] is True
        return asked

    def _show(self, values: Mapping[str, Values], tops: Mapping[str, int], attended: Mapping[str, Attendance]) -> int:
        """Make every workbook look as it shall; answer the number of writes."""
        if self.store.last_number(self.match) != self.entry.number:
            return 0
        snapshot = self.snapshot(attended)
        count = 0
        for layout in self.layouts:
            self._share(self._workbook(layout), layout)
            wanted = drawing.draw(snapshot, layout)
            if self.anew or self._workbook(layout).template != self.editions[layout.key]:
                count += self._rebuild(snapshot, layout, wanted, values[layout.key])
            else:
                writes = self._planned(snapshot, layout, wanted, values[layout.key], tops)
                if writes:
                    self.sheets.write(self._workbook(layout), writes, self.template.styles)
                count += len(writes) + self._guard(self._workbook(layout), snapshot, layout)
            self.shown[layout.key] = wanted
        return count

    def _rebuild(self, snapshot: Snapshot, layout: WorkbookLayout, wanted: Mapping[str, Grid], values: Values) -> int:
        """Build a workbook anew by the template as it is now, with all that people typed in it; count its writes."""
        workbook = self._workbook(layout)
        tabs = build.tab_plans(snapshot, wanted, workbook)
        writes: list[Write] = []
        for tab in tabs:
            if wanted[tab.key].top:
                # it has room already: the tab is built as tall as it must be
                writes += (each for each in self._whole(snapshot, layout, tab.key) if not isinstance(each, Grow))
            else:
                writes += plan(tab.key, None, build.shifted(values.get(tab.key, ()), tab), wanted[tab.key])
        protections = protections_of(snapshot, layout)
        gone = [key for key in workbook.tabs if key not in layout.tabs]
        made = self.sheets.remake(
            workbook, tabs, self.template.styles, writes=writes, protections=protections, gone=gone
        )
        edition = self.editions[layout.key]
        made = made.but(guarded=protection_digest(protections), watched=self.clock(), template=edition)
        books = tuple(made if each.key == made.key else each for each in self.record.workbooks)
        known = {**self.record.laid, edition: build.built_tabs(self.template, layout)}
        used = {book.template: known[book.template] for book in books if book.template in known}
        self.record = self.store.save(self.record.but(workbooks=books, laid=used))
        return len(writes)

    def _share(self, workbook: Workbook, layout: WorkbookLayout) -> None:
        """Share a workbook with those who sit there now, so that they can be editors of what is theirs."""
        writers = writers_of(self.record, layout)
        if workbook.shared != writers:
            self.sheets.share(workbook, writers, [each for each in workbook.shared if each not in writers])
            self._save_workbook(workbook.but(shared=writers))

    def _guard(self, workbook: Workbook, snapshot: Snapshot, layout: WorkbookLayout) -> bool:
        """Protect a workbook if it shall be otherwise, or was not looked at for long; whether there is news."""
        protections = protections_of(snapshot, layout)
        wanted, now = protection_digest(protections), self.clock()
        if workbook.guarded == wanted and now - workbook.watched < WATCHED:
            return False
        remarks = self.sheets.protect(workbook, protections)
        self._save_workbook(workbook.but(guarded=wanted, watched=now, remarks=remarks))
        return remarks != workbook.remarks

    def _overtyped(
        self, values: Mapping[str, Values], tops: Mapping[str, int], attended: Mapping[str, Attendance]
    ) -> tuple[str, ...]:
        """What people typed over cells that are not theirs, which is put back: said once, and kept for the GM tab."""
        said: tuple[str, ...] = ()
        for layout in self.layouts:
            draw = partial(drawing.draw, self.snapshot(attended), layout)
            shown = self.shown.get(layout.key, {})
            said += tuple(repair.foreign_edit_lines(self.template, shown, values[layout.key], draw, tops))
        if said:
            at = self._told(self.clock())
            self.record = self.store.save(self.record.but(mended=tuple(f"{line} ({at})" for line in said)))
        return said

    def _planned(
        self,
        snapshot: Snapshot,
        layout: WorkbookLayout,
        wanted: Mapping[str, Grid],
        values: Values,
        tops: Mapping[str, int],
    ) -> list[Write]:
        shown: Mapping[str, Grid] = self.shown.get(layout.key, {})
        sized = shown
        if not shown and marked_entry(values.get(layout.tabs[0], ())) == self.entry.number:
            shown = wanted
        growths: list[Write] = []
        writes: list[Write] = []
        for key, grid in wanted.items():
            before = shown.get(key)
            actual: Sequence[Sequence[Typed]] | None = values.get(key, ())
            if key in tops:
                # it was read from the row that was the first of its window then
                actual = values.get(key, ())[grid.top - tops[key] :] if grid.top >= tops[key] else None
            if key not in sized or drawing.size(sized[key]) != drawing.size(grid):
                growths.append(self._grown(snapshot, key, grid))
            writes += plan(key, before, actual, grid)
        return [*growths, *writes] if writes else []


def _unshuffled(
    rows: Mapping[Key, RowRead], drafts: Mapping[Key, Draft], forms: Mapping[Key, Form]
) -> Mapping[Key, RowRead]:
    """*rows*, less those that hold what other rows held at the last poll.

    Somebody sorted the inputs without the seats beside them. Nobody meant that as orders, so what each row held
    before stands. Two rows that changed places may have been typed so; from `SHUFFLED` rows on it is a sort.
    """
    before = {
        key: _content(drafts[key].typed if key in drafts else {each.name: each.default for each in forms[key].fields})
        for key in rows
    }
    after = {key: _content(read.typed) for key, read in rows.items()}
    moved = {key for key in rows if before[key] != after[key]}
    if len(moved) >= SHUFFLED and sorted(before.values()) == sorted(after.values()):
        return {key: read for key, read in rows.items() if key not in moved}
    return rows


def _content(typed: Mapping[str, Typed]) -> tuple[tuple[str, str], ...]:
    """What a row holds, empty cells and empty boxes left out."""
    return tuple(sorted((name, spelled(value)) for name, value in typed.items() if value not in (None, "", False)))


def _since(row: RowRead, form: Form, taken: Mapping[str, Typed] | None) -> RowRead:
    """*row* without the cells that still hold what a lock has already taken from them."""
    if not taken:
        return row
    defaults: dict[str, Typed] = {each.name: each.default for each in form.fields}
    typed = {
        name: defaults.get(name) if name in taken and value == taken[name] else value
        for name, value in row.typed.items()
    }
    return read_row(row.key, form, typed, row.cells)
