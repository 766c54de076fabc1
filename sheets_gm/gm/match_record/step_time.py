"""What is stored of the time for the open step, apart from its deadline."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import Part


class StepTime(Part):
    """*left* are the seconds until the deadline while the match is paused.

    *moved* are the seconds by which outages and leaps of the clock have moved the deadline.
    """

    KEY = "time"
    left: float | None = None
    moved: float = 0.0
