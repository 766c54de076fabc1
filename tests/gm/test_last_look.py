"""A sync that looks no more is seen by everybody who waits for it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.poll.schedule.last_look import describe_look
from sheets_gm.gm.ports.store import Look
from tests.gm.table import Evening

AT = datetime(2026, 11, 28, 16, 59, tzinfo=UTC).timestamp()
KEPT = "what you type is kept."
CRON = "What you type is read about every 5 min, next about 17:04."


@pytest.mark.parametrize(
    ("look", "later", "ended", "text"),
    [
        (Look(AT), 60, False, ""),
        (Look(AT, 30.0), 60, False, ""),
        (Look(AT, 60.0), 60, False, CRON.replace("5 min", "minute").replace("17:04", "17:00")),
        (Look(AT), 120, True, f"No sync has looked since 16:59; {KEPT}"),
        (Look(AT, 300.0), 120, False, CRON),
        (Look(AT, 300.0), 700, False, CRON),
        (Look(AT, 300.0), 800, True, f"No sync has looked since 16:59; {KEPT}"),
        (Look(AT, None), 60, False, f"A sync last looked at 16:59; {KEPT}"),
        (Look(AT, None), 3000, False, f"A sync last looked at 16:59; {KEPT}"),
        (Look(AT, None), 4000, True, f"No sync has looked since 16:59; {KEPT}"),
        (Look(AT), 86400, True, f"No sync has looked since Sat 28 Nov 16:59; {KEPT}"),
        (
            Look(AT, 4 * 86400.0),
            60,
            False,
            f"A sync last looked at 16:59; {KEPT}",
        ),  # an outage or a leap of the clock, no rhythm
        (Look(AT, 365 * 86400.0), 4000, True, f"No sync has looked since 16:59; {KEPT}"),
        (Look(), 0, True, f"No sync has looked yet; {KEPT}"),
    ],
)
def test_it_is_said_that_a_sync_has_ended_and_when_one_that_looks_now_and_then_looks_next(
    look: Look, later: float, ended: bool, text: str
) -> None:
    assert describe_look(look, AT + later, "UTC") == (ended, text)


@pytest.mark.parametrize("layout", ["shared", "sealed"])
def test_the_tab_of_the_game_master_says_when_the_sync_wrote_last_and_no_poll_writes_it_alone(layout: str) -> None:
    match = Evening(policy=Policy(layout=layout, gm=("gm@table",)))

    def said() -> str:
        return next(str(row[1]) for row in match.values("gm") if row and row[0] == "Sync")

    match.tick()
    first = said()
    assert first.startswith("It was running on ")
    match.now += 3600
    assert match.tick().writes == 0
    assert said() == first
    match.order("blue1", move_to="A1", as_account="ana@table")
    assert match.tick().writes
    assert (said() != first) is (layout == "shared")
    match.now += 3600
    assert match.tick().writes == 0
    match.tick(resolve=True)
    assert said() != first
