"""How calls to a spreadsheet service are made: rationed, retried, bounded, counted.

Laws: a call is tried again only where that can help (429, 5xx, an answer that was lost or came broken), a bounded
number of times and for a bounded time, with jitter; a refusal is never repeated; no call hangs for ever. A write whose
answer was lost may have happened: everything this program writes may be written twice, but for a new spreadsheet,
which is never asked for again; where the second time is refused, because the first has done it, the truth is to be
read back. In a round nobody is waited for: a call that finds no budget, or is refused as one too many, is given up at
once, and the match that asked for it has its turn again later.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

import requests
from gspread.exceptions import APIError
from gspread.http_client import HTTPClient
from requests.exceptions import ChunkedEncodingError, ContentDecodingError, JSONDecodeError
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, stop_before_delay
from tenacity.wait import wait_random_exponential
from urllib3.exceptions import NewConnectionError

from sheets_gm.adapters.google.quota import KINDS, AccountQuota
from sheets_gm.gm.ports.sheets import SheetsDown


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is tried, for how many seconds in all, and whether it waits for the quota to be refilled.

    *timeout* are the seconds for the connection, and for the answer.
    """

    tries: int
    seconds: float
    timeout: tuple[float, float]
    waits: bool


COMMAND = Patience(tries=6, seconds=75.0, timeout=(10.0, 60.0), waits=True)
"""Of a command that somebody has typed: Google's quota is refilled each minute."""

ROUND = Patience(tries=2, seconds=3.0, timeout=(5.0, 30.0), waits=False)
"""Of a round, in which other matches have their turn meanwhile."""

UNREACHED = 15.0
"""The longest rest, in seconds, between two tries of a service that cannot be reached."""

_READS = ("values:batchGetByDataFilter", "values:batchGet")
_RATES = frozenset({"rateLimitExceeded", "userRateLimitExceeded"})
_DOCUMENT = re.compile(r"/(?:spreadsheets|files)/([^/:?]+)")


class OutOfQuota(SheetsDown):
    """A call was not made, because there were too many in the last minute. It can be made a little later."""


def too_many(error: BaseException) -> bool:
    """Whether the service refuses a call as one too many: 429, or what Drive answers instead."""
    if not isinstance(error, APIError):
        return False
    if error.response.status_code == 429:
        return True
    told = error.error.get("errors", ()) if isinstance(error.error, dict) else ()
    return error.response.status_code == 403 and any(each.get("reason") in _RATES for each in told)


def is_lost(error: BaseException) -> bool:
    """Whether the answer never came, or came broken, or says that something failed inside: it may have been done."""
    broken = ChunkedEncodingError | ContentDecodingError | JSONDecodeError
    if isinstance(error, requests.ConnectionError | requests.Timeout | broken):
        return True
    return isinstance(error, APIError) and error.response.status_code >= 500


def is_unheard(error: BaseException) -> bool:
    """Whether there was no connection at all, so that nothing can have been done."""
    if isinstance(error, requests.ConnectTimeout):
        return True
    cause = error.args[0] if isinstance(error, requests.ConnectionError) and error.args else None
    return isinstance(getattr(cause, "reason", None), NewConnectionError)


def may_help(error: BaseException) -> bool:
    """Whether trying again may help."""
    return is_lost(error) or too_many(error)


def asked_of(error: BaseException) -> float:
    """The seconds that the service asks a caller to wait, where it does."""
    asked = error.response.headers.get("Retry-After", "") if isinstance(error, APIError) else ""
    return float(asked) if asked.isdigit() else 0.0


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    asked = asked_of(error) if error else 0.0
    return min(asked, COMMAND.seconds) if asked else _backoff(state)


_backoff = wait_random_exponential(multiplier=0.5, max=32)


_UNKNOWN = (
    "The spreadsheet service did not answer, and may have made a spreadsheet all the same: look for it in your Drive, "
    "and bin it, before you try again."
)
_TWICE = (
    "The spreadsheet service did not answer at first, and what it was asked may have been done: it is looked up, and "
    "made up for, at the next try."
)


def makes(endpoint: str) -> bool:
    """Whether a call at *endpoint* makes something anew each time: a spreadsheet."""
    return endpoint.endswith("/v4/spreadsheets")


def _only_reads(kind: str, method: str) -> bool:
    return kind == "read" or method.lower() == "get"


def kind_of(method: str, endpoint: str) -> str:
    """What a call counts as: "read", "write" or "drive"."""
    if "/drive/" in endpoint:
        return "drive"
    if method.lower() == "get" or endpoint.endswith(_READS):
        return "read"
    return "write"


class MayHaveHappened(SheetsDown):
    """The answer to a write was lost, and it cannot be told from here whether it was done. What is there tells it."""


class PatientClient(HTTPClient):
    """gspread's transport with our policy. *sleep* waits; *quota* rations; *calls* counts what went over the wire."""

    sleep: Callable[[float], None] = staticmethod(time.sleep)

    def __init__(self, auth: Any, session: requests.Session | None = None) -> None:
        super().__init__(auth, session)
        self.quota = AccountQuota(time.monotonic)
        self.calls: Counter[str] = Counter()
        self.have(COMMAND)

    def have(self, patience: Patience) -> None:
        """Try calls with *patience* from now on."""
        self.patience = patience
        self.timeout = patience.timeout

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
        """One call, tried again where that may help. `OutOfQuota`, `MayHaveHappened`."""
        kind = kind_of(method, endpoint)
        lost: list[BaseException] = []

        def again(error: BaseException) -> bool:
            if is_lost(error) and not is_unheard(error) and not _only_reads(kind, method):
                lost.append(error)
            return may_help(error) and (self.patience.waits or not too_many(error)) and not (lost and makes(endpoint))

        trying = Retrying(
            retry=retry_if_exception(again),
            stop=stop_after_attempt(self.patience.tries) | stop_before_delay(self.patience.seconds),
            wait=_wait,
            sleep=self.sleep,
            reraise=True,
        )
        try:
            for attempt in trying:
                with attempt:
                    self._pay(kind, endpoint)
                    answer = self._ask(method, endpoint, params, data, json, files, headers)
        except (APIError, requests.RequestException) as error:
            self._refused(kind, error)
            if lost and (makes(endpoint) or not may_help(error)):
                raise MayHaveHappened(_UNKNOWN if makes(endpoint) else _TWICE) from error
            raise
        self.quota.answered(kind)
        return answer

    def _ask(self, *call: Any) -> requests.Response:
        """One try of a call."""
        try:
            answer: requests.Response = super().request(*call)
        except TypeError as error:
            if self.auth.valid:
                raise
            # google-auth takes an answer of the token service for granted, even one that was cut off
            raise ContentDecodingError("the token service answered with something broken") from error
        if answer.content:
            answer.json()  # JSONDecodeError for one that was cut off, or is none of the service's
        return answer

    def _pay(self, kind: str, endpoint: str) -> None:
        """Count the call; where the quota has no room for it, wait for that, or give up. `OutOfQuota`."""
        found = _DOCUMENT.search(endpoint)
        waited = 0.0
        while wait := self.quota.take(kind, found[1] if found else ""):
            waited += wait
            if not self.patience.waits or waited > self.patience.seconds:
                raise OutOfQuota(
                    f"The quota of {kind}s is used up; there is room again in {wait:.0f} s. Nothing is lost: what was "
                    "typed stays in its cells until it is read."
                )
            self.sleep(wait)
        self.calls[kind] += 1

    def _refused(self, kind: str, error: Exception) -> None:
        """Let the account rest, or its project, where the service has said that it is too much or cannot be reached."""
        if too_many(error):
            self.quota.refused(kind, asked_of(error), whole="per user" not in str(error))
        elif isinstance(error, requests.ConnectionError):
            for each in KINDS:
                self.quota.refused(each, 0.0, whole=False, longest=UNREACHED)
