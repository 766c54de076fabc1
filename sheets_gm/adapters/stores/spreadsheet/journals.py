"""The journals of a store: entries are read in pages and cached, because they never change."""

from __future__ import annotations

from collections import OrderedDict

from sheets_gm.adapters.stores.spreadsheet import rows
from sheets_gm.adapters.stores.spreadsheet.spreadsheet import Spreadsheet
from sheets_gm.kernel.match.journal import Entry

PAGE = 50
"""Entries that are fetched at a time."""

CACHE_SIZE = 4 * PAGE
"""Entries in the cache."""


class Journals:
    """The entries of all matches in *spreadsheet*. The caller must hold its lock."""

    def __init__(self, spreadsheet: Spreadsheet) -> None:
        self._spreadsheet = spreadsheet
        self._entries: OrderedDict[tuple[str, int], Entry] = OrderedDict()

    def cached(self, match: str, number: int) -> Entry | None:
        """Return entry *number* of a match from the cache; None if it is not there."""
        return self._entries.get((match, number))

    def fetch(self, match: str, number: int, newest: int) -> Entry:
        """Return entry *number*, read with its page or with the entries before the *newest*. Raises `StoreBroken`."""
        first = max(0, newest + 1 - PAGE) if newest - number < PAGE else number // PAGE * PAGE
        last = min(newest, first + PAGE - 1)
        document = self._spreadsheet.document
        for at, row in enumerate(self._spreadsheet.values(rows.entry_area(match, first, last)), start=first):
            rest = self._spreadsheet.values(rows.rest_area(match, at)) if rows.goes_on(row) else []
            self.keep(match, rows.entry_in([*row, *(rest[0] if rest else ())], match, at, document))
        entry = self.cached(match, number)
        if entry is None:
            raise rows.no_entry(match, number, document)
        return entry

    def keep(self, match: str, entry: Entry) -> None:
        """Add an entry to the cache, and remove the oldest one if the cache is full."""
        self._entries[match, entry.number] = entry
        while len(self._entries) > CACHE_SIZE:
            self._entries.popitem(last=False)

    def forget(self, match: str) -> None:
        """Remove a match from the cache."""
        for key in [key for key in self._entries if key[0] == match]:
            del self._entries[key]
