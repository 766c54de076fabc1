"""Redirects the calls of a Google client to a local server."""

from __future__ import annotations

from typing import Any

from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter

from sheets_gm.localsheets.google_hosts import HOSTS, sessions


class Rewrite(HTTPAdapter):
    """A transport that replaces Google's hosts by *base* ("http://127.0.0.1:8765")."""

    __attrs__ = [*HTTPAdapter.__attrs__, "_base"]  # kept in copies: google-auth copies sessions for its threads

    def __init__(self, base: str, **options: Any) -> None:
        super().__init__(**options)
        self._base = base.rstrip("/")

    def send(self, request: PreparedRequest, *args: Any, **kwargs: Any) -> Response:
        """Send *request* to the local server."""
        host = next(host for host in HOSTS if (request.url or "").startswith(host))
        request.url = f"{self._base}/{(request.url or '')[len(host) :]}"
        return super().send(request, *args, **kwargs)


def mount(session: Session, base: str) -> None:
    """Send the Google calls of *session* to the server at *base*."""
    for each in sessions(session):
        for host in HOSTS:
            each.mount(host, Rewrite(base))
