"""Python's garbage collection in a process that runs for a long time.

A poll creates thousands of values but hardly any reference cycles. A full collection goes through everything that is
imported, and takes longer than drawing a tab.
"""

from __future__ import annotations

import gc

NEW_OBJECTS = 20_000
"""The number of new objects after which they are collected."""


def collect_less_often() -> None:
    """Exclude all present objects from garbage collection, and collect new ones less often."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 50)
