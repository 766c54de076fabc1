"""The journals of a store: entries, read a page at a time and kept for a while, for they never change."""

from __future__ import annotations

from collections import OrderedDict

from sheets_gm.adapters.stores.spreadsheet import rows
from sheets_gm.adapters.stores.spreadsheet.spreadsheet import Spreadsheet
from sheets_gm.kernel.journal import Entry

PAGE = 50
"""Entries that are fetched at a time."""

KEPT = 4 * PAGE
"""Entries that are kept in memory."""


class Journals:
    """The entries of all matches in *spreadsheet*. Whoever asks holds its lock."""

    def __init__(self, spreadsheet: Spreadsheet) -> None:
        self._spreadsheet = spreadsheet
        self._entries: OrderedDict[tuple[str, int], Entry] = OrderedDict()

    def kept(self, match: str, number: int) -> Entry | None:
        """Entry *number* of a match, if it is in memory."""
        return self._entries.get((match, number))

    def fetched(self, match: str, number: int, newest: int) -> Entry:
        """Entry *number*, read with its neighbours: those before the *newest*, or the page that it lies in.

        `StoreBroken`.
        """
        first = max(0, newest + 1 - PAGE) if newest - number < PAGE else number // PAGE * PAGE
        last = min(newest, first + PAGE - 1)
        document = self._spreadsheet.document
        for at, row in enumerate(self._spreadsheet.values(rows.entry_area(match, first, last)), start=first):
            self.keep(match, rows.entry_in(row, match, at, document))
        found = self.kept(match, number)
        if found is None:
            raise rows.no_entry(match, number, document)
        return found

    def keep(self, match: str, entry: Entry) -> None:
        """Keep an entry in memory; the one that was kept first gives way."""
        self._entries[match, entry.number] = entry
        while len(self._entries) > KEPT:
            self._entries.popitem(last=False)

    def forget(self, match: str) -> None:
        """Keep nothing of a match."""
        for key in [key for key in self._entries if key[0] == match]:
            del self._entries[key]
