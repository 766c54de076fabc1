"""`files` of the Drive API: list, create, copy, move, rename, delete, export and import spreadsheets; and folders."""

from __future__ import annotations

from copy import deepcopy

from sheets_gm.localsheets.api.drive_routes import about, file_query, paging, permissions
from sheets_gm.localsheets.api.drive_routes.paging import page_size, parameter
from sheets_gm.localsheets.batch_update.targets import check_size
from sheets_gm.localsheets.drive import conversion, folders, xlsx
from sheets_gm.localsheets.drive.call import Call, Content, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.drive.new_document import new_document
from sheets_gm.localsheets.protocol.errors import ApiError, invalid, no_file
from sheets_gm.localsheets.protocol.text_limits import LONGEST_NAME, MOST_PROPERTIES, PROPERTY_BYTES
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.a1 import BadRange, parse_box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, new_sheet

SPREADSHEET = "application/vnd.google-apps.spreadsheet"
FLAGS = ("writersCanShare", "copyRequiresWriterPermission")
PAGE = 100
ROOT = "root"
"""The id by which everybody calls their own *My Drive*. A file in it has no parents here."""
ORDERS = ("name", "createdTime", "modifiedTime", "name_natural", "modifiedByMeTime", "recency", "folder")


def file_resource(drive: Drive, call: Call, document: Document) -> Json:
    """Return the File resource as the caller sees it.

    Only editors learn who changed it last; callers who have access only by its link do not.
    """
    meta = document.meta
    role, named = drive.role(call, document), drive.is_named(call, document)
    last = about.user_resource(meta["lastModifyingUser"], me=meta["lastModifyingUser"] == call.account)
    owner = about.user_resource(meta["owner"], me=role == "owner")
    resource = {
        "kind": "drive#file",
        "id": document.id,
        "name": meta["properties"]["title"],
        "mimeType": meta.get("mimeType", SPREADSHEET),
        "version": str(meta["version"]),
        "trashed": meta.get("trashed", False),
        "createdTime": meta["createdTime"],
        "modifiedTime": meta["modifiedTime"],
        "lastModifyingUser": last if named and role in access.EDITORS else about.without_address(last),
        "owners": [owner if named else about.without_address(owner)],
        "ownedByMe": role == "owner",
        "shared": len(folders.effective(document)) > 1,
        "capabilities": {
            "canEdit": role in access.EDITORS,
            "canRename": role in access.EDITORS,
            "canComment": role in access.ROLES[1:],
            "canShare": permissions.may_share(drive, document, call),
            "canDelete": role == "owner",
        },
        "writersCanShare": document.meta.get("writersCanShare", True),
        "copyRequiresWriterPermission": document.meta.get("copyRequiresWriterPermission", False),
        "isAppAuthorized": drive.is_own(call, document),
        "webViewLink": f"{drive.address}/spreadsheets/d/{document.id}/edit",
    }
    notes = {each["key"]: each["value"] for each in meta.get("appProperties", ()) if each["app"] == call.caller.client}
    resource |= {"appProperties": notes} if notes else {}
    return {**resource, "parents": list(meta["parents"])} if meta.get("parents") else resource


def files_list(drive: Drive, call: Call) -> Json:
    """`files.list`: the spreadsheets that the caller can open and that match `q`, most recently changed first."""
    terms = file_query.terms(call.options().get("q", ""))
    asked = paging.includes_all_drives(drive, call)
    files = [
        file_resource(drive, call, document)
        for document in drive.documents.values()
        if asked and drive.may_see(call, document) and drive.role(call, document)
    ]
    files = [file for file in files if all(term(file) for term in terms)]
    for order in reversed(call.options().get("orderBy", "modifiedTime desc").split(",")):
        name, _, way = order.strip().partition(" ")
        if name not in ORDERS or way not in ("", "desc"):
            raise ApiError(400, f"Sort key '{order}' is not supported.", reason="invalid", location="orderBy")
        key = name if name in ("createdTime", "modifiedTime") else "name"
        files.sort(key=lambda file: file[key], reverse=way == "desc")
    start, size = parameter(call, "pageToken"), page_size(call, PAGE)
    answer: Json = {"kind": "drive#fileList", "incompleteSearch": False, "files": files[start : start + size]}
    return {**answer, "nextPageToken": str(start + size)} if start + size < len(files) else answer


def files_get(drive: Drive, call: Call) -> Json:
    """Handle `files.get`. The id `root` is the caller's *My Drive*, which an app with `drive.file` alone cannot see."""
    if call.names[0] == ROOT and not call.own:
        return {"kind": "drive#file", "id": ROOT, "name": "My Drive", "mimeType": folders.FOLDER, "ownedByMe": True}
    return file_resource(drive, call, drive.open(call))


def files_create(drive: Drive, call: Call) -> Json:
    """`files.create`: spreadsheets and folders only."""
    document = new_document(call.caller, drive.now(), _name(call.body, "Untitled"))
    if call.body.get("mimeType") == folders.FOLDER:
        document.meta["mimeType"] = folders.FOLDER
    else:
        _must_be_spreadsheet(call.body.get("mimeType"))
        document.add(new_sheet(0, "Sheet1", 0))
    _describe(document, call)
    drive.add(document, call.account, drive=True)
    return file_resource(drive, call, document)


def _describe(document: Document, call: Call) -> None:
    """Store the properties of a new file from the body, apart from its name."""
    _set_parents(document, call)
    _set_flags(document, call.body)
    _set_app_properties(document, call)


def _must_be_spreadsheet(media: object) -> None:
    if media != SPREADSHEET:
        message = f"This local Drive keeps spreadsheets only: send the mimeType {SPREADSHEET}."
        raise ApiError(400, message, reason="badRequest")


def _require_cells(document: Document) -> None:
    """Raise 403 for a folder."""
    if folders.is_folder(document):
        raise ApiError(403, "This file cannot be exported or copied by the user.", reason="fileNotExportable")


def _name(body: Json, default: str) -> str:
    name = body.get("name")
    if name is not None and not isinstance(name, str):
        raise ApiError(400, "Invalid value for: name is no text.", reason="invalid", location="name")
    if name is not None and len(name) > LONGEST_NAME:
        message = f"Invalid value for: name has more than {LONGEST_NAME} characters."
        raise ApiError(400, message, reason="invalid", location="name")
    return name or default


def _set_flags(document: Document, body: Json) -> None:
    """Store whether editors can share the file and readers can copy it, if *body* says so."""
    for name in FLAGS:
        if name in body:
            document.meta[name] = bool(body[name])


def _set_app_properties(document: Document, call: Call) -> None:
    """Store what the caller's app notes about the file; null deletes a note. Other apps do not see it."""
    notes = call.body.get("appProperties") or {}
    if not isinstance(notes, dict) or not all(isinstance(each, str | None) for each in notes.values()):
        raise ApiError(400, "Invalid value for: appProperties holds no texts.", reason="invalid")
    app = call.caller.client
    others = [each for each in document.meta.get("appProperties", ()) if each["app"] != app or each["key"] not in notes]
    notes = {key: value for key, value in notes.items() if value is not None}
    if any(len(f"{key}{value}".encode()) > PROPERTY_BYTES for key, value in notes.items()):
        message = f"A property of a file has {PROPERTY_BYTES} bytes at most, its key and its value together."
        raise ApiError(400, message, reason="invalid", location="appProperties")
    if len(notes) + sum(each["app"] == app for each in others) > MOST_PROPERTIES:
        message = f"An app has {MOST_PROPERTIES} properties of a file at most."
        raise ApiError(403, message, reason="propertyCountExceeded", location="appProperties")
    noted = [{"app": app, "key": key, "value": value} for key, value in notes.items()]
    if others or noted or "appProperties" in document.meta:
        document.meta["appProperties"] = [*others, *noted]


def _set_parents(document: Document, call: Call) -> None:
    """Store the parent folders in the body. With only `drive.file`, a caller's app has no folder here."""
    parents = call.body.get("parents") or []
    if not isinstance(parents, list) or not all(isinstance(each, str) for each in parents):
        raise ApiError(400, "Invalid value for: parents is no list of ids.", reason="invalid", location="parents")
    parents = [each for each in parents if each != ROOT]
    if parents and call.own:
        raise no_file(parents[0])
    if parents:
        document.meta["parents"] = parents


def files_copy(drive: Drive, call: Call) -> Json:
    """`files.copy`: anyone who can read a file can copy it.

    The caller owns the copy and is the only editor of its protected ranges.
    """
    source = drive.open(call)
    _require_cells(source)
    _must_be_spreadsheet(call.body.get("mimeType", SPREADSHEET))
    title = _name(call.body, f"Copy of {source.meta['properties']['title']}")
    document = new_document(call.caller, drive.now(), title, {**deepcopy(source.meta["properties"]), "title": title})
    if "developerMetadata" in source.meta:
        document.meta["developerMetadata"] = deepcopy(source.meta["developerMetadata"])
    for sheet in source.ordered():
        meta = deepcopy(sheet.meta)
        for protected_range in meta.get("protectedRanges", []):
            if not protected_range.get("warningOnly"):
                protected_range["editors"] = {"users": [document.meta["owner"]]}
        document.add(Sheet(meta, {place: deepcopy(cell) for place, cell in sheet.cells.items()}))
    _set_parents(document, call)
    drive.add(document, call.account, drive=True)
    return file_resource(drive, call, document)


def files_update(drive: Drive, call: Call) -> Json:
    """`files.update`: rename or move a file, or store notes about it."""

    def work(document: Document) -> Json:
        _change(drive, document, call)
        return file_resource(drive, call, document)

    return drive.update(call, work)


def _change(drive: Drive, document: Document, call: Call) -> None:
    """Store the properties in an update of a file. Only its owner can trash it or change who may share and copy it."""
    document.snapshot_meta()
    for name in (*FLAGS, "trashed"):
        if name in call.body:
            permissions.require_owner(drive, document, call)
            document.meta[name] = bool(call.body[name])
    document.meta["properties"]["title"] = _name(call.body, document.meta["properties"]["title"])
    _set_app_properties(document, call)
    gone = call.options().get("removeParents", "").split(",")
    more = [each for each in call.options().get("addParents", "").split(",") if each not in ("", ROOT)]
    parents = [each for each in document.meta.get("parents", []) if each not in (*gone, *more)]
    if gone != [""] or more:
        document.meta["parents"] = [*parents, *more]


def files_delete(drive: Drive, call: Call) -> Content:
    """`files.delete`: only the owner can delete a file."""
    document = drive.open(call)
    permissions.require_owner(drive, document, call)
    drive.delete(document)
    return Content(status=204)


def files_export(drive: Drive, call: Call) -> Content:
    """`files.export`: the whole spreadsheet, or its first sheet if the format can hold only one."""
    document = drive.open(call)
    _require_cells(document)
    media = call.options().get("mimeType")
    if media is None:
        raise ApiError(400, "Required parameter: mimeType", reason="required", location="mimeType")
    return Content(conversion.export_document(document, media), media)


SIGNS = {"csv": ",", "tsv": "\t"}
MEDIA = {"csv": "text/csv", "tsv": "text/tab-separated-values"}


def export_by_address(drive: Drive, call: Call) -> Content:
    """The address for downloads by a browser: `/spreadsheets/d/ID/export?format=csv&gid=0&range=A1:B2`.

    CSV and TSV hold one sheet, .xlsx the whole spreadsheet. Raises 400 for other formats, and for a sheet or range that
    does not exist.
    """
    document, asked = drive.open(call), call.options()
    _require_cells(document)
    kind = asked.get("format", asked.get("exportFormat", "xlsx"))
    if kind == "xlsx":
        return Content(conversion.export_document(document, xlsx.MEDIA), xlsx.MEDIA)
    if kind not in SIGNS:
        raise invalid(f"This local spreadsheet exports as csv, tsv and xlsx, and not as {kind}.")
    gid = asked.get("gid")
    sheet = None if gid is None else document.sheets.get(int(gid) if gid.isdecimal() and len(gid) < 12 else -1)
    if gid is not None and sheet is None:
        raise invalid(f"There is no sheet {gid}.")
    try:
        box = parse_box(asked["range"]) if "range" in asked else None
    except BadRange as error:
        raise invalid(f"Unable to parse range: {asked['range']}") from error
    sheet = sheet or conversion.first_visible(document)
    if box is not None:
        box = box.within(*sheet.size)
    return Content(conversion.delimited(document, SIGNS[kind], sheet, box), MEDIA[kind])


def _fill(document: Document, content: bytes, account: str) -> None:
    """Replace the contents of *document* by CSV. Raises 400."""
    conversion.import_csv(document, content, account)
    check_size(document)


def files_upload(drive: Drive, call: Call) -> Json:
    """`files.create` with a file: CSV becomes a new spreadsheet. Raises 400 for other content."""
    document = new_document(call.caller, drive.now(), _name(call.body, "Untitled"))
    _must_be_spreadsheet(call.body.get("mimeType", SPREADSHEET))
    document.add(new_sheet(0, "Sheet1", 0))
    _describe(document, call)
    _fill(document, call.content, call.account)
    drive.add(document, call.account, drive=True)
    return file_resource(drive, call, document)


def files_replace(drive: Drive, call: Call) -> Json:
    """`files.update` with a file: CSV replaces the content of a spreadsheet."""

    def work(document: Document) -> Json:
        _require_cells(document)
        _change(drive, document, call)
        _fill(document, call.content, drive.account_of(call, document))
        return file_resource(drive, call, document)

    return drive.update(call, work)


def files_import(drive: Drive, call: Call) -> Json:
    """The Drive v2 upload that gspread uses for CSV: the file replaces the content of the spreadsheet."""

    def work(document: Document) -> Json:
        _require_cells(document)
        _fill(document, call.content, drive.account_of(call, document))
        return {
            "kind": "drive#file",
            "id": document.id,
            "title": document.meta["properties"]["title"],
            "mimeType": SPREADSHEET,
        }

    return drive.update(call, work)
