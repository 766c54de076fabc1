"""Tables that a GM can edit: headings, and below them lines of comma-separated cells. Errors name the line."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sheets_gm.kernel.english import listed
from sheets_gm.kernel.errors import SetupError

T = TypeVar("T")


class BadData(SetupError, ValueError):
    """A data file cannot be read; the message names the file, the line and the error."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table in *file*: its number, and its cells by heading."""

    file: str
    number: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def bad(self, why: str) -> BadData:
        """Return an error that names this line."""
        return BadData(f"{self.file}, line {self.number}: {why}")

    def named(self, column: str) -> str:
        """Return a cell that must not be empty."""
        if not self[column]:
            raise self.bad(f"column {column} is empty")
        return self[column]

    def one_of(self, column: str, words: Sequence[str]) -> str:
        """Return a cell that holds one of *words*, in any case."""
        text = self[column].casefold()
        choice = next((word for word in words if word.casefold() == text), None)
        if choice is None:
            choices = listed([word or "nothing" for word in words], "or")
            raise self.bad(f"column {column} holds “{self[column]}”; write {choices}")
        return choice

    def whole(self, column: str, low: int, high: int) -> int:
        """Return a cell that holds a whole number from *low* to *high*."""
        text = self[column]
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and low <= int(text) <= high):
            raise self.bad(f"column {column} holds “{text}”; write a whole number from {low} to {high}")
        return int(text)

    def read(self, column: str, read: Callable[[str], T]) -> T:
        """Return the result of *read* for a cell. A ValueError becomes an error that names the line and the column."""
        try:
            return read(self[column])
        except ValueError as error:
            raise self.bad(f"column {column}, {error}") from error


def read_table(file: str, text: str, columns: Sequence[str]) -> tuple[Line, ...]:
    """Return the lines of a table below its headings. Skips empty lines and lines that begin with #. Raises BadData."""
    lines = list(_lines(file, text))
    if not lines or tuple(lines[0][1]) != tuple(columns):
        raise BadData(f"{file}: the first line must be {','.join(columns)}")
    table_lines = []
    for number, cells in lines[1:]:
        if len(cells) != len(columns):
            raise BadData(f"{file}, line {number}: it has {len(cells)} cells instead of {len(columns)}")
        table_lines.append(Line(file, number, dict(zip(columns, cells, strict=True))))
    if not table_lines:
        raise BadData(f"{file}: it lists nothing")
    return tuple(table_lines)


def _lines(file: str, text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield number, [cell.strip() for cell in next(csv.reader([line], strict=True))]
        except csv.Error as error:
            why = "a quotation mark is not closed, or is in the middle of a cell"
            raise BadData(f"{file}, line {number}: {why}") from error


def no_twins(lines: Sequence[Line], keys: Sequence[str], what: str) -> None:
    """Raise BadData if two lines have the same of *keys*, which are the keys of the lines. The error calls
    them *what*.
    """
    seen: dict[str, Line] = {}
    for line, key in zip(lines, keys, strict=True):
        if key.casefold() in seen:
            raise line.bad(f"line {seen[key.casefold()].number} already has the {what} “{key}”")
        seen[key.casefold()] = line
