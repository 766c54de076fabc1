"""Processes: programs that run a few calls at a time, may stop between any two of them, and may be killed there.

A process is a greenlet. Every call of a port (the network, the store, a clock) is a place where it pauses, before the
call and after it, once it has used up the calls that it was given. So the script alone says how processes interleave.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from greenlet import greenlet

T = TypeVar("T")


class Killed(BaseException):
    """The process was killed: nothing that it does from here on reaches the world."""


class Process:
    """One program. *work* is what it does when it is started; an exception that leaves it goes to *failed*."""

    def __init__(self, name: str, work: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        self.name = name
        self._work = work
        self._failed = failed
        self._run: greenlet | None = None
        self._left = 0
        self._killed = False
        self.calls = 0
        self._home = greenlet.getcurrent()

    @property
    def is_running(self) -> bool:
        """Whether it was stopped in the middle of its work."""
        return self._run is not None

    def go(self, calls: int) -> None:
        """Let it begin, or go on, for at most so many calls."""
        if self._run is None:
            self._killed = False
            self._run = greenlet(self._whole)
        self._left, self._home = calls, greenlet.getcurrent()
        self._run.switch()
        self._tidy()

    def kill(self) -> None:
        """Kill it where it stands."""
        self._killed = True
        if self._run is not None:
            self._home = greenlet.getcurrent()
            self._run.switch()
            self._tidy()

    def _tidy(self) -> None:
        if self._run is not None and self._run.dead:
            self._run = None

    def _whole(self) -> None:
        try:
            self._work()
        except Killed:
            pass
        except Exception as error:
            self._failed(error)

    def call(self, work: Callable[[], T]) -> T:
        """Make one call of a port; the process may stop or end before it and after it."""
        self.pause()
        done = work()
        self.pause()
        return done

    def pause(self) -> None:
        """A place where the process may stop or end."""
        here = greenlet.getcurrent()
        if here is not self._run:
            return
        if not self._killed:
            self.calls += 1
            self._left -= 1
            if self._left <= 0:
                self._home.switch()
        if self._killed:
            raise Killed
