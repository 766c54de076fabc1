"""What a seat has typed stays its own until the turn is played, whatever goes wrong meanwhile."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import game, games
from sheets_gm.gm.workbooks import drawing
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.sheet.grid import Grid
from tests.simulation.running import script_of
from tests.simulation.secrecy import differences, is_comparable, reach

SECRETIVE = [name for name in games() if game(name).secrecy is not Secrecy.OPEN]

SHORT = 6
"""Steps before the secret is typed."""

SEEDS = 12
"""Seeds of which one must do: in the others nobody is asked, or the turn is played."""


def pair(name: str) -> list[str]:
    for seed in range(SEEDS):
        script = script_of(name, seed, SHORT)
        one = reach(script, 1)
        other = reach(script, 2) if one is not None else None
        if is_comparable(one, other):
            assert one is not None
            assert other is not None
            return differences(one, other)
    raise AssertionError(f"no two worlds of {name} can be compared")


@pytest.mark.parametrize("name", SECRETIVE)
def test_nobody_elses_reach_differs_when_only_what_one_seat_has_typed_differs(name: str) -> None:
    assert pair(name) == []


def test_what_is_shown_to_all_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:

    def draw(snapshot: Snapshot, layout: WorkbookLayout) -> dict[str, Grid]:
        grids = drawing.draw(snapshot, layout)
        last = grids[layout.tabs[-1]]
        title = last.rows[0][0]._replace(value=str([draft.typed for draft in snapshot.record.drafts]))
        return {**grids, layout.tabs[-1]: last._replace(rows=((title, *last.rows[0][1:]), *last.rows[1:]))}

    for module in ("showing", "looks"):
        monkeypatch.setattr(f"sheets_gm.gm.workbooks.live.{module}.draw", draw)
    assert pair("champions")
