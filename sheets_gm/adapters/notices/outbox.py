"""Sends letters (notices to one address each), so that none holds up a match or another letter.

A sync posts its letters and goes on; they are sent in another thread. A command waits for each letter. After a few
failures in a row an address rests for a while, so that a service that is down costs the others no time.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from queue import Full, Queue
from tempfile import TemporaryDirectory

from sheets_gm.adapters.outgoing.calls import OutgoingCalls
from sheets_gm.gm.poll.dead_hooks import HookOutcome
from sheets_gm.kernel.errors import plain_reason

PATIENCE = 15.0
"""The most seconds for one letter."""

MOST_WAITING = 500
"""The most letters in the queue. A further one is reported as not sent."""

FAILURES, REST = 3, 900.0
"""An address rests after this many failures in a row, and for how many seconds."""

LAST_WAIT = 10.0
"""Seconds that the program waits at its end for letters in the queue."""

CALLS = OutgoingCalls()
"""The calls that send all letters of this program."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A notice of *match* to one apprise *address*. *who* names the reader in reports.

    *files* are attached, by name. *hook* is the seat whose player typed the address, which is therefore not trusted;
    None for an address of the settings. *anew* says that the player has just typed it.
    """

    match: str
    who: str
    title: str
    body: str
    address: str
    files: tuple[tuple[str, bytes], ...] = ()
    hook: str | None = None
    anew: bool = False


class Outbox:
    """Sends letters: with *beside* in another thread, else before `post` returns."""

    def __init__(self, *, beside: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._calls = CALLS
        self._clock = clock
        self._resting: dict[str, _Tries] = defaultdict(_Tries)
        self._outcomes: defaultdict[str, list[HookOutcome]] = defaultdict(list)
        self._lock = threading.Lock()
        self._queue: Queue[Letter] | None = Queue(MOST_WAITING) if beside else None
        if self._queue is not None:
            threading.Thread(target=self._send_all, args=(self._queue,), name="notices", daemon=True).start()

    def post(self, letter: Letter) -> None:
        """Send *letter*, or put it into the queue of the other thread."""
        if self._queue is None:
            self._send(letter)
            return
        try:
            self._queue.put_nowait(letter)
        except Full:
            report(letter.match, f"could not send a notice to {letter.who}, too many wait: {letter.title}")

    def outcomes(self, match: str) -> tuple[HookOutcome, ...]:
        """Return and forget what became of the letters to hooks of players of *match* since the last call."""
        with self._lock:
            return tuple(self._outcomes.pop(match, ()))

    def wait(self, seconds: float = LAST_WAIT) -> None:
        """Wait until all letters are sent, but at most *seconds*."""
        end = time.monotonic() + seconds
        while self._queue is not None and self._queue.unfinished_tasks and time.monotonic() < end:
            time.sleep(0.02)

    def _send_all(self, queue: Queue[Letter]) -> None:
        while True:
            letter = queue.get()
            try:
                self._send(letter)
            finally:
                queue.task_done()

    def _send(self, letter: Letter) -> None:
        tries = self._resting[letter.address]
        rests = self._clock() < tries.until and not letter.anew
        sent = not rests and self._is_sent(letter)
        tries.failures = 0 if sent else tries.failures + (not rests)
        if not rests:
            tries.until = self._clock() + REST if tries.failures >= FAILURES else 0.0
        if letter.hook is not None and not rests:
            with self._lock:
                self._outcomes[letter.match].append(HookOutcome(letter.hook, letter.address, sent))
        if not sent:
            report(letter.match, f"could not send a notice to {letter.who}: {letter.title}")

    def _is_sent(self, letter: Letter) -> bool:
        """Send *letter* and return whether that succeeded. Raises nothing."""
        trusted = letter.hook is None
        try:
            with TemporaryDirectory() as folder:
                paths = []
                for name, data in letter.files:
                    path = Path(folder) / name
                    path.write_bytes(data)
                    paths.append(str(path))
                return self._calls.notify(
                    letter.address, letter.title, letter.body, paths, trusted=trusted, patience=PATIENCE
                )
        except Exception as error:  # noqa: BLE001 - whatever it is, the other letters are sent
            report(letter.match, f"could not send a notice to {letter.who}: {type(error).__name__}")
            return False


@dataclass(slots=True)
class _Tries:
    """The number of failures of an address in a row, and the time *until* which it rests."""

    failures: int = field(default=0)
    until: float = field(default=0.0)


def report(match: str, problem: str) -> None:
    """Print on standard error what went wrong with a notice of *match*. Addresses are left out: they may be secret."""
    print(f"{match}: {problem}", file=sys.stderr)  # noqa: T201


def report_row(match: str, row: str, error: Exception) -> None:
    """Print on standard error what a *row* of *match* raised, with its traceback."""
    report(match, f"{row}: {''.join(traceback.format_exception(error))}")


def report_job(match: str, job: str, error: Exception) -> None:
    """Print on standard error what went wrong with a *job* of *match* outside its polls."""
    report(match, f"{job}: {plain_reason(error)}")
