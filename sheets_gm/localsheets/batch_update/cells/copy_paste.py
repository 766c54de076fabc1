"""`copyPaste` and `cutPaste`.

The source is read before anything is written. A destination that is a multiple of the source is filled with copies; any
other receives one copy, which may extend beyond it.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.cells.merges import merged_areas, require_whole_merges, store_merges
from sheets_gm.localsheets.batch_update.cells.write_cells import copied_cell
from sheets_gm.localsheets.batch_update.targets import Body, area_of, grid_range, require_editable, required, sheet_of
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Place, Sheet, box_of
from sheets_gm.localsheets.spreadsheet.model.shift import Cut
from sheets_gm.localsheets.spreadsheet.values.reading import extended_value, value_of

LOOKS = ("userEnteredFormat", "dataValidation")
RULED = ("PASTE_NORMAL", "PASTE_FORMAT", "PASTE_NO_BORDERS", "PASTE_CONDITIONAL_FORMATTING")
"""Paste types that copy conditional formats."""
MERGING = ("PASTE_NORMAL", "PASTE_NO_BORDERS")
"""Paste types that copy merges."""


@dataclass(frozen=True, slots=True)
class _Tile:
    """A copy of the cells *area* in the cells *box*, which may be *turned* (transposed)."""

    area: Box
    box: Box
    turned: bool = False

    def place(self, place: Place) -> Place:
        """Return the place of a cell of the area in its copy."""
        down, across = place[0] - self.area.top, place[1] - self.area.left
        if self.turned:
            down, across = across, down
        return self.box.top + down, self.box.left + across

    def part(self, held: Box) -> Box:
        """Return the place of a box within the area in its copy."""
        top, left = self.place((held.top, held.left))
        last = self.place(((held.bottom or 0) - 1, (held.right or 0) - 1))
        return Box(top, left, last[0] + 1, last[1] + 1)


def copy_paste(document: Document, body: Body, account: str) -> Body:
    """`copyPaste`: `pasteType` selects what is copied, `pasteOrientation` transposes it."""
    source, area = area_of(document, body, "source")
    sheet, target = area_of(document, body, "destination")
    turned = body.get("pasteOrientation") == "TRANSPOSE"
    tiles = _tiles(document, sheet, area, target, turned)
    pasted_area = Box(tiles[0].box.top, tiles[0].box.left, tiles[-1].box.bottom, tiles[-1].box.right)
    require_editable(document, sheet, pasted_area, account)
    kind = body.get("pasteType", "PASTE_NORMAL")
    cells = {place: _copied(source, place, cell, kind) for place, cell in source.values_in(area)}
    merges = [each for each in merged_areas(source) if each.inside(area)] if kind in MERGING else []
    _unmerge(document, sheet, pasted_area, kind)
    for tile in tiles:
        _paste(document, sheet, tile, cells, kind)
        if merges:
            store_merges(document, sheet, [*merged_areas(sheet), *map(tile.part, merges)])
        if kind in RULED:
            _extend_rules(document, source, sheet, tile)
    return {}


def _tiles(document: Document, sheet: Sheet, area: Box, target: Box, turned: bool) -> list[_Tile]:
    """Return the copies of *area* in *target*. Raises 400 if one exceeds the grid."""
    height, width = (area.bottom or 0) - area.top, (area.right or 0) - area.left
    if turned:
        height, width = width, height
    tall, wide = (target.bottom or 0) - target.top, (target.right or 0) - target.left
    down = tall // height if tall % height == 0 else 1
    across = wide // width if wide % width == 0 else 1
    document.visit(down * across * (1 + len(sheet.meta.get("merges", ())) // 8))
    tiles = [
        _Tile(area, Box(top, left, top + height, left + width), turned)
        for top in range(target.top, target.top + down * height, height)
        for left in range(target.left, target.left + across * width, width)
    ]
    if not tiles[-1].box.inside(Box(0, 0, *sheet.size)):
        rows, columns = sheet.size
        raise invalid(f"The pasted cells would exceed grid limits. Max rows: {rows}, max columns: {columns}")
    return tiles


def _unmerge(document: Document, sheet: Sheet, area: Box, kind: str) -> None:
    """Unmerge the cells into which merged cells are pasted."""
    if kind in MERGING and any(each.meets(area) for each in merged_areas(sheet)):
        require_whole_merges(sheet, area)
        store_merges(document, sheet, [each for each in merged_areas(sheet) if not each.meets(area)])


def _copied(sheet: Sheet, place: Place, cell: Cell, kind: str) -> Cell:
    """Return the part of a cell that is pasted."""
    if kind == "PASTE_VALUES":
        value = value_of(sheet, place, cell)
        if value is None:
            return {}
        return {"userEnteredValue": extended_value(str(value) if isinstance(value, CellError) else value)}
    if kind == "PASTE_FORMULA":
        return {name: held for name, held in cell.items() if name == "userEnteredValue"}
    if kind == "PASTE_FORMAT":
        return {name: held for name, held in cell.items() if name in LOOKS}
    if kind == "PASTE_DATA_VALIDATION":
        return {name: held for name, held in cell.items() if name == "dataValidation"}
    return cell


def _pasted(old: Cell, new: Cell, kind: str) -> Cell:
    """Return *old* after *new* is pasted over it."""
    replaced: tuple[str, ...] = tuple({**old, **new})
    if kind in ("PASTE_VALUES", "PASTE_FORMULA"):
        replaced = ("userEnteredValue",)
    elif kind == "PASTE_FORMAT":
        replaced = LOOKS
    elif kind == "PASTE_DATA_VALIDATION":
        replaced = ("dataValidation",)
    cell = {**{name: held for name, held in old.items() if name not in replaced}, **new}
    if kind == "PASTE_NO_BORDERS":
        cell_format = {name: held for name, held in cell.get("userEnteredFormat", {}).items() if name != "borders"}
        if "borders" in old.get("userEnteredFormat", {}):
            cell_format["borders"] = old["userEnteredFormat"]["borders"]
        cell["userEnteredFormat"] = cell_format
        if not cell_format:
            del cell["userEnteredFormat"]
    return cell


def _paste(document: Document, sheet: Sheet, tile: _Tile, cells: dict[Place, Cell], kind: str) -> None:
    if kind == "PASTE_CONDITIONAL_FORMATTING":
        return
    landed = {tile.place(place): (place, cell) for place, cell in cells.items()}
    for place in landed.keys() | {place for place, _ in sheet.values_in(tile.box)}:
        source, new = landed.get(place, (place, {}))
        cell = copied_cell(new, place[0] - source[0], place[1] - source[1])
        pasted_cell = _pasted(sheet.cells.get(place, {}), cell, kind)
        if pasted_cell != sheet.cells.get(place, {}):
            document.put(sheet, place, pasted_cell)


def _extend_rules(document: Document, source: Sheet, sheet: Sheet, tile: _Tile) -> None:
    """Extend the conditional formats of the source to its copy."""
    for rule in list(objects.objects_of(source, "conditionalFormats")):
        parts = [part for each in rule["ranges"] if (part := box_of(each, source).common(tile.area))]
        new = [grid_range(sheet, tile.part(part)) for part in parts]
        if not new:
            continue
        if source is sheet:
            now = [*rule["ranges"], *(each for each in new if each not in rule["ranges"])]
            objects.replace(document, sheet, "conditionalFormats", rule, {**rule, "ranges": now})
        else:
            objects.add(document, sheet, "conditionalFormats", {**rule, "ranges": new})


# -- cut and paste -----------------------------------------------------------------------------------------------------


def cut_paste(document: Document, body: Body, account: str) -> Body:
    """`cutPaste`: the source is emptied for any paste type; named ranges and references follow the cells."""
    source, area = area_of(document, body, "source")
    to = required(body, "destination")
    sheet, kind = sheet_of(document, to), body.get("pasteType", "PASTE_NORMAL")
    corner = Box(to.get("rowIndex", 0), to.get("columnIndex", 0))
    tile = _tiles(document, sheet, area, corner.within(corner.top + 1, corner.left + 1), turned=False)[0]
    require_editable(document, source, area, account)
    require_editable(document, sheet, tile.box, account)
    require_whole_merges(source, area)
    cells = {place: _copied(source, place, cell, kind) for place, cell in source.values_in(area)}
    merges = [each for each in merged_areas(source) if each.inside(area)]
    if merges:
        store_merges(document, source, [each for each in merged_areas(source) if each not in merges])
    for place in cells:
        document.put(source, place, {})
    _unmerge(document, sheet, tile.box, kind)
    down, across = tile.box.top - area.top, tile.box.left - area.left
    for place in cells.keys() | {(row - down, column - across) for (row, column), _ in sheet.values_in(tile.box)}:
        landed = (place[0] + down, place[1] + across)
        pasted_cell = _pasted(sheet.cells.get(landed, {}), cells.get(place, {}), kind)
        document.put(sheet, landed, pasted_cell)
    if merges and kind in MERGING:
        store_merges(document, sheet, [*merged_areas(sheet), *map(tile.part, merges)])
    if kind == "PASTE_NORMAL":
        _follow(document, source, sheet, tile)
    document.cut(source, Cut(area, sheet.id, down, across))
    return {}


def _follow(document: Document, source: Sheet, sheet: Sheet, tile: _Tile) -> None:
    """Move the named ranges of cut cells, and the conditional formats that apply only to them."""
    for name in list(objects.objects_of(source, "namedRanges")):
        held = box_of(name["range"], source)
        if held.inside(tile.area):
            moved = {**name, "range": grid_range(sheet, tile.part(held))}
            objects.replace(document, source, "namedRanges", name, moved, sheet)
    for rule in list(objects.objects_of(source, "conditionalFormats")):
        boxes = [box_of(each, source) for each in rule["ranges"]]
        if all(each.inside(tile.area) for each in boxes):
            ranges = [grid_range(sheet, tile.part(each)) for each in boxes]
            objects.replace(document, source, "conditionalFormats", rule, {**rule, "ranges": ranges}, sheet)
