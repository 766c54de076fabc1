"""The bodies of requests, which are read only up to a limit."""

from __future__ import annotations

from starlette.requests import Request

from sheets_gm.localsheets.protocol import json_body


async def body_of(request: Request, limit: int) -> bytes:
    """Return the request's body.

    Raises 400 if it exceeds *limit*. Some more is read first, so that the client receives the answer.
    """
    parts: list[bytes] = []
    size = 0
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared[:19]) > 4 * limit:
        raise json_body.TooLarge(limit)
    async for part in request.stream():
        size += len(part)
        if size <= limit:
            parts.append(part)
        elif size > 4 * limit:
            break
    if size > limit:
        raise json_body.TooLarge(limit)
    return b"".join(parts)
