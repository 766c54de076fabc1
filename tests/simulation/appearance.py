"""How the workbooks of a world look beside their values, and whether they look as if they had just been built."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet
from sheets_gm.sheet.grid import a1
from tests.simulation.blueprint import MATCH
from tests.simulation.owners import LINES, MERGED
from tests.simulation.world import World

DEFAULT = {"columnMetadata": 100, "rowMetadata": 21}
VALUE = "userEnteredValue"
ASPECTS = ("userEnteredFormat", "note", "dataValidation")
LATER = 3700.0
"""Seconds after which each workbook is inspected again."""


def differences(world: World, forms: Collection[str]) -> Iterator[str]:
    """What of the workbooks looks different after each of them was built again; *forms* are the tabs with forms."""
    looked_at = max((book.watched for book in world.watching.record(MATCH).workbooks), default=0.0)
    world.time.sleep(LATER + max(0.0, looked_at - world.time.now))  # a clock may have run ahead
    for _ in range(4):
        if not world.poller().tick().writes:
            break  # the next one would find, and do, the same
    before = _look(world)
    world.poller().tick(rebuild=True)
    after = _look(world)
    moved = any(world.counted[each] for each in LINES)
    _shorten(before, after, "filled" if moved else "rows")
    # cells that are merged, and lines that are moved, where nothing is drawn stay so until something is
    merged = () if world.counted[MERGED] else ("merges",)
    for name, look in after.items():
        whole = ("sizes", "grid") if not moved or name.split(", ")[1] in forms else ()
        for part in ("cells", *merged, *whole, *(() if moved else ("rules",))):
            yield from (f"{name}: {part} {what}" for what in _unequal(before.get(name, {}).get(part, {}), look[part]))


def _shorten(before: Mapping[str, dict[str, Any]], after: Mapping[str, dict[str, Any]], part: str) -> None:
    """Leave out the heights of rows that a tab has lost and does not need, or that are empty: they come later."""
    for name, look in after.items():
        rows = before.get(name, look)[part]
        for each in (look, before.get(name, look)):
            each["sizes"] = {
                key: size for key, size in each["sizes"].items() if key[0] == "columnMetadata" or int(key[1]) < rows
            }


def _unequal(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> Iterator[str]:
    for key in {**before, **after}:
        if before.get(key) != after.get(key):
            yield f"{key}: {before.get(key)} before, {after.get(key)} if built again"


def _look(world: World) -> dict[str, dict[str, Any]]:
    """The look of each tab that this program keeps, by the keys of its workbook and of its own."""
    found: dict[str, dict[str, Any]] = {}
    for book in world.watching.record(MATCH).workbooks:
        sheets = world.service.documents[book.document].sheets
        for key, each in book.tabs.items():
            filled = 1 + max((row for (row, _), cell in sheets[each].cells.items() if VALUE in cell), default=-1)
            found[f"{book.key}, {key}"] = {**look_of(sheets[each]), "rows": sheets[each].size[0], "filled": filled}
    return found


def look_of(sheet: Sheet) -> dict[str, Any]:
    rows = sheet.size[0]
    grid = {name: value for name, value in sheet.meta["properties"]["gridProperties"].items() if name.startswith("fr")}
    return {
        "cells": {
            a1(*place): shown
            for place, cell in sheet.cells.items()
            if (shown := {name: each for name in ASPECTS if (each := _aspect(cell, name))})
        },
        "sizes": {
            (dimension, at): each["pixelSize"]
            for dimension, sizes in sheet.meta.get("_dimensions", {}).items()
            for at, each in sizes.items()
            if each.get("pixelSize", DEFAULT[dimension]) != DEFAULT[dimension]
            and (dimension == "columnMetadata" or int(at) < rows)
        },
        "grid": grid,
        "rules": {at: _to_the_end(each, rows) for at, each in enumerate(sheet.meta.get("conditionalFormats", ()))},
        "merges": {str(sorted(each.items())): True for each in sheet.meta.get("merges", ())},
    }


def _aspect(cell: Mapping[str, Any], name: str) -> Any:
    """An aspect of a cell. A checkbox in which somebody typed a date keeps the number format of a date, unseen."""
    if name != "userEnteredFormat":
        return cell.get(name)
    look = cell.get(name, {})
    return {part: each for part, each in look.items() if part != "numberFormat" or each["type"] == "TEXT"}


def _to_the_end(rule: Mapping[str, Any], rows: int) -> Mapping[str, Any]:
    """A conditional format without the last row of its ranges, where that is the last row of the tab."""
    ranges = [{name: at for name, at in each.items() if (name, at) != ("endRowIndex", rows)} for each in rule["ranges"]]
    return {**rule, "ranges": ranges}
