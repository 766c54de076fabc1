"""Requests about charts, and about the position of floating objects: charts and slicers.

Charts are stored and returned; clients draw them. A chart on its own sheet has that sheet's id as its position.
"""

from __future__ import annotations

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.grid import sheets
from sheets_gm.localsheets.batch_update.targets import Body, mask_of, require_editable, required, sheet_of
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

CHARTS, CHART = "charts", "chartId"
FLOATING = ((CHARTS, CHART), ("slicers", "slicerId"))
"""What `objectId` may name."""


OBJECT = "OBJECT"
"""The type of a sheet that is one chart."""


def _own_sheet(document: Document, position: Body, account: str) -> Sheet | None:
    """Add and return a new sheet for a chart that asks for one; None if it does not."""
    if not position.get("newSheet") and "sheetId" not in position:
        return None
    number = 1
    while document.sheet_titled(f"Chart{number}"):
        number += 1
    wanted = {"title": f"Chart{number}", "gridProperties": {"rowCount": 1, "columnCount": 1}}
    if "sheetId" in position:
        wanted["sheetId"] = position["sheetId"]
    properties = sheets.add_sheet(document, {"properties": wanted}, account)["addSheet"]["properties"]
    properties["sheetType"] = OBJECT
    return document.sheets[properties["sheetId"]]


def _position(document: Document, position: Body) -> tuple[Sheet, Body]:
    """Return the sheet and the position of a floating object."""
    overlay = required(position, "overlayPosition")
    anchor = overlay.get("anchorCell", {})
    sheet = sheet_of(document, anchor)
    row, column = anchor.get("rowIndex", 0), anchor.get("columnIndex", 0)
    if not Box(row, column, row + 1, column + 1).inside(Box(0, 0, *sheet.size)):
        raise invalid(f"The anchorCell of a chart must lie within the grid of the sheet {sheet.title}.")
    return sheet, {**overlay, "anchorCell": anchor}


def placed(document: Document, position: Body, account: str) -> tuple[Sheet, Body]:
    """Return the sheet and the overlay position of a new object, if *account* may put it there. Raises 400."""
    sheet, overlay = _position(document, position)
    _require_editable(document, sheet, overlay, account)
    return sheet, overlay


def _place(document: Document, position: Body, account: str) -> tuple[Sheet, Body]:
    """Return the sheet of a chart, and its position as answers have it."""
    new_sheet = _own_sheet(document, position, account)
    if new_sheet is not None:
        return new_sheet, {"sheetId": new_sheet.id}
    sheet, overlay = placed(document, position, account)
    return sheet, {"overlayPosition": overlay}


def _require_editable(document: Document, sheet: Sheet, overlay: Body, account: str) -> None:
    """Raise 400 if the anchor cell of *overlay* is protected, because the chart is then protected too."""
    anchor = overlay.get("anchorCell", {})
    row, column = anchor.get("rowIndex", 0), anchor.get("columnIndex", 0)
    require_editable(document, sheet, Box(row, column, row + 1, column + 1), account)


def _check_sources(document: Document, spec: Body) -> None:
    """Raise 400 if a chart shows cells of a sheet that does not exist."""
    basic = spec.get("basicChart", {})
    parts = (
        *(each.get("domain", {}) for each in basic.get("domains", ())),
        *(each.get("series", {}) for each in basic.get("series", ())),
    )
    for part in parts:
        for source in part.get("sourceRange", {}).get("sources", ()):
            sheet_of(document, source)


def add_chart(document: Document, body: Body, account: str) -> Body:
    """Handle `addChart`."""
    wanted = required(body, "chart")
    _check_sources(document, required(wanted, "spec"))
    sheet, position = _place(document, required(wanted, "position"), account)
    chart = {**wanted, "position": position}
    chart[CHART] = objects.new_id(document, CHARTS, CHART, wanted.get(CHART), "Chart")
    objects.add(document, sheet, CHARTS, chart)
    return {"addChart": {"chart": chart}}


def _chart(document: Document, wanted: int, account: str) -> tuple[Sheet, Body]:
    """Return a chart that *account* may change, and its sheet."""
    sheet, chart = objects.find(document, CHARTS, CHART, wanted, "chart")
    _require_editable(document, sheet, chart["position"].get("overlayPosition", {}), account)
    return sheet, chart


def _object(document: Document, wanted: int, account: str) -> tuple[Sheet, str, Body]:
    """Return the sheet, the kind and the floating object that *account* may change. Raises 400 if there is none."""
    for kind, key in FLOATING:
        for sheet in document.sheets.values():
            for each in objects.objects_of(sheet, kind):
                if each[key] == wanted:
                    _require_editable(document, sheet, each["position"].get("overlayPosition", {}), account)
                    return sheet, kind, each
    raise invalid(f"No object with id: {wanted}")


def update_chart_spec(document: Document, body: Body, account: str) -> Body:
    """`updateChartSpec`: replace the whole spec."""
    sheet, old = _chart(document, required(body, CHART), account)
    _check_sources(document, required(body, "spec"))
    objects.replace(document, sheet, CHARTS, old, {**old, "spec": body["spec"]})
    return {}


def update_embedded_object_position(document: Document, body: Body, account: str) -> Body:
    """`updateEmbeddedObjectPosition`: move or resize a chart or slicer, also to another sheet."""
    sheet, kind, old = _object(document, required(body, "objectId"), account)
    new = required(body, "newPosition")
    mask = mask_of(body, "OverlayPosition") if "overlayPosition" in new else {"*": {}}
    overlay = field_masks.merge(mask, old["position"].get("overlayPosition", {}), new.get("overlayPosition", {}))
    to, position = _place(document, {**new, "overlayPosition": overlay}, account)
    objects.replace(document, sheet, kind, old, {**old, "position": position}, to)
    _without_own(document, sheet, account)
    return {"updateEmbeddedObjectPosition": {"position": position}}


def delete_embedded_object(document: Document, body: Body, account: str) -> Body:
    """Handle `deleteEmbeddedObject`."""
    sheet, kind, old = _object(document, required(body, "objectId"), account)
    objects.replace(document, sheet, kind, old, None)
    _without_own(document, sheet, account)
    return {}


def _without_own(document: Document, sheet: Sheet, account: str) -> None:
    """Delete *sheet* if it consisted of a chart that is no longer on it."""
    if sheet.meta["properties"]["sheetType"] == OBJECT:
        sheets.delete_sheet(document, {"sheetId": sheet.id}, account)
