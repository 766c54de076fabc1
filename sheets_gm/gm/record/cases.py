"""Cases: claims, rulings and appeals, as a judge's list.

| state      | claim | ruling                        | appeal   | time to appeal is over |
|------------|-------|-------------------------------|----------|------------------------|
| (none)     | open  |                               |          |                        |
| open       |       | ruled, or final with no appeal|          |                        |
| ruled      |       |                               | appealed | final                  |
| appealed   |       | final                         |          |                        |
| final      |       |                               |          |                        |

An empty field of the table is refused, with what would do instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from sheets_gm.kernel.actions import AnyAction, Appeal, BadAction, Claim, Ruling
from sheets_gm.kernel.model import Model


class Stage(StrEnum):
    """Where a case stands."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    FINAL = "final"


class Case(Model):
    """A claim with all that was said and decided about it.

    *by* raised it with *text*, about entry *about*; *decision*, *reason* and *evidence* are the judge's; *appeal_by*
    is the instant until which the decision may be appealed; *entries* are those of the journal that the case made.
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
        """Where it stands at the instant *now*."""
        late = self.stage is Stage.RULED and self.appeal_by is not None and now > self.appeal_by
        return Stage.FINAL if late else self.stage


def next_number(cases: Sequence[Case]) -> int:
    """The number of the next claim."""
    return len(cases) + 1


def case(cases: Sequence[Case], number: int) -> Case:
    """Case *number*. BadAct."""
    if not 1 <= number <= len(cases):
        count = len(cases)
        there = f"there are 1 to {count}" if count > 1 else "there is only claim 1" if cases else "there is none yet"
        raise BadAction(f"there is no claim {number}: {there}", "on")
    return cases[number - 1]


def after(cases: tuple[Case, ...], action: AnyAction, entry: int, now: float) -> tuple[Case, ...]:
    """The cases after *action*, done in *entry* at *now*. BadAct where the table refuses it."""
    if isinstance(action, Claim):
        if action.number != next_number(cases):
            raise BadAction(f"the next claim is number {next_number(cases)}", "on")
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
        raise BadAction(f"claim {old.number} is {stage.value}: only an open or an appealed claim is ruled on", "on")
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
        raise BadAction(f"claim {old.number} cannot be appealed: {why}", "on")
    return old.but(stage=Stage.APPEALED, appealed_by=action.by, grounds=action.why)
