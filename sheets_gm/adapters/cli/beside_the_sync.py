"""A poll by a command while a sync runs: the command waits for the sync, then polls itself."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from sheets_gm.gm.match_record.policy import Status

if TYPE_CHECKING:
    from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.tick import Tick

PATIENCE = 10.0
"""The most seconds that a command waits for another process."""

PAUSE = 0.1
"""The seconds between two tries."""


def tick_beside_the_sync(poller: Poller, **asked: Any) -> Tick:
    """Poll a match with the arguments *asked*; while another process works on it, wait and try again.

    It stops trying once the journal has new entries, because the request may then be done, or mean another turn.
    """
    session, until = poller.session, time.monotonic() + PATIENCE
    number = session.entry.number
    while True:
        tick = poller.tick(**asked)
        session.refresh()
        record = session.record
        # actions can repair a match that is set aside, which the sync may have done just now
        is_aside = record.status is Status.STUCK and not asked.get("actions")
        waits = record.pending is not None or record.status is Status.OVER or is_aside
        if tick.steps or waits or session.entry.number != number or time.monotonic() >= until:
            return tick
        time.sleep(PAUSE)
