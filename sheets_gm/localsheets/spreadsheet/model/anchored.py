"""Objects anchored to cells: merges, protections, names, rules, filters, bands, groups, metadata, charts and sizes.

They move with their cells. An object is deleted with the last line of its range.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.model.shift import Shift

Json: TypeAlias = dict[str, Any]

RANGED = ("protectedRanges", "namedRanges", "filterViews", "bandedRanges", "tables")
"""Lists of objects that have a `range` each."""


def move(meta: Json, shift: Shift) -> None:
    """Move everything in *meta* (of a `document.Sheet`) along with *shift*."""
    _each(meta, "merges", lambda merge: _merge(merge, shift))
    for kind in RANGED:
        _each(meta, kind, lambda held: _ranged(held, shift))
    _each(meta, "conditionalFormats", lambda rule: _rule(rule, shift))
    _each(meta, "charts", lambda chart: _chart(chart, shift))
    if "basicFilter" in meta:
        held = _ranged(meta["basicFilter"], shift)
        if held is None:
            del meta["basicFilter"]
        else:
            meta["basicFilter"] = held
    if shift.within is None:
        _each(meta, "rowGroups" if shift.rows else "columnGroups", lambda group: _group(group, shift))
        _each(meta, "developerMetadata", lambda held: _metadata(held, shift))
        _sizes(meta, shift)
        _grid(meta, shift)


def _each(meta: Json, kind: str, carried: Any) -> None:
    if kind not in meta:
        return
    left = [moved for held in meta[kind] if (moved := carried(held)) is not None]
    if left:
        meta[kind] = left
    else:
        del meta[kind]


def _merge(merge: Json, shift: Shift) -> Json | None:
    """Return a moved merge; None if only one cell is left."""
    moved = shift.range(merge)
    if moved is None:
        return None
    single = (
        moved["endRowIndex"] - moved["startRowIndex"] == 1 and moved["endColumnIndex"] - moved["startColumnIndex"] == 1
    )
    return None if single else moved


def _ranged(held: Json, shift: Shift) -> Json | None:
    moved = dict(held)
    if "range" in held:
        area = shift.range(held["range"])
        if area is None:
            return None
        moved["range"] = area
    if "unprotectedRanges" in held:
        moved["unprotectedRanges"] = [area for each in held["unprotectedRanges"] if (area := shift.range(each))]
        if not moved["unprotectedRanges"]:
            del moved["unprotectedRanges"]
    for name in ("filterSpecs", "sortSpecs"):
        if name in held and not shift.rows and shift.within is None:
            moved[name] = _columns(held[name], name, shift)
    if "criteria" in held and not shift.rows and shift.within is None:
        moved["criteria"] = {
            str(at): rule for column, rule in held["criteria"].items() if (at := shift.line(int(column))) is not None
        }
    return moved


def _columns(specs: list[Json], name: str, shift: Shift) -> list[Json]:
    """Return the specs of a filter, with the new positions of their columns."""
    key = "columnIndex" if name == "filterSpecs" else "dimensionIndex"
    return [{**spec, key: at} for spec in specs if (at := shift.line(spec.get(key, 0))) is not None]


def _rule(rule: Json, shift: Shift) -> Json | None:
    ranges = [area for each in rule.get("ranges", []) if (area := shift.range(each)) is not None]
    return {**rule, "ranges": ranges} if ranges else None


def _chart(chart: Json, shift: Shift) -> Json:
    """Move a chart with its anchor cell. If that is deleted, the chart stays at the cell's place."""
    anchor = chart.get("position", {}).get("overlayPosition", {}).get("anchorCell")
    if anchor is None:
        return chart
    place = (anchor.get("rowIndex", 0), anchor.get("columnIndex", 0))
    row, column = shift.place(place) or ((shift.start, place[1]) if shift.rows else (place[0], shift.start))
    overlay = {**chart["position"]["overlayPosition"], "anchorCell": {**anchor, "rowIndex": row, "columnIndex": column}}
    return {**chart, "position": {**chart["position"], "overlayPosition": overlay}}


def _group(group: Json, shift: Shift) -> Json | None:
    held = group["range"]
    moved = shift.span(held.get("startIndex", 0), held["endIndex"])
    return None if moved is None else {**group, "range": {**held, "startIndex": moved[0], "endIndex": moved[1]}}


def _metadata(held: Json, shift: Shift) -> Json | None:
    """Move the metadata of a line with it."""
    where = held["location"].get("dimensionRange")
    if where is None or (where["dimension"] == "ROWS") != shift.rows:
        return held
    line = shift.line(where.get("startIndex", 0))
    if line is None:
        return None
    line_range = {**where, "startIndex": line, "endIndex": line + 1}
    return {**held, "location": {**held["location"], "dimensionRange": line_range}}


def _sizes(meta: Json, shift: Shift) -> None:
    sizes = meta.get("_dimensions", {})
    name = "rowMetadata" if shift.rows else "columnMetadata"
    if name in sizes:
        sizes[name] = {str(line): held for at, held in sizes[name].items() if (line := shift.line(int(at))) is not None}


def _grid(meta: Json, shift: Shift) -> None:
    """Update the number of lines and of frozen lines."""
    grid = meta["properties"]["gridProperties"]
    total, frozen = ("rowCount", "frozenRowCount") if shift.rows else ("columnCount", "frozenColumnCount")
    if shift.kind == "move":
        return
    grid[total] += shift.count if shift.kind == "insert" else -shift.count
    held = grid.get(frozen, 0)
    if shift.kind == "insert" and shift.start < held:
        grid[frozen] = held + shift.count
    elif shift.kind == "delete" and shift.start < held:
        grid[frozen] = held - (min(shift.end, held) - shift.start)
        if not grid[frozen]:
            del grid[frozen]
