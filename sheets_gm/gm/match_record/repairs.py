"""What the game master reads about a step until it is played: a dry run, what was put back, and a backup."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import Part
from sheets_gm.kernel.model import Model


class Restored(Model):
    """The match continues from a backup since the time *at*. The backup ended with entry *last*.

    People had already seen later entries, up to *shown*. *times* counts how often this happened within a short time,
    without a step in between.
    """

    at: float
    last: int
    shown: int
    times: int = 1


class Repairs(Part):
    """Nothing of this outlasts a step.

    *dry_run* are the lines of the last dry run, *mended* the foreign edits that were last put back. *restored* is set
    from the return to a backup on.
    """

    KEY = "repairs"
    dry_run: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    restored: Restored | None = None
