"""The references in the text of a formula, and its text after moves of cells, renames, deletions and copies.

Only the references are rewritten; the rest of the text stays as it was typed. A reference to deleted cells becomes
`#REF!`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from sheets_gm.localsheets.spreadsheet.formulas.lexing import ParseError, tokens
from sheets_gm.localsheets.spreadsheet.model.a1 import END, Box, column_index, column_letters, quote_title, split_title
from sheets_gm.localsheets.spreadsheet.model.shift import Shift

GONE = "#REF!"
COLUMNS = 18_278
"""The number of columns up to ZZZ."""

_CORNER = re.compile(r"(\$?)([A-Za-z]*)(\$?)(\d*)")


@dataclass(frozen=True, slots=True)
class Corner:
    """One end of a reference: row and column (None if open), and whether `$` fixes each."""

    row: int | None
    column: int | None
    row_fixed: bool
    column_fixed: bool

    def text(self) -> str:
        """The corner in A1 notation."""
        column = "" if self.column is None else "$" * self.column_fixed + column_letters(self.column)
        row = "" if self.row is None else "$" * self.row_fixed + str(self.row + 1)
        return column + row


def _parse_corner(text: str) -> Corner:
    match = _CORNER.fullmatch(text)
    assert match is not None
    first, name, second, row = match.groups()
    column = column_index(name) if name else None
    # in "$5" the dollar belongs to the row
    fixed = bool(second) or (bool(first) and not name)
    return Corner(int(row) - 1 if row else None, column, fixed, bool(first and name))


@dataclass(frozen=True, slots=True)
class WrittenReference:
    """A reference as it is written in a formula."""

    title: str | None
    before: str
    corners: tuple[Corner, ...]

    @property
    def range(self) -> dict[str, int]:
        """The reference as a GridRange without sheet; open ends are left out."""
        area: dict[str, int] = {}
        for name, lines in (
            ("Row", [corner.row for corner in self.corners]),
            ("Column", [corner.column for corner in self.corners]),
        ):
            bounds = [line for line in lines if line is not None]
            if bounds:
                area[f"start{name}Index"] = min(bounds)
            if len(bounds) == len(lines):
                area[f"end{name}Index"] = max(bounds) + 1
        return area

    @property
    def box(self) -> Box:
        """The cells of the reference."""
        held = self.range
        return Box(
            held.get("startRowIndex", 0),
            held.get("startColumnIndex", 0),
            held.get("endRowIndex", END),
            held.get("endColumnIndex", END),
        )

    def at(self, held: dict[str, int]) -> str:
        """Return the reference rewritten for the range *held*."""
        first, last = self.corners[0], self.corners[-1]
        ends = (
            (first, held.get("startRowIndex", 0), held.get("startColumnIndex", 0)),
            (last, held.get("endRowIndex", 1) - 1, held.get("endColumnIndex", 1) - 1),
        )
        texts = [
            Corner(
                None if corner.row is None else row,
                None if corner.column is None else column,
                corner.row_fixed,
                corner.column_fixed,
            ).text()
            for corner, row, column in ends
        ]
        return self.before + (texts[0] if len(self.corners) == 1 else ":".join(texts))


def _parse_reference(text: str) -> WrittenReference:
    title, rest = split_title(text)
    return WrittenReference(
        title, text[: len(text) - len(rest)], tuple(_parse_corner(part) for part in rest.split(":"))
    )


def rewrite_references(text: str, change: Callable[[WrittenReference], str | None]) -> str:
    """Return a formula with each reference replaced by the result of *change*; None keeps it."""
    try:
        references = [token for token in tokens(text) if token.kind == "reference"]
    except ParseError:
        return text
    for token in reversed(references):
        new_text = change(_parse_reference(token.text))
        if new_text is not None:
            text = text[: token.start] + new_text + text[token.end :]
    return text


def shifted(text: str, home: str, title: str, shift: Shift) -> str:
    """Return a formula of the sheet *home* after lines of the sheet *title* have moved."""

    def change(held: WrittenReference) -> str | None:
        if (held.title or home).lower() != title.lower():
            return None
        area = shift.range(held.range)
        return held.before + GONE if area is None else held.at(area)

    return rewrite_references(text, change)


def renamed(text: str, old: str, new: str) -> str:
    """Return a formula after the sheet *old* was renamed to *new*."""

    def change(held: WrittenReference) -> str | None:
        if held.title is None or held.title.lower() != old.lower():
            return None
        return f"{quote_title(new)}!{held.at(held.range).removeprefix(held.before)}"

    return rewrite_references(text, change)


def orphaned(text: str, title: str) -> str:
    """Return a formula after the sheet *title* was deleted."""

    def change(held: WrittenReference) -> str | None:
        return GONE if held.title is not None and held.title.lower() == title.lower() else None

    return rewrite_references(text, change)


@lru_cache(maxsize=65536)
def copied(text: str, down: int, right: int) -> str:
    """Return a formula copied by a number of rows and columns: references without `$` move along.

    The result is cached, because conditional formats need the same copies whenever their sheet is read.
    """

    def change(held: WrittenReference) -> str | None:
        corners = []
        for corner in held.corners:
            row = corner.row if corner.row is None or corner.row_fixed else corner.row + down
            column = corner.column if corner.column is None or corner.column_fixed else corner.column + right
            if (row is not None and row < 0) or (column is not None and not 0 <= column < COLUMNS):
                return held.before + GONE
            corners.append(Corner(row, column, corner.row_fixed, corner.column_fixed))
        return held.before + ":".join(corner.text() for corner in corners)

    return rewrite_references(text, change)


@dataclass(frozen=True, slots=True)
class Move:
    """The cells *area* of the sheet *source*, moved *down* rows and *across* columns on the sheet *target*."""

    source: str
    area: Box
    target: str
    down: int
    across: int


def cut(text: str, home: str, moved: Move, *, along: bool = False) -> str:
    """Return a formula of the sheet *home* after a cut and paste. *along* says that its own cell was moved."""

    def change(held: WrittenReference) -> str | None:
        title = held.title or home
        if title.lower() == moved.source.lower() and _within(held.box, moved.area):
            area = held.range
            target = {name: line + (moved.down if "Row" in name else moved.across) for name, line in area.items()}
            before = held.before
            there = moved.target if along else home
            if held.title is not None or moved.target.lower() != there.lower():
                before = f"{quote_title(moved.target)}!"
            return before + held.at(target).removeprefix(held.before)
        if along and held.title is None and moved.target.lower() != home.lower():
            return f"{quote_title(home)}!{held.at(held.range)}"
        return None

    return rewrite_references(text, change)


def _within(inner: Box, outer: Box) -> bool:
    return (
        outer.top <= inner.top
        and outer.left <= inner.left
        and (inner.bottom or 0) <= (outer.bottom or 0)
        and (inner.right or 0) <= (outer.right or 0)
    )
