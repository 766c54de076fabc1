"""Spreadsheets in memory: the port's own fake, for any number of accounts.

It holds cells with all their aspects and applies writes as the planner means them. Beside the port an account can do
what people do: type, sort or delete lines, delete, rename and hide tabs, comment, and change who has access. What only
Google knows, such as formats, sizes of batches and other people's protections, is not here. `test_ports.py` asks the
same questions of this and of `GoogleSheets`.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sheets_gm.gm.match_record.workbook import LATER, UNINVITED, Guest, Workbook
from sheets_gm.gm.ports.sheets import (
    EVERYONE,
    Inspection,
    Post,
    Protection,
    Sharing,
    SheetsRefused,
    TabPlan,
    TabRange,
    TabsMissing,
    TypedCell,
    WorkbookPlan,
)
from sheets_gm.kernel.defaults import nothing
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import EMPTY, Cell, is_box, tick_text
from sheets_gm.sheet.marks import HIDDEN
from sheets_gm.sheet.template import Style, style_at
from sheets_gm.sheet.writes import NOTE, PICK, STYLE, VALUE, ClearIf, Grow, Mark, Once, Put, Unless, Write

Area = tuple[int, int, int, int]

ROLES = ("reader", "commenter", "writer", "owner")
"""What an account may do, from the least to the most."""

MOST_CHARACTERS = 50_000
"""Characters that a cell can hold."""


def sheet_id(key: str) -> int:
    """The id of the tab *key*."""
    return zlib.crc32(key.encode())


class Square(dict[tuple[int, int], Cell]):
    """Cells by row and column, and the rows that were read of them since one last changed."""

    def __init__(self, cells: Mapping[tuple[int, int], Cell] | None = None) -> None:
        super().__init__(cells or {})
        self.rows: dict[tuple[int, int, int], list[list[Typed]]] = {}

    def __setitem__(self, place: tuple[int, int], cell: Cell) -> None:
        """Put *cell* at a *place*."""
        self.rows.clear()
        super().__setitem__(place, cell)


@dataclass
class Tab:
    """A tab: its title, cells and size, the marks on it, how it is protected, and whether it is hidden."""

    title: str = ""
    cells: Square = field(default_factory=Square)
    size: tuple[int, int] = (0, 0)
    marks: dict[str, str] = field(default_factory=dict)
    protection: Protection | None = None
    hidden: bool = False

    def lets_in(self, account: str, row: int, column: int) -> bool:
        """Whether *account*, who may edit the document but does not own it, may type into a cell."""
        if self.protection is None:
            return True
        return any(
            top <= row < bottom and left <= column < right and (accounts is EVERYONE or account in accounts)
            for (top, left, bottom, right), accounts in self.protection.inputs
        )


@dataclass
class Document:
    """A document: its title, its tabs by id, who may do what in it by account ("": anyone), comments, and what was once
    written to it."""

    title: str = ""
    tabs: dict[int, Tab] = field(default_factory=dict)
    access: dict[str, str] = field(default_factory=dict)
    threads: list[list[Post]] = field(default_factory=list)
    applied: dict[int, str] = field(default_factory=dict)

    def role(self, account: str) -> str:
        """What *account* may do; "" if it may not even read."""
        return max(self.access.get(account, ""), self.access.get("", ""), key=["", *ROLES].index)


@dataclass
class FakeService:
    """All documents, by id."""

    documents: dict[str, Document] = field(default_factory=dict)
    posted: int = 0


@dataclass
class FakeSheets:
    """What *account* sees and does of a service, and how many *calls* would have gone over the wire."""

    service: FakeService = field(default_factory=FakeService)
    account: str = "sync@table"
    is_local: bool = False
    calls: Counter[str] = field(default_factory=Counter)

    def _document(self, name: str, least: str = "reader") -> Document:
        """The document *name*, in which this account may do at *least* so much. `SheetsRefused`."""
        document = self.service.documents.get(name)
        role = document.role(self.account) if document else ""
        if document is None or not role:
            raise SheetsRefused(f"There is no spreadsheet {name}, or {self.account} has no permission to open it.")
        if ROLES.index(role) < ROLES.index(least):
            raise SheetsRefused(f"{self.account} has no permission to do that in {name}.")
        return document

    def _tab(self, workbook: Workbook, key: str) -> Tab:
        tabs = self._document(workbook.document).tabs
        if workbook.tabs[key] not in tabs:
            raise SheetsRefused(f"No grid with id: {workbook.tabs[key]}")
        return tabs[workbook.tabs[key]]

    # -- building --------------------------------------------------------------------------------------------------

    def new_document(self, title: str = "The GM's own") -> str:
        """The id of a new document with nothing in it, which this account owns."""
        name = f"document-{len(self.service.documents) + 1}"
        self.service.documents[name] = Document(title, access={self.account: "owner"})
        return name

    def make(
        self,
        key: str,
        title: str,
        plan: WorkbookPlan,
        document: str | None = None,
        *,
        sharing: Sharing | None = None,
    ) -> Workbook:
        """A workbook with the tabs of *plan*, in a new document or in *document*."""
        self.calls["write"] += 1
        name = document or self.new_document(title)
        link = f"https://docs.google.com/spreadsheets/d/{name}"
        named = {"title": self._document(name).title}
        made = Workbook(key=key, document=name, tabs={}, link=link, own=document is None, named=named)
        before = set(self._document(name).access)
        made = self.share(made, sharing or Sharing())
        if document:
            made = made.but(invited=tuple(each for each in made.shared if each not in before))
        return self.remake(made, replace(plan, tabs=[replace(tab, emptied=True) for tab in plan.tabs]))

    def remake(
        self,
        workbook: Workbook,
        plan: WorkbookPlan,
        *,
        gone: Sequence[str] = (),
        check: Callable[[], None] = nothing,
    ) -> Workbook:
        """Add the missing tabs of *plan*, move the columns of the others, and forget those that are *gone*.

        Those that are there already never shrink.
        """
        self.calls["write"] += 1
        document = self._document(workbook.document, "writer")
        check()
        for each in plan.tabs:
            tab = document.tabs.setdefault(sheet_id(each.key), Tab(each.tab_template.title))
            if tab.title == each.called:
                tab.title = each.tab_template.title
            tab.cells = Square() if each.emptied else tab.cells
            tab.cells = _moved(tab.cells, each.former) if each.former else tab.cells
            rows, columns = tab.size
            tab.size = max(rows, each.rows), max(columns + len(each.former) - each.wide, each.columns)
        for key in gone:
            document.tabs.pop(workbook.tabs.get(key, 0), None)
        kept = {key: sheet for key, sheet in workbook.tabs.items() if key not in gone}
        built = {tab.key: sheet_id(tab.key) for tab in plan.tabs}
        made = workbook.but(tabs=built if kept.keys() <= built.keys() else {**kept, **built})
        self._apply(made, plan.writes)
        self._protect(made, plan.protections)
        return made

    def retitle(self, workbook: Workbook, title: str) -> Workbook:
        """Give the document another title."""
        self.calls["write"] += 1
        self._document(workbook.document, "writer").title = title
        return workbook.but(titled=title, named={**workbook.named, "title": title})

    def unmake(self, workbook: Workbook) -> None:
        """Throw the document away, or the tabs and the invitations of the workbook if it was there before."""
        document = self._document(workbook.document)
        if workbook.own:
            del self.service.documents[workbook.document]
            return
        for sheet in workbook.tabs.values():
            document.tabs.pop(sheet, None)
        for account in workbook.invited:
            document.access.pop(account, None)

    # -- who may do what -------------------------------------------------------------------------------------------

    def share(self, workbook: Workbook, sharing: Sharing) -> Workbook:
        """The document with its guests, of whom everybody comes in who is invited, and without those of before."""
        access = self._document(workbook.document).access
        kept = {guest.account for guest in sharing.guests}
        for account in {*workbook.shared, *(guest.account for guest in workbook.guests if guest.permission)} - kept:
            if access.get(account) != "owner":
                access.pop(account, None)
        guests = tuple(_admitted(access, guest, sharing.invites) for guest in sharing.guests)
        same = _inside(workbook.guests) == _inside(guests)
        shared = tuple(sorted(guest.account for guest in guests if guest.permission and guest.account))
        workbook = workbook.but(guests=guests, shared=shared)
        return workbook if same else workbook.but(guarded="")

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> Workbook:
        """Protect tabs, if they are not."""
        self._document(workbook.document, "writer")
        self.calls["write"] += bool(self._protect(workbook, protections))
        return workbook

    def _protect(self, workbook: Workbook, protections: Sequence[Protection]) -> list[str]:
        """Protect tabs; return the titles of those that were not protected so."""
        tabs = self._document(workbook.document).tabs
        changed = []
        for each in protections:
            tab = tabs.get(workbook.tabs[each.tab])
            if tab is not None and tab.protection != each:
                tab.protection = each
                changed.append(tab.title)
        return changed

    def forget(self, workbook: Workbook) -> None:
        """Nothing is known of a workbook but what it holds."""

    def inspect(
        self, workbook: Workbook, protections: Sequence[Protection], sharing: Sharing, tabs: Sequence[TabPlan]
    ) -> Inspection:
        """Put back who has access, what is protected, and hidden tabs."""
        self.calls["read"] += 1
        document = self._document(workbook.document)
        lines = [
            f"{guest.account or 'anyone with the link'} had been thrown out"
            for guest in workbook.guests
            if guest.permission and guest.account not in document.access
        ]
        if lines:
            workbook = self.share(workbook, sharing)
        known = {guest.account for guest in workbook.guests}
        for account in [each for each in document.access if each not in known]:
            if sharing.is_private and document.access[account] != "owner":
                lines.append(f"{account or 'anyone with the link'} had been let in as {document.access.pop(account)}")
        for sheet in workbook.tabs.values():
            tab = document.tabs.get(sheet)
            if tab is not None and tab.hidden and HIDDEN not in tab.marks:
                tab.hidden = False
                lines.append(f"the tab “{tab.title}” was hidden")
        if titles := self._protect(workbook, protections):
            lines.append(f"the protection of {listed([f'“{title}”' for title in titles])} was changed")
        return Inspection(workbook, tuple(lines))

    def exists(self, workbook: Workbook) -> bool:
        """Whether the document is there."""
        return workbook.document in self.service.documents

    def check_kept(self, workbook: Workbook) -> None:
        """The fake has no trash."""
        self.calls["drive"] += 1

    def typed_cells(self, workbook: Workbook) -> Sequence[TypedCell]:
        """The fake does not keep who typed what."""
        return ()

    # -- cells -----------------------------------------------------------------------------------------------------

    def read(self, workbook: Workbook, wanted: Sequence[TabRange]) -> dict[str, list[list[Typed]]]:
        """The values of tabs, ragged, as a sheet hands them over."""
        self.calls["read"] += 1
        tabs = self._document(workbook.document).tabs
        missing = [each.tab for each in wanted if workbook.tabs[each.tab] not in tabs]
        if missing:
            raise TabsMissing(missing)
        return {each.tab: _part(tabs[workbook.tabs[each.tab]], each) for each in wanted}

    def posts(self, workbook: Workbook, since: str) -> Sequence[Post]:
        """What others wrote in comments that have changed since then."""
        self.calls["drive"] += 1
        threads = self._document(workbook.document).threads
        changed = (thread for thread in threads if thread[-1].written >= since)
        return [post for thread in changed for post in thread if post.author != self._name]

    @property
    def _name(self) -> str:
        """What the person of this account is called."""
        return self.account.partition("@")[0]

    def altered(self, workbook: Workbook, inputs: Sequence[Put], styles: Mapping[str, Style]) -> Sequence[Put]:
        """Those of *inputs* that no longer have their list, their box, their format of a text, or their colour."""
        self.calls["read"] += 1
        return [put for put in inputs if not all(_are_alike(self._tab(workbook, put.tab), put, styles))]

    def stop_spilling(self, workbook: Workbook, places: Sequence[tuple[str, int, int]]) -> bool:
        """There are no formulas here."""
        return False

    def write(
        self,
        workbook: Workbook,
        writes: Sequence[Write],
        styles: Mapping[str, Style],
        protections: Sequence[Protection] | None = None,
    ) -> tuple[str, ...]:
        """Apply *writes*, all of them or none."""
        self.calls["write"] += 1
        self._document(workbook.document, "writer")
        self._apply(workbook, writes)
        self._protect(workbook, protections or ())
        return ()

    def _apply(self, workbook: Workbook, writes: Sequence[Write]) -> None:
        applied = self._document(workbook.document).applied
        tabs = {key: self._tab(workbook, key) for key in {each.tab for each in writes}}
        _check_room(tabs, writes)
        if any(isinstance(each, Once | Unless) and each.name in applied.values() for each in writes):
            raise SheetsRefused("This was written before.")
        for write in writes:
            tab = tabs[write.tab]
            if isinstance(write, Once):
                applied[write.number % KEPT] = write.name
            elif isinstance(write, Grow):
                tab.size = max(tab.size[0], write.rows), max(tab.size[1], write.columns)
            elif isinstance(write, Put):
                _put(tab.cells, write)
            elif isinstance(write, ClearIf):
                place = write.row, write.column
                cell = tab.cells.get(place, EMPTY)
                if spelled(cell.value) == spelled(write.value):
                    tab.cells[place] = cell._replace(value=write.instead or None, text=write.text)
            elif isinstance(write, Mark):
                tab.marks[write.key] = write.value
                if not write.value:
                    del tab.marks[write.key]
                if write.key == HIDDEN:
                    tab.hidden = bool(write.value)

    # -- what people do --------------------------------------------------------------------------------------------

    def type_in(self, workbook: Workbook, cells: Sequence[tuple[int, int, int, Typed]]) -> None:
        """Type values into cells (sheet id, row, column, value), all of them or none. `SheetsRefused`."""
        self.calls["write"] += 1
        document = self._document(workbook.document, "writer")
        may_all = document.role(self.account) == "owner"
        for sheet, row, column, _ in cells:
            tab = document.tabs.get(sheet)
            if tab is None or row >= tab.size[0] or column >= tab.size[1]:
                raise SheetsRefused(f"There is no cell in row {row}, column {column} of the tab {sheet}.")
            if not may_all and not tab.lets_in(self.account, row, column):
                raise SheetsRefused("You are trying to edit a protected cell or object.")
        for sheet, row, column, value in cells:
            held = document.tabs[sheet].cells
            held[row, column] = held.get((row, column), EMPTY)._replace(value=_cut(value), runs=())

    def lines_come(self, workbook: Workbook, tab: str, lines: str, start: int, end: int) -> None:
        """Insert *lines* ("ROWS" or "COLUMNS") before line *start*, up to *end*, that look like the one they move."""
        self._shift(workbook, tab, lines, lambda line: line + (end - start) * (line >= start), end - start)
        cells = self._tab(workbook, tab).cells
        looks = {place: cell._replace(value=None, note=None, runs=()) for place, cell in cells.items()}
        for (row, column), look in looks.items():
            if end == (row if lines == "ROWS" else column):
                for at in range(start, end):
                    cells[(at, column) if lines == "ROWS" else (row, at)] = look

    def lines_go(self, workbook: Workbook, tab: str, lines: str, start: int, end: int) -> None:
        """Delete *lines* ("ROWS" or "COLUMNS") from *start* up to *end*."""
        self._shift(
            workbook,
            tab,
            lines,
            lambda line: None if start <= line < end else line - (end - start) * (line >= end),
            start - end,
        )

    def _shift(self, workbook: Workbook, key: str, lines: str, place: Callable[[int], int | None], growth: int) -> None:
        tab, is_row = self._tab(workbook, key), lines == "ROWS"
        moved = ((place(row if is_row else column), row, column, cell) for (row, column), cell in tab.cells.items())
        tab.cells = Square(
            {(line, column) if is_row else (row, line): cell for line, row, column, cell in moved if line is not None}
        )
        tab.size = tab.size[0] + growth * is_row, tab.size[1] + growth * (not is_row)

    def sort_rows(self, workbook: Workbook, tab: str, area: Area, by: int, *, descending: bool = False) -> None:
        """Sort the rows of an area (top, left, bottom, right) by the texts in the column *by*; empty ones come last."""
        top, left, bottom, right = area
        cells = self._tab(workbook, tab).cells
        filled = [row for row in range(top, bottom) if cells.get((row, by), EMPTY).value not in (None, "")]
        order = sorted(filled, key=lambda row: str(cells[row, by].value).casefold(), reverse=descending)
        order += [row for row in range(top, bottom) if row not in filled]
        places = {was: top + at for at, was in enumerate(order)}
        self._tab(workbook, tab).cells = Square(
            {
                (places.get(row, row) if left <= column < right else row, column): cell
                for (row, column), cell in cells.items()
            }
        )

    def empty(self, workbook: Workbook, tab: str) -> None:
        """Delete all that stands on a tab, with its formats."""
        self._tab(workbook, tab).cells = Square()

    def delete_tab(self, workbook: Workbook, tab: str) -> None:
        """Delete a tab."""
        del self._document(workbook.document, "writer").tabs[workbook.tabs[tab]]

    def rename_tab(self, workbook: Workbook, tab: str, title: str) -> None:
        """Give a tab another title."""
        self._tab(workbook, tab).title = title

    def titles(self, workbook: Workbook) -> Mapping[int, str]:
        """The titles of the tabs that are not hidden, by id."""
        tabs = self._document(workbook.document).tabs
        return {sheet: tab.title for sheet, tab in tabs.items() if not tab.hidden}

    def hide_tab(self, workbook: Workbook, tab: str) -> None:
        """Hide a tab."""
        self._tab(workbook, tab).hidden = True

    def marks(self, workbook: Workbook, tab: str) -> Mapping[str, str]:
        """The marks on a tab, by key."""
        return dict(self._tab(workbook, tab).marks)

    def notes(self, workbook: Workbook, tab: str) -> Mapping[tuple[int, int], str]:
        """The notes of a tab, by row and column."""
        return {place: cell.note for place, cell in self._tab(workbook, tab).cells.items() if cell.note}

    def choices(self, workbook: Workbook, tab: str, row: int, column: int) -> tuple[str, ...] | None:
        """The choices of a cell's list, or what a tick in its box writes (nothing: TRUE); None without one."""
        pick = self._tab(workbook, tab).cells.get((row, column), EMPTY).pick
        return pick[1:] if pick and is_box(pick) else pick

    def title(self, workbook: Workbook) -> str:
        """The title of the document."""
        return self._document(workbook.document).title

    def throw_out(self, workbook: Workbook, account: str) -> None:
        """Take away an account's access."""
        del self._document(workbook.document, "writer").access[account]

    def let_in(self, workbook: Workbook, account: str, role: str = "writer") -> None:
        """Give an account ("": anyone) access."""
        self._document(workbook.document, "writer").access[account] = role

    def access(self, workbook: Workbook) -> Mapping[str, str]:
        """What each account ("": anyone) may do."""
        return dict(self._document(workbook.document).access)

    def comment(self, workbook: Workbook, text: str, to: int | None = None) -> None:
        """Write a comment, or a reply to the comment with the number *to*, counted from 0."""
        threads = self._document(workbook.document, "commenter").threads
        self.service.posted += 1
        seconds, thousandths = divmod(self.service.posted, 1000)
        written = f"2027-01-15T08:{seconds // 60 % 60:02}:{seconds % 60:02}.{thousandths:03}Z"
        post = Post(self._name, text, written)
        if to is None:
            threads.append([post])
        else:
            threads[to].append(post)


KEPT = 8
"""Names of batches that are kept, so that one which arrives late is still refused."""


def _admitted(access: dict[str, str], guest: Guest, invites: str) -> Guest:
    """The guest with access, or with the reason why not."""
    if guest.account not in access and invites in (LATER, UNINVITED):
        return guest.but(permission="", address="", refused=invites)
    held = access.get(guest.account, guest.role)
    access[guest.account] = max(held, guest.role, key=ROLES.index)
    return guest.but(permission=guest.account or "anyoneWithLink", address=guest.account, refused="")


def _inside(guests: Collection[Guest]) -> set[str]:
    """The accounts of those who have access."""
    return {guest.account for guest in guests if guest.permission}


def _check_room(tabs: Mapping[str, Tab], writes: Sequence[Write]) -> None:
    """`SheetsRefused` if a write goes beyond the end of its tab, as it is after those that make it longer."""
    sizes = {key: tab.size for key, tab in tabs.items()}
    for each in writes:
        if isinstance(each, Grow):
            sizes[each.tab] = max(sizes[each.tab][0], each.rows), max(sizes[each.tab][1], each.columns)
    for each in writes:
        if isinstance(each, Put):
            rows, columns = sizes[each.tab]
            if each.row >= rows or each.column + len(each.cells) > columns:
                raise SheetsRefused(f"{each.tab} ends at row {rows}, column {columns}: {each}")


def _put(cells: Square, put: Put) -> None:
    for at, cell in enumerate(put.cells):
        place = (put.row, put.column + at)
        if put.aspects == VALUE | STYLE | NOTE | PICK and type(cell.value) is not bool:
            cells[place] = cell if _cut(cell.value) is cell.value else cell._replace(value=_cut(cell.value))
            continue
        old = cells.get(place, EMPTY)
        if put.aspects & VALUE:
            old = old._replace(value=_cut(_held(cell)), runs=cell.runs)
        if put.aspects & STYLE:
            old = old._replace(style=cell.style, text=cell.text, link=cell.link)
        if put.aspects & NOTE:
            old = old._replace(note=cell.note)
        cells[place] = old._replace(pick=cell.pick) if put.aspects & PICK else old


def _held(cell: Cell) -> Typed:
    """The value of *cell* as a sheet has it: a box with a text of its own holds that, or nothing."""
    text = tick_text(cell.pick)
    return (text if cell.value else None) if text and isinstance(cell.value, bool) else cell.value


def _cut(value: Typed) -> Typed:
    """A text that is no longer than a cell can hold."""
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        return f"{value[: MOST_CHARACTERS - 1]}…"
    return value


def _are_alike(tab: Tab, put: Put, styles: Mapping[str, Style]) -> Iterator[bool]:
    """Whether each cell of *put* is an input as it was drawn."""
    for at, cell in enumerate(put.cells):
        now = tab.cells.get((put.row, put.column + at), EMPTY)
        fills = [style_at(styles, each.style).fill for each in (cell, now)]
        yield (cell.pick, cell.text, fills[0]) == (now.pick, now.text, fills[1])


def _moved(cells: Square, former: Sequence[int | None]) -> Square:
    """*cells* with their columns where they belong now."""
    places = {was: now for now, was in enumerate(former) if was is not None}
    return Square({(row, places[column]): cell for (row, column), cell in cells.items() if column in places})


def _part(tab: Tab, wanted: TabRange) -> list[list[Typed]]:
    """A part of a tab. One that was made shorter is made longer again, as far as it is read."""
    tab.size = max(tab.size[0], wanted.top + 1) if wanted.top else tab.size[0], tab.size[1]
    if not 0 < wanted.head < wanted.top:
        return _ragged(tab, 0 if wanted.head else wanted.top, tab.size[0])
    head = _ragged(tab, 0, wanted.head)
    return [*head, *([] for _ in range(wanted.head - len(head))), *_ragged(tab, wanted.top, tab.size[0])]


def _ragged(tab: Tab, top: int, bottom: int) -> list[list[Typed]]:
    """The values of some rows, without what is empty at the end of each and of all."""
    asked = top, bottom, tab.size[1]
    if asked not in tab.cells.rows:
        tab.cells.rows[asked] = _rows(tab.cells, *asked)
    return [[*row] for row in tab.cells.rows[asked]]


def _rows(cells: Square, top: int, bottom: int, right: int) -> list[list[Typed]]:
    if len(cells) > (bottom - top) * right:  # a long log above them
        asked = ((row, column) for row in range(top, bottom) for column in range(right))
        filled = [(place, cells[place].value) for place in asked if place in cells]
    else:
        filled = [(place, cell.value) for place, cell in cells.items()]
    rows: list[list[Typed]] = []
    for (row, column), value in filled:
        if value is None or value == "" or not top <= row < bottom or column >= right:
            continue
        while len(rows) <= row - top:
            rows.append([])
        line = rows[row - top]
        if len(line) <= column:
            line.extend([""] * (column + 1 - len(line)))
        line[column] = value
    return rows
