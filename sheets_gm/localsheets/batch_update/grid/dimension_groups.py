"""Requests about groups of rows and columns, which can be collapsed.

Groups follow from the depth of each line. Adding a group increases the depth of its lines by one, deleting one
decreases it. A group is an unbroken run of lines of at least its depth.
"""

from __future__ import annotations

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.grid.dimensions import hide_lines, lines
from sheets_gm.localsheets.batch_update.targets import Body, mask_of, required, sheet_of
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

DEEPEST = 8


def _kind(rows: bool) -> str:
    return "rowGroups" if rows else "columnGroups"


def _lines(document: Document, body: Body) -> tuple[Sheet, bool, int, int]:
    where = required(body, "range")
    sheet = sheet_of(document, where)
    rows, start, end = lines(sheet, where)
    if end > sheet.size[not rows]:
        raise invalid(f"range.endIndex is larger than current grid size ({sheet.size[not rows]})")
    return sheet, rows, start, end


def _depths(sheet: Sheet, rows: bool) -> dict[int, int]:
    """The depth of each grouped line."""
    depths: dict[int, int] = {}
    for group in objects.objects_of(sheet, _kind(rows)):
        for line in range(group["range"].get("startIndex", 0), group["range"]["endIndex"]):
            depths[line] = depths.get(line, 0) + 1
    return depths


def _store(document: Document, sheet: Sheet, rows: bool, depths: dict[int, int]) -> list[Body]:
    """Store and return the groups that follow from *depths*. An existing group keeps its collapsed state."""
    kind = _kind(rows)
    folded = {_key(group) for group in objects.objects_of(sheet, kind) if group.get("collapsed")}
    groups: list[Body] = []
    for depth in range(1, max(depths.values(), default=0) + 1):
        start = end = -1
        for line in [*sorted(line for line, held in depths.items() if held >= depth), None]:
            if line != end:
                if start >= 0:
                    groups.append(_group(sheet, rows, start, end, depth))
                start = -1 if line is None else line
            end = -1 if line is None else line + 1
    for group in groups:
        if _key(group) in folded:
            group["collapsed"] = True
    document.snapshot(sheet)
    groups.sort(key=lambda group: (group["range"].get("startIndex", 0), group["depth"]))
    sheet.meta[kind] = groups
    if not groups:
        del sheet.meta[kind]
    return groups


def _group(sheet: Sheet, rows: bool, start: int, end: int, depth: int) -> Body:
    where: Body = {"dimension": "ROWS" if rows else "COLUMNS", "startIndex": start, "endIndex": end}
    return {"range": {"sheetId": sheet.id, **where} if sheet.id else where, "depth": depth}


def _key(group: Body) -> tuple[int, int, int]:
    return group["range"].get("startIndex", 0), group["range"]["endIndex"], group.get("depth", 1)


def add_dimension_group(document: Document, body: Body, _account: str) -> Body:
    """`addDimensionGroup`: returns all groups of the dimension."""
    sheet, rows, start, end = _lines(document, body)
    document.visit(
        end
        - start
        + sum(_key(group)[1] - _key(group)[0] for group in sheet.meta.get("rowGroups" if rows else "columnGroups", ()))
    )
    depths = _depths(sheet, rows)
    for line in range(start, end):
        depths[line] = depths.get(line, 0) + 1
        if depths[line] > DEEPEST:
            raise invalid(f"Groups cannot be more than {DEEPEST} levels deep.")
    return {"addDimensionGroup": {"dimensionGroups": _store(document, sheet, rows, depths)}}


def delete_dimension_group(document: Document, body: Body, _account: str) -> Body:
    """`deleteDimensionGroup`: returns the remaining groups of the dimension."""
    sheet, rows, start, end = _lines(document, body)
    document.visit(
        end
        - start
        + sum(_key(group)[1] - _key(group)[0] for group in sheet.meta.get("rowGroups" if rows else "columnGroups", ()))
    )
    depths = _depths(sheet, rows)
    if not any(line in depths for line in range(start, end)):
        raise invalid("There is no dimension group within the range.")
    for line in range(start, end):
        depths[line] = depths.get(line, 0) - 1
    left = {line: depth for line, depth in depths.items() if depth > 0}
    groups = _store(document, sheet, rows, left)
    return {"deleteDimensionGroup": {"dimensionGroups": groups} if groups else {}}


def update_dimension_group(document: Document, body: Body, _account: str) -> Body:
    """`updateDimensionGroup`: collapse a group, which hides its lines, or expand it, which shows them."""
    wanted = required(body, "dimensionGroup")
    mask_of(body, "DimensionGroup")
    sheet, rows, start, end = _lines(document, wanted)
    for group in objects.objects_of(sheet, _kind(rows)):
        if _key(group) == (start, end, wanted.get("depth", 1)):
            expanded = {name: value for name, value in group.items() if name != "collapsed"}
            folded = {"collapsed": True} if wanted.get("collapsed") else {}
            objects.replace(document, sheet, _kind(rows), group, {**expanded, **folded})
            document.visit(end - start)
            hide_lines(document, sheet, range(start, end), rows=rows, hidden=bool(folded))
            return {}
    raise invalid("There is no dimension group with the given range and depth.")
