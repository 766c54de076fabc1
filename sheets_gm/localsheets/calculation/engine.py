"""Formulas of one document, worked out in the order of what they read.

Laws: only what reads a changed cell, at however many removes, is worked out anew; what is worked out so is what working
out everything from nothing would give. A formula that is to be worked out is not among the readers, so each is marked
once. Formulas that read one another in a circle are #REF!. An array spills into empty cells; where it may not, its
formula is #REF!, and of two arrays that want a cell the one that begins further up and left has it.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.localsheets.calculation.arrays import Array, Memory
from sheets_gm.localsheets.calculation.dependency_order import circles_and_singles
from sheets_gm.localsheets.calculation.dependents import Key, Readers
from sheets_gm.localsheets.calculation.environment import Surroundings
from sheets_gm.localsheets.calculation.evaluation import Place, evaluated
from sheets_gm.localsheets.calculation.functions import FUNCTIONS
from sheets_gm.localsheets.calculation.inferred_formats import brought, columns
from sheets_gm.localsheets.calculation.spilling import Spills
from sheets_gm.localsheets.formulas.lexing import ParseError
from sheets_gm.localsheets.formulas.nodes import Call, Formula
from sheets_gm.localsheets.formulas.parsing import parse
from sheets_gm.localsheets.spreadsheet.a1 import END, Box
from sheets_gm.localsheets.spreadsheet.calculated import CellError, Result
from sheets_gm.localsheets.spreadsheet.document import Document

CIRCLE = CellError("REF", "Circular dependency detected. To resolve with iterative calculation, see File > Settings.")
UNREADABLE = CellError("ERROR", "Formula parse error.")
MOST_PASSES = 50
MOST_MEETINGS = 3

_TIMES = frozenset({"NOW", "TODAY"})
_LUCK = frozenset({"RAND", "RANDBETWEEN"})


@dataclass(slots=True, eq=False)
class Entry:
    """A formula in its cell; *reads* are the areas it reads, *wants* the cells that its array spills into."""

    key: Key
    text: str
    formula: Formula | None
    reads: list[tuple[int, Box]] = field(default_factory=list)
    wants: Box | None = None


class Engine:
    """Works out the formulas of *document* into the `results` of its tabs."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._entries: dict[Key, Entry] = {}
        self._columns: dict[tuple[int, int], list[int]] = {}
        self._readers: Readers[Entry] = Readers()
        self._dirty: dict[Entry, None] = {}
        self._changed: dict[Key, None] = {}
        self._restless: dict[Entry, None] = {}
        self._around = Surroundings(document)
        self._spills = Spills()
        self._fresh = self._tangled = False
        self._news: set[int] = set()
        self._memory = Memory()

    def changed(self, sheet: int, row: int, column: int) -> None:
        """A cell has been written."""
        self._changed[(sheet, row, column)] = None

    def told(self) -> set[int]:
        """The tabs where something was worked out since the last time this was asked."""
        made, self._news = self._news & self._document.sheets.keys(), set()
        return made

    # -- bringing up to date ---------------------------------------------------------------------------------------

    def update(self) -> None:
        """Work out whatever has to be, since the last time."""
        try:
            self._update()
        except BaseException:
            self._around.tabs = {}  # what is marked may be lost: begin from nothing next time
            raise

    def _update(self) -> None:
        self._look_around()
        moved = bool(self._changed or self._dirty)
        self._tick(moved)
        if moved and self._tangled:
            self._begin()
        changed, self._changed = self._changed, {}
        for key in changed:
            self._enter(key)
        self._soil(changed, None)
        while not self._run():
            self._begin()

    def _run(self) -> bool:
        """Work out all that is marked; False if that must be done from nothing, because arrays have met in a circle."""
        condemned: set[Entry] = set()
        met: dict[Entry, int] = {}
        for count in range(MOST_PASSES):
            if not self._dirty:
                break
            self._pass(condemned, met, last=count == MOST_PASSES - 1)
            if self._tangled and not self._fresh:
                return False
        self._fresh = False
        return True

    def _look_around(self) -> None:
        """See whether tabs, their titles or sizes, or named ranges have changed."""
        if self._around.look_at_tabs():
            self._begin()
        if self._around.look_at_names():
            self._again(entry for entry in self._entries.values() if entry.formula and entry.formula.names)
        before = self._around.look_at_sizes()
        if before is not None:
            self._again(entry for entry in self._entries.values() if self._sized(entry, before))

    def _begin(self) -> None:
        """Forget everything, and read every formula of the document."""
        self._fresh, self._tangled = True, False
        self._entries, self._columns, self._readers, self._dirty = {}, {}, Readers(), {}
        self._restless, self._changed = {}, {}
        self._spills = Spills()
        for sheet, _ in self._around.tabs.values():
            sheet.results.clear()
            sheet.spilled.clear()
            held = [place for place, cell in sheet.cells.items() if "formulaValue" in cell.get("userEnteredValue", ())]
            for place in sorted(held):
                self._enter((sheet.id, *place))

    def _sized(self, entry: Entry, old: dict[int, tuple[int, int]]) -> bool:
        """Whether what a formula comes to may depend on a size that has changed."""
        sheet = entry.key[0]
        if entry.wants is not None and old.get(sheet) != self._around.sizes.get(sheet):
            return True
        for sheet, area in entry.reads:
            before, now = old.get(sheet), self._around.sizes.get(sheet)
            if before == now:
                continue
            if before is None or now is None or area.bottom is None or area.right is None:
                return True
            if area.bottom > min(before[0], now[0]) or area.right > min(before[1], now[1]):
                return True
        return False

    def _tick(self, moved: bool) -> None:
        """Time goes on, and whenever something changes luck is drawn again."""
        before, now = self._around.at, self._document.now()
        self._around.at = now
        if not self._restless or before is None:
            return
        day = before.date() != now.date()
        for entry in list(self._restless):
            assert entry.formula is not None
            calls = entry.formula.calls
            if ("NOW" in calls and before != now) or ("TODAY" in calls and day) or (moved and calls & _LUCK):
                self._again([entry])

    # -- entries ---------------------------------------------------------------------------------------------------

    def _enter(self, key: Key) -> None:
        """Look what is in a cell now: a new formula, the same, or none."""
        sheet = self._document.sheets.get(key[0])
        cell = sheet.cells.get(key[1:]) if sheet else None
        text = (cell or {}).get("userEnteredValue", {}).get("formulaValue")
        old = self._entries.get(key)
        if old is not None:
            if old.text == text:
                return
            self._drop(old)
        if text is None:
            return
        entry = Entry(key, text, _parsed(text))
        self._entries[key] = entry
        insort(self._columns.setdefault((key[0], key[2]), []), key[1])
        if entry.formula is not None and entry.formula.calls & (_TIMES | _LUCK):
            self._restless[entry] = None
        self._dirty[entry] = None

    def _drop(self, entry: Entry) -> None:
        self._unread(entry)
        self._dirty.pop(entry, None)
        self._restless.pop(entry, None)
        del self._entries[entry.key]
        rows = self._columns[(entry.key[0], entry.key[2])]
        del rows[bisect_left(rows, entry.key[1])]
        sheet = self._document.sheets.get(entry.key[0])
        if sheet is not None:
            sheet.results.pop(entry.key[1:], None)
            self._soil(self._spills.clear(sheet, entry.key), entry)

    def _again(self, entries: Iterable[Entry]) -> None:
        """Let formulas be worked out anew, and all that read them."""
        for entry in list(entries):
            if entry not in self._dirty:
                self._unread(entry)
                self._dirty[entry] = None
                self._soil([entry.key, *self._spills.of(entry.key)], entry)

    def _soil(self, keys: Iterable[Key], by: Entry | None) -> None:
        """Mark all formulas that read *keys*, at however many removes, but not *by* for its own writing."""
        left = [(key, by) for key in keys]
        dirty, readers, spills = self._dirty, self._readers, self._spills
        while left:
            key, writer = left.pop()
            for entry in list(readers.of(key)):
                if entry is writer or entry in dirty:
                    continue
                self._unread(entry)
                dirty[entry] = None
                left.append((entry.key, None))
                if entry.wants is not None:
                    left.extend((filled, None) for filled in spills.of(entry.key))

    def _unread(self, entry: Entry) -> None:
        for sheet, area in entry.reads:
            self._readers.discard(sheet, area, entry)
        if entry.wants is not None:
            self._readers.discard(entry.key[0], entry.wants, entry)

    def _read(self, entry: Entry) -> None:
        for sheet, area in entry.reads:
            self._readers.add(sheet, area, entry)
        if entry.wants is not None:
            self._readers.add(entry.key[0], entry.wants, entry)

    def _areas(self, entry: Entry) -> list[tuple[int, Box]]:
        """The areas that a formula reads, as its titles and names now lead to them."""
        made: list[tuple[int, Box]] = []
        if entry.formula is not None:
            for reference in entry.formula.references:
                sheet = None if reference.title is None else self._around.sheet(reference.title)
                if reference.title is None:
                    made.append((entry.key[0], reference.area))
                elif sheet is not None:
                    made.append((sheet.id, reference.area))
            names = self._around.names
            made.extend(names[name.lower()] for name in entry.formula.names if name.lower() in names)
        return made

    # -- working out -----------------------------------------------------------------------------------------------

    def _pass(self, condemned: set[Entry], met: dict[Entry, int], *, last: bool) -> None:
        """Work out every formula that is marked, those that are read first.

        *met* counts how often a formula was in a circle that only arrays close: such a circle may come undone while
        arrays settle, so its arrays are taken away a few times before it is condemned.
        """
        for entry in self._dirty:
            entry.reads = self._areas(entry)
        groups = list(circles_and_singles(self._dirty, self._read_by))
        for group in groups:
            if len(group) > 1 or self._reads_itself(group[0], plainly=True):
                condemned.update(self._circular(group))
        self._dirty, self._memory = {}, Memory()
        for group in groups:
            self._news.update(entry.key[0] for entry in group)
            again = len(group) > 1 and not condemned.issuperset(group)
            for entry in group:
                if again and entry not in condemned:
                    met[entry] = met.get(entry, 0) + 1
                if last or met.get(entry, 0) >= MOST_MEETINGS:
                    condemned.add(entry)
                    self._tangled = True
                entry.wants = None
                if again and entry not in condemned:
                    self._spills.take_away(self._document.sheets[entry.key[0]], entry.key)
                self._work_out(entry, circular=entry in condemned, met=met)
                self._read(entry)
        self._memory = Memory()
        self._flush()

    def _circular(self, group: list[Entry]) -> Iterator[Entry]:
        """Those of a group that read one another by what is written in them."""
        members = dict.fromkeys(group)
        for part in circles_and_singles(group, lambda entry: self._named_by(entry, members)):
            if len(part) > 1 or self._reads_itself(part[0], plainly=True):
                yield from part

    def _flush(self) -> None:
        """Mark what reads cells whose spilled value has changed, now that everybody is among the readers again."""
        for key, by in self._spills.settled():
            self._soil([key], self._entries.get(by))
        self._again(self._entries[key] for key in self._spills.ousted() if key in self._entries)

    def _reads_itself(self, entry: Entry, *, plainly: bool = False) -> bool:
        """Whether a formula reads its own cell, or (if not *plainly*) one that its array fills."""
        own = [entry.key] if plainly else self._spills.of(entry.key)
        areas = [area for sheet, area in entry.reads if sheet == entry.key[0]]
        return any(area.holds(key[1:]) for area in areas for key in own)

    def _read_by(self, entry: Entry) -> Iterator[Entry]:
        """The marked formulas that *entry* reads, or whose arrays it reads."""
        yield from self._named_by(entry, self._dirty)
        for sheet, area in entry.reads:
            for key in self._spills.within(sheet, area):
                owner = self._entries.get(key)
                if owner is not None and owner in self._dirty:
                    yield owner

    def _named_by(self, entry: Entry, among: dict[Entry, None]) -> Iterator[Entry]:
        """Those *among* formulas whose cells *entry* reads."""
        for sheet, area in entry.reads:
            for key in self._within(sheet, area):
                other = self._entries[key]
                if other in among:
                    yield other

    def _within(self, sheet: int, area: Box) -> Iterator[Key]:
        """The cells of an area that hold formulas."""
        bottom, right = END if area.bottom is None else area.bottom, END if area.right is None else area.right
        if bottom - area.top == 1 and right - area.left == 1:
            if (key := (sheet, area.top, area.left)) in self._entries:
                yield key
            return
        if right - area.left < len(self._columns):
            wanted = [(sheet, column) for column in range(area.left, right) if (sheet, column) in self._columns]
        else:
            wanted = [each for each in self._columns if each[0] == sheet and area.left <= each[1] < right]
        for each in wanted:
            rows = self._columns[each]
            for at in range(bisect_left(rows, area.top), bisect_left(rows, bottom)):
                yield (sheet, rows[at], each[1])

    def _work_out(self, entry: Entry, *, circular: bool, met: dict[Entry, int]) -> None:
        sheet = self._document.sheets[entry.key[0]]
        place = Place(sheet, entry.key[1], entry.key[2], self._around, FUNCTIONS, memory=self._memory)
        value: Any = CIRCLE
        if not circular:
            value = UNREADABLE if entry.formula is None else evaluated(entry.formula.root, place)
        if isinstance(value, Array) and value.height == value.width == 1:
            value = value.at(0, 0)
        if isinstance(value, Array) and entry.formula is not None:
            entry.wants = Box(entry.key[1], entry.key[2], entry.key[1] + value.height, entry.key[2] + value.width)
            blocked = self._spills.spill(sheet, entry.key, value, columns(place, entry.formula.root, value.width))
            if blocked is None and self._reads_itself(entry):
                met[entry] = met.get(entry, 0) + 1
                self._tangled = True
                self._work_out(entry, circular=True, met=met)
            elif blocked is not None:
                sheet.results[entry.key[1:]] = Result(blocked)
            return
        self._spills.take_away(sheet, entry.key)
        sheet.results[entry.key[1:]] = self._result(place, entry.formula, value)

    def _result(self, place: Place, formula: Formula | None, value: Any) -> Result:
        if formula is None or isinstance(value, CellError):
            return Result(value)
        root = formula.root
        if isinstance(root, Call) and root.name.upper() == "HYPERLINK":
            return Result(value, None, str(place.one(root.arguments[0])))
        numeric = value.__class__ in (int, float)
        return Result(value, brought(place, root) if numeric else None)


def _parsed(text: str) -> Formula | None:
    try:
        return parse(text)
    except (ParseError, RecursionError):
        return None
