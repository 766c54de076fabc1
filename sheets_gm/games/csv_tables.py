"""Tables of a game that a GM can edit: comma-separated cells below headings.

Errors name the file, line and column. A match stores the tables with which it was created, packed into one text, so
editing a file does not change a running match.
"""

from __future__ import annotations

import base64
import csv
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

T = TypeVar("T")


class BadTable(ValueError):
    """A table cannot be read; the message names the file, the line, the column and the fault."""


class TableRow(dict[str, str]):
    """A line of a table: its cells by heading, and its place for error messages."""

    def __init__(self, where: str, cells: Mapping[str, str]) -> None:
        super().__init__(cells)
        self.where = where

    def bad(self, why: str, column: str) -> BadTable:
        """Return an error that says what is wrong (*why*) in *column*."""
        return BadTable(f"{self.where}, column {column}: {why}")

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        """Return the cell *name*, which must be one of *choices*."""
        if self[name] not in choices:
            words = ", ".join(choice or "nothing" for choice in choices)
            raise self.bad(f"it must be one of {words}, not “{self[name]}”", name)
        return self[name]

    def named(self, name: str) -> str:
        """Return the cell *name*, which must not be empty."""
        if not self[name]:
            raise self.bad("it is empty", name)
        return self[name]

    def whole(self, name: str, low: int = 0, high: int | None = None) -> int:
        """Return the cell *name* as a whole number of at most three digits, at least *low*, at most *high* if given."""
        text = self[name]
        if not re.fullmatch(r"-?\d{1,3}", text) or int(text) < low or (high is not None and int(text) > high):
            limits = f", at least {low}" if high is None else f" from {low} to {high}"
            raise self.bad(f"it must be a whole number{limits}, not “{text}”", name)
        return int(text)

    def flag(self, name: str) -> bool:
        """Whether the cell *name* says yes."""
        return self.one_of(name, ("", "yes", "no")) == "yes"

    def several(self, name: str) -> tuple[str, ...]:
        """Return the parts of the cell *name*, separated by semicolons."""
        return tuple(part.strip() for part in self[name].split(";") if part.strip())


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of *text* with their numbers, without comments and empty lines.

    A line with only separators also counts as empty, because spreadsheets save an empty row like that.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip(" \t,;") and not line.lstrip().startswith("#"):
            yield number, line


def table_rows(file: str, text: str, headings: Sequence[str], surplus: str = "") -> Iterator[TableRow]:
    """Yield the lines of the table *text*, which must have these *headings*. Raises BadTable.

    *surplus* ends the message about a line with too many cells.
    """
    columns: list[str] | None = None
    for number, line in lines_of(text):
        where = f"{file}, line {number}"
        try:
            cells = [cell.strip() for cell in next(csv.reader([line], skipinitialspace=True))]
        except csv.Error as error:
            raise BadTable(f"{where}: {error}") from error
        if columns is None:
            columns = cells
            missing = [heading for heading in headings if heading not in cells]
            if missing and len(cells) == 1 and ";" in line:
                raise BadTable(f"{where}: cells are separated by commas, not by semicolons")
            if missing:
                raise BadTable(f"{where}: there is no heading {', '.join(missing)}")
        elif len(cells) != len(columns):
            hint = surplus if len(cells) > len(columns) else ""
            raise BadTable(f"{where}: there are {len(columns)} headings, but {len(cells)} cells{hint}")
        else:
            yield TableRow(where, dict(zip(columns, cells, strict=True)))
    if columns is None:
        raise BadTable(f"{file}: the file is empty")


LARGEST = 4_000_000
"""Bytes of packed tables that are read. Those of a game have less than 100,000."""


def pack(texts: Mapping[str, str], names: Sequence[str]) -> str:
    """Pack the files *names* of *texts* into one short text for `unpack`. Drops comments and empty lines."""
    bare = {name: "\n".join(line for _, line in lines_of(texts[name])) for name in names}
    return base64.b85encode(zlib.compress(json.dumps(bare, sort_keys=True).encode(), 9)).decode()


def unpack(packed: str) -> Mapping[str, str]:
    """Return the files in a *packed* text, by name. Raises BadTable."""
    try:
        expand = zlib.decompressobj()
        texts: Mapping[str, str] = json.loads(expand.decompress(base64.b85decode(packed), LARGEST))
    except (ValueError, zlib.error) as error:
        raise BadTable(f"the packed tables cannot be read ({error})") from error
    return texts


class PackedTables(Generic[T]):
    """The tables of a game in the files *names*, as a match stores them: one short text, which *parse* reads."""

    def __init__(self, names: Sequence[str], parse: Callable[[Mapping[str, str]], T]) -> None:
        self._names = names
        self._parse = parse
        self.tables = lru_cache(maxsize=16)(self._tables)
        # each new settings object begins with the same files
        self._checked = lru_cache(maxsize=4)(self._parsed_and_packed)

    def pack(self, texts: Mapping[str, str]) -> str:
        """Pack the files *texts*, given by name, into one short text for `tables`. Drops comments and empty lines."""
        return pack(texts, self._names)

    def checked(self, texts: Mapping[str, str]) -> str:
        """Read the files *texts*, so that an error names its line, and return them packed. Raises BadTable."""
        return self._checked(tuple(texts[name] for name in self._names))

    def _parsed_and_packed(self, contents: tuple[str, ...]) -> str:
        texts = dict(zip(self._names, contents, strict=True))
        self._parse(texts)
        return self.pack(texts)

    def _tables(self, packed: str) -> T:
        """Return the tables in *packed*. Raises BadTable."""
        return self._parse(unpack(packed))
