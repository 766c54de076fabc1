"""Cases: claims with their rulings and appeals."""

from __future__ import annotations

from enum import StrEnum

from sheets_gm.gm.match_record.part import Part
from sheets_gm.kernel.model import Model


class Stage(StrEnum):
    """The stage of a case."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    FINAL = "final"


class Case(Model):
    """A claim with its ruling and its appeal.

    *by* is the seat that makes the claim. *text* is the claim, and *about* the entry that it is about. *decision*,
    *reason* and *evidence* come from the judge. *appeal_by* is the latest time for an appeal. *appealed_by* is the seat
    that appealed, and *grounds* its reason. *entries* are the journal entries of the case. *written* are lines about
    the cells in which the claimant had typed before.
    """

    number: int
    by: str
    text: str
    about: int | None = None
    stage: Stage = Stage.OPEN
    decision: str = ""
    reason: str = ""
    evidence: tuple[str, ...] = ()
    appeal_by: float | None = None
    appealed_by: str = ""
    grounds: str = ""
    entries: tuple[int, ...] = ()
    written: tuple[str, ...] = ()

    def at(self, now: float) -> Stage:
        """Return the stage at the time *now*."""
        late = self.stage is Stage.RULED and self.appeal_by is not None and now > self.appeal_by
        return Stage.FINAL if late else self.stage


class Claims(Part):
    """The *cases* of a match."""

    KEY = "claims"
    cases: tuple[Case, ...] = ()
