"""The cells that a formula reads: its areas, the formulas to calculate before it, and circles among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheets_gm.localsheets.spreadsheet.calculation.budget import MOST_PRECEDENTS
from sheets_gm.localsheets.spreadsheet.calculation.environment import Environment
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.dependency_order import strongly_connected_components
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.formula_index import Entry, FormulaIndex
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.spilling import Spills
from sheets_gm.localsheets.spreadsheet.model.a1 import END, Box

PASSED_OVER = 16
"""The number of columns and arrays that are passed over in the time in which one formula is found."""


def areas_of(entry: Entry, environment: Environment) -> list[tuple[int, Box]]:
    """Return the areas that a formula reads, with titles and names resolved, and the areas of its computed
    addresses.
    """
    areas = list(entry.computed_reads)
    if entry.formula is not None:
        for reference in dict.fromkeys(entry.formula.references):
            sheet = None if reference.title is None else environment.sheet(reference.title)
            if reference.title is None:
                areas.append((entry.key[0], reference.area))
            elif sheet is not None:
                areas.append((sheet.id, reference.area))
        names = environment.names
        areas.extend(names[name.lower()] for name in entry.formula.names if name.lower() in names)
    return areas


def reads_itself(entry: Entry, *, plainly: bool = False) -> bool:
    """Whether a formula reads its own cell or, unless *plainly*, a cell that its array fills."""
    areas = [area for sheet, area in entry.reads if sheet == entry.key[0]]
    if plainly:
        return any(area.holds(entry.key[1:]) for area in areas)
    spill = entry.spill_range
    overlaps = [] if spill is None else [area.within(END, END).common(spill) for area in areas]
    just_here = Box(*entry.key[1:], entry.key[1] + 1, entry.key[2] + 1)
    return any(overlap is not None and overlap != just_here for overlap in overlaps)


@dataclass(frozen=True, slots=True)
class Precedents:
    """Finds the formulas that others read, among those of *index* and the arrays in *spills*."""

    index: FormulaIndex
    spills: Spills

    def of(self, entry: Entry, marked: dict[Entry, None]) -> Iterator[Entry]:
        """Yield the *marked* formulas that *entry* reads, directly or through their arrays."""
        yield from self.written(entry, marked)
        for sheet, area in entry.reads if not entry.reads_too_much else ():
            for key in self.spills.within(sheet, area):
                owner = self.index.entries.get(key)
                if owner is not None and owner in marked:
                    yield owner

    def written(self, entry: Entry, among: dict[Entry, None]) -> Iterator[Entry]:
        """Yield the formulas in *among* whose cells *entry* reads. A formula that reads too much is never evaluated."""
        count = 0
        for sheet, area in entry.reads:
            for key in self.index.within(sheet, area):
                count += 1
                other = self.index.entries[key]
                if other in among:
                    yield other
            count += 1 + (len(self.index.columns) + self.spills.count(sheet)) // PASSED_OVER
            if count > MOST_PRECEDENTS:
                entry.reads_too_much = True
                return

    def circular(self, group: list[Entry]) -> Iterator[Entry]:
        """Yield the members of a group whose written references form a circle."""
        members = dict.fromkeys(group)
        for part in strongly_connected_components(group, lambda entry: self.written(entry, members)):
            if len(part) > 1 or reads_itself(part[0], plainly=True):
                yield from part
