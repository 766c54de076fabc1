"""The quota: which one a poll uses up, by what the service names when it refuses one poll too many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, Step
from sheets_gm.adapters.google.calls.api import SHEETS

MOST = 400
"""Polls after which it is given up: a project has 300 reads a minute."""

NAMED = ("quota_metric", "quota_limit", "quota_limit_value")
"""What a refusal says of its quota, as far as it does."""

EXPECTED: Facts = {
    "status": 429,
    "quota_metric": "sheets.googleapis.com/read_requests",
    "quota_limit": "ReadRequestsPerMinutePerUser",
    "quota_limit_value": "60",
}
"""The local spreadsheet has no quota here, and this is what its `--quota google` answers."""


def _exhaust(stage: Stage) -> Facts:
    """Poll without a pause until that is refused. Afterwards the quota of this minute is waited for."""
    if not stage.exhausts:
        return EXPECTED
    sheet = stage.tab("quota", 2, 2)
    address = f"{SHEETS}/{stage.document}/values:batchGetByDataFilter"
    body = {"dataFilters": [{"gridRange": {"sheetId": sheet}}]}
    found: dict[str, Any] = {"status": f"not refused within {MOST} polls"}
    for polls in range(1, MOST + 1):
        # past the program's own limit, which would wait
        answer = stage.sheets.http.session.post(address, json=body, timeout=60)
        if answer.status_code != 200:
            error = answer.json().get("error", {})
            found = {"status": answer.status_code, **dict(_named(error))}
            stage.measures["polls before one was refused"] = polls - 1
            break
    stage.sleep(61.0)
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return found


def _named(error: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What an *error* names; its message where it names nothing."""
    named = {name: str(value) for each in error.get("details", ()) for name, value in each.get("metadata", {}).items()}
    if not any(name in named for name in NAMED):
        yield "message", str(error.get("message", ""))
    yield from ((name, named[name]) for name in NAMED if name in named)


STEPS = (
    Step(
        name="quota",
        does="polls without a pause until the service refuses it, and reads which quota the refusal names",
        expects="429 names the reads of this account, 60 a minute; the program counts polls as such",
        means="polls count against another quota, or against more of it, than the program assumes",
        advice="if the limit is higher, nothing; if it is lower or of another kind, report the saved answers",
        run=_exhaust,
        tolerates=ALL,
        needs="--quota",
    ),
)
