"""`spreadsheets.developerMetadata`: by id, or by data filters."""

from __future__ import annotations

from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.protocol import schema
from sheets_gm.localsheets.protocol.errors import not_found
from sheets_gm.localsheets.spreadsheet import developer_metadata


def metadata_get(drive: Drive, call: Call) -> Json:
    """Handle `developerMetadata.get`."""
    for held in developer_metadata.all_of(drive.open(call)):
        if str(held["metadataId"]) == call.names[1]:
            return held
    raise not_found()


def metadata_search(drive: Drive, call: Call) -> Json:
    """`developerMetadata.search`: the matches, each with the filters that found it."""
    body = schema.read("SearchDeveloperMetadataRequest", call.body)
    document = drive.open(call)
    matched: dict[int, Json] = {}
    for each in body.get("dataFilters", []):
        for held in developer_metadata.find(document, each):
            match = matched.setdefault(held["metadataId"], {"developerMetadata": held, "dataFilters": []})
            match["dataFilters"].append(each)
    return {"matchedDeveloperMetadata": list(matched.values())} if matched else {}
