"""Cases: claims with their rulings and appeals.

| state      | claim | ruling                        | appeal   | time to appeal is over |
|------------|-------|-------------------------------|----------|------------------------|
| (none)     | open  |                               |          |                        |
| open       |       | ruled, or final with no appeal|          |                        |
| ruled      |       |                               | appealed | final                  |
| appealed   |       | final                         |          |                        |
| final      |       |                               |          |                        |

An action in an empty field of the table is refused, with a message about what is possible instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from sheets_gm.kernel.actions import AnyAction, Appeal, BadAction, Claim, Ruling
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
    *grounds*. *entries* are the journal entries of the case.
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

    def at(self, now: float) -> Stage:
        """The stage at the instant *now*."""
        late = self.stage is Stage.RULED and self.appeal_by is not None and now > self.appeal_by
        return Stage.FINAL if late else self.stage


def next_number(cases: Sequence[Case]) -> int:
    """The number of the next claim."""
    return len(cases) + 1


def case(cases: Sequence[Case], number: int) -> Case:
    """Case *number*. BadAction."""
    if not 1 <= number <= len(cases):
        count = len(cases)
        known = (
            f"The claims are 1 to {count}." if count > 1 else "The only claim is 1." if cases else "There are none yet."
        )
        raise BadAction(f"There is no claim {number}. {known}", "on")
    return cases[number - 1]


def after(cases: tuple[Case, ...], action: AnyAction, entry: int, now: float) -> tuple[Case, ...]:
    """The cases after *action*, done in *entry* at *now*. BadAction where the table refuses it."""
    if isinstance(action, Claim):
        if action.number != next_number(cases):
            raise BadAction(f"The next claim has number {next_number(cases)}.", "on")
        return (
            *cases,
            Case(number=action.number, by=action.by, text=action.text, about=action.about, entries=(entry,)),
        )
    if isinstance(action, Ruling | Appeal):
        old = case(cases, action.number)
        changed = _ruled(old, action, now) if isinstance(action, Ruling) else _appealed(old, action, now)
        new = changed.but(entries=(*old.entries, entry))
        return tuple(new if each.number == action.number else each for each in cases)
    return cases


def _ruled(old: Case, action: Ruling, now: float) -> Case:
    stage = old.at(now)
    if stage not in (Stage.OPEN, Stage.APPEALED):
        raise BadAction(f"Claim {old.number} is {stage.value}. Only open and appealed claims can be ruled on.", "on")
    final = stage is Stage.APPEALED or action.appeal_by is None
    return old.but(
        stage=Stage.FINAL if final else Stage.RULED,
        decision=action.decision,
        reason=action.why,
        evidence=action.evidence,
        appeal_by=None if final else action.appeal_by,
    )


def _appealed(old: Case, action: Appeal, now: float) -> Case:
    stage = old.at(now)
    if stage is not Stage.RULED:
        why = "the time to appeal is over" if old.stage is Stage.RULED else f"it is {stage.value}"
        raise BadAction(f"Claim {old.number} cannot be appealed because {why}.", "on")
    return old.but(stage=Stage.APPEALED, appealed_by=action.by, grounds=action.why)
