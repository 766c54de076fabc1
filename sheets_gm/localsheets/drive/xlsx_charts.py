"""The line and column charts in an export to .xlsx, each in its place and with its cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sheets_gm.localsheets.protocol.errors import ApiError
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, box_of

Json: TypeAlias = dict[str, Any]
Cells: TypeAlias = list[Any]
"""Cells in a column as xlsxwriter names them: the tab, and the first and the last row and column."""

VALUE = "userEnteredValue"
KINDS = {"LINE": "line", "COLUMN": "column"}
WIDE, HIGH = 600, 371
"""The pixels of a chart that does not say."""


def write_charts(book: Any, document: Document, pages: Mapping[int, Any], colour: Callable[[Json, str], Any]) -> None:
    """Write the charts of *document* onto its *pages* in *book*, by sheet id. Other kinds of charts are left out."""
    for sheet_id, page in pages.items():
        for chart in document.sheets[sheet_id].meta.get("charts", []):
            basic, place = chart["spec"].get("basicChart", {}), chart["position"].get("overlayPosition", {})
            kind = KINDS.get(basic.get("chartType", ""))
            xlsx_chart = kind and _chart(book, document, pages, kind, basic, colour)
            if not xlsx_chart:
                continue
            xlsx_chart.set_title({"name": chart["spec"].get("title", ""), "overlay": False, "name_font": {"size": 12}})
            xlsx_chart.set_size({"width": place.get("widthPixels", WIDE), "height": place.get("heightPixels", HIGH)})
            cell = place.get("anchorCell", {})
            offset = {"x_offset": place.get("offsetXPixels", 0), "y_offset": place.get("offsetYPixels", 0)}
            page.insert_chart(cell.get("rowIndex", 0), cell.get("columnIndex", 0), xlsx_chart, offset)


def _chart(
    book: Any, document: Document, pages: Mapping[int, Any], kind: str, basic: Json, colour: Callable[[Json, str], Any]
) -> Any:
    """Return a chart of the *kind*; None if it has no lines, or if a tab with its cells is gone."""
    head = 1 if basic.get("headerCount") else 0
    (foot, *_), series = basic.get("domains") or [{}], basic.get("series", [])
    labels = _cells(document, pages, foot.get("domain", {}))
    lines = [_cells(document, pages, each.get("series", {})) for each in series]
    if labels is None or not lines or None in lines:
        return None
    chart = book.add_chart({"type": kind})
    last = max(labels[3], labels[1] + head)
    for each, line in zip(series, lines, strict=True):
        tab, top, left, _, right = line or labels
        shade = colour(each, "color")
        looks: Json = {"line" if kind == "line" else "fill": {"color": shade}} if shade else {}
        if kind == "line":
            looks["marker"] = {"type": "circle", "size": 4, **({"fill": {"color": shade}} if shade else {})}
        chart.add_series(
            {
                **({"name": [tab, top, left]} if head else {}),
                "categories": [labels[0], labels[1] + head, labels[2], last, labels[4]],
                "values": [tab, top + head, left, last, right],
                **looks,
            }
        )
    chart.set_legend({"none": True} if basic.get("legendPosition") == "NO_LEGEND" else {"position": "bottom"})
    return chart


def _cells(document: Document, pages: Mapping[int, Any], part: Json) -> Cells | None:
    """Return the cells of a *part* of a chart up to the last filled one; None if their tab or they are gone."""
    ranges = part.get("sourceRange", {}).get("sources", [])
    sheet = document.sheets.get(ranges[0].get("sheetId", 0)) if ranges else None
    if sheet is None:
        return None
    try:
        area = box_of(ranges[0], sheet)
    except ApiError:
        return None
    return [pages[ranges[0].get("sheetId", 0)].get_name(), area.top, area.left, _last(sheet, area), area.left]


def _last(sheet: Sheet, area: Any) -> int:
    """Return the last row of a column that holds a value; its first row if none does."""
    filled = (row for row in range(area.top, area.bottom) if sheet.cells.get((row, area.left), {}).get(VALUE))
    return max(filled, default=area.top)
