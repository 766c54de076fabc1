"""Bots that type into a spreadsheet, alone and together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheets_gm.adapters.people.bot_players import Player, Together
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.kernel.forms import Typed
from tests.gm.table import Evening


class Noted:
    """An account that notes what it is told to type."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, list[tuple[int, int, int, Typed]]]] = []

    def type_in(self, workbook: Workbook, cells: Sequence[tuple[int, int, int, Typed]]) -> None:
        self.requests.append((workbook.key, list(cells)))


def filled(evening: Evening, *, together: bool) -> tuple[Noted, list[tuple[int, int, int, Typed]]]:
    """What was typed for all seats, and its cells in order."""
    noted: Any = Noted()
    typist = Together(noted) if together else noted
    bot = next(iter(evening.game.people.bots.values()))
    count = sum(Player(seat.id, bot, noted).play(evening.table, typist) for seat in evening.seats)
    if isinstance(typist, Together):
        assert noted.requests == []
        typist.type_all()
        typist.type_all()  # what was typed is not typed again
    cells = sorted((cell for _, typed in noted.requests for cell in typed), key=lambda cell: cell[:3])
    assert len(cells) == count > 0
    return noted, cells


def test_what_many_type_together_are_the_same_cells_in_one_request_a_workbook() -> None:
    evening = Evening(players=4)
    evening.tick()
    apart, one = filled(evening, together=False)
    joined, other = filled(evening, together=True)
    assert one == other
    assert (len(apart.requests), len(joined.requests)) == (4, 1)
