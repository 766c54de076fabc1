"""Finds the formulas that read a cell without going through all formulas.

A range is stored as the few blocks of rows that cover it exactly. Blocks have 1, 2, 4, ... rows and start at a multiple
of their size, so finding a cell means looking up one block of each size.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeAlias, TypeVar

from sheets_gm.localsheets.spreadsheet.model.a1 import END, Box

Dependent = TypeVar("Dependent")
Key: TypeAlias = tuple[int, int, int]
"""A cell: its sheet's id, row and column."""


class Dependents(Generic[Dependent]):
    """The formulas that depend on cells, stored by the cells and ranges that they read."""

    def __init__(self) -> None:
        self._cells: dict[Key, set[Dependent]] = {}
        self._blocks: dict[int, dict[int, dict[int, set[tuple[int, int, Dependent]]]]] = {}

    def add(self, sheet: int, area: Box, dependent: Dependent) -> None:
        """Register that *dependent* reads an area of a sheet."""
        right = END if area.right is None else area.right
        if area.bottom == area.top + 1 and right == area.left + 1:
            self._cells.setdefault((sheet, area.top, area.left), set()).add(dependent)
            return
        levels = self._blocks.setdefault(sheet, {})
        for level, block in _blocks(area.top, END if area.bottom is None else area.bottom):
            levels.setdefault(level, {}).setdefault(block, set()).add((area.left, right, dependent))

    def discard(self, sheet: int, area: Box, dependent: Dependent) -> None:
        """Remove the registration of *dependent* for an area."""
        right = END if area.right is None else area.right
        if area.bottom == area.top + 1 and right == area.left + 1:
            key = (sheet, area.top, area.left)
            held = self._cells.get(key)
            if held is not None:
                held.discard(dependent)
                if not held:
                    del self._cells[key]
            return
        levels = self._blocks.get(sheet, {})
        for level, block in _blocks(area.top, END if area.bottom is None else area.bottom):
            blocks = levels.get(level, {})
            dependents = blocks.get(block)
            if dependents is not None:
                dependents.discard((area.left, right, dependent))
                if not dependents:
                    del blocks[block]
                    if not blocks:
                        del levels[level]

    def of(self, key: Key) -> Iterator[Dependent]:
        """Yield the formulas that read a cell; some may occur twice."""
        yield from self._cells.get(key, ())
        sheet, row, column = key
        levels = self._blocks.get(sheet)
        if levels:
            for level, blocks in levels.items():
                for left, right, dependent in blocks.get(row >> level, ()):
                    if left <= column < right:
                        yield dependent


def _blocks(top: int, bottom: int) -> Iterator[tuple[int, int]]:
    """Yield the blocks that cover the rows *top* to *bottom* (half open): their level (the size is 2 ** level) and
    number.
    """
    level = 0
    while top < bottom:
        if top & 1:
            yield level, top
            top += 1
        if bottom & 1:
            bottom -= 1
            yield level, bottom
        top >>= 1
        bottom >>= 1
        level += 1
