"""Requests that copy cells, move them, or carry on what they begin.

Laws: what is copied is read before anything is written. A target that spans the source several times is filled with
it so often; any other is filled once, beyond its end if need be.
"""

from __future__ import annotations

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.cells.merges import keep, merged, must_hold_merges
from sheets_gm.localsheets.batch_update.cells.write_cells import carried
from sheets_gm.localsheets.batch_update.targets import Body, area_of, grid_range, need, sheet_of, touched
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.a1 import Box
from sheets_gm.localsheets.spreadsheet.calculated import CellError
from sheets_gm.localsheets.spreadsheet.document import Cell, Document, Place, Sheet, box_of
from sheets_gm.localsheets.spreadsheet.shift import Cut
from sheets_gm.localsheets.values import value_of
from sheets_gm.localsheets.values.reading import extended

LOOKS = ("userEnteredFormat", "dataValidation")
RULED = ("PASTE_NORMAL", "PASTE_FORMAT", "PASTE_NO_BORDERS", "PASTE_CONDITIONAL_FORMATTING")
"""Kinds of pasting that bring conditional formats along."""
MERGING = ("PASTE_NORMAL", "PASTE_NO_BORDERS")
"""Kinds of pasting that bring merges along."""


def copy_paste(document: Document, body: Body, account: str) -> Body:
    """`copyPaste`: what of the cells is copied, `pasteType` says; whether rows become columns, `pasteOrientation`."""
    source, area = area_of(document, body, "source")
    sheet, target = area_of(document, body, "destination")
    turned = body.get("pasteOrientation") == "TRANSPOSE"
    tiles = _tiles(sheet, area, target, turned)
    whole = Box(tiles[0].top, tiles[0].left, tiles[-1].bottom, tiles[-1].right)
    touched(document, sheet, whole, account)
    kind = body.get("pasteType", "PASTE_NORMAL")
    cells = {place: _copied(source, place, cell, kind) for place, cell in source.values_in(area)}
    merges = [each for each in merged(source) if each.inside(area)] if kind in MERGING else []
    _unmerge(document, sheet, whole, kind)
    for tile in tiles:
        _paste(document, sheet, tile, cells, area, turned, kind)
        if merges:
            keep(document, sheet, [*merged(sheet), *(_landed(each, area, tile, turned) for each in merges)])
        if kind in RULED:
            _extend_rules(document, source, area, sheet, tile, turned)
    return {}


def _tiles(sheet: Sheet, area: Box, target: Box, turned: bool) -> list[Box]:
    """Where copies of *area* go. 400 where one would lie beyond the grid."""
    height, width = (area.bottom or 0) - area.top, (area.right or 0) - area.left
    if turned:
        height, width = width, height
    tall, wide = (target.bottom or 0) - target.top, (target.right or 0) - target.left
    down = tall // height if tall % height == 0 else 1
    across = wide // width if wide % width == 0 else 1
    tiles = [
        Box(top, left, top + height, left + width)
        for top in range(target.top, target.top + down * height, height)
        for left in range(target.left, target.left + across * width, width)
    ]
    if not tiles[-1].inside(Box(0, 0, *sheet.size)):
        rows, columns = sheet.size
        raise invalid(f"The pasted cells would exceed grid limits. Max rows: {rows}, max columns: {columns}")
    return tiles


def _unmerge(document: Document, sheet: Sheet, area: Box, kind: str) -> None:
    """Part what is merged where merges are pasted."""
    if kind in MERGING and any(each.meets(area) for each in merged(sheet)):
        must_hold_merges(sheet, area)
        keep(document, sheet, [each for each in merged(sheet) if not each.meets(area)])


def _copied(sheet: Sheet, place: Place, cell: Cell, kind: str) -> Cell:
    """What of a cell is pasted."""
    if kind == "PASTE_VALUES":
        value = value_of(sheet, place, cell)
        if value is None:
            return {}
        return {"userEnteredValue": extended(str(value) if isinstance(value, CellError) else value)}
    if kind == "PASTE_FORMULA":
        return {name: held for name, held in cell.items() if name == "userEnteredValue"}
    if kind == "PASTE_FORMAT":
        return {name: held for name, held in cell.items() if name in LOOKS}
    if kind == "PASTE_DATA_VALIDATION":
        return {name: held for name, held in cell.items() if name == "dataValidation"}
    return cell


def _pasted(old: Cell, new: Cell, kind: str) -> Cell:
    """A cell once *new* is pasted over it."""
    replaced: tuple[str, ...] = tuple({**old, **new})
    if kind in ("PASTE_VALUES", "PASTE_FORMULA"):
        replaced = ("userEnteredValue",)
    elif kind == "PASTE_FORMAT":
        replaced = LOOKS
    elif kind == "PASTE_DATA_VALIDATION":
        replaced = ("dataValidation",)
    made = {**{name: held for name, held in old.items() if name not in replaced}, **new}
    if kind == "PASTE_NO_BORDERS":
        look = {name: held for name, held in made.get("userEnteredFormat", {}).items() if name != "borders"}
        if "borders" in old.get("userEnteredFormat", {}):
            look["borders"] = old["userEnteredFormat"]["borders"]
        made["userEnteredFormat"] = look
        if not look:
            del made["userEnteredFormat"]
    return made


def _paste(
    document: Document, sheet: Sheet, tile: Box, cells: dict[Place, Cell], area: Box, turned: bool, kind: str
) -> None:
    if kind == "PASTE_CONDITIONAL_FORMATTING":
        return
    landed = {_spot(place, area, tile, turned): (place, cell) for place, cell in cells.items()}
    for place in landed.keys() | {place for place, _ in sheet.values_in(tile)}:
        source, new = landed.get(place, (place, {}))
        cell = carried(new, place[0] - source[0], place[1] - source[1])
        made = _pasted(sheet.cells.get(place, {}), cell, kind)
        if made != sheet.cells.get(place, {}):
            document.put(sheet, place, made)


def _spot(place: Place, area: Box, tile: Box, turned: bool) -> Place:
    """Where a cell of *area* lies in its copy."""
    down, across = place[0] - area.top, place[1] - area.left
    if turned:
        down, across = across, down
    return tile.top + down, tile.left + across


def _landed(held: Box, area: Box, tile: Box, turned: bool) -> Box:
    """Where a box within *area* lies in its copy."""
    top, left = _spot((held.top, held.left), area, tile, turned)
    last = _spot(((held.bottom or 0) - 1, (held.right or 0) - 1), area, tile, turned)
    return Box(top, left, last[0] + 1, last[1] + 1)


def _extend_rules(document: Document, source: Sheet, area: Box, sheet: Sheet, tile: Box, turned: bool) -> None:
    """Let conditional formats that hold in the source hold in its copy."""
    for rule in list(objects.held(source, "conditionalFormats")):
        parts = [part for each in rule["ranges"] if (part := box_of(each, source).common(area))]
        new = [grid_range(sheet, _landed(part, area, tile, turned)) for part in parts]
        if not new:
            continue
        if source is sheet:
            now = [*rule["ranges"], *(each for each in new if each not in rule["ranges"])]
            objects.replace(document, sheet, "conditionalFormats", rule, {**rule, "ranges": now})
        else:
            objects.add(document, sheet, "conditionalFormats", {**rule, "ranges": new})


# -- cutting -----------------------------------------------------------------------------------------------------------


def cut_paste(document: Document, body: Body, account: str) -> Body:
    """`cutPaste`: everything is cut from the source, whatever of it is pasted; names and references follow."""
    source, area = area_of(document, body, "source")
    to = need(body, "destination")
    sheet, kind = sheet_of(document, to), body.get("pasteType", "PASTE_NORMAL")
    corner = Box(to.get("rowIndex", 0), to.get("columnIndex", 0))
    tile = _tiles(sheet, area, corner.within(corner.top + 1, corner.left + 1), turned=False)[0]
    touched(document, source, area, account)
    touched(document, sheet, tile, account)
    must_hold_merges(source, area)
    cells = {place: _copied(source, place, cell, kind) for place, cell in source.values_in(area)}
    merges = [each for each in merged(source) if each.inside(area)]
    if merges:
        keep(document, source, [each for each in merged(source) if each not in merges])
    for place in cells:
        document.put(source, place, {})
    _unmerge(document, sheet, tile, kind)
    down, across = tile.top - area.top, tile.left - area.left
    for place in cells.keys() | {(row - down, column - across) for (row, column), _ in sheet.values_in(tile)}:
        landed = (place[0] + down, place[1] + across)
        made = _pasted(sheet.cells.get(landed, {}), cells.get(place, {}), kind)
        document.put(sheet, landed, made)
    if merges and kind in MERGING:
        keep(document, sheet, [*merged(sheet), *(_landed(each, area, tile, turned=False) for each in merges)])
    if kind == "PASTE_NORMAL":
        _follow(document, source, area, sheet, tile)
    document.cut(source, Cut(area, sheet.id, down, across))
    return {}


def _follow(document: Document, source: Sheet, area: Box, sheet: Sheet, tile: Box) -> None:
    """Let names of cut cells, and rules that hold nowhere else, go with them."""
    for name in list(objects.held(source, "namedRanges")):
        held = box_of(name["range"], source)
        if held.inside(area):
            moved = {**name, "range": grid_range(sheet, _landed(held, area, tile, turned=False))}
            objects.replace(document, source, "namedRanges", name, moved, sheet)
    for rule in list(objects.held(source, "conditionalFormats")):
        boxes = [box_of(each, source) for each in rule["ranges"]]
        if all(each.inside(area) for each in boxes):
            ranges = [grid_range(sheet, _landed(each, area, tile, turned=False)) for each in boxes]
            objects.replace(document, source, "conditionalFormats", rule, {**rule, "ranges": ranges}, sheet)
