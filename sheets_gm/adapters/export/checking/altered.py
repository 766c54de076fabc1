"""What readers of an exported file see that does not follow from its record."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sheets_gm.adapters.export.carried import Exported
from sheets_gm.adapters.export.checking.cells import altered_cells
from sheets_gm.adapters.export.checking.page import altered_parts

MOST = 1_000
"""The most places that are named."""


def altered(file: Exported) -> Iterator[str]:
    """Yield what *file* shows that does not follow from its record, each with its place. The record must be right."""
    if file.origin is not None:
        differences = altered_parts if file.is_page else altered_cells
        yield from islice(differences(file.path, file.record, file.origin), MOST)
