"""Recording: every answer of the service, as it came."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call and its answer. *size* are the bytes that were sent, *seconds* is until the answer began."""

    method: str
    address: str
    params: tuple[tuple[str, str], ...]
    body: Any
    status: int
    answer: Any
    size: int
    seconds: float


class Recording(list[Exchange]):
    """All exchanges of a session, from the moment it is recorded."""

    def attach(self, session: Any, hosts: Callable[[str], str]) -> None:
        """Record what *session* receives. *hosts* turns an address back into Google's."""

        def note(response: Any, *_args: Any, **_kwargs: Any) -> None:
            request = response.request
            parts = urlsplit(request.url)
            sent = request.body or b""
            raw = sent.encode() if isinstance(sent, str) else sent
            self.append(
                Exchange(
                    method=request.method,
                    address=hosts(parts.path),
                    params=tuple(parse_qsl(parts.query, keep_blank_values=True)),
                    body=_json(raw),
                    status=response.status_code,
                    answer=_json(response.content),
                    size=len(raw),
                    seconds=response.elapsed.total_seconds(),
                )
            )

        session.hooks["response"].append(note)


def google_address(path: str) -> str:
    """The address at Google of the API call at *path*."""
    return f"https://{'sheets' if path.startswith('/v4/') else 'www'}.googleapis.com{path}"


def _json(raw: bytes) -> Any:
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        return {"not JSON": raw.decode(errors="replace")[:1000]}


def reason(exchange: Exchange) -> str:
    """The status and reason of an answer: "200", "403 sharingRateLimitExceeded", "400 INVALID_ARGUMENT"."""
    error = exchange.answer.get("error", {}) if isinstance(exchange.answer, dict) else {}
    details = error.get("errors", ()) if isinstance(error, dict) else ()
    word = next((each["reason"] for each in details if "reason" in each), "") or (
        error.get("status", "") if isinstance(error, dict) else ""
    )
    return f"{exchange.status} {word}".strip()
