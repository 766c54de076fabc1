"""Reads a roster as people export it: finds the line with the headings, and the column that each of them names.

A title may stand above the headings, columns may have no heading, and forms add columns of their own. Input that makes
no sense is refused, with its line and cell.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sheets_gm.adapters.people.seat_assignment import BadRoster
from sheets_gm.kernel.folding import fold, plain

SEPARATORS = ",;\t"

SEARCHED = 10
"""The number of lines in which the headings are searched."""

SHOWN = 40
"""The most characters of a cell in a message."""

_SYNONYMS = {
    **dict.fromkeys(("name", "playername", "playersname", "yourname", "fullname", "displayname"), "player"),
    **dict.fromkeys(("email", "mail", "emailaddress", "emailadresse", "mailadresse", "youremail", "gmail"), "account"),
    "timezone": "zone",
}
"""Other headings that are accepted for a column, without spaces and hyphens."""

_USERNAME = "username"
"""The heading of a column that holds addresses in some exports and names in others."""


class Table(NamedTuple):
    """The cells of each line that is not empty, by column, and the headings that are not used."""

    cells_by_line: dict[int, dict[str, str]]
    headings: Mapping[str, str]
    unused: tuple[str, ...]
    number: int
    """The line of the headings."""


def key_of(heading: str, column_names: Collection[str]) -> str:
    """Return the column that *heading* names, or the heading itself in a form for comparison."""
    key = plain(heading)
    return key if key in column_names else _SYNONYMS.get(re.sub(r"[\s_'-]", "", key), key)


def read_table(text: str, column_names: Collection[str], name: str) -> Table:
    """Return the table in the *text* of the roster *name*. *column_names* are those that are read. Raises BadRoster."""
    first, sep, _ = text.lstrip().partition("\n")
    stated = re.fullmatch(r'"?sep=(.)"?', first.strip()) if sep else None
    separator = stated[1] if stated else max(SEPARATORS, key=lambda sign: _heading_line(text, sign, column_names)[1])
    heading_line = _heading_line(text, separator, column_names)[0]
    rows = _rows(text, separator, name)
    at = next((number for number, _ in enumerate(rows) if rows[number][0] >= heading_line), None)
    if at is None or heading_line < 1:
        raise BadRoster(f"{name}: the first line must name the columns, and one of them must be “player”.")
    number, titles = rows[at]
    lines = {line: cells for line, cells in rows[at + 1 :] if any(map(str.strip, cells))}
    columns = _columns(titles, lines, column_names, f"{name}, line {number}")
    _check_strays(titles, lines, name)
    cells_by_line = {
        line: {key: cells[place].strip() if place < len(cells) else "" for key, place in columns.items()}
        for line, cells in lines.items()
    }
    cells_by_line = {line: cells for line, cells in cells_by_line.items() if any(cells.values())}
    used = {place for key, place in columns.items() if key in column_names}
    unused = tuple(title for place, title in enumerate(titles) if title.strip() and place not in used)
    return Table(cells_by_line, {key: titles[place] for key, place in columns.items()}, unused, number)


def _heading_line(text: str, separator: str, column_names: Collection[str]) -> tuple[int, int]:
    """Return the line number and number of headings if *separator* separates the columns; zeros if no line fits."""
    for number, line in enumerate(text.splitlines()[:SEARCHED], start=1):
        titles = next(csv.reader([line], delimiter=separator), []) if len(line) < csv.field_size_limit() else []
        keys = {key_of(title, column_names) for title in titles}
        if "player" in keys or ("account" in keys or _USERNAME in keys):
            return number, len(titles)
    return 0, 0


def _rows(text: str, separator: str, name: str) -> list[tuple[int, list[str]]]:
    """Return the rows with their line numbers. Raises BadRoster."""
    rows = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    numbered_rows: list[tuple[int, list[str]]] = []
    started = 1
    try:
        for row in rows:
            numbered_rows.append((rows.line_num, row))
            started = rows.line_num + 1
    except csv.Error as error:
        if "limit" in str(error):
            why = f"a cell has more than {csv.field_size_limit():,} characters: shorten it"
        else:
            why = "a quotation mark is not closed, or is in the middle of a cell: close it, or leave it out"
        raise BadRoster(f"{name}, line {started}: {why}.") from error
    return numbered_rows


def _columns(
    titles: Sequence[str], lines: Mapping[int, Sequence[str]], column_names: Collection[str], where: str
) -> dict[str, int]:
    """Return the index of each column. Two equal headings raise BadRoster, but only if the column is read."""
    columns: dict[str, int] = {}
    for place, title in enumerate(titles):
        key = key_of(title, column_names)
        if key in columns and key in column_names:
            raise BadRoster(f"{where}: “{titles[columns[key]]}” and “{title}” are the same column: remove one.")
        if key:
            columns.setdefault(key, place)
    if _USERNAME in columns:
        place = columns.pop(_USERNAME)
        holds_addresses = any(place < len(cells) and "@" in fold(cells[place]) for cells in lines.values())
        columns.setdefault("account" if holds_addresses else "player", place)
    if "player" not in columns and "account" in columns:
        columns["player"] = columns["account"]  # “Ana <ana@example.org>” in one cell
    if "player" not in columns:
        raise BadRoster(f"{where}: one of the columns must be “player”.")
    return columns


def _check_strays(titles: Sequence[str], lines: Mapping[int, Sequence[str]], name: str) -> None:
    """Raise BadRoster for a cell without a heading whose content somebody will have meant to be read."""
    for number, cells in lines.items():
        for place, cell in enumerate(cells):
            is_beyond = place >= len(titles)
            if cell.strip() and (is_beyond or (not titles[place].strip() and "@" in fold(cell))):
                shown = cell.strip()[:SHOWN]
                raise BadRoster(
                    f"{name}, line {number}, cell {place + 1}: “{shown}” has no heading. Write one above it, such as "
                    "account, or put quotation marks around a cell that has the separator in it."
                )
