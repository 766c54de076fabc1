"""Listening on a port, and stopping the server.

Ctrl-C and SIGTERM are the normal ways to stop and not errors. They end the process within two seconds, whatever it is
doing: answered changes are on disk, and the database undoes unfinished ones. A port in use is reported in one line.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from starlette.types import ASGIApp

from sheets_gm.localsheets.errors import MustBeFixed
from sheets_gm.localsheets.http_server.connections import Connection, Connections, OncePerMinute

LOOPBACK = "127.0.0.1"
NAMES = ("127.0.0.1", "localhost")
SIGNALS = (signal.SIGINT, signal.SIGTERM)
PATIENCE = 1
"""Seconds that requests in progress have left when the server stops."""
LAST_SECONDS = 1.7
"""Seconds after which a signal ends the process although a request is still being worked on."""
BACKLOG = 100
"""Connections that are accepted at once; they count as open files before they can be refused."""

logger = logging.getLogger(__name__)


_ONCE = OncePerMinute()


def _no_cancellation(record: logging.LogRecord) -> bool:
    """Drop uvicorn's log lines about requests that the end of the server interrupts."""
    interrupted = record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not interrupted and not record.msg.startswith("Cancel %s running task(s)")


class PortInUse(MustBeFixed):
    """The port cannot be used; the message says what to do."""


class Server(uvicorn.Server):
    """A server that calls *close* before it waits for connections to end. A signal or *stop* ends it without an error.

    After a signal, *last* ends the process if nothing else does; the caller that runs the server cancels it.
    """

    def __init__(self, app: ASGIApp, close: Callable[[], None], stop: threading.Event) -> None:
        connections = Connections()
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,  # the middleware sends the time of the service's own clock
                timeout_graceful_shutdown=PATIENCE,
                backlog=BACKLOG,
                http=cast("type[asyncio.Protocol]", partial(Connection, connections)),
            )
        )
        logging.getLogger("uvicorn.error").addFilter(_ONCE)
        logging.getLogger("uvicorn.error").addFilter(_no_cancellation)
        self._close = close
        self._stop = stop
        self._connections = connections
        self.last: threading.Timer | None = None

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second; returns whether to stop."""
        if counter % 5 == 0:
            self._connections.close_overdue()
        return self._stop.is_set() or await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.last is None:
            self.last = threading.Timer(LAST_SECONDS, _end)
            self.last.daemon = True
            self.last.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._close()
        waiting = asyncio.get_running_loop().call_later(PATIENCE / 3, self._hang_up)
        await super().shutdown(sockets)
        waiting.cancel()

    def _hang_up(self) -> None:
        """Close connections whose request was started and never completed."""
        for connection in list(self.server_state.connections):
            cycle = getattr(connection, "cycle", None)
            if cycle is not None and cycle.more_body and not cycle.response_complete:
                cycle.transport.close()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal. Afterwards the earlier handlers are restored, but not called."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _end() -> None:
    """End the process at once."""
    logger.warning("Stopped while a request was being worked on. It was not answered.")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises `PortInUse`."""
    # declared as TCP so that asyncio disables Nagle's algorithm: an answer of two packets would wait 40 ms otherwise
    held = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # there it would let a second server take the port
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        held.bind((host, port))
    except PermissionError as error:
        held.close()
        raise PortInUse(f"Port {port} needs administrator rights: choose one above 1023 with --port.") from error
    except (OSError, OverflowError) as error:
        held.close()
        raise PortInUse(f"Port {port} is in use: choose another with --port, or stop what listens there.") from error
    held.listen(BACKLOG)
    held.set_inheritable(True)
    return held


def own_names() -> tuple[str, ...]:
    """Return the names and addresses under which others on the network reach this machine, the likeliest first."""
    name = socket.gethostname()
    names = [_outward(), *_addresses(name), name, name.partition(".")[0], f"{name.partition('.')[0]}.local"]
    return tuple(dict.fromkeys(each.lower() for each in names if each and not each.startswith("127.")))


def _addresses(name: str) -> list[str]:
    try:
        return [str(each[4][0]) for each in socket.getaddrinfo(name, None, socket.AF_INET, socket.SOCK_STREAM)]
    except OSError:
        return []


def _outward() -> str | None:
    """Return the address from which this machine would reach others. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
