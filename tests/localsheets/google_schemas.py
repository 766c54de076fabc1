"""Google's own schemas of the Sheets and Drive APIs, as strict JSON Schemas: an unknown field is an error."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import Any

import jsonschema_rs

from sheets_gm.localsheets.api.routes import plain

DROPPED = ("id", "description", "format", "enumDescriptions", "enumDeprecated", "readOnly", "deprecated", "default")


@cache
def discovery(api: str) -> dict[str, Any]:
    """The discovery document of *api*, “sheets.v4” or “drive.v3”."""
    text = resources.files("googleapiclient").joinpath(f"discovery_cache/documents/{api}.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


@cache
def schemas(api: str = "sheets.v4") -> dict[str, Any]:
    return {name: _strict(schema) for name, schema in discovery(api)["schemas"].items()}


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": f"#/$defs/{schema['$ref']}"}
    made = {name: value for name, value in schema.items() if name not in DROPPED}
    if made.get("type") == "any":
        del made["type"]
    for name in ("properties",):
        if isinstance(made.get(name), dict):
            made[name] = {key: _strict(value) for key, value in made[name].items()}
            made.setdefault("additionalProperties", False)
    for name in ("items", "additionalProperties"):
        if isinstance(made.get(name), dict):
            made[name] = _strict(made[name])
    return made


@cache
def _validator(name: str, api: str = "sheets.v4") -> Any:
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": schemas(api)})


ANSWERS = (
    ("values:batchUpdateByDataFilter", "BatchUpdateValuesByDataFilterResponse"),
    ("values:batchClearByDataFilter", "BatchClearValuesByDataFilterResponse"),
    ("developerMetadata:search", "SearchDeveloperMetadataResponse"),
    (":copyTo", "SheetProperties"),
    ("values:batchGetByDataFilter", "BatchGetValuesByDataFilterResponse"),
    ("values:batchGet", "BatchGetValuesResponse"),
    ("values:batchUpdate", "BatchUpdateValuesResponse"),
    ("values:batchClear", "BatchClearValuesResponse"),
    (":batchUpdate", "BatchUpdateSpreadsheetResponse"),
    (":append", "AppendValuesResponse"),
    (":clear", "ClearValuesResponse"),
)


DRIVE = (
    (r"/drive/v3/about", "About"),
    (r"/drive/v3/files", {"GET": "FileList", "POST": "File"}),
    (r"/drive/v3/files/[^/]+(/copy)?", "File"),
    (r"/drive/v3/files/[^/]+/permissions", {"GET": "PermissionList", "POST": "Permission"}),
    (r"/drive/v3/files/[^/]+/permissions/[^/]+", "Permission"),
    (r"/drive/v3/files/[^/]+/comments", {"GET": "CommentList", "POST": "Comment"}),
    (r"/drive/v3/files/[^/]+/comments/[^/]+", "Comment"),
    (r"/drive/v3/files/[^/]+/comments/[^/]+/replies", {"GET": "ReplyList", "POST": "Reply"}),
    (r"/drive/v3/files/[^/]+/comments/[^/]+/replies/[^/]+", "Reply"),
    (r"/drive/v3/files/[^/]+/revisions", "RevisionList"),
    (r"/drive/v3/files/[^/]+/revisions/[^/]+", "Revision"),
    (r"/drive/v3/changes", "ChangeList"),
    (r"/drive/v3/changes/startPageToken", "StartPageToken"),
)


def check(method: str, path: str, answer: Any) -> None:
    """AssertionError if an answer of the Sheets or Drive API is not one that Google could give."""
    method, path = "GET" if method == "HEAD" else method, plain(path)
    if path.startswith("/drive/"):
        kind = next(kind for pattern, kind in DRIVE if re.fullmatch(pattern, path))
        must_be(kind if isinstance(kind, str) else kind[method], "drive.v3", answer, f"{method} {path}")
    if not path.startswith("/v4/"):
        return
    name = next((kind for ending, kind in ANSWERS if path.endswith(ending)), None)
    if name is None:
        name = "Spreadsheet"
        if "/developerMetadata/" in path:
            name = "DeveloperMetadata"
        if "/values/" in path:
            name = "ValueRange" if method == "GET" else "UpdateValuesResponse"
    must_be(name, "sheets.v4", answer, f"{method} {path}")


def must_be(name: str, api: str, answer: Any, call: str) -> None:
    found = _validator(name, api).iter_errors(answer)
    errors = [f"{'/'.join(map(str, error.instance_path))}: {error.message}" for error in found]
    assert not errors, f"{call} is no {name}: {errors[:3]}"


REFUSALS = {"code": int, "message": str}
TOKEN_ERRORS = {"invalid_request", "invalid_grant", "invalid_scope", "invalid_client", "unauthorized_client",
                "unsupported_grant_type"}  # fmt: skip


def check_error(path: str, status: int, answer: Any) -> None:
    """AssertionError if a refusal is not in the shape of its service: Sheets', Drive's, or the token endpoint's."""
    if path == "/token":
        assert set(answer) == {"error", "error_description"}, answer
        assert answer["error"] in TOKEN_ERRORS, answer
        return
    error = answer["error"]
    assert all(isinstance(error[name], kind) for name, kind in REFUSALS.items()), error
    assert error["code"] == status
    if path.startswith(("/drive/", "/upload/")):
        assert set(error) <= {"code", "message", "errors", "status", "details"}, error
        for each in error["errors"]:
            assert (
                {"message", "domain", "reason"}
                <= set(each)
                <= {"message", "domain", "reason", "location", "locationType"}
            )
    else:
        assert {"code", "message", "status"} <= set(error) <= {"code", "message", "status", "details"}, error
    assert all("@type" in each for each in error.get("details", ()))
