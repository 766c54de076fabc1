"""The formulas of one document by cell, and the search for formulas within an area."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator
from dataclasses import dataclass, field

from sheets_gm.localsheets.spreadsheet.calculation.recalculation.dependents import Key
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Formula
from sheets_gm.localsheets.spreadsheet.model.a1 import END, Box


@dataclass(slots=True, eq=False)
class Entry:
    """A formula in its cell. *reads* holds the areas that it reads, *spill_range* the cells of its array.

    *computed_reads* are the areas whose addresses the formula computed when it was last evaluated. *formula* is None
    until it is *parsed*, or if it cannot be parsed. *reads_too_much* is set beyond `MOST_PRECEDENTS`.
    """

    key: Key
    text: str
    formula: Formula | None = None
    parsed: bool = False
    reads_too_much: bool = False
    reads: list[tuple[int, Box]] = field(default_factory=list)
    spill_range: Box | None = None
    computed_reads: list[tuple[int, Box]] = field(default_factory=list)


@dataclass(slots=True)
class FormulaIndex:
    """The formulas by cell (*entries*), the rows of each column that hold formulas, and the total length of all
    formulas.
    """

    entries: dict[Key, Entry] = field(default_factory=dict)
    columns: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    characters: int = 0

    def add(self, entry: Entry) -> None:
        """Add the formula of a cell."""
        sheet, row, column = entry.key
        self.entries[entry.key] = entry
        self.characters += len(entry.text)
        insort(self.columns.setdefault((sheet, column), []), row)

    def remove(self, entry: Entry) -> None:
        """Remove the formula of a cell."""
        sheet, row, column = entry.key
        del self.entries[entry.key]
        self.characters -= len(entry.text)
        rows = self.columns[(sheet, column)]
        del rows[bisect_left(rows, row)]

    def within(self, sheet: int, area: Box) -> Iterator[Key]:
        """The cells of an area that hold formulas."""
        bottom, right = END if area.bottom is None else area.bottom, END if area.right is None else area.right
        if bottom - area.top == 1 and right - area.left == 1:
            if (key := (sheet, area.top, area.left)) in self.entries:
                yield key
            return
        if right - area.left < len(self.columns):
            wanted = [(sheet, column) for column in range(area.left, right) if (sheet, column) in self.columns]
        else:
            wanted = [each for each in self.columns if each[0] == sheet and area.left <= each[1] < right]
        for each in wanted:
            rows = self.columns[each]
            for at in range(bisect_left(rows, area.top), bisect_left(rows, bottom)):
                yield (sheet, rows[at], each[1])
