"""Signals that ask the process to stop: whoever waits goes on at once, whenever they come.

A handler in Python runs between two instructions of the main thread. So it must take no lock that this thread may hold
at that moment, as `threading.Event.set` does, and a wait that begins just after the signal came would not be ended by
it. The signal itself therefore writes into a socket, on which the wait ends.
"""

from __future__ import annotations

import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

STOPPING = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what service managers send."""


class StopSignals:
    """Whether one of `STOPPING` has come in the block of `listening`."""

    def __init__(self) -> None:
        self.came = False
        self._reader: socket.socket | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Take these signals until the block ends. Only the main thread may."""
        reader, writer = socket.socketpair()
        with reader, writer:
            for end in (reader, writer):
                end.setblocking(False)
            self._reader = reader
            signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
            before = {each: signal.signal(each, self._note) for each in STOPPING}
            try:
                yield
            finally:
                self._reader = None
                signal.set_wakeup_fd(-1)
                for each, handler in before.items():
                    signal.signal(each, handler)

    def wait(self, seconds: float) -> None:
        """Wait so long, or until a signal comes."""
        if self._reader is None:
            time.sleep(max(seconds, 0.0))
        elif not self.came and select.select([self._reader], [], [], max(seconds, 0.0))[0]:
            with suppress(BlockingIOError):
                self._reader.recv(64)  # another signal than these may have written it

    def _note(self, *_: object) -> None:
        self.came = True
