"""How calls to a spreadsheet service are made: limited by quota, retried, bounded in time, counted.

A call is retried only if that can help (429, 5xx, a lost or broken answer), a limited number of times and for a limited
time, with jitter. A refused call is never repeated, and every call has a timeout.

A write whose answer was lost may have been carried out. Everything that this program writes may be written twice,
except that a new spreadsheet is never requested twice. If the second attempt is refused because the first was carried
out, the caller reads what is there. A large write that is not answered in time is not repeated here, because the
service may still be busy with it: the caller reads first.

A round never waits: a call that exceeds the quota, or is refused as one too many, fails at once, and its match is
polled again later.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

import orjson
import requests
from gspread.exceptions import APIError
from gspread.http_client import HTTPClient
from requests.exceptions import ChunkedEncodingError, ContentDecodingError, JSONDecodeError
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, stop_before_delay
from tenacity.wait import wait_exponential, wait_random, wait_random_exponential
from urllib3.exceptions import NewConnectionError

from sheets_gm.adapters.google.calls.api import compact
from sheets_gm.adapters.google.calls.rate_limits import KINDS, AccountQuota
from sheets_gm.gm.ports.sheets import SheetsDown


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often a call is tried, for how many seconds in total, and whether it waits until the quota allows it.

    *timeout* is the seconds for the connection, and for the answer to a small call.
    """

    tries: int
    seconds: float
    timeout: tuple[float, float]
    waits: bool


COMMAND = RetryPolicy(tries=6, seconds=75.0, timeout=(10.0, 60.0), waits=True)
"""For a command that somebody typed. It waits, because Google's quota is refilled each minute."""

ROUND = RetryPolicy(tries=2, seconds=3.0, timeout=(5.0, 30.0), waits=False)
"""For a round, in which other matches are polled in the meantime."""

PER_MEGABYTE, LONGEST_ANSWER = 120.0, 180.0
"""More seconds for the answer to each megabyte of a large call, and the most: then Google gives up a batch."""

SMALL = 100_000
"""A write without an answer is simply repeated up to this many bytes."""

UNREACHABLE_PAUSE = 15.0
"""The longest pause, in seconds, between two tries of a service that cannot be reached."""

_READS = ("values:batchGetByDataFilter", "values:batchGet", ":getByDataFilter", "developerMetadata:search")
_RATES = frozenset({"rateLimitExceeded", "userRateLimitExceeded"})
_DOCUMENT = re.compile(r"/(?:spreadsheets|files)/([^/:?]+)")


PASSING = (408, 409)
"""Answers of a service that did not wait for the whole call, or was busy with another one: nothing was done."""


class OutOfQuota(SheetsDown):
    """A call was not made, because the quota of this minute is used up."""


def is_rate_limited(error: BaseException) -> bool:
    """Return whether the service refused a call as one too many: 429, or the 403 that Drive returns instead."""
    if not isinstance(error, APIError):
        return False
    if error.response.status_code == 429:
        return True
    errors = error.error.get("errors", ()) if isinstance(error.error, dict) else ()
    return error.response.status_code == 403 and any(each.get("reason") in _RATES for each in errors)


def is_answer_lost(error: BaseException) -> bool:
    """Return whether the answer is missing, broken or a 5xx, so that the call may have been carried out."""
    broken = ChunkedEncodingError | ContentDecodingError | JSONDecodeError
    if isinstance(error, requests.ConnectionError | requests.Timeout | broken):
        return True
    return isinstance(error, APIError) and error.response.status_code >= 500


def never_connected(error: BaseException) -> bool:
    """Return whether there was no connection, so that the call cannot have been carried out."""
    if isinstance(error, requests.ConnectTimeout):
        return True
    cause = error.args[0] if isinstance(error, requests.ConnectionError) and error.args else None
    return isinstance(getattr(cause, "reason", None), NewConnectionError)


def is_retryable(error: BaseException) -> bool:
    """Return whether trying again may help."""
    return is_answer_lost(error) or is_rate_limited(error) or is_passing(error)


def is_passing(error: BaseException) -> bool:
    """Return whether the service was temporarily unable to make a call, and did nothing. It is tried once more."""
    return isinstance(error, APIError) and error.response.status_code in PASSING


def parsed(answer: requests.Response) -> Any:
    """Return the content of an answer. Raises `requests.JSONDecodeError` if it is not JSON."""
    try:
        return orjson.loads(answer.content)
    except orjson.JSONDecodeError:
        return answer.json()


def retry_after(error: BaseException) -> float:
    """Return the seconds that the service asks the caller to wait; 0 if it does not ask."""
    header = error.response.headers.get("Retry-After", "") if isinstance(error, APIError) else ""
    return float(header) if header.isascii() and header.isdigit() and len(header) < 9 else 0.0


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    seconds = retry_after(error) if error else 0.0
    if seconds:
        return min(seconds, COMMAND.seconds)
    return _until_refilled(state) if error and is_rate_limited(error) else _backoff(state)


_backoff = wait_random_exponential(multiplier=0.5, max=32)
_until_refilled = wait_exponential(multiplier=1, exp_base=4, max=20) + wait_random(0, 1)
"""Pauses after a call that was one too many: over a minute in total, because quotas are refilled each minute."""


_MAYBE_CREATED = (
    "The spreadsheet service did not answer, but it may have created a spreadsheet. Look for it in your Drive and "
    "delete it before you try again."
)
_MAYBE_DONE = (
    "The spreadsheet service did not answer at first, and the change may have been made. The next poll looks it up and "
    "completes it."
)


def timeout_for(policy: RetryPolicy, size: int) -> tuple[float, float]:
    """Return the seconds for the connection and for the answer to a call of *size* bytes."""
    connect, answer = policy.timeout
    return connect, min(answer + PER_MEGABYTE * max(size - SMALL, 0) / 1_000_000, LONGEST_ANSWER)


def creates_document(endpoint: str) -> bool:
    """Return whether each call at *endpoint*, except a read, creates another spreadsheet."""
    return endpoint.endswith(("/v4/spreadsheets", "/drive/v3/files"))


def _only_reads(kind: str, method: str) -> bool:
    return kind == "read" or method.lower() == "get"


def kind_of(method: str, endpoint: str) -> str:
    """Return the kind of a call: "read", "write" or "drive"."""
    if "/drive/" in endpoint:
        return "drive"
    if method.lower() == "get" or endpoint.endswith(_READS):
        return "read"
    return "write"


class MayHaveHappened(SheetsDown):
    """A write had no answer, so it may have been carried out. Only reading the spreadsheet shows it."""


class RefusedAgain(MayHaveHappened):
    """The answer to a write was lost, and the same write was refused when it was sent again."""


class RetryingClient(HTTPClient):
    """gspread's transport with retries and a quota. *calls* counts the calls that were made, by kind."""

    sleep: Callable[[float], None] = staticmethod(time.sleep)

    def __init__(self, auth: Any, session: requests.Session | None = None) -> None:
        super().__init__(auth, session)
        self.quota = AccountQuota(time.monotonic)
        self.calls: Counter[str] = Counter()
        self.use(COMMAND)

    def use(self, policy: RetryPolicy) -> None:
        """Retry calls by *policy* from now on."""
        self.policy = policy
        self.timeout = policy.timeout

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
        """Make one call, retried if that can help. Raises `OutOfQuota` or `MayHaveHappened`."""
        kind = kind_of(method, endpoint)
        lost: list[BaseException] = []
        passed: list[BaseException] = []
        if json is not None:
            data, json = compact(json), None
            headers = {**(headers or {}), "Content-Type": "application/json; charset=UTF-8"}
        size = len(data or b"")

        def unrepeatable(error: BaseException) -> bool:
            late = size > SMALL and isinstance(error, requests.Timeout)
            return bool(lost) and (creates_document(endpoint) or late or not is_retryable(error))

        def again(error: BaseException) -> bool:
            if is_answer_lost(error) and not never_connected(error) and not _only_reads(kind, method):
                lost.append(error)
            if is_passing(error):
                passed.append(error)
            return (
                len(passed) < 2
                and is_retryable(error)
                and (self.policy.waits or not is_rate_limited(error))
                and not unrepeatable(error)
            )

        attempts = Retrying(
            retry=retry_if_exception(again),
            stop=stop_after_attempt(self.policy.tries) | stop_before_delay(self.policy.seconds),
            wait=_wait,
            sleep=self.sleep,
            reraise=True,
        )
        self.timeout = timeout_for(self.policy, size)
        try:
            for attempt in attempts:
                with attempt:
                    self._count(kind, endpoint)
                    answer = self._try(method, endpoint, params, data, json, files, headers)
        except (APIError, requests.RequestException) as error:
            self._note_failure(kind, error)
            if unrepeatable(error):
                kind_of_error = MayHaveHappened if is_answer_lost(error) else RefusedAgain
                raise kind_of_error(_MAYBE_CREATED if creates_document(endpoint) else _MAYBE_DONE) from error
            raise
        self.quota.answered(kind)
        return answer

    def _try(self, *call: Any) -> requests.Response:
        """Try a call once."""
        try:
            answer: requests.Response = super().request(*call)
        except TypeError as error:
            if self.auth.valid:
                raise
            # google-auth does not check that an answer of the token service is complete
            raise ContentDecodingError("the answer of the token service is incomplete") from error
        if answer.content:
            parsed(answer)  # JSONDecodeError for an incomplete answer, or one of another server
        return answer

    def _count(self, kind: str, endpoint: str) -> None:
        """Count the call. If the quota does not allow it, wait or raise `OutOfQuota`."""
        match = _DOCUMENT.search(endpoint)
        waited = 0.0
        while wait := self.quota.take(kind, match[1] if match else ""):
            waited += wait
            if not self.policy.waits or waited > self.policy.seconds:
                raise OutOfQuota(
                    f"The quota of {kind}s is used up. The next one is possible in {wait:.0f} s. Nothing is lost: what "
                    "people typed stays in its cells until it is read."
                )
            self.sleep(wait)
        self.calls[kind] += 1

    def _note_failure(self, kind: str, error: Exception) -> None:
        """Pause the account or its project after a call that was one too many or did not reach the service."""
        if is_rate_limited(error):
            self.quota.refused(kind, retry_after(error), whole="per user" not in str(error))
        elif isinstance(error, requests.ConnectionError):
            for each in KINDS:
                self.quota.refused(each, 0.0, whole=False, longest=UNREACHABLE_PAUSE)
