"""Lines of the game's tables. A mistake is reported with its file, line and column."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence


class BadTable(ValueError):
    """A table cannot be read; the message names the file, the line, the column and the fault."""


class TableRow(dict[str, str]):
    """A line of a table: its cells by heading, and its place for error messages."""

    def __init__(self, where: str, cells: Mapping[str, str]) -> None:
        super().__init__(cells)
        self.where = where

    def bad(self, why: str, column: str) -> BadTable:
        """The error that *why* is wrong in *column*."""
        return BadTable(f"{self.where}, column {column}: {why}")

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        """The cell *name*, which must be one of *choices*."""
        if self[name] not in choices:
            known = ", ".join(choice or "nothing" for choice in choices)
            raise self.bad(f"it must be one of {known}, not “{self[name]}”", name)
        return self[name]

    def named(self, name: str) -> str:
        """The cell *name*, which must not be empty."""
        if not self[name]:
            raise self.bad("it is empty", name)
        return self[name]

    def whole(self, name: str, low: int = 0, high: int = 99) -> int:
        """The cell *name* as a whole number from *low* to *high*."""
        text = self[name]
        if not re.fullmatch(r"-?\d{1,3}", text) or not low <= int(text) <= high:
            raise self.bad(f"it must be a whole number from {low} to {high}, not “{text}”", name)
        return int(text)

    def several(self, name: str) -> tuple[str, ...]:
        """The parts of the cell *name*, which are separated by semicolons."""
        return tuple(part.strip() for part in self[name].split(";") if part.strip())


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines of *text* with their numbers, without comments and empty lines."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def table_rows(file: str, text: str, headings: Sequence[str]) -> Iterator[TableRow]:
    """The lines of the table *text*, which must have these *headings*. BadTable."""
    found: list[str] | None = None
    for number, line in lines_of(text):
        where = f"{file}, line {number}"
        cells = [cell.strip() for cell in next(csv.reader([line]))]
        if found is None:
            found = cells
            missing = [heading for heading in headings if heading not in cells]
            if missing and len(cells) == 1 and ";" in line:
                raise BadTable(f"{where}: cells are separated by commas, not by semicolons")
            if missing:
                raise BadTable(f"{where}: there is no heading {', '.join(missing)}")
        elif len(cells) != len(found):
            raise BadTable(f"{where}: there are {len(found)} headings, but {len(cells)} cells")
        else:
            yield TableRow(where, dict(zip(found, cells, strict=True)))
    if found is None:
        raise BadTable(f"{file}: the file is empty")
