"""Quotas as Google counts them: reads and writes separately, per minute, for a project and for each user of it.

A batch counts as one request, whatever its size. Refused requests and calls of the Drive API do not count.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field, fields

from sheets_gm.localsheets.identity.accounts import Caller
from sheets_gm.localsheets.protocol.errors import ApiError, info

MINUTE = 60.0
READS = ("values:batchGetByDataFilter", ":getByDataFilter", "developerMetadata:search")
"""The ends of paths that are called with POST but only read."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Requests per minute; None means no limit."""

    reads: int | None = None
    writes: int | None = None
    user_reads: int | None = None
    user_writes: int | None = None


GOOGLE = Limits(reads=300, writes=300, user_reads=60, user_writes=60)


def parse_limits(text: str) -> Limits:
    """Parse `google`, or any of `reads=100,writes=50,user-reads=10,user-writes=5`. Raises ValueError, which says what
    is wrong.
    """
    if text == "google":
        return GOOGLE
    names = {each.name.replace("_", "-"): each.name for each in fields(Limits)}
    held: dict[str, int] = {}
    for part in text.split(","):
        name, _, number = part.partition("=")
        if name.strip() not in names or not number.strip().isdecimal() or len(number) > 18:
            raise ValueError(f"“{part}” is not a quota: write google, or any of {', '.join(names)}, such as reads=100.")
        held[names[name.strip()]] = int(number)
    return Limits(**held)


@dataclass
class Quota:
    """Counts the requests of the current minute."""

    limits: Limits = GOOGLE
    _minute: float = field(init=False, default=-1.0)
    _counted: Counter[tuple[str, ...]] = field(init=False, default_factory=Counter)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def count(self, caller: Caller, method: str, path: str, now: float) -> None:
        """Count a request at *now* (seconds). Raises 429 in Google's words, with details, when a limit is reached."""
        if not path.startswith("/v4/"):
            return
        kind = kind_of(method, path)
        limits = self.limits
        per_project, per_user = (
            (limits.reads, limits.user_reads) if kind == "read" else (limits.writes, limits.user_writes)
        )
        with self._lock:
            if now // MINUTE != self._minute:
                self._minute = now // MINUTE
                self._counted.clear()
            project, user = (kind, caller.project), (kind, caller.project, caller.account)
            if per_user is not None and self._counted[user] >= per_user:
                raise exhausted(kind, caller.project, per_user, user=True)
            if per_project is not None and self._counted[project] >= per_project:
                raise exhausted(kind, caller.project, per_project, user=False)
            self._counted[project] += 1
            self._counted[user] += 1


def kind_of(method: str, path: str) -> str:
    """Return the kind as which a call of Sheets counts: "read" or "write"."""
    return "read" if method in ("GET", "HEAD") or path.endswith(READS) else "write"


def exhausted(kind: str, project: str, limit: int, *, user: bool) -> ApiError:
    """Return the 429 error for *kind* ("read" or "write") of *project*."""
    name = kind.capitalize()
    per = "PerUser" if user else "PerProject"
    message = (
        f"Quota exceeded for quota metric '{name} requests' and limit '{name} requests per minute"
        f"{' per user' if user else ''}' of service 'sheets.googleapis.com' for consumer 'project_number:{project}'."
    )
    details = info(
        "RATE_LIMIT_EXCEEDED",
        {
            "service": "sheets.googleapis.com",
            "consumer": f"projects/{project}",
            "quota_location": "global",
            "quota_metric": f"sheets.googleapis.com/{kind}_requests",
            "quota_limit": f"{name}RequestsPerMinute{per}",
            "quota_limit_value": str(limit),
            "quota_unit": "1/min/{project}/{user}" if user else "1/min/{project}",
        },
    )
    more = {
        "@type": "type.googleapis.com/google.rpc.Help",
        "links": [
            {
                "description": "Request a higher quota limit.",
                "url": "https://cloud.google.com/docs/quotas/help/request_increase",
            }
        ],
    }
    return ApiError(429, message, details=(details, more))
