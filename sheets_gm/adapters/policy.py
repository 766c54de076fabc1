"""How calls to a spreadsheet service are made: retried, bounded, counted.

Laws: a call is tried again only where that can help (429, 5xx, a lost connection), a bounded number of times and for
a bounded time, with jitter; a refusal is never repeated; no call hangs for ever. A write whose answer was lost may have
happened: everything this program writes may be written twice.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, MutableMapping
from typing import Any

import requests
from gspread.exceptions import APIError
from gspread.http_client import HTTPClient
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, stop_after_delay
from tenacity.wait import wait_random_exponential

TRIES = 6
PATIENCE = 75.0
"""Seconds for which a call is tried: Google's quota is refilled each minute."""

TIMEOUT = (10.0, 60.0)

_READS = ("values:batchGetByDataFilter", "values:batchGet")


def may_help(error: BaseException) -> bool:
    """Whether trying again may help."""
    if isinstance(error, requests.ConnectionError | requests.Timeout):
        return True
    if isinstance(error, APIError):
        return error.response.status_code == 429 or error.response.status_code >= 500
    return False


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, APIError):
        asked = error.response.headers.get("Retry-After", "")
        if asked.isdigit():
            return min(float(asked), PATIENCE)
    return _backoff(state)


_backoff = wait_random_exponential(multiplier=0.5, max=32)


def kind_of(method: str, endpoint: str) -> str:
    """What a call counts as: "read", "write" or "drive"."""
    if "/drive/" in endpoint:
        return "drive"
    if method.lower() == "get" or endpoint.endswith(_READS):
        return "read"
    return "write"


class PatientClient(HTTPClient):
    """gspread's transport with our policy. *sleep* waits; *calls* counts what went over the wire."""

    sleep: Callable[[float], None] = staticmethod(time.sleep)

    def __init__(self, auth: Any, session: requests.Session | None = None) -> None:
        super().__init__(auth, session)
        self.timeout = TIMEOUT
        self.calls: Counter[str] = Counter()

    def request(
        self,
        method: str,
        endpoint: str,
        params: Any = None,
        data: Any = None,
        json: Any = None,
        files: Any = None,
        headers: MutableMapping[str, str] | None = None,
    ) -> requests.Response:
        """One call, tried again where that may help."""
        trying = Retrying(
            retry=retry_if_exception(may_help),
            stop=stop_after_attempt(TRIES) | stop_after_delay(PATIENCE),
            wait=_wait,
            sleep=self.sleep,
            reraise=True,
        )
        for attempt in trying:
            with attempt:
                self.calls[kind_of(method, endpoint)] += 1
                answer: requests.Response = super().request(method, endpoint, params, data, json, files, headers)
        return answer
