"""Export to .xlsx: values, formats (also of parts of a text), merges, drop-downs, notes, sizes and charts."""

from __future__ import annotations

import io
from typing import Any, TypeAlias

from sheets_gm.localsheets.drive.xlsx_charts import write_charts
from sheets_gm.localsheets.protocol.answer_size import CELL, AnswerSize
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Place, Sheet, box_of
from sheets_gm.localsheets.spreadsheet.values import reading

Json: TypeAlias = dict[str, Any]

MEDIA = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ALIGNED = {"LEFT": "left", "CENTER": "center", "RIGHT": "right", "TOP": "top", "MIDDLE": "vcenter", "BOTTOM": "bottom"}


def workbook_bytes(document: Document) -> bytes:
    """The bytes of the workbook."""
    import xlsxwriter

    size = AnswerSize(export=True)
    size.spend(CELL * sum(len(sheet.cells) + len(sheet.spilled) for sheet in document.sheets.values()))
    held = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(held, options) as book:
        formats = _Formats(book)
        taken: set[str] = set()
        pages = {sheet.id: book.add_worksheet(_title(sheet.title, taken)) for sheet in document.ordered()}
        for sheet_id, page in pages.items():
            _sheet(page, document.sheets[sheet_id], formats)
        write_charts(book, document, pages, _colour)
    return held.getvalue()


def _title(title: str, taken: set[str]) -> str:
    r"""Return a title that Excel accepts: at most 31 characters, none of []:*?/\, and unique."""
    plain = "".join(" " if sign in "[]:*?/\\" else sign for sign in title).strip("'")[:31] or "Sheet"
    free_title, number = plain, 2
    while free_title.lower() in taken:
        ending = f" {number}"
        free_title, number = plain[: 31 - len(ending)] + ending, number + 1
    taken.add(free_title.lower())
    return free_title


class _Formats:
    """The formats of a workbook, each created once."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._made: dict[tuple[tuple[str, Any], ...], Any] = {}

    def of(self, cell_format: Json) -> Any:
        """Return the workbook's format for Google's CellFormat, or None."""
        options = _options(cell_format)
        key = tuple(sorted(options.items()))
        if key not in self._made:
            self._made[key] = self._book.add_format(options) if options else None
        return self._made[key]


def _options(cell_format: Json) -> Json:
    text = cell_format.get("textFormat", {})
    options: Json = {
        "bold": text.get("bold"),
        "italic": text.get("italic"),
        "font_strikeout": text.get("strikethrough"),
        "underline": 1 if text.get("underline") else None,
        "font_size": text.get("fontSize"),
        "font_name": text.get("fontFamily"),
        "font_color": _colour(text, "foregroundColor"),
        "bg_color": _colour(cell_format, "backgroundColor"),
        "align": ALIGNED.get(cell_format.get("horizontalAlignment", "")),
        "valign": ALIGNED.get(cell_format.get("verticalAlignment", "")),
        "text_wrap": cell_format.get("wrapStrategy") in ("WRAP", "LEGACY_WRAP") or None,
        "num_format": cell_format.get("numberFormat", {}).get("pattern"),
    }
    for side in cell_format.get("borders", {}):
        options[side] = 1
    return {name: value for name, value in options.items() if value}


def _colour(held: Json, name: str) -> str | None:
    colour = held.get(f"{name}Style", {}).get("rgbColor", held.get(name))
    if colour is None:
        return None
    return "#" + "".join(f"{round(255 * colour.get(part, 0)):02x}" for part in ("red", "green", "blue"))


def _sheet(page: Any, sheet: Sheet, formats: _Formats) -> None:
    properties = sheet.meta["properties"]
    for place, cell in reading.filled_cells(sheet, Box(0, 0, *sheet.size)):
        _cell(page, sheet, place, cell, formats)
    for merge in sheet.meta.get("merges", []):
        area = box_of(merge, sheet)
        cell = sheet.cells.get((area.top, area.left), {})
        cell_format = formats.of(cell.get("userEnteredFormat", {}))
        page.merge_range(area.top, area.left, (area.bottom or 0) - 1, (area.right or 0) - 1, "", cell_format)
        _cell(page, sheet, (area.top, area.left), cell, formats)
    for at, size in sheet.meta.get("_dimensions", {}).get("columnMetadata", {}).items():
        page.set_column_pixels(
            int(at), int(at), size.get("pixelSize"), None, {"hidden": size.get("hiddenByUser", False)}
        )
    for at, size in sheet.meta.get("_dimensions", {}).get("rowMetadata", {}).items():
        page.set_row_pixels(int(at), size.get("pixelSize"), None, {"hidden": size.get("hiddenByUser", False)})
    grid = properties["gridProperties"]
    page.freeze_panes(grid.get("frozenRowCount", 0), grid.get("frozenColumnCount", 0))
    if properties.get("hidden"):
        page.hide()
    if "tabColor" in properties:
        page.set_tab_color(_colour(properties, "tabColor"))


def _cell(page: Any, sheet: Sheet, place: Place, cell: Cell, formats: _Formats) -> None:
    value = reading.value_of(sheet, place, cell)
    cell_format = formats.of(cell.get("userEnteredFormat", {}))
    formula = cell.get("userEnteredValue", {}).get("formulaValue")
    if isinstance(value, CellError):
        # another program may know what fails here: a call of a program, or of the network
        page.write_string(*place, str(value), cell_format)
    elif formula:
        page.write_formula(*place, formula, cell_format, value or "")
    elif value is None:
        page.write_blank(*place, None, cell_format)
    elif isinstance(value, bool):
        page.write_boolean(*place, value, cell_format)
    elif isinstance(value, int | float):
        page.write_number(*place, value, cell_format)
    else:
        _text(page, place, _parts(str(value), cell), cell.get("userEnteredFormat", {}), formats)
    if cell.get("note"):
        page.write_comment(*place, cell["note"])
    choices = _choices(cell.get("dataValidation", {}))
    if choices:
        page.data_validation(*place, *place, choices)


def _text(page: Any, place: Place, parts: list[tuple[str, Json]], cell_format: Json, formats: _Formats) -> None:
    """Write a text in *parts*, each with its CellFormat."""
    if len(parts) == 1:
        page.write_string(*place, parts[0][0], formats.of(parts[0][1]))
        return
    tokens = [formats.of(cell_format)]
    for words, part_format in reversed(parts):
        tokens[:0] = [formats.of(part_format), words]
    page.write_rich_string(*place, *(each for each in tokens if each is not None))


def _parts(text: str, cell: Cell) -> list[tuple[str, Json]]:
    """Return the parts of a non-empty text, each with its CellFormat. Runs count in units of UTF-16."""
    whole = cell.get("userEnteredFormat", {})
    runs = cell.get("textFormatRuns", []) if "stringValue" in cell.get("userEnteredValue", {}) else []
    units = text.encode("utf-16-le")
    starts = [2 * run.get("startIndex", 0) for run in runs]
    formats = [{**whole, "textFormat": {**whole.get("textFormat", {}), **run.get("format", {})}} for run in runs]
    spans = zip([0, *starts], [*starts, len(units)], [whole, *formats], strict=True)
    return [(units[start:end].decode("utf-16-le"), each) for start, end, each in spans if start < end]


def _choices(rule: Json) -> Json | None:
    """Return a drop-down in Excel's terms. Lists that are too long for Excel are left out."""
    condition = rule.get("condition", {})
    held = [each.get("userEnteredValue", "") for each in condition.get("values", [])]
    if condition.get("type") == "ONE_OF_LIST" and len(",".join(held)) <= 255:
        return {"validate": "list", "source": held, "error_type": "stop" if rule.get("strict") else "warning"}
    if condition.get("type") == "ONE_OF_RANGE" and held:
        return {"validate": "list", "source": held[0] if held[0].startswith("=") else f"={held[0]}"}
    if condition.get("type") == "BOOLEAN":
        return {"validate": "list", "source": held or ["TRUE", "FALSE"]}
    return None
