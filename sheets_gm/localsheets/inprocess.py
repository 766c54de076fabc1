"""The service without a socket: mount it on a session, and a client calls the core directly."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from requests import PreparedRequest, Response, Session
from requests.adapters import BaseAdapter

from sheets_gm.localsheets.calls import Content
from sheets_gm.localsheets.service import Service

HOSTS = ("https://sheets.googleapis.com/", "https://www.googleapis.com/")
"""Where a Google client sends its calls."""


class InProcess(BaseAdapter):
    """A transport of `requests` that ends in a `Service`."""

    def __init__(self, service: Service) -> None:
        super().__init__()
        self._service = service

    def send(self, request: PreparedRequest, *_args: Any, **_kwargs: Any) -> Response:
        """Answer *request* from the service."""
        parts = urlsplit(request.url or "")
        body = request.body or b""
        headers = {name.lower(): str(value) for name, value in request.headers.items()}
        status, answer = self._service.handle(
            request.method or "GET",
            str(parts.path),
            str(parts.query),
            body.encode() if isinstance(body, str) else body,
            headers,
        )
        response = Response()
        response.status_code = status
        response.url = request.url or ""
        response.request = request
        if isinstance(answer, Content):
            response.headers["Content-Type"] = answer.media
            response._content = answer.data
        else:
            response.headers["Content-Type"] = "application/json; charset=UTF-8"
            response._content = json.dumps(answer).encode()
        return response

    def close(self) -> None:
        """Nothing is held open."""


def mount(session: Session, service: Service) -> None:
    """Send everything that *session* would send to Google to *service*."""
    for host in HOSTS:
        session.mount(host, InProcess(service))
