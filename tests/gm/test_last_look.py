"""A sync that looks no more is seen by everybody who waits for it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from sheets_gm.gm.poll.schedule.last_look import describe_look
from sheets_gm.gm.ports.store import Look

AT = datetime(2026, 11, 28, 16, 59, tzinfo=UTC).timestamp()
KEPT = "what you type is kept."
CRON = "What you type is read about every 5 min, next about 17:04."


@pytest.mark.parametrize(
    ("look", "later", "ended", "text"),
    [
        (Look(AT), 60, False, ""),
        (Look(AT, 30.0), 60, False, ""),
        (Look(AT), 120, True, f"No sync has looked since 16:59; {KEPT}"),
        (Look(AT, 300.0), 120, False, CRON),
        (Look(AT, 300.0), 700, False, CRON),
        (Look(AT, 300.0), 800, True, f"No sync has looked since 16:59; {KEPT}"),
        (Look(AT, None), 3000, False, ""),
        (Look(AT, None), 4000, True, f"No sync has looked since 16:59; {KEPT}"),
        (Look(AT), 86400, True, f"No sync has looked since Sat 28 Nov 16:59; {KEPT}"),
        (Look(), 0, True, f"No sync has looked yet; {KEPT}"),
    ],
)
def test_it_is_said_that_a_sync_has_ended_and_when_one_that_looks_now_and_then_looks_next(
    look: Look, later: float, ended: bool, text: str
) -> None:
    assert describe_look(look, AT + later, "UTC") == (ended, text)
