"""Earlier versions of a sheet: kept in their stored form, and rendered only when somebody looks at them.

Rendering every cell takes longer than everything else in a turn of a game, and few versions are ever looked at. The
values of formulas are not stored, so a sheet with formulas is kept in rendered form.
"""

from __future__ import annotations

from sheets_gm.localsheets.api.sheets_routes.spreadsheet_resource import SpreadsheetQuery, sheet_resource
from sheets_gm.localsheets.drive.call import Json
from sheets_gm.localsheets.drive.versions import packed, unpacked
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

SHOWN = (
    "properties,merges,bandedRanges(range,rowProperties,columnProperties),"
    "developerMetadata(metadataKey,metadataValue),data(rowData.values(formattedValue,note,hyperlink,textFormatRuns,userEnteredValue,"
    "userEnteredFormat(backgroundColor,backgroundColorStyle),effectiveFormat(backgroundColorStyle,borders,"
    "horizontalAlignment,verticalAlignment,wrapStrategy,numberFormat,textFormat(foregroundColorStyle,bold,italic,"
    "strikethrough,underline,fontSize,fontFamily))),rowMetadata,columnMetadata)"
)
"""The fields of a sheet that an earlier version of it shows: all that a page shows."""

KEPT = ("userEnteredValue", "userEnteredFormat", "textFormatRuns", "note")
"""The fields of a cell from which those follow."""


def kept(document: Document, sheet: Sheet) -> bytes | None:
    """Return the present sheet in the form in which a version is kept; None if it is too large."""
    if sheet.results or sheet.spilled:
        return packed(shown(document, sheet))
    cells = [[*place, {name: cell[name] for name in KEPT if name in cell}] for place, cell in sheet.cells.items()]
    return packed({"meta": sheet.meta, "locale": sheet.locale, "cells": cells})


def version_shown(document: Document, data: bytes) -> Json:
    """Return what a version shows, from its kept form. The version belongs to a sheet of *document*."""
    version = unpacked(data)
    if "cells" not in version:
        return version
    cells = {(row, column): cell for row, column, cell in version["cells"]}
    return shown(document, Sheet(version["meta"], cells, locale=version["locale"]))


def shown(document: Document, sheet: Sheet) -> Json:
    """Return what *sheet* shows."""
    mask = field_masks.parse(f"sheets({SHOWN})")
    query = SpreadsheetQuery("", "", {sheet: [Box(0, 0, *sheet.size)]}, grids=True, mask=mask)
    resource: Json = field_masks.apply(mask, {"sheets": [sheet_resource(document, sheet, query)]})["sheets"][0]
    return resource
