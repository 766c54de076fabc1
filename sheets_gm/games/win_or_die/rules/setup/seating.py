"""Who can play: two people, each in a seat of its own."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import SEATS
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat


def seating(_settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Why these people cannot start a match: it is a game for two."""
    remarks = [
        Remark(field=seat.id, text=f"The seats are {' and '.join(SEATS)}, not “{seat.id}”", clause="WOD-95")
        for seat in seats
        if seat.id not in SEATS
    ]
    if {seat.id for seat in seats} < set(SEATS):
        remarks.append(Remark(text="A match needs two players", clause="WOD-95"))
    elif len({seat.player for seat in seats}) < len(seats):
        text = "Both players have the same name. Give each a different one"
        remarks.append(Remark(field=seats[-1].id, text=text))
    return tuple(remarks)
