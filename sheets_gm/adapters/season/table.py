"""A table of a season, independent of how it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Value = str | int | float | None

GENERATOR = '<meta name="generator" content="sheets_gm season 1">'
"""The mark of a page that is a season."""


class SeasonTable(NamedTuple):
    """A table: its *name* in file names, its title, a sentence about it, its headings and rows.

    *by_game*: the first column is the game, and rows of the same game follow each other.
    """

    name: str
    title: str
    about: str
    columns: tuple[str, ...]
    rows: tuple[Sequence[Value], ...]
    by_game: bool = False
