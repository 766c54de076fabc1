"""Cases: claims with their rulings and appeals."""

from __future__ import annotations

from enum import StrEnum

from sheets_gm.kernel.model import Model


class Stage(StrEnum):
    """The stage of a case."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    FINAL = "final"


class Case(Model):
    """A claim with its ruling and its appeal.

    *by* is the seat that claims *text* about the entry *about*. *decision*, *reason* and *evidence* are from the judge.
    *appeal_by* is the instant until which the decision may be appealed. *appealed_by* appealed for the reason
    *grounds*. *entries* are the journal entries of the case. *written* are lines about the cells in which the
    claimant had typed before.
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
        """The stage at the instant *now*."""
        late = self.stage is Stage.RULED and self.appeal_by is not None and now > self.appeal_by
        return Stage.FINAL if late else self.stage
