"""The requests of `spreadsheets.batchUpdate`, by name.

Laws: each takes the document, its body and the caller, changes the document through its own methods, and answers what
Google answers; one that is not listed is refused by name, and so is a field that a request does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeAlias

from sheets_gm.localsheets import access, fields
from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import COLUMNS, MOST_CELLS, ROWS, Cell, Document, Sheet, box_of, new_sheet
from sheets_gm.localsheets.errors import ApiError, invalid
from sheets_gm.localsheets.values import MOST_CHARACTERS, plain_value, shown

Body: TypeAlias = dict[str, Any]
Kind: TypeAlias = Callable[[Document, Body, str], Body]

CELL_FIELDS = frozenset({"userEnteredValue", "userEnteredFormat", "note", "dataValidation", "textFormatRuns"})


def apply(document: Document, body: Body, account: str) -> list[Body]:
    """Apply every request of *body*, in order. The first that fails is named, and the caller takes all back."""
    replies = []
    for number, request in enumerate(body.get("requests", [])):
        names = [name for name, value in request.items() if value is not None]
        if len(names) != 1:
            raise invalid(f"Invalid requests[{number}]: exactly one kind of request must be set.")
        kind = KINDS.get(names[0])
        if kind is None:
            where = f"'requests[{number}]'"
            raise invalid(f'Invalid JSON payload received. Unknown name "{names[0]}" at {where}: Cannot find field.')
        try:
            replies.append(kind(document, request[names[0]], account))
        except ApiError as error:
            raise ApiError(
                error.code, f"Invalid requests[{number}].{names[0]}: {error.message}", error.status
            ) from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise invalid(f"Invalid requests[{number}].{names[0]}: {error}") from error
    return replies


def _sheet(document: Document, body: Body) -> Sheet:
    return document.sheet(int(body.get("sheetId", 0)))


def _touched(document: Document, sheet: Sheet, area: Box, account: str) -> None:
    access.must_touch(document, sheet, [area], account)


# -- tabs --------------------------------------------------------------------------------------------------------------


def add_sheet(document: Document, body: Body, _account: str) -> Body:
    """`addSheet`: its id and place may be given."""
    wanted = body.get("properties", {})
    title = wanted.get("title") or _free_title(document)
    if document.named(title):
        raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')
    sheet_id = wanted.get("sheetId")
    if sheet_id is None:
        sheet_id = max(document.sheets, default=0) + 1
    if sheet_id in document.sheets:
        raise invalid(f'Sheet with id "{sheet_id}" already exists.')
    grid = wanted.get("gridProperties", {})
    index = min(wanted.get("index", len(document.sheets)), len(document.sheets))
    for other in document.ordered()[index:]:
        document.touch(other)
        other.meta["properties"]["index"] += 1
    sheet = new_sheet(sheet_id, title, index, grid.get("rowCount", ROWS), grid.get("columnCount", COLUMNS))
    extra = {name: value for name, value in wanted.items() if name not in ("index", "gridProperties")}
    sheet.meta["properties"].update(extra)
    sheet.meta["properties"]["gridProperties"].update(grid)
    sheet.meta["properties"].update({"sheetId": sheet_id, "title": title})
    document.add(sheet)
    _check_size(document)
    return {"addSheet": {"properties": sheet.meta["properties"]}}


def _free_title(document: Document) -> str:
    number = len(document.sheets) + 1
    while document.named(f"Sheet{number}"):
        number += 1
    return f"Sheet{number}"


def _check_size(document: Document) -> None:
    cells = sum(rows * columns for rows, columns in (sheet.size for sheet in document.sheets.values()))
    if cells > MOST_CELLS:
        raise invalid(
            f"This action would increase the number of cells in the workbook above the limit of {MOST_CELLS} cells."
        )


def delete_sheet(document: Document, body: Body, account: str) -> Body:
    """`deleteSheet`."""
    sheet = _sheet(document, body)
    if len(document.sheets) == 1:
        raise invalid("You can't remove all the sheets in a document.")
    access.must_touch(document, sheet, [Box(0, 0, *sheet.size)], account)
    document.remove(sheet)
    for index, other in enumerate(document.ordered()):
        if other.meta["properties"]["index"] != index:
            document.touch(other)
            other.meta["properties"]["index"] = index
    return {}


def update_sheet_properties(document: Document, body: Body, account: str) -> Body:
    """`updateSheetProperties`: whatever its mask names."""
    wanted = body["properties"]
    sheet = _sheet(document, wanted)
    mask = fields.parse(body["fields"])
    title = wanted.get("title")
    if "title" in mask:
        access.must_touch(document, sheet, [Box(0, 0, *sheet.size)], account)
        clash = document.named(title or "")
        if not title or (clash and clash is not sheet):
            raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')
    document.touch(sheet)
    before = sheet.meta["properties"]
    made = fields.merge(mask, before, wanted)
    made["sheetId"], made["sheetType"] = sheet.id, "GRID"
    made["gridProperties"] = {**made.get("gridProperties", {})}
    made["gridProperties"].setdefault("rowCount", sheet.size[0])
    made["gridProperties"].setdefault("columnCount", sheet.size[1])
    if made.get("hidden") and all(
        other.meta["properties"].get("hidden") for other in document.sheets.values() if other is not sheet
    ):
        raise invalid("You can't hide all the sheets in a document.")
    index = made.pop("index", before["index"])
    sheet.meta["properties"] = {**made, "index": before["index"]}
    rows, columns = sheet.size
    gone = [place for place in sheet.cells if place[0] >= rows or place[1] >= columns]
    for place in gone:
        document.put(sheet, place, {})
    if "index" in mask and index != before["index"]:
        _move(document, sheet, index)
    _check_size(document)
    return {}


def _move(document: Document, sheet: Sheet, index: int) -> None:
    order = [other for other in document.ordered() if other is not sheet]
    order.insert(min(index, len(order)), sheet)
    for at, other in enumerate(order):
        document.touch(other)
        other.meta["properties"]["index"] = at


def update_spreadsheet_properties(document: Document, body: Body, _account: str) -> Body:
    """`updateSpreadsheetProperties`."""
    document.touch_meta()
    document.meta["properties"] = fields.merge(
        fields.parse(body["fields"]), document.meta["properties"], body["properties"]
    )
    return {}


# -- cells -------------------------------------------------------------------------------------------------------------


def update_cells(document: Document, body: Body, account: str) -> Body:
    """`updateCells`: rows of cells, from a corner or within a range, of which the mask's fields are written."""
    mask = fields.parse(body["fields"])
    _known_fields(mask)
    start = body.get("start")
    rows = body.get("rows", [])
    if start is not None:
        sheet = _sheet(document, start)
        top, left = start.get("rowIndex", 0), start.get("columnIndex", 0)
        width = max((len(row.get("values", [])) for row in rows), default=0)
        area = box_of(
            {
                "startRowIndex": top,
                "startColumnIndex": left,
                "endRowIndex": top + max(len(rows), 1),
                "endColumnIndex": left + max(width, 1),
            },
            sheet,
        )
    else:
        sheet = _sheet(document, body["range"])
        area = box_of(body["range"], sheet)
    _touched(document, sheet, area, account)
    whole = start is None
    for row in range(area.top, area.bottom or 0):
        given = rows[row - area.top].get("values", []) if row - area.top < len(rows) else []
        last = (area.right or 0) if whole else area.left + len(given)
        for column in range(area.left, last):
            at = column - area.left
            new = given[at] if at < len(given) else {}
            _write(document, sheet, (row, column), mask, new)
    return {}


def _known_fields(mask: fields.Mask) -> None:
    unknown = [name for name in mask if name not in CELL_FIELDS and name != "*"]
    if unknown:
        raise invalid(f"Invalid field: {unknown[0]}")


def _write(document: Document, sheet: Sheet, place: tuple[int, int], mask: fields.Mask, new: Cell) -> None:
    old = sheet.cells.get(place, {})
    made = {name: value for name, value in new.items() if value} if not mask else fields.merge(mask, old, new)
    value = made.get("userEnteredValue")
    if value is not None:
        if "formulaValue" in value:
            raise invalid("Formulas are not evaluated by this local spreadsheet.")
        if len(value.get("stringValue", "")) > MOST_CHARACTERS:
            raise invalid(
                f"Your input contains more than the maximum of {MOST_CHARACTERS} characters in a single cell."
            )
        if value.get("stringValue") == "" or not value:
            made.pop("userEnteredValue")
    made = {name: value for name, value in made.items() if value not in (None, {}, "")}
    if made != old:
        document.put(sheet, place, made)


def repeat_cell(document: Document, body: Body, account: str) -> Body:
    """`repeatCell`: one cell's fields, everywhere in a range."""
    mask = fields.parse(body["fields"])
    _known_fields(mask)
    sheet = _sheet(document, body["range"])
    area = box_of(body["range"], sheet)
    _touched(document, sheet, area, account)
    for place in _places(area):
        _write(document, sheet, place, mask, body.get("cell", {}))
    return {}


def set_data_validation(document: Document, body: Body, account: str) -> Body:
    """`setDataValidation`: a rule for every cell of a range, or none."""
    sheet = _sheet(document, body["range"])
    area = box_of(body["range"], sheet)
    _touched(document, sheet, area, account)
    new = {"dataValidation": body["rule"]} if body.get("rule") else {}
    for place in _places(area):
        _write(document, sheet, place, {"dataValidation": {}}, new)
    return {}


def _places(area: Box) -> Iterator[tuple[int, int]]:
    for row in range(area.top, area.bottom or 0):
        for column in range(area.left, area.right or 0):
            yield row, column


def find_replace(document: Document, body: Body, account: str) -> Body:
    """`findReplace`: plain text, in a range, a tab or everywhere; whole cells or parts of them."""
    find, new = body.get("find", ""), body.get("replacement", "")
    if body.get("searchByRegex"):
        raise invalid("searchByRegex is not supported by this local spreadsheet.")
    if not find:
        raise invalid("find must not be empty.")
    if "range" in body:
        sheets = [_sheet(document, body["range"])]
        area: Box | None = box_of(body["range"], sheets[0])
    elif body.get("allSheets"):
        sheets, area = document.ordered(), None
    else:
        sheets, area = [_sheet(document, body)], None
    matched = rows = changed = tabs = 0
    for sheet in sheets:
        hits = []
        for place, cell in sheet.values_in(area or Box(0, 0, *sheet.size)):
            text = shown(plain_value(cell))
            after = _replaced(
                text, find, new, whole=bool(body.get("matchEntireCell")), exact=bool(body.get("matchCase"))
            )
            if after is not None:
                hits.append((place, cell, text, after))
        for place, cell, text, after in hits:
            _touched(document, sheet, Box(*place, place[0] + 1, place[1] + 1), account)
            made = {**cell, "userEnteredValue": {"stringValue": after}}
            if not after:
                del made["userEnteredValue"]
            document.put(sheet, place, made)
            matched += text.count(find) if not body.get("matchEntireCell") else 1
        changed += len(hits)
        rows += len({place[0] for place, *_ in hits})
        tabs += bool(hits)
    counts = {
        "valuesChanged": changed,
        "rowsChanged": rows,
        "sheetsChanged": tabs,
        "occurrencesChanged": matched,
    }
    return {"findReplace": {name: count for name, count in counts.items() if count}}


def _replaced(text: str, find: str, new: str, *, whole: bool, exact: bool) -> str | None:
    """*text* with *find* replaced; None where it is not found."""
    here, sought = (text, find) if exact else (text.lower(), find.lower())
    if whole:
        return new if here == sought else None
    if sought not in here:
        return None
    if exact:
        return text.replace(find, new)
    made, at = "", 0
    while (found := here.find(sought, at)) >= 0:
        made += text[at:found] + new
        at = found + len(find)
    return made + text[at:]


# -- merges, sizes -----------------------------------------------------------------------------------------------------


def merge_cells(document: Document, body: Body, account: str) -> Body:
    """`mergeCells`: only the first cell of each merged area keeps its value."""
    sheet = _sheet(document, body["range"])
    area = box_of(body["range"], sheet)
    _touched(document, sheet, area, account)
    document.touch(sheet)
    merges = sheet.meta.setdefault("merges", [])
    for each in _parts(area, body.get("mergeType", "MERGE_ALL")):
        for other in merges:
            if _crosses(each, other):
                raise invalid("You must select all cells in a merged range to merge or unmerge them.")
        merges[:] = [other for other in merges if not _inside(other, each)]
        merges.append(_grid_range(sheet.id, each))
        for place in islice(_places(each), 1, None):
            if "userEnteredValue" in sheet.cells.get(place, {}):
                _write(document, sheet, place, {"userEnteredValue": {}}, {})
    return {}


def _parts(area: Box, kind: str) -> list[Box]:
    bottom, right = area.bottom or 0, area.right or 0
    if kind == "MERGE_ROWS":
        return [Box(row, area.left, row + 1, right) for row in range(area.top, bottom)]
    if kind == "MERGE_COLUMNS":
        return [Box(area.top, column, bottom, column + 1) for column in range(area.left, right)]
    return [area]


def _inside(other: Body, area: Box) -> bool:
    return bool(
        area.top <= other.get("startRowIndex", 0)
        and other["endRowIndex"] <= (area.bottom or 0)
        and area.left <= other.get("startColumnIndex", 0)
        and other["endColumnIndex"] <= (area.right or 0)
    )


def _crosses(area: Box, other: Body) -> bool:
    """Whether *area* cuts the merged area *other*: overlaps it without holding all of it."""
    apart = bool(
        other.get("startRowIndex", 0) >= (area.bottom or 0)
        or other["endRowIndex"] <= area.top
        or other.get("startColumnIndex", 0) >= (area.right or 0)
        or other["endColumnIndex"] <= area.left
    )
    return bool(not apart and not _inside(other, area))


def _grid_range(sheet_id: int, area: Box) -> Body:
    made: Body = {
        "startRowIndex": area.top,
        "endRowIndex": area.bottom,
        "startColumnIndex": area.left,
        "endColumnIndex": area.right,
    }
    return {"sheetId": sheet_id, **made} if sheet_id else made


def unmerge_cells(document: Document, body: Body, account: str) -> Body:
    """`unmergeCells`: every merged area within a range."""
    sheet = _sheet(document, body["range"])
    area = box_of(body["range"], sheet)
    _touched(document, sheet, area, account)
    for other in sheet.meta.get("merges", []):
        if _crosses(area, other):
            raise invalid("You must select all cells in a merged range to merge or unmerge them.")
    document.touch(sheet)
    left = [other for other in sheet.meta.get("merges", []) if not _inside(other, area)]
    sheet.meta["merges"] = left
    if not left:
        del sheet.meta["merges"]
    return {}


def update_dimension_properties(document: Document, body: Body, _account: str) -> Body:
    """`updateDimensionProperties`: the size of rows or columns, and whether they are hidden."""
    where = body["range"]
    sheet = _sheet(document, where)
    mask = fields.parse(body["fields"])
    document.touch(sheet)
    across = where["dimension"] == "COLUMNS"
    name = "columnMetadata" if across else "rowMetadata"
    held = sheet.meta.setdefault("_dimensions", {}).setdefault(name, {})
    for at in range(where.get("startIndex", 0), where.get("endIndex", sheet.size[across])):
        held[str(at)] = fields.merge(mask, held.get(str(at), {}), body.get("properties", {}))
    return {}


def append_dimension(document: Document, body: Body, _account: str) -> Body:
    """`appendDimension`: more rows or columns at the end."""
    sheet = _sheet(document, body)
    document.touch(sheet)
    grid = sheet.meta["properties"]["gridProperties"]
    grid["rowCount" if body["dimension"] == "ROWS" else "columnCount"] += body["length"]
    _check_size(document)
    return {}


def insert_dimension(document: Document, body: Body, account: str) -> Body:
    """`insertDimension`: new rows or columns, and everything behind them moves on."""
    where = body["range"]
    sheet = _sheet(document, where)
    start, end = where.get("startIndex", 0), where["endIndex"]
    _shift(document, sheet, where["dimension"] == "ROWS", start, end - start, account)
    return {}


def delete_dimension(document: Document, body: Body, account: str) -> Body:
    """`deleteDimension`: rows or columns go, and everything behind them moves up."""
    where = body["range"]
    sheet = _sheet(document, where)
    rows = where["dimension"] == "ROWS"
    start, end = where.get("startIndex", 0), where.get("endIndex", sheet.size[not rows])
    gone = Box(start, 0, end, sheet.size[1]) if rows else Box(0, start, sheet.size[0], end)
    _touched(document, sheet, gone, account)
    if end - start >= sheet.size[not rows]:
        raise invalid("You can't delete all the rows on the sheet." if rows else "You can't delete all the columns.")
    _shift(document, sheet, rows, end, start - end, account)
    return {}


def _shift(document: Document, sheet: Sheet, rows: bool, start: int, by: int, _account: str) -> None:
    """Move everything from line *start* on by *by* lines; what it runs over is gone."""
    cells: dict[tuple[int, int], Cell] = {}
    for (row, column), cell in sheet.cells.items():
        line = row if rows else column
        if start + by <= line < start and by < 0:
            continue
        moved = line + by if line >= start else line
        cells[(moved, column) if rows else (row, moved)] = cell
    document.rearrange(sheet, cells)
    names = ("startRowIndex", "endRowIndex") if rows else ("startColumnIndex", "endColumnIndex")
    for kind in ("merges", "protectedRanges"):
        kept = []
        for each in sheet.meta.get(kind, []):
            span = each if kind == "merges" else each.get("range", {})
            if _moved(span, names, start, by):
                for free in each.get("unprotectedRanges", []):
                    _moved(free, names, start, by)
                kept.append(each)
        if kept:
            sheet.meta[kind] = kept
        else:
            sheet.meta.pop(kind, None)
    grid = sheet.meta["properties"]["gridProperties"]
    grid["rowCount" if rows else "columnCount"] += by


def _moved(span: Body, names: tuple[str, str], start: int, by: int) -> bool:
    """Move a range along; False if nothing is left of it."""
    first, last = names
    if first not in span and last not in span:
        return True
    for name in names:
        line = span.get(name, 0)
        if line >= start and (line > start or name == first or by < 0):
            span[name] = line + by
        elif by < 0 and line > start + by:
            span[name] = start + by
    return bool(span.get(first, 0) < span.get(last, 1))


def sort_range(document: Document, body: Body, account: str) -> Body:
    """`sortRange`: the rows of a range by its columns; empty cells come last."""
    sheet = _sheet(document, body["range"])
    area = box_of(body["range"], sheet)
    _touched(document, sheet, area, account)
    columns = range(area.left, area.right or 0)
    rows = [[sheet.cells.get((row, column), {}) for column in columns] for row in range(area.top, area.bottom or 0)]
    for spec in reversed(body.get("sortSpecs", [])):
        at = spec.get("dimensionIndex", area.left) - area.left
        down = spec.get("sortOrder") == "DESCENDING"
        full = [row for row in rows if plain_value(row[at]) is not None]
        empty = [row for row in rows if plain_value(row[at]) is None]
        rows = sorted(full, key=lambda row: _sort_key(plain_value(row[at])), reverse=down) + empty
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            place = (area.top + down, area.left + across)
            if sheet.cells.get(place, {}) != cell:
                document.put(sheet, place, cell)
    return {}


def _sort_key(value: Any) -> tuple[int, Any]:
    if isinstance(value, bool):
        return 2, value
    if isinstance(value, int | float):
        return 0, value
    return 1, str(value).casefold()


# -- protection and formats that hang on tabs --------------------------------------------------------------------------


def add_protected_range(document: Document, body: Body, account: str) -> Body:
    """`addProtectedRange`: whoever adds it may edit it; a tab has one protection of the whole of it."""
    guard = dict(body["protectedRange"])
    sheet = _sheet(document, guard.get("range", {}))
    whole = not any(name.endswith("Index") for name in guard.get("range", {}))
    if guard.get("unprotectedRanges") and not whole:
        raise invalid("unprotectedRanges are only allowed on ProtectedRanges covering a whole sheet")
    if guard.get("warningOnly") and guard.get("editors"):
        raise invalid("ProtectedRange is warningOnly. Editors cannot be set on it.")
    held = sheet.meta.get("protectedRanges", [])
    if whole and any(not any(name.endswith("Index") for name in each.get("range", {})) for each in held):
        raise invalid(f'Sheet "{sheet.title}" already has sheet protection')
    if not whole:
        box_of(guard["range"], sheet)
    taken = {each["protectedRangeId"] for other in document.sheets.values() for each in _guards(other)}
    guard.setdefault("protectedRangeId", max(taken, default=1000) + 1)
    if guard["protectedRangeId"] in taken:
        raise invalid(f"Protected range with id {guard['protectedRangeId']} already exists")
    _with_editor(guard, account)
    document.touch(sheet)
    sheet.meta.setdefault("protectedRanges", []).append(guard)
    return {"addProtectedRange": {"protectedRange": guard}}


def _with_editor(guard: Body, account: str) -> None:
    if not guard.get("warningOnly"):
        editors = dict(guard.get("editors", {}))
        users = list(editors.get("users", []))
        guard["editors"] = {**editors, "users": users if account in users else [*users, account]}


def _guards(sheet: Sheet) -> list[Body]:
    guards: list[Body] = sheet.meta.get("protectedRanges", [])
    return guards


def _guard(document: Document, guard_id: int) -> tuple[Sheet, Body]:
    for sheet in document.sheets.values():
        for each in _guards(sheet):
            if each["protectedRangeId"] == guard_id:
                return sheet, each
    raise invalid(f"No protected range with id: {guard_id}")


def update_protected_range(document: Document, body: Body, account: str) -> Body:
    """`updateProtectedRange`."""
    new = body["protectedRange"]
    sheet, guard = _guard(document, new["protectedRangeId"])
    if not access.may_touch(guard, document, account):
        raise invalid("You are trying to edit a protected cell or object.")
    document.touch(sheet)
    held = _guards(sheet)
    made = fields.merge(fields.parse(body["fields"]), guard, new)
    made["protectedRangeId"] = guard["protectedRangeId"]
    held[held.index(guard)] = made
    return {}


def delete_protected_range(document: Document, body: Body, account: str) -> Body:
    """`deleteProtectedRange`."""
    sheet, guard = _guard(document, body["protectedRangeId"])
    if not access.may_touch(guard, document, account):
        raise invalid("You are trying to edit a protected cell or object.")
    document.touch(sheet)
    sheet.meta["protectedRanges"] = [each for each in _guards(sheet) if each is not guard]
    if not sheet.meta["protectedRanges"]:
        del sheet.meta["protectedRanges"]
    return {}


KINDS: dict[str, Kind] = {
    "addSheet": add_sheet,
    "deleteSheet": delete_sheet,
    "updateSheetProperties": update_sheet_properties,
    "updateSpreadsheetProperties": update_spreadsheet_properties,
    "updateCells": update_cells,
    "repeatCell": repeat_cell,
    "setDataValidation": set_data_validation,
    "findReplace": find_replace,
    "mergeCells": merge_cells,
    "unmergeCells": unmerge_cells,
    "updateDimensionProperties": update_dimension_properties,
    "appendDimension": append_dimension,
    "insertDimension": insert_dimension,
    "deleteDimension": delete_dimension,
    "sortRange": sort_range,
    "addProtectedRange": add_protected_range,
    "updateProtectedRange": update_protected_range,
    "deleteProtectedRange": delete_protected_range,
}
