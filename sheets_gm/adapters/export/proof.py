"""The record that an exported file carries, so that it can be checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sheets_gm.adapters.export.record import MatchRecord, public, record_parts
from sheets_gm.kernel.match.journal import Entry


class Proof(NamedTuple):
    """*match* gives the record, read from its beginning; *sign* signs its entries. Without *whole* it is carried as the
    public part of its entries, without the secret of hidden rolls. *sign_page* signs the text that stands for a page.
    """

    match: Callable[[], MatchRecord]
    sign: Callable[[Entry], str] | None = None
    whole: bool = True
    sign_page: Callable[[str], str] | None = None

    def shown(self) -> MatchRecord:
        """The part of the record that is carried."""
        match = self.match()
        return match if self.whole else MatchRecord(match.charter, map(public, match.entries))

    def text(self) -> Iterator[str]:
        """The text of the part of an exported record that is carried, piece by piece."""
        match = self.match()
        carried = match if self.whole else match._replace(hidden=None)
        return record_parts(carried, self.sign, whole=self.whole)
