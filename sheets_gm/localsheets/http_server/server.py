"""The HTTP server: open a service on a data folder, and serve it from this process or from a thread.

It listens on loopback by default and never logs tokens. When it stops, the event streams end first, so that no
traceback appears.
"""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.drive import GOOGLE
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server.application import application
from sheets_gm.localsheets.http_server.event_streams import EventStreams
from sheets_gm.localsheets.http_server.listening import LOOPBACK, NAMES, Server, listen

WORKER = "AnyIO worker thread"
"""The name of threads that work on requests. Python waits for them before it ends."""
GARBAGE = 50_000
"""The number of new objects after which garbage is collected; large answers make many that are not garbage."""


def open_service(folder: Path | None, *, trust_all: bool = False, address: str = "") -> Service:
    """Return the service for a data folder (None: in memory). Raises `DataBroken`."""
    return Service(Storage(folder), trust_all=trust_all, address=address or GOOGLE)


def serve(service: Service, held: socket.socket, *, names: tuple[str, ...] = NAMES, public: str = "") -> None:
    """Serve on the socket *held* until the process is stopped.

    It answers to *names*, each with its port, and to *public*: the name of a proxy in front of it, with its port if
    that is not the usual one.
    """
    gc.freeze()  # the documents are never garbage
    gc.set_threshold(GARBAGE, 20, 50)
    server = _server(service, held, names, threading.Event(), public)
    try:
        asyncio.run(server.serve(sockets=[held]))
    finally:
        if server.last is not None and not any(thread.name == WORKER for thread in threading.enumerate()):
            server.last.cancel()


@contextmanager
def running(service: Service, port: int = 0, names: tuple[str, ...] = NAMES) -> Iterator[str]:
    """Serve from a thread while the context is open. Yields the server's address."""
    held = listen(LOOPBACK, port)
    service.address = f"http://{LOOPBACK}:{held.getsockname()[1]}"
    stop = threading.Event()
    thread = threading.Thread(
        target=lambda: asyncio.run(_server(service, held, names, stop).serve(sockets=[held])), daemon=True
    )
    thread.start()
    try:
        yield service.address
    finally:
        stop.set()
        thread.join()
        held.close()


def _server(
    service: Service, held: socket.socket, names: tuple[str, ...], stop: threading.Event, public: str = ""
) -> Server:
    port = held.getsockname()[1]
    hosts = frozenset(f"{name}:{port}" for name in names) | (frozenset(names) if port == 80 else frozenset())
    if public:
        hosts |= {public}
    streams = EventStreams(service)
    return Server(application(service, hosts, streams), streams.close, stop)
