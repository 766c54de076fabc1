"""The network between gspread and the local spreadsheet: a transport that loses, delays, breaks and repeats nothing.

A fault strikes one call: before the service has done it, or after. What the client sees is what `requests` raises, or
returns, in that case.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from requests import PreparedRequest, Response
from requests.exceptions import ChunkedEncodingError, ConnectionError, ReadTimeout
from urllib3.connectionpool import HTTPSConnectionPool
from urllib3.exceptions import MaxRetryError, NewConnectionError

from sheets_gm.localsheets.api.in_process import InProcess, _response
from sheets_gm.localsheets.api.quota import exhausted
from sheets_gm.localsheets.api.service import DRIVES, Service
from sheets_gm.localsheets.protocol.errors import ApiError, internal, unavailable
from tests.simulation.process import Process

BEFORE = ("refused", "dropped before", "timeout", "429", "500", "503")
"""Faults of a call that the service never does."""

AFTER = ("dropped after", "late", "truncated", "invalid body", "503 after")
"""Faults of a call that the service does all the same."""

SLOW = "slow"
"""An answer that takes long, and comes."""

NETWORK_FAULTS = (*BEFORE, *AFTER, SLOW)

LATENCY, SLOWNESS, TIMEOUT = 0.2, 25.0, 30.0
"""Seconds that a call takes: usually, when it is slow, and when it is not answered in time."""


@dataclass
class Faults:
    """The faults that the next calls of one process meet, and how often each has struck."""

    next: deque[str] = field(default_factory=deque)
    struck: Callable[[str], None] = lambda _fault: None

    def take(self) -> str:
        """The fault of this call; "" if it has none."""
        if not self.next:
            return ""
        fault = self.next.popleft()
        if fault:
            self.struck(fault)
        return fault


class Wire(InProcess):
    """What one *process* reaches *service* by. *answered* is called with each call that the service has done."""

    def __init__(
        self,
        service: Service,
        process: Process,
        faults: Faults,
        sleep: Callable[[float], None],
        answered: Callable[[PreparedRequest, bool], None],
    ) -> None:
        super().__init__(service, sleep)
        self._process, self._faults, self._answered = process, faults, answered

    def send(self, request: PreparedRequest, *args: Any, **named: Any) -> Response:
        """Send *request*, with the fault that is due."""
        self._process.pause()
        fault = self._faults.take()
        self._sleep({SLOW: SLOWNESS, "timeout": TIMEOUT, "late": TIMEOUT}.get(fault, LATENCY))
        if fault in BEFORE:
            return self._failed(fault, request)
        answer = super().send(request, *args, **named)
        self._answered(request, fault in ("", SLOW))
        self._process.pause()
        return self._spoilt(fault, answer, request) if fault in AFTER else answer

    def _failed(self, fault: str, request: PreparedRequest) -> Response:
        """The end of a call that the service has not done."""
        self._process.pause()
        if fault == "refused":
            pool = HTTPSConnectionPool("sheets.googleapis.com")
            none = NewConnectionError(pool, "Connection refused")  # type: ignore[arg-type]
            raise ConnectionError(MaxRetryError(pool, request.url or "", none), request=request)
        if fault == "dropped before":
            raise ConnectionError("Connection aborted.", request=request)
        if fault == "timeout":
            raise ReadTimeout("Read timed out.", request=request)
        error = {"429": exhausted("read", "local", 60, user=True), "500": internal(), "503": unavailable()}[fault]
        return _refusal(request, error)

    def _spoilt(self, fault: str, answer: Response, request: PreparedRequest) -> Response:
        """The end of a call that the service has done, and whose answer does not arrive whole."""
        if fault == "dropped after":
            raise ConnectionError("Connection aborted.", request=request)
        if fault == "late":
            raise ReadTimeout("Read timed out.", request=request)
        if fault == "truncated":
            raise ChunkedEncodingError("Response ended prematurely.", request=request)
        if fault == "503 after":
            return _refusal(request, unavailable())
        answer._content = b"<html>" if len(answer.content) < 3 else answer.content[:-2]
        return answer


def _refusal(request: PreparedRequest, error: ApiError) -> Response:
    drive = urlsplit(request.url or "").path.startswith(DRIVES)
    return _response(request, error.code, error.body(drive=drive))
