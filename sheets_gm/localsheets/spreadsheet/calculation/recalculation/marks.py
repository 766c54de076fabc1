"""Marks: the formulas of a document that wait for recalculation, and the others that will then read a new value.

A marked formula is not registered among the dependents, so it is marked only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from sheets_gm.localsheets.spreadsheet.calculation.recalculation.dependents import Dependents, Key
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.formula_index import Entry, FormulaIndex
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.spilling import Spills
from sheets_gm.localsheets.spreadsheet.formulas.lexing import ParseError
from sheets_gm.localsheets.spreadsheet.formulas.parsing import parse
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

_CLOCK = frozenset({"NOW", "TODAY"})
_RANDOM = frozenset({"RAND", "RANDBETWEEN", "RANDARRAY"})


class Marks:
    """The formulas of one document (*index*) with their arrays (*spills*), and the *marked* ones, in order."""

    def __init__(self) -> None:
        self.index = FormulaIndex()
        self.spills = Spills()
        self.marked: dict[Entry, None] = {}
        self._dependents: Dependents[Entry] = Dependents()
        self._volatile: dict[Entry, None] = {}

    # -- formulas --------------------------------------------------------------------------------------------------

    def add(self, entry: Entry) -> None:
        """Add a marked formula."""
        self._note_volatile(entry)
        self.index.add(entry)
        self.marked[entry] = None

    def parse(self, entry: Entry) -> None:
        """Parse the text of a formula."""
        try:
            entry.formula = parse(entry.text)
        except (ParseError, RecursionError):
            entry.formula = None
        entry.parsed = True
        self._note_volatile(entry)

    def _note_volatile(self, entry: Entry) -> None:
        if entry.formula is not None and entry.formula.calls & (_CLOCK | _RANDOM):
            self._volatile[entry] = None

    def remove(self, entry: Entry, sheet: Sheet | None) -> None:
        """Remove a formula and its result. *sheet* is None if it was deleted too."""
        self._unregister(entry)
        self.marked.pop(entry, None)
        self._volatile.pop(entry, None)
        self.index.remove(entry)
        if sheet is not None:
            sheet.results.pop(entry.key[1:], None)
            self.mark_dependents(self.spills.clear(sheet, entry.key), entry)

    def register(self, entry: Entry) -> None:
        """Register an evaluated formula, so that a change of a cell that it reads marks it."""
        for sheet, area in entry.reads:
            self._dependents.add(sheet, area, entry)
        if entry.spill_range is not None:
            self._dependents.add(entry.key[0], entry.spill_range, entry)

    def _unregister(self, entry: Entry) -> None:
        for sheet, area in entry.reads:
            self._dependents.discard(sheet, area, entry)
        if entry.spill_range is not None:
            self._dependents.discard(entry.key[0], entry.spill_range, entry)

    # -- marking ---------------------------------------------------------------------------------------------------

    def mark(self, entries: Iterable[Entry]) -> None:
        """Mark formulas and their dependents."""
        for entry in list(entries):
            if entry not in self.marked:
                self._unregister(entry)
                self.marked[entry] = None
                self.mark_dependents([entry.key, *self.spills.of(entry.key)], entry)

    def mark_dependents(self, keys: Iterable[Key], by: Entry | None) -> None:
        """Mark all direct and indirect dependents of *keys*, except *by*, whose own result changed."""
        left = [(key, by) for key in keys]
        marked, dependents, spills = self.marked, self._dependents, self.spills
        while left:
            key, writer = left.pop()
            for entry in list(dependents.of(key)):
                if entry is writer or entry in marked:
                    continue
                self._unregister(entry)
                marked[entry] = None
                left.append((entry.key, None))
                if entry.spill_range is not None:
                    left.extend((filled, None) for filled in spills.of(entry.key))

    def mark_dependents_of_spills(self) -> None:
        """Mark the dependents of cells whose spilled value has changed. By now all formulas are registered again."""
        for key, by in self.spills.take_changed():
            self.mark_dependents([key], self.index.entries.get(by))
        self.mark(self.index.entries[key] for key in self.spills.take_displaced() if key in self.index.entries)

    def mark_names(self) -> None:
        """Mark the formulas that read named ranges."""
        self.mark(
            entry
            for entry in self.index.entries.values()
            if entry.formula and (entry.formula.names or "INDIRECT" in entry.formula.calls)
        )

    def mark_sizes(self, before: Mapping[int, tuple[int, int]], now: Mapping[int, tuple[int, int]]) -> None:
        """Mark the formulas whose value may depend on a changed size of a sheet."""
        self.mark(entry for entry in self.index.entries.values() if _depends_on_size(entry, before, now))

    def mark_volatile(self, before: datetime | None, now: datetime, *, moved: bool) -> None:
        """Mark volatile formulas: NOW and TODAY as time passes, random ones after any change."""
        if not self._volatile or before is None:
            return
        day = before.date() != now.date()
        for entry in list(self._volatile):
            assert entry.formula is not None
            calls = entry.formula.calls
            if ("NOW" in calls and before != now) or ("TODAY" in calls and day) or (moved and calls & _RANDOM):
                self.mark([entry])


def _depends_on_size(entry: Entry, old: Mapping[int, tuple[int, int]], new: Mapping[int, tuple[int, int]]) -> bool:
    sheet = entry.key[0]
    if entry.spill_range is not None and old.get(sheet) != new.get(sheet):
        return True
    for sheet, area in entry.reads:
        before, now = old.get(sheet), new.get(sheet)
        if before == now:
            continue
        if before is None or now is None or area.bottom is None or area.right is None:
            return True
        if area.bottom > min(before[0], now[0]) or area.right > min(before[1], now[1]):
            return True
    return False
