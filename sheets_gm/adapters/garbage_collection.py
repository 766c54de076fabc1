"""Python's search for garbage, in a process that runs long.

A poll makes thousands of values and hardly any cycle. Each search among everything that is imported costs a poll more
than drawing a tab does.
"""

from __future__ import annotations

import gc

NEW_OBJECTS = 20_000
"""How many new objects call for a search among them."""


def collect_less_often() -> None:
    """Take everything that is there by now as lasting, and search less often for garbage among what is new."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 50)
