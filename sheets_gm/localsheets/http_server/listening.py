"""Listening on a port, and stopping the server.

Ctrl-C and SIGTERM are the ordinary ways to stop and not errors. A port in use is reported in one line.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

LOOPBACK = "127.0.0.1"
NAMES = ("127.0.0.1", "localhost")
SIGNALS = (signal.SIGINT, signal.SIGTERM)
PATIENCE = 3
"""Seconds that requests in progress have left when the server stops."""


class PortInUse(Exception):
    """The port cannot be used; the message says what to do."""


class Server(uvicorn.Server):
    """Calls *close* before it waits for connections to end. A signal or *stop* ends it without an error."""

    def __init__(self, app: ASGIApp, close: Callable[[], None], stop: threading.Event) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,  # the middleware sends the time of the service's own clock
                timeout_graceful_shutdown=PATIENCE,
            )
        )
        self._close = close
        self._stop = stop

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second; returns whether to stop."""
        return self._stop.is_set() or await super().on_tick(counter)

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


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. `PortInUse`."""
    # declared as TCP so that asyncio disables Nagle's algorithm: an answer of two packets would wait 40 ms otherwise
    held = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        held.bind((host, port))
    except PermissionError as error:
        held.close()
        raise PortInUse(f"Port {port} needs administrator rights: choose one above 1023 with --port.") from error
    except (OSError, OverflowError) as error:
        held.close()
        raise PortInUse(f"Port {port} is in use: choose another with --port, or stop what listens there.") from error
    held.listen(128)
    held.set_inheritable(True)
    return held


def own_names() -> tuple[str, ...]:
    """The names and addresses under which others on the network reach this machine, the likeliest first."""
    name = socket.gethostname()
    found = [_outward(), *_addresses(name), name, name.partition(".")[0], f"{name.partition('.')[0]}.local"]
    return tuple(dict.fromkeys(each.lower() for each in found if each and not each.startswith("127.")))


def _addresses(name: str) -> list[str]:
    try:
        return [str(each[4][0]) for each in socket.getaddrinfo(name, None, socket.AF_INET, socket.SOCK_STREAM)]
    except OSError:
        return []


def _outward() -> str | None:
    """The address from which this machine would reach others. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
