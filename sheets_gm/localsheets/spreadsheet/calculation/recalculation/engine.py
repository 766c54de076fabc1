"""The formulas of one document, recalculated in the order of their dependencies.

Only direct and indirect dependents of changed cells are recalculated; the result is the same as that of a full
recalculation. Circular references are #REF!. An array spills into empty cells; if it cannot, its formula is #REF!. If
two arrays compete for a cell, the one that starts further up, then further left, gets it.

A recalculation ends when its time is used up. The remaining formulas show "Loading..." until the next one, which
continues in the same order, so that each formula gets its turn.
"""

from __future__ import annotations

from math import inf
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import AreaCache, Array
from sheets_gm.localsheets.spreadsheet.calculation.budget import (
    LOADING,
    MOST_CHARACTERS,
    OVER_BUDGET,
    Budget,
    OverBudget,
    Stopwatch,
)
from sheets_gm.localsheets.spreadsheet.calculation.environment import Environment
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context, evaluate
from sheets_gm.localsheets.spreadsheet.calculation.functions import FUNCTIONS
from sheets_gm.localsheets.spreadsheet.calculation.inferred_formats import column_formats, inferred_format
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.dependency_order import strongly_connected_components
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.dependents import Key
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.formula_index import Entry
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.marks import Marks
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.precedents import Precedents, areas_of, reads_itself
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Call, Formula
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError, Result
from sheets_gm.localsheets.spreadsheet.model.document import Document

CIRCULAR = CellError("REF", "Circular dependency detected. To resolve with iterative calculation, see File > Settings.")
UNREADABLE = CellError("ERROR", "Formula parse error.")
MOST_PASSES = 50
MOST_CYCLES = 3


class Engine:
    """Evaluates the formulas of *document* into the `results` of its sheets."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._marks = Marks()
        self._changed: dict[Key, None] = {}
        self._environment = Environment(document)
        self._rebuilt = self._cyclic_arrays = False
        self._recalculated: set[int] = set()
        self._cache = AreaCache()
        self._loading: dict[Entry, None] = {}
        self._request: Stopwatch | None = None
        self._time = Stopwatch(inf)

    def begin(self) -> None:
        """Note that a request begins: its recalculations together may take `UPDATE_SECONDS`. Without requests there is
        no limit.
        """
        self._request = Stopwatch()

    def changed(self, sheet: int, row: int, column: int) -> None:
        """Note that a cell was written."""
        self._changed[(sheet, row, column)] = None

    def take_recalculated(self) -> set[int]:
        """Return the ids of the sheets that were recalculated since the last call."""
        sheet_ids, self._recalculated = self._recalculated & self._document.sheets.keys(), set()
        return sheet_ids

    # -- updating --------------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Recalculate what has changed since the last call."""
        try:
            self._update()
        except BaseException:
            self._environment.tabs = {}  # marks may be lost: rebuild next time
            raise

    def _update(self) -> None:
        self._time = self._request or Stopwatch(inf)
        left = len(self._marks.marked)
        self._refresh_environment()
        moved = bool(self._changed) or len(self._marks.marked) != left
        before, self._environment.at = self._environment.at, self._document.now()
        self._marks.mark_volatile(before, self._environment.at, moved=moved)
        if moved and self._cyclic_arrays:
            self._rebuild()
        changed, self._changed = self._changed, {}
        for key in changed:
            self._read_cell(key)
        self._marks.mark_dependents(changed, None)
        while not self._run():
            self._rebuild()
        self._show_loading()

    def _show_loading(self) -> None:
        """Make formulas that wait for the next update show that they are not calculated yet."""
        for entry in [entry for entry in self._marks.marked if entry not in self._loading]:
            sheet = self._document.sheets[entry.key[0]]
            self._marks.spills.withdraw(sheet, entry.key)
            sheet.results[entry.key[1:]] = Result(LOADING)
            self._recalculated.add(sheet.id)
        self._loading = dict(self._marks.marked)

    def unfinished(self) -> bool:
        """Whether formulas wait for the next update."""
        return bool(self._loading)

    def overflows(self) -> bool:
        """Whether all formulas together are too long."""
        return self._marks.index.characters > MOST_CHARACTERS

    def _run(self) -> bool:
        """Evaluate everything that is marked. Returns False if a full rebuild is necessary because arrays form a
        circle.
        """
        circular: set[Entry] = set()
        cycle_counts: dict[Entry, int] = {}
        for count in range(MOST_PASSES):
            if not self._marks.marked or self._time.over() or not self._parse_all():
                break
            self._pass(circular, cycle_counts, last=count == MOST_PASSES - 1)
            if self._cyclic_arrays and not self._rebuilt:
                return False
        self._rebuilt = False
        return True

    def _parse_all(self) -> bool:
        """Parse the marked formulas. Returns False if the time is used up before all are parsed."""
        for entry in self._marks.marked:
            if entry.parsed:
                continue
            if self._time.over():
                return False
            self._marks.parse(entry)
        return True

    def _refresh_environment(self) -> None:
        """Check whether sheets, titles, sizes or named ranges have changed."""
        if self._environment.refresh_sheets():
            self._rebuild()
        if self._environment.refresh_named_ranges():
            self._marks.mark_names()
        before = self._environment.refresh_sizes()
        if before is not None:
            self._marks.mark_sizes(before, self._environment.sizes)

    def _rebuild(self) -> None:
        """Discard all state and read every formula of the document again."""
        self._rebuilt, self._cyclic_arrays = True, False
        before, self._loading, self._changed = self._marks.index.entries, {}, {}
        self._marks = Marks()
        for sheet, _ in self._environment.tabs.values():
            sheet.results.clear()
            sheet.spilled.clear()
            held = [place for place, cell in sheet.cells.items() if "formulaValue" in cell.get("userEnteredValue", ())]
            for place in sorted(held):
                self._read_cell((sheet.id, *place), before)

    # -- entries ---------------------------------------------------------------------------------------------------

    def _read_cell(self, key: Key, parsed: dict[Key, Entry] | None = None) -> None:
        """Read a cell again. It may hold a new formula, the same one, or none. *parsed* holds formulas to reuse."""
        sheet = self._document.sheets.get(key[0])
        cell = sheet.cells.get(key[1:]) if sheet else None
        text = (cell or {}).get("userEnteredValue", {}).get("formulaValue")
        old = self._marks.index.entries.get(key)
        if old is not None:
            if old.text == text:
                return
            self._loading.pop(old, None)
            self._marks.remove(old, sheet)
        if text is None:
            return
        entry = Entry(key, text)
        reusable = parsed.get(key) if parsed else None
        if reusable is not None and reusable.text == text and reusable.parsed:
            entry.formula, entry.parsed = reusable.formula, True
        self._marks.add(entry)

    # -- evaluating ------------------------------------------------------------------------------------------------

    def _pass(self, circular: set[Entry], cycle_counts: dict[Entry, int], *, last: bool) -> None:
        """Evaluate every marked formula, after the formulas that it reads.

        *cycle_counts* counts how often a formula was part of a circle that exists only through arrays. Such a circle
        may dissolve as arrays settle, so its arrays are withdrawn a few times before its formulas become errors.
        """
        for entry in self._marks.marked:
            entry.reads, entry.reads_too_much = areas_of(entry, self._environment), False
        marked, precedents = self._marks.marked, Precedents(self._marks.index, self._marks.spills)
        groups, left = [], dict(marked)
        for group in strongly_connected_components(marked, lambda entry: precedents.of(entry, marked)):
            groups.append(group)
            if len(group) > 1 or reads_itself(group[0], plainly=True):
                circular.update(precedents.circular(group))
            if self._time.half_over():  # the rest is for evaluating them
                break
        self._marks.marked, self._cache = left, AreaCache()
        addressed: list[Entry] = []
        for number, group in enumerate(groups):
            if number and self._time.over():
                break
            for entry in group:
                left.pop(entry, None)
            self._recalculated.update(entry.key[0] for entry in group)
            again = len(group) > 1 and not circular.issuperset(group)
            for entry in group:
                if again and entry not in circular:
                    cycle_counts[entry] = cycle_counts.get(entry, 0) + 1
                if last or cycle_counts.get(entry, 0) >= MOST_CYCLES:
                    circular.add(entry)
                    self._cyclic_arrays = True
                entry.spill_range = None
                if again and entry not in circular:
                    self._marks.spills.withdraw(self._document.sheets[entry.key[0]], entry.key)
                before = entry.computed_reads
                self._evaluate(entry, circular=entry in circular, cycle_counts=cycle_counts)
                self._marks.register(entry)
                if entry in circular:
                    entry.computed_reads = []  # next time its addresses may lead elsewhere
                elif entry.computed_reads != before:
                    addressed.append(entry)
        self._cache = AreaCache()
        self._marks.mark(addressed)  # what they read by an address may not have been calculated before them
        self._marks.mark_dependents_of_spills()

    def _evaluate(self, entry: Entry, *, circular: bool, cycle_counts: dict[Entry, int]) -> None:
        sheet = self._document.sheets[entry.key[0]]
        context = Context(sheet, entry.key[1], entry.key[2], self._environment, FUNCTIONS, cache=self._cache)
        context.budget = budget = Budget(seconds=None if self._request else inf)
        value: Any = CIRCULAR
        if entry.reads_too_much:
            value = OVER_BUDGET
        elif not circular:
            value = UNREADABLE if entry.formula is None else evaluate(entry.formula.root, context)
            entry.computed_reads = list(dict.fromkeys(context.also_read))
        if isinstance(value, Array):
            try:
                budget.spend(value.height * value.width)
            except OverBudget:
                value = OVER_BUDGET
        if isinstance(value, Array) and value.height == value.width == 1:
            value = value.at(0, 0)
        if isinstance(value, Array) and entry.formula is not None:
            entry.spill_range = Box(entry.key[1], entry.key[2], entry.key[1] + value.height, entry.key[2] + value.width)
            blocked = self._marks.spills.spill(
                sheet, entry.key, value, column_formats(context, entry.formula.root, value.width)
            )
            if blocked is None and reads_itself(entry):
                cycle_counts[entry] = cycle_counts.get(entry, 0) + 1
                self._cyclic_arrays = True
                self._evaluate(entry, circular=True, cycle_counts=cycle_counts)
            elif blocked is not None:
                sheet.results[entry.key[1:]] = Result(blocked)
            return
        self._marks.spills.withdraw(sheet, entry.key)
        sheet.results[entry.key[1:]] = self._result(context, entry.formula, value)

    def _result(self, context: Context, formula: Formula | None, value: Any) -> Result:
        if formula is None or isinstance(value, CellError):
            return Result(value)
        root = formula.root
        if isinstance(root, Call) and root.name.upper() == "HYPERLINK":
            return Result(value, None, str(context.one(root.arguments[0])))
        numeric = value.__class__ in (int, float)
        return Result(value, inferred_format(context, root) if numeric else None)
