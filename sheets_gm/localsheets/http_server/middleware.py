"""Checks requests before the application sees them, and adds security headers to every response.

A request is refused before anything is read if its Host is not one of our names, or if a page of another site sent it.
No response can be framed or sniffed, or reveals to another site where a visitor came from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from email.utils import formatdate
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sheets_gm.localsheets.api.service import DRIVES, Service
from sheets_gm.localsheets.protocol.errors import ApiError

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
    """Wraps *app*. *hosts* are the names, with ports, to which it answers."""

    def __init__(self, app: ASGIApp, service: Service, hosts: frozenset[str]) -> None:
        self._app = app
        self._service = service
        self._hosts = hosts

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

        refusal = self._refusal(headers)
        if refusal is not None:
            await answer_error(send_with_headers, refusal, path)
        else:
            await self._app(scope, receive, send_with_headers)

    def _refusal(self, headers: Mapping[str, str]) -> ApiError | None:
        """Return the reason to refuse a request: an unknown Host, or an Origin of another site. None if there
        is none.
        """
        host = headers.get("host", "")
        if host not in self._hosts:
            hosts = ", ".join(sorted(self._hosts))
            return ApiError(403, f"This server does not answer to that name. It answers to: {hosts}.")
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc not in self._hosts:
            return ApiError(403, "A page of another site may not call this server.")
        return None


async def answer_error(send: Send, error: ApiError, path: str) -> None:
    """Answer a request for *path* with *error*."""
    body = json.dumps(error.body(drive=path.startswith(DRIVES))).encode()
    headers = [(b"content-type", b"application/json; charset=UTF-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": error.code, "headers": headers})
    await send({"type": "http.response.body", "body": body})
