"""A1 notation: "Sheet1!B2:C5", "'It''s'!A:A", "2:4", "A1", and how Google writes ranges."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CELL = re.compile(r"\$?([A-Za-z]{0,3})\$?(\d{0,8})")
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

END = 1 << 24
"""After the last row or column of every sheet."""

LOOKS_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}\d+|[Rr]\d*[Cc]\d*")


class BadRange(ValueError):
    """The text is not a range."""


@dataclass(frozen=True, slots=True)
class Box:
    """Rows *top* to *bottom* and columns *left* to *right*, half open; None means no end."""

    top: int = 0
    left: int = 0
    bottom: int | None = None
    right: int | None = None

    def holds(self, place: tuple[int, int]) -> bool:
        """Whether the box contains a cell."""
        row, column = place
        return (
            self.top <= row
            and self.left <= column
            and (self.bottom is None or row < self.bottom)
            and (self.right is None or column < self.right)
        )

    def within(self, rows: int, columns: int) -> Box:
        """The box with its open ends at the edge of a grid."""
        return Box(
            self.top,
            self.left,
            rows if self.bottom is None else self.bottom,
            columns if self.right is None else self.right,
        )

    def meets(self, other: Box) -> bool:
        """Whether two bounded boxes overlap."""
        return max(self.top, other.top) < min(self.bottom or 0, other.bottom or 0) and max(self.left, other.left) < min(
            self.right or 0, other.right or 0
        )

    def common(self, other: Box) -> Box | None:
        """The overlap of two bounded boxes."""
        if not self.meets(other):
            return None
        bottom, right = min(self.bottom or 0, other.bottom or 0), min(self.right or 0, other.right or 0)
        return Box(max(self.top, other.top), max(self.left, other.left), bottom, right)

    def inside(self, other: Box) -> bool:
        """Whether *other* contains this box; both are bounded."""
        return (
            other.top <= self.top
            and (self.bottom or 0) <= (other.bottom or 0)
            and other.left <= self.left
            and (self.right or 0) <= (other.right or 0)
        )


def column_letters(column: int) -> str:
    """The letters of a column: 0 is A, 26 is AA."""
    name = ""
    column += 1
    while column > 0:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def column_index(name: str) -> int:
    """The index of a column: A is 0, AA is 26."""
    column = 0
    for letter in name.upper():
        column = column * 26 + ord(letter) - 64
    return column - 1


def split_title(text: str) -> tuple[str | None, str]:
    """Return the title and the rest of a range: ("Sheet1", "A1:B2"). The title is None if there is none. Raises
    `BadRange`.
    """
    if text.startswith("'"):
        title = []
        at = 1
        while at < len(text):
            if text[at] == "'":
                if text[at + 1 : at + 2] != "'":
                    break
                at += 1
            title.append(text[at])
            at += 1
        else:
            raise BadRange(text)
        rest = text[at + 1 :]
        if rest and not rest.startswith("!"):
            raise BadRange(text)
        return "".join(title), rest[1:]
    before, mark, after = text.rpartition("!")
    return (before, after) if mark else (None, text)


def parse_box(text: str) -> Box:
    """Return the box named by "B2:C5", "B2", "A:C", "2:4" or "A5:A". Raises `BadRange`."""
    first, colon, second = text.partition(":")
    top, left = _corner(first)
    if not colon:
        if top is None or left is None:
            raise BadRange(text)
        return Box(top, left, top + 1, left + 1)
    bottom, right = _corner(second)
    if left is None and right is not None and top is not None:
        raise BadRange(text)
    box = Box(
        min(top or 0, bottom if bottom is not None else top or 0),
        min(left or 0, right if right is not None else left or 0),
        None if bottom is None else max(bottom, top or 0) + 1,
        None if right is None else max(right, left or 0) + 1,
    )
    if (top is None) != (bottom is None) and top is None:
        raise BadRange(text)
    return box


def _corner(text: str) -> tuple[int | None, int | None]:
    parts = _CELL.fullmatch(text)
    if not text or parts is None or parts[2] == "0":
        raise BadRange(text)
    return (int(parts[2]) - 1 if parts[2] else None, column_index(parts[1]) if parts[1] else None)


def quote_title(title: str) -> str:
    """Return a title as Google writes it in a range: quoted only if necessary."""
    if _PLAIN.fullmatch(title) and not LOOKS_LIKE_A_CELL.fullmatch(title):
        return title
    return "'" + title.replace("'", "''") + "'"


def to_a1(title: str, area: Box) -> str:
    """Return the range *area* of the sheet *title* as Google writes it."""
    bottom, right = area.bottom or area.top + 1, area.right or area.left + 1
    first = f"{column_letters(area.left)}{area.top + 1}"
    last = f"{column_letters(right - 1)}{bottom}"
    return f"{quote_title(title)}!{first}" if first == last else f"{quote_title(title)}!{first}:{last}"
