"""The cost limits of formulas and recalculations, so that no formula can block the server for others.

A formula has a budget of steps: an operation, a call, a cell that is read or created, and some characters of a text
cost one step each. The same formula on the same cells therefore always has the same result. The CPU time of the thread
also limits a formula, because steps may misjudge its work.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from sheets_gm.localsheets.spreadsheet.model.calculated import CellError

FORMULA_STEPS = 300_000
"""The most steps of one formula."""
FORMULA_SECONDS = 0.3
"""The most CPU time of one formula."""
UPDATE_SECONDS = 0.2
"""The CPU time after which a recalculation leaves the remaining formulas to the next one."""
SEARCH_SECONDS = 2.0
"""The most CPU time of one search for a regular expression."""
CHARACTERS = 64
"""The number of characters of a text that are one step."""

MOST_PRECEDENTS = 250_000
"""The most formulas that one formula may read, each counted as often as it is read."""
MOST_CHARACTERS = 1_000_000
"""The most characters of all formulas of a document: whoever inserts a row waits until all of them are rewritten."""

OVER_BUDGET = CellError("ERROR", "Calculation limit was reached while trying to calculate this formula.")
LOADING = CellError("LOADING", "Loading...")
"""The value of a formula that awaits the next recalculation."""

_BETWEEN = 2000
"""Steps between two looks at the clock."""


class OverBudget(Exception):
    """A formula has used up its budget. It is not a `FormulaError`, so no function in the formula can catch it."""


class Budget:
    """The remaining steps and CPU time of one formula."""

    __slots__ = ("_clock", "_ends", "_look", "_read", "left")

    def __init__(
        self,
        steps: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = thread_time,
    ) -> None:
        self.left = FORMULA_STEPS if steps is None else steps
        self._clock = clock
        self._ends = clock() + (FORMULA_SECONDS if seconds is None else seconds)
        self._look = max(0, self.left - _BETWEEN)
        self._read: set[object] = set()

    def spend_once(self, what: object, steps: int) -> None:
        """Spend *steps* when the formula reads *what* for the first time, even if another formula has read it
        before.
        """
        if what not in self._read:
            self._read.add(what)
            self.spend(steps)

    def spend(self, steps: int = 1) -> None:
        """Spend *steps*. Raises `OverBudget` if fewer are left."""
        self.left -= steps
        if self.left < self._look:
            self._look = max(0, self.left - _BETWEEN)
            if self.left < 0 or self._clock() > self._ends:
                self.left = -1
                raise OverBudget


class Stopwatch:
    """The CPU time of one recalculation or of another long task, and whether it is used up."""

    def __init__(self, seconds: float | None = None, clock: Callable[[], float] = thread_time) -> None:
        self._clock = clock
        self._seconds = UPDATE_SECONDS if seconds is None else seconds
        self._ends = clock() + self._seconds

    def half_over(self) -> bool:
        """Whether half of the time is used up."""
        return self._clock() > self._ends - self._seconds / 2

    def over(self) -> bool:
        """Whether no time is left."""
        return self._clock() > self._ends
