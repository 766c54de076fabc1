"""Connections: each address may have a limited number, and requests must arrive in time.

A new connection replaces the oldest one of its address that waits for a request, so unfinished requests cannot block
others. Refused connections are logged at most once a minute.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from sheets_gm.localsheets.protocol.errors import ApiError

PER_ADDRESS = 200
"""The most connections of one address."""
MOST = 700
"""The most connections of all addresses; a process may usually open 1,024 files."""
SPARE_FILES = 150
"""Files that are left for the databases, and for connections that are about to be refused."""
HEADER_SECONDS = 10.0
"""The time in which the headers of a request must arrive."""
BODY_SECONDS = 60.0
"""The time in which the body of a request must arrive."""
MINUTE = 60.0
READ_SECONDS = 60.0
"""The time in which a client must read some of its answer."""

logger = logging.getLogger(__name__)


class Connections:
    """All open connections, in the order in which they were opened."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self._held: dict[str, dict[Connection, None]] = {}
        self._logged: dict[str, float] = {}
        self._most = max(PER_ADDRESS // 4, min(MOST, _open_files() - SPARE_FILES))

    def opened(self, connection: Connection) -> bool:
        """Whether the address of *connection* may have one more, if necessary in place of another."""
        connections = self._held.setdefault(connection.address, {})
        if len(connections) >= PER_ADDRESS:
            self._log("%s has %d open connections.", connection.address, len(connections))
            if not _make_room(connections):
                return False
        total = sum(map(len, self._held.values()))
        if total >= self._most:
            busiest = max(self._held, key=lambda address: len(self._held[address]))
            self._log("The server has %d open connections, most of them from %s.", total, busiest)
            if not _make_room(self._held[busiest]):
                return False
        connections[connection] = None
        return True

    def _log(self, problem: str, *details: object) -> None:
        """Log *problem*, unless it was logged within the last minute."""
        now = self.clock()
        if now - self._logged.get(problem, -MINUTE) >= MINUTE:
            self._logged[problem] = now
            logger.warning(f"{problem} Those that wait for a request are closed for new ones.", *details)

    def closed(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        connections = self._held.get(connection.address)
        if connections is None:
            return
        connections.pop(connection, None)
        if not connections:
            del self._held[connection.address]

    def close_overdue(self) -> None:
        """Close the connections whose request does not arrive, or whose answer is not read."""
        now = self.clock()
        for connection in [each for held in self._held.values() for each in held]:
            connection.close_if_overdue(now)


def _make_room(held: dict[Connection, None]) -> bool:
    """Close the oldest connection in *held* that waits for a request. Returns whether there was one."""
    oldest = next((each for each in held if each.waits()), None)
    if oldest is None:
        return False
    del held[oldest]
    oldest.transport.abort()
    return True


class Connection(H11Protocol):
    """A connection that *connections* keeps track of."""

    def __init__(self, connections: Connections, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.address = ""
        self._known = connections
        self._missing: str | None = "headers"
        self._since = connections.clock()
        self._unsent = (0, self._since)
        self._received = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if not self._known.opened(self):
            self._answer(ApiError(503, "The server has too many connections from your address. Try again later."))

    def connection_lost(self, exc: Exception | None) -> None:
        self._known.closed(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._received = True
        super().data_received(data)
        missing = self._what_is_missing()
        if missing != self._missing:
            self._missing, self._since = missing, self._known.clock()

    def _what_is_missing(self) -> str | None:
        """Return the part of a request that has not arrived yet, None if nothing is missing."""
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        begun = self.cycle is None or bool(self.conn.trailing_data[0])
        return "headers" if self.conn.their_state is h11.IDLE and begun else None

    def waits(self) -> bool:
        """Whether no request is being worked on."""
        return self.cycle is None or self.cycle.response_complete or self._missing == "body"

    def close_if_overdue(self, now: float) -> None:
        """Close the connection if the client keeps it waiting for too long."""
        limit = BODY_SECONDS if self._missing == "body" else HEADER_SECONDS
        if self._missing is not None and now - self._since > limit:
            if self._received and not (self.cycle is not None and self.cycle.response_started):
                self._answer(ApiError(408, f"The {self._missing} of the request did not arrive within {limit:g} s."))
            else:
                self.transport.abort()
            return
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent < self._unsent[0] or not self._unsent[0]:
            self._unsent = unsent, now
        elif now - self._unsent[1] > READ_SECONDS:
            self.transport.abort()

    def _answer(self, error: ApiError) -> None:
        """Send an answer of our own, and close the connection."""
        if self.transport.is_closing():
            return
        body = json.dumps(error.body()).encode()
        reason = "Request Timeout" if error.code == 408 else "Service Unavailable"
        head = (
            f"HTTP/1.1 {error.code} {reason}\r\ncontent-type: application/json; charset=UTF-8\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


class OncePerMinute(logging.Filter):
    """Lets each warning of the HTTP library through once a minute, because a client can cause any number of them."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._logged: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        now = self._clock()
        if now - self._logged.get(record.msg, -MINUTE) < MINUTE:
            return False
        self._logged[record.msg] = now
        return True


def _open_files() -> int:
    """Return how many files this process may open."""
    try:
        import resource
    except ImportError:  # not on Windows
        return MOST + SPARE_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST + SPARE_FILES if soft == resource.RLIM_INFINITY else soft
