"""A poll in which nobody has typed costs next to nothing, in every game: most polls of a match are of this kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import TabRange
from sheets_gm.kernel.forms import Typed
from tests import ticks
from tests.calls import calls

A_POLL, A_WORKBOOK = 600, 30
"""The most calls of functions that a quiet poll takes, and takes more for each workbook; a turn takes 50,000."""


@pytest.mark.parametrize("plays", sorted(games()))
def test_a_poll_in_which_nobody_typed_takes_next_to_no_work(plays: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ticks.under_way(plays)
    found: dict[str, Mapping[str, Sequence[Sequence[Typed]]]] = {}
    read = ticks.TimedSheets.read

    def note(sheets: ticks.TimedSheets, workbook: Workbook, wanted: Sequence[TabRange]) -> dict[str, list[list[Typed]]]:
        found[workbook.key] = values = read(sheets, workbook, wanted)
        return values

    with monkeypatch.context() as patch:
        patch.setattr(ticks.TimedSheets, "read", note)
        table.tick()
    # what the spreadsheet itself does is no work of ours
    monkeypatch.setattr(ticks.TimedSheets, "read", lambda _sheets, workbook, _wanted: found[workbook.key])
    table.now += 5.0
    assert calls(table.poller.tick) < A_POLL + A_WORKBOOK * len(table.session.record.workbooks)
