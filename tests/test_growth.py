"""The memory of a sync: what it keeps of a quiet match does not grow with their number."""

from __future__ import annotations

import pytest

from sheets_gm.gm.poll.schedule import pollers
from tests.growth import growth


def test_only_so_many_quiet_matches_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pollers, "MOST_KEPT", 1)
    few, many = growth((2, 6))
    assert (few.kept, many.kept) == (1, 1)
    assert many.megabytes < 2 * few.megabytes
