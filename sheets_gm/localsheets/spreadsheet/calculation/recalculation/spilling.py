"""Arrays that spill into the cells below and to the right of their formula."""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Array
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.dependents import Key
from sheets_gm.localsheets.spreadsheet.model.a1 import END, Box, column_letters
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError, Result
from sheets_gm.localsheets.spreadsheet.model.sheet import Place, Sheet
from sheets_gm.localsheets.spreadsheet.values.number_formats import NumberFormat

MOST_SPILLED = 200_000
"""The most cells that all arrays of a document fill."""


class Spills:
    """The cells that arrays fill, and the array that fills each."""

    def __init__(self) -> None:
        self._places: dict[Key, list[Key]] = {}
        self._owners: dict[int, dict[Place, Key]] = {}
        self._boxes: dict[int, dict[Key, Box]] = {}
        self._changed_cells: list[tuple[Key, Key]] = []
        self._displaced: list[Key] = []

    def of(self, owner: Key) -> list[Key]:
        """Return the cells that the array of *owner* fills, except its own."""
        return self._places.get(owner, [])

    def within(self, sheet: int, area: Box) -> Iterator[Key]:
        """Yield the owners of arrays that fill cells of an area."""
        area = area.within(END, END)
        for owner, box in self._boxes.get(sheet, {}).items():
            if box.meets(area):
                yield owner

    def count(self, sheet: int) -> int:
        """The number of arrays of a sheet."""
        return len(self._boxes.get(sheet, ()))

    def take_changed(self) -> list[tuple[Key, Key]]:
        """Return the cells whose spilled value has changed since the last call, each with its owner."""
        cells, self._changed_cells = self._changed_cells, []
        return cells

    def take_displaced(self) -> list[Key]:
        """Return the owners that have lost cells to another array since the last call."""
        owners, self._displaced = self._displaced, []
        return owners

    def clear(self, sheet: Sheet, owner: Key) -> list[Key]:
        """Remove an array and return the cells that it filled."""
        held = self._places.pop(owner, [])
        self._boxes.get(owner[0], {}).pop(owner, None)
        owners = self._owners.get(sheet.id, {})
        gone = []
        for key in held:
            place = key[1:]
            if owners.get(place) == owner:
                del owners[place]
                sheet.spilled.pop(place, None)
                gone.append(key)
        return gone

    def withdraw(self, sheet: Sheet, owner: Key) -> None:
        """Remove an array during a recalculation."""
        if owner in self._places:
            self._changed_cells.extend((key, owner) for key in self.clear(sheet, owner))

    def spill(self, sheet: Sheet, owner: Key, array: Array, formats: list[NumberFormat | None]) -> CellError | None:
        """Fill the cells of the array of *owner*. Returns None, or the error for its cell."""
        blocked = self._blocked(sheet, owner, array)
        if blocked is not None:
            self.withdraw(sheet, owner)
            return blocked
        before = {key: sheet.spilled[key[1:]] for key in self.of(owner) if key[1:] in sheet.spilled}
        for key in self.clear(sheet, owner):
            if not (key[1] < owner[1] + array.height and key[2] < owner[2] + array.width):
                self._changed_cells.append((key, owner))
        owners = self._owners.setdefault(sheet.id, {})
        filled: list[Key] = []
        for down, line in enumerate(array.rows()):
            for across, value in enumerate(line):
                result = Result(value, formats[across] if value.__class__ in (int, float) else None)
                key = (owner[0], owner[1] + down, owner[2] + across)
                if not down and not across:
                    sheet.results[key[1:]] = result
                    continue
                filled.append(key)
                other = owners.get(key[1:])
                if other is not None and other != owner:
                    self._displaced.append(other)
                owners[key[1:]] = owner
                sheet.spilled[key[1:]] = result
                if not _same(before.get(key), result):
                    self._changed_cells.append((key, owner))
        self._places[owner] = filled
        self._boxes.setdefault(sheet.id, {})[owner] = Box(
            owner[1], owner[2], owner[1] + array.height, owner[2] + array.width
        )
        return None

    def _blocked(self, sheet: Sheet, owner: Key, array: Array) -> CellError | None:
        rows, columns = sheet.size
        below, beside = owner[1] + array.height - rows, owner[2] + array.width - columns
        if below > 0 or beside > 0:
            what = f"rows ({below})" if below > 0 else f"columns ({beside})"
            return CellError("REF", f"Result was not automatically expanded, please insert more {what}.")
        owners = self._owners.get(sheet.id, {})
        others = sum(map(len, self._owners.values())) - len(self.of(owner))
        if others + array.height * array.width > MOST_SPILLED:
            return CellError(
                "REF", f"Result was not automatically expanded: all arrays fill at most {MOST_SPILLED} cells."
            )
        for row in range(owner[1], owner[1] + array.height):
            for column in range(owner[2], owner[2] + array.width):
                if (row, column) == owner[1:]:
                    continue
                taken = "userEnteredValue" in sheet.cells.get((row, column), ())
                if taken or owners.get((row, column), owner) < owner:
                    address = f"{column_letters(column)}{row + 1}"
                    return CellError(
                        "REF",
                        f"Array result was not expanded because it would overwrite data in {address}.",
                    )
        return None


def _same(one: Result | None, other: Result) -> bool:
    return one == other and one is not None and type(one.value) is type(other.value)
