"""Python's search for garbage."""

from __future__ import annotations

import gc

from sheets_gm.adapters.sync_process import garbage_collection


def test_a_long_running_process_searches_less_often_and_not_among_what_it_began_with() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    present: list[list[int]] = [[] for _ in range(1000)]
    try:
        garbage_collection.collect_less_often()
        assert gc.get_threshold()[0] == garbage_collection.NEW_OBJECTS
        assert gc.get_freeze_count() >= frozen + len(present)
        assert gc.isenabled()
    finally:
        gc.set_threshold(*before)
