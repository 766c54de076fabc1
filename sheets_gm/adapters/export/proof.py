"""The record that an exported file contains, so that it can be checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sheets_gm.adapters.export.record import MatchRecord, public, record_parts
from sheets_gm.kernel.match.journal import Entry


class Proof(NamedTuple):
    """How a file proves its match.

    *match* returns the record, read from its beginning. *sign* signs its entries. Without *whole* it contains only the
    public part of its entries, and not the secret of hidden rolls. *sign_page* signs the text that stands for a page.
    """

    match: Callable[[], MatchRecord]
    sign: Callable[[Entry], str] | None = None
    whole: bool = True
    sign_page: Callable[[str], str] | None = None

    def shown(self) -> MatchRecord:
        """Return the part of the record that the file contains."""
        match = self.match()
        return match if self.whole else MatchRecord(match.charter, map(public, match.entries))

    def text(self) -> Iterator[str]:
        """Yield the text of the part of an exported record that the file contains, in pieces."""
        match = self.match()
        carried = match if self.whole else match._replace(hidden=None)
        return record_parts(carried, self.sign, whole=self.whole)
