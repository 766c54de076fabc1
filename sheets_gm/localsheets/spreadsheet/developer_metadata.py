"""Developer metadata: its locations, and the matching of data filters with metadata and cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.ranges import area_of
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, box_of

Json: TypeAlias = dict[str, Any]
Location: TypeAlias = tuple[Sheet | None, Box | None]
"""A sheet and some of its cells; without cells the whole sheet, without sheet the whole spreadsheet."""

KIND = "developerMetadata"


def all_of(document: Document) -> Iterator[Json]:
    """Yield all developer metadata of a document: its own, then that of each sheet."""
    yield from document.meta.get(KIND, [])
    for sheet in document.ordered():
        yield from sheet.meta.get(KIND, [])


def resolve_location(document: Document, wanted: Json) -> tuple[Sheet | None, Json]:
    """Return the sheet of a DeveloperMetadataLocation, and the location in its stored form. Raises 400 if it is
    invalid.
    """
    named = [name for name in ("spreadsheet", "sheetId", "dimensionRange") if name in wanted]
    if len(named) != 1:
        raise invalid("Exactly one of spreadsheet, sheetId or dimensionRange must be specified in a location.")
    if named == ["spreadsheet"]:
        return None, {"locationType": "SPREADSHEET", "spreadsheet": True}
    if named == ["sheetId"]:
        sheet = document.sheet(wanted["sheetId"])
        return sheet, {"locationType": "SHEET", "sheetId": sheet.id}
    where = wanted["dimensionRange"]
    sheet = document.sheet(where.get("sheetId", 0))
    rows = where.get("dimension", "ROWS") == "ROWS"
    start = where.get("startIndex", 0)
    if where.get("endIndex") != start + 1:
        raise invalid("dimensionRange must represent a single row or column.")
    if not 0 <= start < sheet.size[not rows]:
        raise invalid("dimensionRange lies outside of the grid.")
    line = {"dimension": "ROWS" if rows else "COLUMNS", "startIndex": start, "endIndex": start + 1}
    return sheet, {
        "locationType": "ROW" if rows else "COLUMN",
        "dimensionRange": {"sheetId": sheet.id, **line} if sheet.id else line,
    }


def cells_at(document: Document, location: Json) -> Location:
    """Return the sheet and the cells of a stored location."""
    if "spreadsheet" in location:
        return None, None
    if "sheetId" in location:
        return document.sheet(location["sheetId"]), None
    where = location["dimensionRange"]
    sheet = document.sheet(where.get("sheetId", 0))
    start = where.get("startIndex", 0)
    rows, columns = sheet.size
    if where["dimension"] == "ROWS":
        return sheet, Box(start, 0, start + 1, columns)
    return sheet, Box(0, start, rows, start + 1)


def _meet(one: Location, two: Location) -> bool:
    if one[0] is None or two[0] is None:
        return True
    if one[0] is not two[0]:
        return False
    return one[1] is None or two[1] is None or one[1].meets(two[1])


def find(document: Document, wanted: Json) -> list[Json]:
    """Return the metadata that a DataFilter matches: by a lookup, or because it overlaps the cells of the filter."""
    if "developerMetadataLookup" in wanted:
        return [held for held in all_of(document) if _matches(document, held, wanted["developerMetadataLookup"])]
    areas = areas_of(document, wanted)
    return [
        held for held in all_of(document) if any(_meet(cells_at(document, held["location"]), area) for area in areas)
    ]


def _matches(document: Document, held: Json, lookup: Json) -> bool:
    for name in ("metadataId", "metadataKey", "metadataValue", "visibility"):
        if name in lookup and held.get(name, "") != lookup[name]:
            return False
    if "locationType" in lookup and held["location"]["locationType"] != lookup["locationType"]:
        return False
    if "metadataLocation" not in lookup:
        return True
    _, location = resolve_location(document, lookup["metadataLocation"])
    if lookup.get("locationMatchingStrategy") == "EXACT_LOCATION":
        return bool(location == held["location"])
    return _meet(cells_at(document, location), cells_at(document, held["location"]))


def areas_of(document: Document, wanted: Json, where: str = "") -> list[tuple[Sheet, Box]]:
    """Return the cells that a DataFilter names, directly or by metadata. Raises 400."""
    if "a1Range" in wanted:
        return [area_of(document, wanted["a1Range"], clip=True)]
    if "gridRange" in wanted:
        sheet = document.sheet(wanted["gridRange"].get("sheetId", 0), where)
        return [(sheet, box_of(wanted["gridRange"], sheet))]
    if "developerMetadataLookup" not in wanted:
        raise invalid(f"{where}Exactly one of a1Range, gridRange or developerMetadataLookup must be specified.")
    areas: list[tuple[Sheet, Box]] = []
    for held in find(document, wanted):
        marked, box = cells_at(document, held["location"])
        if marked is not None:
            areas.append((marked, box or Box(0, 0, *marked.size)))
    return areas
