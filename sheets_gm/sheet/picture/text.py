"""Texts in lines: how wide they are, and where they break.

Widths are those of Roboto, in hundredths of the size of the font. A browser without Roboto takes a font of nearly the
same widths.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sheets_gm.sheet.picture.signs import is_sign, takes_no_room

REGULAR = (
    25, 26, 32, 62, 56, 73, 62, 17, 34, 35, 43, 57, 20, 28, 26, 41, 56, 56, 56, 56, 56, 56, 56, 56, 56,
    56, 24, 21, 51, 55, 52, 47, 90, 65, 62, 65, 66, 57, 55, 68, 71, 27, 55, 63, 54, 87, 71, 69, 63, 69,
    62, 59, 60, 65, 64, 89, 63, 60, 60, 27, 41, 27, 42, 45, 31, 54, 56, 52, 56, 53, 35, 56, 55, 24, 24,
    51, 24, 88, 55, 57, 56, 57, 34, 52, 33, 55, 48, 75, 50, 47, 50, 34, 24, 34, 68,
)  # fmt: skip
"""The widths of the characters from the space to the tilde."""

BOLDER = 1.03
"""How much wider a bold text is."""

OTHERS = {"–": 67, "—": 78, "‘": 20, "’": 20, "“": 35, "”": 36, "•": 34, "…": 67, "·": 26, "×": 53, "−": 57}

ANY, WIDE, SIGN = 57, 100, 118
"""The widths of other letters, of East Asian ones, and of signs."""

KEPT = 4096
"""The number of texts whose widths and lines are cached: the pictures of a match share nearly all texts."""


@lru_cache(maxsize=KEPT)
def _letter(letter: str) -> int:
    if " " <= letter <= "~":
        return REGULAR[ord(letter) - 32]
    if letter in OTHERS:
        return OTHERS[letter]
    if takes_no_room(letter):
        return 0
    if is_sign(letter):
        return SIGN
    if unicodedata.east_asian_width(letter) in "WF":
        return WIDE
    plain = unicodedata.normalize("NFD", letter)[0]
    return REGULAR[ord(plain) - 32] if " " <= plain <= "~" else ANY


@lru_cache(maxsize=KEPT)
def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of *text* in pixels, in letters of *size* pixels."""
    return sum(map(_letter, text)) * size / 100 * (BOLDER if bold else 1.0)


@lru_cache(maxsize=KEPT)
def lines(text: str, room: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return *text* in lines of at most *room* pixels. Words are split only if one is longer than a line."""
    text_lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _words(paragraph):
            if line and width(f"{line}{word}".rstrip(), size, bold=bold) > room:
                text_lines.append(line.rstrip())
                line = ""
            line += word
            while width(line.rstrip(), size, bold=bold) > room and len(line) > 1:
                head = _fitting(line, room, size, bold=bold)
                text_lines.append(head)
                line = line[len(head) :]
        text_lines.append(line.rstrip())
    return tuple(text_lines)


def shortened(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """Return *text* in one line of at most *room* pixels, cut with “…” if it is longer."""
    if width(text, size, bold=bold) <= room:
        return text
    return _fitting(text, room - width("…", size, bold=bold), size, bold=bold).rstrip() + "…"


_WORD = re.compile(r"[\d.]+ → \S+ *|\S+ *| +")
"""A word with the spaces behind it. The change of a number (“4 → 9”) is one word."""


def _words(text: str) -> Sequence[str]:
    return _WORD.findall(text) or [""]


def _fitting(text: str, room: float, size: float, *, bold: bool) -> str:
    """Return the longest beginning of *text* that fits, at least one letter."""
    end = 1
    while end < len(text) and width(text[: end + 1], size, bold=bold) <= room:
        end += 1
    while end < len(text) and takes_no_room(text[end]):
        end += 1
    return text[:end]


@lru_cache(maxsize=KEPT)
def runs(text: str) -> tuple[tuple[str, bool], ...]:
    """Return *text* in parts, each with whether it is a single sign or a run of letters."""
    return tuple(_runs(text))


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    part = ""
    for letter in text:
        if takes_no_room(letter):
            continue
        if is_sign(letter):
            if part:
                yield part, False
            yield letter, True
            part = ""
        else:
            part += letter
    if part:
        yield part, False
