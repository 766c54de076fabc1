"""The report of a command of Win or Die."""

from __future__ import annotations

from sheets_gm.games.win_or_die.position.battle_events import Killed
from sheets_gm.games.win_or_die.views.report import report
from sheets_gm.gm.log.reports import Chapter, headlines
from sheets_gm.kernel.seats import Seat

SEATS = {seat: Seat(id=seat, player=seat.title(), team=seat) for seat in ("teal", "red")}


def test_whose_unit_is_killed_reads_of_it_before_those_of_the_enemy() -> None:
    own = Killed(clause="WOD-12", unit="T1 Berserker", seat="teal", at="A1", morale=9)
    others = [
        Killed(clause="WOD-12", unit=f"R{number} Lancer", seat="red", at="B1", morale=9 - number)
        for number in range(1, 7)
    ]
    chapter = Chapter("Turn 1", tuple(report([own, *others], SEATS)))
    first, *rest = (each.text for each in chapter.paragraphs)
    assert headlines([chapter], ("teal",))[0] == first
    assert headlines([chapter], ("red",))[:6] == tuple(rest)
