"""Who reads a cell: found without looking at everybody who reads something.

A range is kept in the few blocks of rows (of 1, 2, 4, ... rows, each beginning at a multiple of its length) that make
it up exactly, so a cell finds its readers in one block of each length.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeAlias, TypeVar

from sheets_gm.localsheets.spreadsheet.a1 import END, Box

Reader = TypeVar("Reader")
Key: TypeAlias = tuple[int, int, int]
"""Of a cell: its tab's id, its row, its column."""


class Readers(Generic[Reader]):
    """Readers by the cells and ranges that they read."""

    def __init__(self) -> None:
        self._cells: dict[Key, set[Reader]] = {}
        self._blocks: dict[int, dict[int, dict[int, set[tuple[int, int, Reader]]]]] = {}

    def add(self, sheet: int, area: Box, reader: Reader) -> None:
        """Let *reader* read an area of a tab."""
        right = END if area.right is None else area.right
        if area.bottom == area.top + 1 and right == area.left + 1:
            self._cells.setdefault((sheet, area.top, area.left), set()).add(reader)
            return
        levels = self._blocks.setdefault(sheet, {})
        for level, block in _blocks(area.top, END if area.bottom is None else area.bottom):
            levels.setdefault(level, {}).setdefault(block, set()).add((area.left, right, reader))

    def discard(self, sheet: int, area: Box, reader: Reader) -> None:
        """Forget that *reader* reads an area."""
        right = END if area.right is None else area.right
        if area.bottom == area.top + 1 and right == area.left + 1:
            key = (sheet, area.top, area.left)
            held = self._cells.get(key)
            if held is not None:
                held.discard(reader)
                if not held:
                    del self._cells[key]
            return
        levels = self._blocks.get(sheet, {})
        for level, block in _blocks(area.top, END if area.bottom is None else area.bottom):
            blocks = levels.get(level, {})
            found = blocks.get(block)
            if found is not None:
                found.discard((area.left, right, reader))
                if not found:
                    del blocks[block]
                    if not blocks:
                        del levels[level]

    def of(self, key: Key) -> Iterator[Reader]:
        """Everybody who reads a cell; some may come twice."""
        yield from self._cells.get(key, ())
        sheet, row, column = key
        levels = self._blocks.get(sheet)
        if levels:
            for level, blocks in levels.items():
                for left, right, reader in blocks.get(row >> level, ()):
                    if left <= column < right:
                        yield reader


def _blocks(top: int, bottom: int) -> Iterator[tuple[int, int]]:
    """The blocks that make up the rows *top* to *bottom* (half open): how often their length doubles, and number."""
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
