"""Requests about developer metadata: invisible notes for programs, attached to a spreadsheet, sheet, row or column."""

from __future__ import annotations

from zlib import crc32

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.targets import Body, mask_of, required
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet import developer_metadata
from sheets_gm.localsheets.spreadsheet.developer_metadata import KIND
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

KEY = "metadataId"
LARGEST_ID = 2**31
MOST_CHARACTERS = 30_000
"""The limit for all metadata of one sheet, and for all metadata of the spreadsheet itself."""


def create_developer_metadata(document: Document, body: Body, _account: str) -> Body:
    """`createDeveloperMetadata`: on the spreadsheet, a sheet, a row or a column."""
    wanted = required(body, "developerMetadata")
    metadata = {name: wanted[name] for name in ("metadataKey", "metadataValue", "visibility") if wanted.get(name)}
    _check_complete(metadata)
    sheet, location = developer_metadata.resolve_location(document, required(wanted, "location"))
    taken = {held[KEY] for held in developer_metadata.all_of(document)}
    if wanted.get(KEY) in taken:
        raise invalid(
            f"Cannot add developer metadata with ID [{wanted[KEY]}] because developer metadata with that ID already "
            "exists."
        )
    metadata = {KEY: wanted.get(KEY) or _free_id(taken), **metadata, "location": location}
    _attach(document, sheet, metadata)
    return {"createDeveloperMetadata": {"developerMetadata": metadata}}


def _free_id(taken: set[int]) -> int:
    """Return an id that is not in *taken*. Like Google's ids it is random, so that no client can guess it."""
    free = crc32(repr(sorted(taken)).encode())
    while free in taken or not 0 < free < LARGEST_ID:
        free = crc32(str(free).encode())
    return free


def _check_complete(metadata: Body) -> None:
    if not metadata.get("metadataKey"):
        raise invalid("Developer metadata must have a metadataKey.")
    if metadata.get("visibility") not in ("DOCUMENT", "PROJECT"):
        raise invalid("Developer metadata must have a visibility of DOCUMENT or PROJECT.")


def _attach(document: Document, sheet: Sheet | None, metadata: Body) -> None:
    """Store metadata with its sheet or with the document."""
    if sheet is not None:
        objects.add(document, sheet, KIND, metadata)
    else:
        document.snapshot_meta()
        document.meta.setdefault(KIND, []).append(metadata)
    held = document.meta[KIND] if sheet is None else sheet.meta[KIND]
    if sum(len(each["metadataKey"]) + len(each.get("metadataValue", "")) for each in held) > MOST_CHARACTERS:
        raise invalid(f"Developer metadata cannot hold more than {MOST_CHARACTERS} characters.")


def _detach(document: Document, held: Body) -> None:
    for sheet in document.sheets.values():
        if any(each is held for each in objects.objects_of(sheet, KIND)):
            objects.replace(document, sheet, KIND, held, None)
            return
    document.snapshot_meta()
    document.meta[KIND] = [each for each in document.meta[KIND] if each is not held]


def update_developer_metadata(document: Document, body: Body, _account: str) -> Body:
    """`updateDeveloperMetadata`: all metadata that one of the filters matches."""
    new, mask = required(body, "developerMetadata"), mask_of(body, "DeveloperMetadata")
    if KEY in mask:
        raise invalid("The metadataId of developer metadata cannot be changed.")
    answers = []
    for held in _find(document, body.get("dataFilters", [])):
        metadata = {**field_masks.merge(mask, held, new), KEY: held[KEY]}
        _check_complete(metadata)
        sheet, metadata["location"] = developer_metadata.resolve_location(
            document, {name: value for name, value in required(metadata, "location").items() if name != "locationType"}
        )
        _detach(document, held)
        _attach(document, sheet, metadata)
        answers.append(metadata)
    return {"updateDeveloperMetadata": {"developerMetadata": answers} if answers else {}}


def _find(document: Document, filters: list[Body]) -> list[Body]:
    """Return what any of *filters* matches, without duplicates."""
    metadata_by_id = {held[KEY]: held for each in filters for held in developer_metadata.find(document, each)}
    return list(metadata_by_id.values())


def delete_developer_metadata(document: Document, body: Body, _account: str) -> Body:
    """`deleteDeveloperMetadata`: all metadata that the filter matches."""
    gone = _find(document, [required(body, "dataFilter")])
    for held in gone:
        _detach(document, held)
    return {"deleteDeveloperMetadata": {"deletedDeveloperMetadata": gone} if gone else {}}
