"""`spreadsheets.developerMetadata`: one by its id, or what filters find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheets_gm.localsheets import lookups, schema
from sheets_gm.localsheets.calls import Call, Json
from sheets_gm.localsheets.errors import not_found

if TYPE_CHECKING:
    from sheets_gm.localsheets.service import Service


def metadata_get(service: Service, call: Call) -> Json:
    """`developerMetadata.get`."""
    for held in lookups.all_of(service.open(call)):
        if str(held["metadataId"]) == call.names[1]:
            return held
    raise not_found()


def metadata_search(service: Service, call: Call) -> Json:
    """`developerMetadata.search`: each that is found, with the filters that found it."""
    body = schema.read("SearchDeveloperMetadataRequest", call.body)
    document = service.open(call)
    matched: dict[int, Json] = {}
    for each in body.get("dataFilters", []):
        for held in lookups.found(document, each):
            made = matched.setdefault(held["metadataId"], {"developerMetadata": held, "dataFilters": []})
            made["dataFilters"].append(each)
    return {"matchedDeveloperMetadata": list(matched.values())} if matched else {}
