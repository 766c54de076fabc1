"""What formulas refer to apart from cells: sheets by title, named ranges, the current time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

Size: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class Environment:
    """The state of *document* at the last refresh: its sheets and their sizes, and the areas of named ranges."""

    document: Document
    tabs: dict[int, tuple[Sheet, str]] = field(default_factory=dict)
    names: dict[str, tuple[int, Box]] = field(default_factory=dict)
    sizes: dict[int, Size] = field(default_factory=dict)
    at: datetime | None = None
    _titles: dict[str, Sheet] = field(default_factory=dict)

    def sheet(self, title: str) -> Sheet | None:
        """Return the sheet with this title, ignoring case."""
        return self._titles.get(title.lower())

    def named(self, name: str) -> tuple[Sheet, Box] | None:
        """The area of a named range."""
        target = self.names.get(name.lower())
        if target is None:
            return None
        sheet = self.document.sheets[target[0]]
        return sheet, target[1].within(*sheet.size)

    def now(self) -> datetime:
        """Return the current time, as of the last update."""
        assert self.at is not None
        return self.at

    def refresh_sheets(self) -> bool:
        """Refresh the sheets. Returns whether sheets or titles have changed."""
        tabs = {sheet.id: (sheet, sheet.title) for sheet in self.document.sheets.values()}
        if tabs == self.tabs:
            return False
        self.tabs = tabs
        self._titles = {title.lower(): sheet for sheet, title in tabs.values()}
        return True

    def refresh_named_ranges(self) -> bool:
        """Refresh the named ranges. Returns whether they have changed."""
        before, self.names = self.names, dict(_names(self.document))
        return self.names != before

    def refresh_sizes(self) -> dict[int, Size] | None:
        """Refresh the sizes. Returns the earlier ones if any has changed, else None."""
        before, self.sizes = self.sizes, {sheet.id: sheet.size for sheet in self.document.sheets.values()}
        return before if before != self.sizes else None


def _names(document: Document) -> Iterator[tuple[str, tuple[int, Box]]]:
    """Yield every named range, in lower case, with its area."""
    for sheet in document.sheets.values():
        for held in sheet.meta.get("namedRanges", ()):
            where = held.get("range", {})
            top, left = where.get("startRowIndex", 0), where.get("startColumnIndex", 0)
            area = Box(top, left, where.get("endRowIndex"), where.get("endColumnIndex"))
            yield held["name"].lower(), (sheet.id, area)
