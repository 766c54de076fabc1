"""What is stored of a pause."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import Part


class Pausing(Part):
    """*until* is when the pause ends by itself. *gathers*: the match waits for players to sign up."""

    KEY = "pause"
    until: float | None = None
    gathers: bool = False
