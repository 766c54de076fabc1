"""The service without a socket: mount it on a session, and the client calls the service directly."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from requests import PreparedRequest, Response, Session
from requests.adapters import BaseAdapter
from requests.exceptions import ChunkedEncodingError, ConnectionError, ReadTimeout

from sheets_gm.localsheets.api import fault_injection
from sheets_gm.localsheets.api.service import DRIVES, Service
from sheets_gm.localsheets.drive.call import Answer, Content
from sheets_gm.localsheets.google_hosts import HOSTS, sessions
from sheets_gm.localsheets.protocol.errors import unavailable
from sheets_gm.localsheets.protocol.json_text import bytes_of


class InProcess(BaseAdapter):
    """A transport of `requests` that calls a `Service` and injects its faults. *sleep* waits for the latency."""

    def __init__(self, service: Service, sleep: Callable[[float], None] = time.sleep) -> None:
        super().__init__()
        self._service = service
        self._sleep = sleep

    def send(self, request: PreparedRequest, *_args: Any, timeout: Any = None, **_kwargs: Any) -> Response:
        """Let the service answer *request*. *timeout* applies to answers that are late because the request is large."""
        wait, fault = self._service.fault_injection.next_fault() if self._service.fault_injection else (0.0, None)
        if wait:
            self._sleep(wait)
        if fault == fault_injection.TIMEOUT:
            raise ReadTimeout("Read timed out.", request=request)
        parts = urlsplit(request.url or "")
        if fault == fault_injection.UNAVAILABLE:
            error = unavailable()
            return _response(request, error.code, error.body(drive=str(parts.path).startswith(DRIVES)))
        body = request.body or b""
        headers = {name.lower(): str(value) for name, value in request.headers.items()}
        status, answer = self._service.handle(
            request.method or "GET",
            str(parts.path),
            str(parts.query),
            body.encode() if isinstance(body, str) else body,
            headers,
        )
        late = self._service.strangeness.delay(len(body))
        longest = timeout[1] if isinstance(timeout, tuple) else timeout
        if late:
            self._sleep(late if longest is None else min(late, longest))
        if longest is not None and late > longest:
            raise ReadTimeout("Read timed out.", request=request)
        if fault == fault_injection.DROP:
            raise ConnectionError("Connection aborted.", request=request)
        if fault == fault_injection.TRUNCATED:
            raise ChunkedEncodingError("Response ended prematurely.", request=request)
        return _response(request, status, answer)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def _response(request: PreparedRequest, status: int, answer: Answer) -> Response:
    response = Response()
    response.status_code = status
    response.url = request.url or ""
    response.request = request
    if isinstance(answer, Content):
        response.headers["Content-Type"] = answer.media
        response._content = answer.data
    else:
        response.headers["Content-Type"] = "application/json; charset=UTF-8"
        response._content = bytes_of(answer)
    return response


def mount(session: Session, service: Service, sleep: Callable[[float], None] = time.sleep) -> None:
    """Send the Google calls of *session* to *service*."""
    for each in sessions(session):
        each.trust_env = False  # no call needs a proxy or a password file, so none is looked for
        for host in HOSTS:
            each.mount(host, InProcess(service, sleep))
