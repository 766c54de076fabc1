"""Makes the server behave like a service on a bad day: late answers, refusals, and cut connections.

A connection is cut through an object that uvicorn stores beside the receive function, because ASGI has no call for it.
"""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sheets_gm.localsheets.api import fault_injection
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.http_server.middleware import answer_error
from sheets_gm.localsheets.protocol.errors import unavailable


class FaultMiddleware:
    """Wraps *app*. *stopping* ends delayed responses."""

    def __init__(self, app: ASGIApp, service: Service, stopping: asyncio.Event) -> None:
        self._app = app
        self._service = service
        self._stopping = stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        late = self._service.strangeness.delay(int(declared)) if declared.isdigit() and len(declared) < 19 else 0.0

        async def send_late(message: Message) -> None:
            if message["type"] == "http.response.start":
                await self._wait(late)
            await send(message)

        out = send_late if late else send
        if self._service.fault_injection is None or scope["path"].startswith(("/page/", "/events")):
            await self._app(scope, receive, out)
        else:
            await self._inject_faults(self._service.fault_injection, scope, receive, out)

    async def _inject_faults(
        self, held: fault_injection.FaultInjection, scope: Scope, receive: Receive, send: Send
    ) -> None:
        wait, fault = held.next_fault()
        if wait:
            await self._wait(wait)
        if fault == fault_injection.UNAVAILABLE:
            await answer_error(send, unavailable(), scope["path"])
        elif fault == fault_injection.TIMEOUT:
            await self._wait(fault_injection.HOLD)
            _cut(receive)
        elif fault in (fault_injection.DROP, fault_injection.TRUNCATED):
            await self._app(scope, receive, _CutConnection(send, receive, whole=fault == fault_injection.DROP))
        else:
            await self._app(scope, receive, send)

    async def _wait(self, seconds: float) -> None:
        """Wait for *seconds*, but not longer than the server runs."""
        try:
            await asyncio.wait_for(self._stopping.wait(), seconds)
        except TimeoutError:
            return


class _CutConnection:
    """Lets a response be produced and then cuts the connection: before its first byte (*whole*), or halfway through."""

    def __init__(self, send: Send, receive: Receive, *, whole: bool) -> None:
        self._send = send
        self._receive = receive
        self._whole = whole
        self._start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        body: bytes = message.get("body", b"")
        if self._whole or self._start is None or len(body) < 2:
            _cut(self._receive)
            return
        await self._send(self._start)
        await self._send({"type": "http.response.body", "body": body[: len(body) // 2], "more_body": True})
        _cut(self._receive)


def _cut(receive: Receive) -> None:
    """Close the connection at once."""
    cycle = getattr(receive, "__self__", None)
    if cycle is None:
        raise RuntimeError("This server gives no hold on its connections.")
    cycle.disconnected = True
    cycle.transport.close()
