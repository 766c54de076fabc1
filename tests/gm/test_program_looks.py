"""A page knows whether the program that owns a spreadsheet still reads what is typed."""

from __future__ import annotations

from itertools import accumulate

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.api.program_looks import ProgramLooks
from sheets_gm.localsheets.spreadsheet.model.access import role
from tests.gm.table import Evening

ALWAYS, CRON, HOUR = (5.0,) * 40, (300.0, 1.0, 1.0) * 3, 3600.0


@pytest.mark.parametrize(
    ("pauses", "after", "pause", "ended"),
    [
        ((), 0.0, 0.0, False),
        ((), 120.0, 0.0, True),
        (ALWAYS, 15.0, 0.0, False),
        (ALWAYS, 30.0, 0.0, True),
        ((*ALWAYS, 30.0, *ALWAYS), 60.0, 0.0, False),  # it has been busy for as long before
        ((*ALWAYS, 30.0, *ALWAYS), 120.0, 0.0, True),
        ((120.0, 1.0), 60.0, 0.0, False),  # twice by hand is no rhythm
        ((120.0, 1.0, 300.0), 60.0, 0.0, False),
        ((120.0, 1.0, 300.0), 120.0, 0.0, True),
        (CRON, 400.0, 300.0, False),
        (CRON, 800.0, 300.0, True),
        ((*ALWAYS, HOUR, *ALWAYS), 15.0, 0.0, False),  # it was away for an hour, and is back
        ((*CRON, HOUR, *CRON), 400.0, 300.0, False),
    ],
)
def test_a_program_that_misses_its_own_time_has_ended(
    pauses: tuple[float, ...], after: float, pause: float, ended: bool
) -> None:
    looks, evening = ProgramLooks(1000.0), Evening(on="google")
    document = evening.service.documents[evening.record.workbooks[0].document]
    times = list(accumulate(pauses, initial=1000.0))
    for time in times if pauses else ():
        looks.note(document.meta["owner"], time)
    player = next(seat.account for seat in evening.record.people if seat.account and role(document, seat.account))
    evening.tick()
    found = looks.of([document], player, times[-1] + after)
    assert found[document.id]["pause"] == pytest.approx(pause, abs=2)
    assert (found[document.id]["at"], found[document.id]["ended"]) == (times[-1], ended)


def test_who_has_nothing_to_do_in_a_private_match_knows_too_whether_anybody_reads() -> None:
    evening = Evening(on="google", plays="win_or_die", policy=Policy(layout="sealed", gm=("gm@table",)))
    while evening.table.session.state.phase != "deployment":
        evening.play(1)
    evening.tick()
    service, picking = evening.service, evening.table.session.state.picking
    assert picking
    for seat in evening.seats:
        book = next(book.document for book in evening.record.workbooks if book.key == f"seat.{seat.id}")
        assert book in service.looks.of([service.documents[book]], seat.account or "", 0.0, service.documents), seat


def test_nobody_is_told_of_a_spreadsheet_that_they_may_not_read() -> None:
    evening = Evening(on="google")
    document = evening.service.documents[evening.record.workbooks[0].document]
    assert evening.service.looks.of([document], "stranger@x", 0.0) == {}
