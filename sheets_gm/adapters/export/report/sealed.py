"""The record as the texts that were sealed, from which the page checks the dice in the reader's browser.

Line 1 is a head, line 2 the text that locks the charter. Each entry follows with two lines: its canonical text, and its
seal. Numbers stay as they were sealed, because a browser that parses them would round large ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.kernel.dice import LINKS
from sheets_gm.kernel.match.journal import sealed_text
from sheets_gm.kernel.model import canonical


def sealed_lines(match: MatchRecord, *, whole: bool) -> Iterator[str]:
    """Yield the lines of *match*. Without *whole* its entries are the public part, which has no seal of its own."""
    charter = match.charter
    head = {"key": charter.key, "format": charter.format, "links": LINKS, "whole": whole}
    head |= {"locked": charter.locked} if charter.locked else {}
    yield canonical({**head, "hidden": match.hidden.hex() if match.hidden else None}).decode()
    yield charter.locked_text().decode()
    before = charter.key
    for entry in match.entries:
        yield sealed_text(entry, before).decode()
        yield entry.seal
        before = entry.seal
