"""The title, language, zone and recalculation of a spreadsheet, which every editor may change.

The program does not depend on them, but people find a spreadsheet by its title and type numbers as its language has
them. A change is undone once. The owner and the game masters may change them, if Drive says who did it. If somebody
makes the same change again, it stays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.gm.match_record.workbook import Workbook

WORDS = {"title": "title", "locale": "language", "timeZone": "time zone", "autoRecalc": "recalculation"}
"""The properties that are compared, with their names for people."""

FIELDS = f"properties({','.join(WORDS)})"


class PutBack(NamedTuple):
    """A workbook after a check of its properties, the requests that restore them, and a line for each."""

    workbook: Workbook
    requests: tuple[Body, ...] = ()
    lines: tuple[str, ...] = ()


def changed(workbook: Workbook, answer: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the current values of those properties that differ from the known ones."""
    properties = properties_of(answer)
    return {name: value for name, value in properties.items() if workbook.named.get(name, value) != value}


def put_back(workbook: Workbook, answer: Mapping[str, Any], author: str, keepers: Collection[str]) -> PutBack:
    """Undo changes of properties. *author* is the last editor of the spreadsheet; one of *keepers* may change them."""
    current, differs = properties_of(answer), changed(workbook, answer)
    meant = {name for name, value in differs.items() if author in keepers or workbook.unnamed.get(name) == value}
    wrong = {name: value for name, value in differs.items() if name not in meant}
    named = {**current, **{name: workbook.named[name] for name in wrong}}
    left = {name: value for name, value in workbook.unnamed.items() if name not in meant}
    workbook = workbook.but(named=named, unnamed={**left, **wrong})
    if not wrong:
        return PutBack(workbook)
    properties = {name: named[name] for name in wrong}
    request: Body = {"updateSpreadsheetProperties": {"properties": properties, "fields": ",".join(properties)}}
    lines = tuple(
        f"the {WORDS[name]} of the spreadsheet was changed to “{value}”; change it once more to keep it"
        for name, value in wrong.items()
    )
    return PutBack(workbook, (request,), lines)


def properties_of(answer: Mapping[str, Any]) -> dict[str, str]:
    """Return the checked properties of a spreadsheet."""
    return {name: str(value) for name, value in answer.get("properties", {}).items() if name in WORDS}
