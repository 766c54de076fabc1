"""The title, language, zone and recalculation of a spreadsheet, which every editor may change.

Nothing that is read or shown depends on them, but people find a spreadsheet by its title and type numbers as its
language has them. What was changed is put back once. Its owner and the GMs may change it, if Drive says who did
so; and whoever changes it to the same once more means it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.gm.match_record.workbook import Workbook

WORDS = {"title": "title", "locale": "language", "timeZone": "time zone", "autoRecalc": "recalculation"}
"""The properties that are looked at, and what they are called."""

FIELDS = f"properties({','.join(WORDS)})"


class PutBack(NamedTuple):
    """A workbook whose properties were looked at, the requests that put them back, and a line for each."""

    workbook: Workbook
    requests: tuple[Body, ...] = ()
    lines: tuple[str, ...] = ()


def changed(workbook: Workbook, answer: Mapping[str, Any]) -> Mapping[str, str]:
    """What the spreadsheet has now of the properties that are not as they are known."""
    found = properties_of(answer)
    return {name: value for name, value in found.items() if workbook.named.get(name, value) != value}


def put_back(workbook: Workbook, answer: Mapping[str, Any], author: str, keepers: Collection[str]) -> PutBack:
    """Put back what somebody changed; *author* is who changed the spreadsheet last, one of *keepers* may."""
    found, differs = properties_of(answer), changed(workbook, answer)
    meant = {name for name, value in differs.items() if author in keepers or workbook.unnamed.get(name) == value}
    wrong = {name: value for name, value in differs.items() if name not in meant}
    known = {**found, **{name: workbook.named[name] for name in wrong}}
    left = {name: value for name, value in workbook.unnamed.items() if name not in meant}
    workbook = workbook.but(named=known, unnamed={**left, **wrong})
    if not wrong:
        return PutBack(workbook)
    properties = {name: known[name] for name in wrong}
    request: Body = {"updateSpreadsheetProperties": {"properties": properties, "fields": ",".join(properties)}}
    lines = tuple(
        f"the {WORDS[name]} of the spreadsheet was changed to “{value}”; change it once more to keep it"
        for name, value in wrong.items()
    )
    return PutBack(workbook, (request,), lines)


def properties_of(answer: Mapping[str, Any]) -> dict[str, str]:
    """The properties that are looked at, as the spreadsheet has them."""
    return {name: str(value) for name, value in answer.get("properties", {}).items() if name in WORDS}
