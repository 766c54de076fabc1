"""Signals that ask the process to stop. They end a wait at once, even if they come just before it.

A signal handler in Python runs between two instructions of the main thread. So it must not take a lock that this thread
may hold, as `threading.Event.set` does, and it could not end a wait that begins just after it. Therefore the signal
itself writes into a socket, and the wait ends as soon as that socket can be read.
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
    """Records whether a signal of `STOPPING` has come in the block of `listening`."""

    def __init__(self) -> None:
        self.came = False
        self._reader: socket.socket | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Handle these signals until the block ends. Only the main thread may call this."""
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
        """Wait for *seconds*, or until a signal comes."""
        if self._reader is None:
            time.sleep(max(seconds, 0.0))
        elif not self.came and select.select([self._reader], [], [], max(seconds, 0.0))[0]:
            with suppress(BlockingIOError):
                self._reader.recv(64)  # another signal than these may have written it

    def _note(self, *_: object) -> None:
        self.came = True
