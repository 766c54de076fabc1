"""Watches a bot: what it raises, whether it returns valid rows, and how long it thinks."""

from __future__ import annotations

import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form

ON_THE_CLOCK = 10.0
"""The limit on the clock as a multiple of the limit in CPU seconds, while the bot sleeps or the machine is busy."""


class Failed(Exception):
    """Says that a contestant (0 or 1) has lost because of its bot, and why."""

    def __init__(self, contestant: int, why: str) -> None:
        super().__init__(why)
        self.contestant, self.why = contestant, why


class Thought(NamedTuple):
    """The number of choices of a bot, and its CPU time in seconds: in total, and for the longest choice."""

    choices: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def and_(self, other: Thought) -> Thought:
        """Return the sum of both."""
        return Thought(self.choices + other.choices, self.seconds + other.seconds, max(self.longest, other.longest))


class Watched:
    """Wraps the bot of a contestant. Raises `Failed` if the bot fails or takes more than *patience* seconds of CPU."""

    def __init__(self, contestant: int, bot: Bot, patience: float) -> None:
        self.contestant, self.bot, self.patience = contestant, bot, patience
        self.thought = Thought()

    def __call__(self, view: Any, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
        """Return the choice of the bot."""
        start = time.process_time()
        try:
            with _no_longer_than(self.patience):
                filled = tuple(self.bot(view, forms, dice))
        except _Late:
            raise self._failed("too slow") from None
        except Exception as error:
            raise self._failed(_told(error)) from error
        finally:
            took = time.process_time() - start
            self.thought = self.thought.and_(Thought(1, took, took))
        if took > self.patience:
            raise self._failed("too slow")
        rows = {form.key: form.rows for form in forms}
        for each in filled:
            if not isinstance(each, Filled) or each.form not in rows or not 0 <= each.row < rows[each.form]:
                raise self._failed(f"returned {each!r:.60}, which is no row of its forms")
        return filled

    def _failed(self, why: str) -> Failed:
        return Failed(self.contestant, f"{('the first', 'the second')[self.contestant]} bot: {why}")


def _told(error: Exception) -> str:
    """Return *error* as a text, with the line that raised it."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(at.filename).name}, line {at.lineno}: {error}"


class _Late(BaseException):
    """Raised when a bot's time is over. It is a BaseException, so that no `except Exception` in a bot catches it."""


def _late(_number: int, _frame: FrameType | None) -> None:
    raise _Late


@contextmanager
def _no_longer_than(seconds: float) -> Iterator[None]:
    """Raise `_Late` in the block after *seconds* of CPU time, or after ten times as many seconds on the clock.

    Windows has no such alarms: there the time is checked only after the bot has answered.
    """
    if sys.platform == "win32":
        yield
        return
    alarms = (
        (signal.ITIMER_VIRTUAL, signal.SIGVTALRM, seconds),
        (signal.ITIMER_REAL, signal.SIGALRM, seconds * ON_THE_CLOCK),
    )
    before = {number: signal.signal(number, _late) for _, number, _ in alarms}
    try:
        for timer, _, least in alarms:
            signal.setitimer(timer, least, seconds)
        yield
    finally:
        for timer, _, _ in alarms:
            signal.setitimer(timer, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
