"""The table of paths and handlers of the APIs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias
from urllib.parse import unquote

from sheets_gm.localsheets.api.drive_routes import about, changes, comments, files, permissions, revisions
from sheets_gm.localsheets.api.sheets_routes import developer_metadata, query_parameters, spreadsheets, values
from sheets_gm.localsheets.drive.call import Answer, Call, Query
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.protocol.errors import ApiError

Handler: TypeAlias = Callable[[Drive, Call], Answer]


_SHEETS = "/v4/spreadsheets"
_DRIVE = "/drive/v3/files"
_ID = r"([^/:]+)"


ROUTES: Sequence[tuple[str, re.Pattern[str], Handler]] = [
    (method, re.compile(pattern), handler)
    for method, pattern, handler in (
        ("POST", _SHEETS, spreadsheets.create),
        ("GET", f"{_SHEETS}/{_ID}", spreadsheets.get),
        ("POST", f"{_SHEETS}/{_ID}:batchUpdate", spreadsheets.batch_update),
        ("POST", f"{_SHEETS}/{_ID}:getByDataFilter", spreadsheets.get_by_data_filter),
        ("POST", f"{_SHEETS}/{_ID}/sheets/([^/:]+):copyTo", spreadsheets.copy_to),
        ("POST", f"{_SHEETS}/{_ID}/developerMetadata:search", developer_metadata.metadata_search),
        ("GET", f"{_SHEETS}/{_ID}/developerMetadata/([^/:]+)", developer_metadata.metadata_get),
        ("GET", f"{_SHEETS}/{_ID}/values:batchGet", values.values_batch_get),
        ("POST", f"{_SHEETS}/{_ID}/values:batchGetByDataFilter", values.values_batch_get_by_data_filter),
        ("POST", f"{_SHEETS}/{_ID}/values:batchUpdate", values.values_batch_update),
        ("POST", f"{_SHEETS}/{_ID}/values:batchClear", values.values_batch_clear),
        ("POST", f"{_SHEETS}/{_ID}/values:batchUpdateByDataFilter", values.values_batch_update_by_data_filter),
        ("POST", f"{_SHEETS}/{_ID}/values:batchClearByDataFilter", values.values_batch_clear_by_data_filter),
        ("GET", f"{_SHEETS}/{_ID}/values/([^/]+)", values.values_get),
        ("PUT", f"{_SHEETS}/{_ID}/values/([^/]+)", values.values_update),
        ("POST", f"{_SHEETS}/{_ID}/values/([^/]+):append", values.values_append),
        ("POST", f"{_SHEETS}/{_ID}/values/([^/]+):clear", values.values_clear),
        ("GET", "/drive/v3/about", about.get),
        ("GET", _DRIVE, files.files_list),
        ("POST", _DRIVE, files.files_create),
        ("GET", f"{_DRIVE}/{_ID}", files.files_get),
        ("PATCH", f"{_DRIVE}/{_ID}", files.files_update),
        ("DELETE", f"{_DRIVE}/{_ID}", files.files_delete),
        ("POST", f"{_DRIVE}/{_ID}/copy", files.files_copy),
        ("GET", f"{_DRIVE}/{_ID}/export", files.files_export),
        ("GET", f"/spreadsheets/d/{_ID}/export", files.export_by_address),
        ("POST", "/upload/drive/v3/files", files.files_upload),
        ("PATCH", f"/upload/drive/v3/files/{_ID}", files.files_replace),
        ("PUT", f"/upload/drive/v2/files/{_ID}", files.files_import),
        ("GET", f"{_DRIVE}/{_ID}/comments", comments.comments_list),
        ("POST", f"{_DRIVE}/{_ID}/comments", comments.comments_create),
        ("GET", f"{_DRIVE}/{_ID}/comments/([^/]+)", comments.comments_get),
        ("PATCH", f"{_DRIVE}/{_ID}/comments/([^/]+)", comments.comments_update),
        ("DELETE", f"{_DRIVE}/{_ID}/comments/([^/]+)", comments.comments_delete),
        ("GET", f"{_DRIVE}/{_ID}/comments/([^/]+)/replies", comments.replies_list),
        ("POST", f"{_DRIVE}/{_ID}/comments/([^/]+)/replies", comments.replies_create),
        ("GET", f"{_DRIVE}/{_ID}/comments/([^/]+)/replies/([^/]+)", comments.replies_get),
        ("PATCH", f"{_DRIVE}/{_ID}/comments/([^/]+)/replies/([^/]+)", comments.replies_update),
        ("DELETE", f"{_DRIVE}/{_ID}/comments/([^/]+)/replies/([^/]+)", comments.replies_delete),
        ("GET", f"{_DRIVE}/{_ID}/revisions", revisions.revisions_list),
        ("GET", f"{_DRIVE}/{_ID}/revisions/([^/]+)", revisions.revisions_get),
        ("GET", "/drive/v3/changes/startPageToken", changes.start_page_token),
        ("GET", "/drive/v3/changes", changes.changes_list),
        ("GET", f"{_DRIVE}/{_ID}/permissions", permissions.permissions_list),
        ("POST", f"{_DRIVE}/{_ID}/permissions", permissions.permissions_create),
        ("GET", f"{_DRIVE}/{_ID}/permissions/([^/]+)", permissions.permissions_get),
        ("PATCH", f"{_DRIVE}/{_ID}/permissions/([^/]+)", permissions.permissions_update),
        ("DELETE", f"{_DRIVE}/{_ID}/permissions/([^/]+)", permissions.permissions_delete),
    )
]


_TAKEN: Mapping[Handler, Sequence[str]] = {
    spreadsheets.get: query_parameters.GRID,
    values.values_get: query_parameters.RENDERED,
    values.values_batch_get: ("ranges", *query_parameters.RENDERED),
    values.values_update: query_parameters.ENTERED,
    values.values_append: ("insertDataOption", *query_parameters.ENTERED),
}


_OF_DRIVE: Mapping[Handler, Sequence[str]] = {
    changes.start_page_token: ("driveId", "teamDriveId", *query_parameters.ALL_DRIVES),
    changes.changes_list: (
        *("includeCorpusRemovals", "includeRemoved", "restrictToMyDrive"),
        *query_parameters.LISTED,
    ),
    comments.comments_get: ("includeDeleted",),
    comments.comments_list: ("includeDeleted", "pageSize", "pageToken", "startModifiedTime"),
    comments.replies_get: ("includeDeleted",),
    comments.replies_list: ("includeDeleted", "pageSize", "pageToken"),
    revisions.revisions_get: ("acknowledgeAbuse",),
    revisions.revisions_list: ("pageSize", "pageToken"),
    files.files_list: ("corpora", "corpus", "orderBy", "q", *query_parameters.LISTED),
    files.files_create: ("ignoreDefaultVisibility", "useContentAsIndexableText", *query_parameters.WRITTEN),
    files.files_copy: ("ignoreDefaultVisibility", *query_parameters.WRITTEN),
    files.files_update: ("addParents", "removeParents", "useContentAsIndexableText", *query_parameters.WRITTEN),
    files.files_get: (
        *("acknowledgeAbuse", "includeLabels", "includePermissionsForView"),
        *query_parameters.ALL_DRIVES,
    ),
    files.files_delete: ("enforceSingleParent", *query_parameters.ALL_DRIVES),
    files.files_export: ("mimeType",),
    permissions.permissions_list: ("includePermissionsForView", "pageSize", "pageToken", *query_parameters.SHARED),
    permissions.permissions_get: query_parameters.SHARED,
    permissions.permissions_create: (
        *("emailMessage", "enforceExpansiveAccess", "enforceSingleParent", "moveToNewOwnersRoot"),
        *("sendNotificationEmail", "transferOwnership", *query_parameters.SHARED),
    ),
    permissions.permissions_update: (
        *("enforceExpansiveAccess", "removeExpiration", "transferOwnership"),
        *query_parameters.SHARED,
    ),
    permissions.permissions_delete: ("enforceExpansiveAccess", *query_parameters.SHARED),
}
"""The parameters of Drive's methods, as its schema has them; the others have none."""


def query_of(handler: Handler, path: str, query: Query, *, strict: bool = False) -> Query:
    """Return the query of a call, checked against what *handler* knows. Raises 400 for unknown parameters.

    Drive ignores unknown ones, unless it is *strict*.
    """
    if path.startswith(_SHEETS):
        return query_parameters.check(query, _TAKEN.get(handler, ()))
    if strict and path.startswith("/drive/v3/"):
        return query_parameters.check(query, _OF_DRIVE.get(handler, ()))
    return query


def reaches_all_drives(handler: Handler, query: Query) -> bool:
    """Whether a call of Drive reaches files in shared drives: it says so, or its method has no parameter for it."""
    needs = "supportsAllDrives" in _OF_DRIVE.get(handler, ())
    return not needs or query.get("supportsAllDrives", [""])[0] == "true"


_FILE = "kind,id,name,mimeType"
_WITHOUT_FIELDS: Mapping[Handler, str] = {
    files.files_list: f"kind,incompleteSearch,nextPageToken,files({_FILE})",
    **dict.fromkeys(
        (
            files.files_get,
            files.files_create,
            files.files_copy,
            files.files_update,
            files.files_upload,
            files.files_replace,
        ),
        _FILE,
    ),
}
"""The fields of files that Drive returns if the request names none."""


def fields_of(handler: Handler, query: Query) -> str:
    """Return the field mask of a call: the one it names, or the default of its method; empty for everything."""
    return query.get("fields", [""])[0] or _WITHOUT_FIELDS.get(handler, "")


_BEFORE_VERB = re.compile(r"/(:\w+)$")


def plain(path: str) -> str:
    """Return *path* as the table has it. Programs also end it in a slash, or write one before its verb."""
    return _BEFORE_VERB.sub(r"\1", path.rstrip("/"))


def route(method: str, path: str) -> tuple[Handler, tuple[str, ...]]:
    """Return the handler of a path, and the names in the path. Raises 404 for an unknown path."""
    for verb, pattern, handler in ROUTES:
        match = pattern.fullmatch(path) if verb == method else None
        if match:
            return handler, tuple(unquote(name) for name in match.groups())
    raise ApiError(404, f"The requested URL {path} was not found on this server.")
