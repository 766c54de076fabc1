"""What formulas of a document name beyond their cells: tabs by their titles, named ranges, the present."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from sheets_gm.localsheets.spreadsheet.a1 import Box
from sheets_gm.localsheets.spreadsheet.document import Document, Sheet

Size: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class Surroundings:
    """How *document* was when it was last looked at; *sizes* are of its tabs, *names* lead to areas of them."""

    document: Document
    tabs: dict[int, tuple[Sheet, str]] = field(default_factory=dict)
    names: dict[str, tuple[int, Box]] = field(default_factory=dict)
    sizes: dict[int, Size] = field(default_factory=dict)
    at: datetime | None = None
    _titles: dict[str, Sheet] = field(default_factory=dict)

    def sheet(self, title: str) -> Sheet | None:
        """The tab of this title, in whatever case."""
        return self._titles.get(title.lower())

    def named(self, name: str) -> tuple[Sheet, Box] | None:
        """The area of a named range."""
        found = self.names.get(name.lower())
        if found is None:
            return None
        sheet = self.document.sheets[found[0]]
        return sheet, found[1].within(*sheet.size)

    def now(self) -> datetime:
        """The present, as of the last look."""
        assert self.at is not None
        return self.at

    def look_at_tabs(self) -> bool:
        """Whether there are other tabs than before, or other titles."""
        tabs = {sheet.id: (sheet, sheet.title) for sheet in self.document.sheets.values()}
        if tabs == self.tabs:
            return False
        self.tabs = tabs
        self._titles = {title.lower(): sheet for sheet, title in tabs.values()}
        return True

    def look_at_names(self) -> bool:
        """Whether named ranges lead elsewhere than before."""
        before, self.names = self.names, dict(_names(self.document))
        return self.names != before

    def look_at_sizes(self) -> dict[int, Size] | None:
        """The sizes that tabs had before, if some have changed."""
        before, self.sizes = self.sizes, {sheet.id: sheet.size for sheet in self.document.sheets.values()}
        return before if before != self.sizes else None


def _names(document: Document) -> Iterator[tuple[str, tuple[int, Box]]]:
    """Every named range, in lower case, and where it leads to."""
    for sheet in document.sheets.values():
        for held in sheet.meta.get("namedRanges", ()):
            where = held.get("range", {})
            top, left = where.get("startRowIndex", 0), where.get("startColumnIndex", 0)
            area = Box(top, left, where.get("endRowIndex"), where.get("endColumnIndex"))
            yield held["name"].lower(), (sheet.id, area)
