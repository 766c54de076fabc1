"""Running the rehearsal: each step on the service and on its twin, and what they answer differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.adapters.doctor.rehearsal.local_twin import twin_of
from sheets_gm.adapters.doctor.rehearsal.recording import Exchange
from sheets_gm.adapters.doctor.rehearsal.stage import Stage
from sheets_gm.adapters.doctor.rehearsal.step import FAILED, Difference, Facts, LeftOut, Step, differences
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused


@dataclass(frozen=True, slots=True)
class Tried:
    """A step that was tried: its differences, the seconds, the calls by kind, and what was measured.

    *left_out* is the reason why it was not tried.
    """

    step: Step
    differences: tuple[Difference, ...] = ()
    seconds: float = 0.0
    calls: dict[str, int] = field(default_factory=dict)
    measures: dict[str, Any] = field(default_factory=dict)
    exchanges: tuple[Exchange, ...] = ()
    left_out: str = ""

    @property
    def breaks(self) -> bool:
        """Whether a difference breaks play."""
        return any(each.breaks for each in self.differences)


@dataclass
class Rehearsal:
    """The rehearsal of *steps* on *stage*. After `run`, *left* has what could not be removed, a line each."""

    stage: Stage
    steps: Sequence[Step]
    begins: Callable[[Step], None] = lambda _step: None
    left: tuple[str, ...] = ()

    def run(self) -> Iterator[Tried]:
        """Try one step after another. What was made is removed at the end, however it ends."""
        stage = self.stage
        try:
            with twin_of(stage, stage.sleep, stage.clock) as twin:
                for step in self.steps:
                    self.begins(step)
                    yield self._try(step, twin)
        finally:
            self.left = stage.close()

    def _try(self, step: Step, twin: Stage) -> Tried:
        stage = self.stage
        missing = _missing(step, stage)
        if missing:
            return Tried(step, left_out=missing)
        before, first, started = Counter(stage.sheets.calls), len(stage.recording), stage.clock()
        stage.measures.clear()
        try:
            found = _facts(step, stage)
        except LeftOut as why:
            return Tried(step, left_out=str(why), exchanges=tuple(stage.recording[first:]))
        seconds = stage.clock() - started
        calls = Counter(stage.sheets.calls)
        calls.subtract(before)
        return Tried(
            step,
            tuple(differences(step, step.run(twin), found)),
            seconds,
            {kind: count for kind, count in calls.items() if count},
            dict(stage.measures),
            tuple(stage.recording[first:]),
        )


def _missing(step: Step, stage: Stage) -> str:
    """Why a step cannot be tried; "" if it can."""
    there = {
        "--invite": bool(stage.participants.guests),
        "--second": stage.participants.second is not None,
        "--by-hand": stage.ask is not None,
        "--folder": bool(stage.folder),
        "--quota": stage.exhausts,
    }
    return "" if not step.needs or there[step.needs] else f"needs {step.needs}"


def _facts(step: Step, stage: Stage) -> Facts:
    """What a step sees on the service; why it failed there, if it did. On the twin, a failure is a bug."""
    try:
        return step.run(stage)
    except (SheetsRefused, SheetsDown) as error:
        return {FAILED: str(error)}
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        # the rehearsal continues, and the answer is among those that are saved
        return {FAILED: f"the answer is not understood: {type(error).__name__}: {error}"}
