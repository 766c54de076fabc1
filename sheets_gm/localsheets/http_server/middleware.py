"""Checks requests before the application sees them, adds security headers to every response, and injects faults.

A request is refused before anything is read if its Host is not one of our names, or if a page of another site sent it.
No response can be framed or sniffed, or reveals to another site where a visitor came from.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from email.utils import formatdate
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sheets_gm.localsheets.api import fault_injection
from sheets_gm.localsheets.api.service import DRIVES, Service
from sheets_gm.localsheets.protocol.errors import ApiError, unavailable

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class SecurityMiddleware:
    """Wraps *app*.

    *hosts* are the names that it answers to, with port; *stopping* ends responses that are held back.
    """

    def __init__(self, app: ASGIApp, service: Service, hosts: frozenset[str], stopping: asyncio.Event) -> None:
        self._app = app
        self._service = service
        self._hosts = hosts
        self._stopping = stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                carried = {**HEADERS, "date": formatdate(self._service.clock().timestamp(), usegmt=True)}
                more = [
                    (name.encode(), value.encode()) for name, value in carried.items() if name.encode() not in given
                ]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        declared = headers.get("content-length", "")
        late = self._service.strangeness.delay(int(declared)) if declared.isdigit() else 0.0

        async def send_late(message: Message) -> None:
            if message["type"] == "http.response.start":
                await self._wait(late)
            await send_with_headers(message)

        out = send_late if late else send_with_headers
        refusal = self._refusal(headers)
        if refusal is not None:
            await _answer(send_with_headers, refusal, path)
        elif self._service.fault_injection is None or path.startswith(("/page/", "/events")):
            await self._app(scope, receive, out)
        else:
            await self._inject_faults(self._service.fault_injection, scope, receive, out)

    def _refusal(self, headers: Mapping[str, str]) -> ApiError | None:
        """The reason to refuse a request: an unknown Host, or an Origin of another site."""
        host = headers.get("host", "")
        if host not in self._hosts:
            known = ", ".join(sorted(self._hosts))
            return ApiError(403, f"This server does not answer to that name. It answers to: {known}.")
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc not in self._hosts:
            return ApiError(403, "A page of another site may not call this server.")
        return None

    async def _inject_faults(
        self, held: fault_injection.FaultInjection, scope: Scope, receive: Receive, send: Send
    ) -> None:
        wait, fault = held.next_fault()
        if wait:
            await self._wait(wait)
        if fault == fault_injection.UNAVAILABLE:
            await _answer(send, unavailable(), scope["path"])
        elif fault == fault_injection.TIMEOUT:
            await self._wait(fault_injection.HOLD)
            _cut(receive)
        elif fault in (fault_injection.DROP, fault_injection.TRUNCATED):
            await self._app(scope, receive, _CutConnection(send, receive, whole=fault == fault_injection.DROP))
        else:
            await self._app(scope, receive, send)

    async def _wait(self, seconds: float) -> None:
        """Wait, but no longer than the server runs."""
        try:
            await asyncio.wait_for(self._stopping.wait(), seconds)
        except TimeoutError:
            return


class _CutConnection:
    """Lets a response be produced and then cuts the connection: before its first byte (*whole*), or halfway."""

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
    """Close the connection at once. uvicorn keeps it beside the function that receives."""
    cycle = getattr(receive, "__self__", None)
    if cycle is None:
        raise RuntimeError("This server gives no hold on its connections.")
    cycle.disconnected = True
    cycle.transport.close()


async def _answer(send: Send, error: ApiError, path: str) -> None:
    body = json.dumps(error.body(drive=path.startswith(DRIVES))).encode()
    headers = [(b"content-type", b"application/json; charset=UTF-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": error.code, "headers": headers})
    await send({"type": "http.response.body", "body": body})
