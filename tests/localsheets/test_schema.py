"""Request bodies are validated against Google's own types."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from sheets_gm.localsheets.api import routes
from sheets_gm.localsheets.protocol import schema
from sheets_gm.localsheets.protocol.errors import ApiError

BODIES = (
    "BatchClearValuesByDataFilterRequest",
    "BatchClearValuesRequest",
    "BatchGetValuesByDataFilterRequest",
    "BatchUpdateSpreadsheetRequest",
    "BatchUpdateValuesByDataFilterRequest",
    "BatchUpdateValuesRequest",
    "ClearValuesRequest",
    "CopySheetToAnotherSpreadsheetRequest",
    "GetSpreadsheetByDataFilterRequest",
    "SearchDeveloperMetadataRequest",
    "Spreadsheet",
    "ValueRange",
)


def document() -> Any:
    """The discovery document of the Sheets API."""
    text = resources.files("googleapiclient").joinpath("discovery_cache/documents/sheets.v4.json").read_text("utf-8")
    return json.loads(text)


def compact() -> dict[str, dict[str, str]]:
    """The discovery document's types that `BODIES` are made of, as `schema.json` writes them."""
    schemas = document()["schemas"]
    made: dict[str, dict[str, str]] = {}
    waiting = list(BODIES)

    def kind(held: dict[str, Any]) -> str:
        if "$ref" in held:
            waiting.append(held["$ref"])
            return str(held["$ref"])
        if held["type"] == "array":
            return f"[{kind(held['items'])}]"
        if held["type"] == "object":
            return f"{{{kind(held['additionalProperties'])}}}"
        if "enum" in held:
            return f"|{'|'.join(held['enum'])}|"
        if held["type"] == "integer" or held.get("format") in ("int64", "int32"):
            return str(held["format"])
        return "double" if held["type"] == "number" else str(held["type"])

    while waiting:
        name = waiting.pop()
        if name not in made:
            made[name] = {field: kind(held) for field, held in schemas[name].get("properties", {}).items()}
    return dict(sorted(made.items()))


def test_the_types_are_those_of_googles_discovery_document() -> None:
    assert schema.types() == compact()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"requests": [{"dance": {}}]}, "Unknown name \"dance\" at 'requests[0]': Cannot find field."),
        ({"wish": 1}, 'Invalid JSON payload received. Unknown name "wish": Cannot find field.'),
        (
            {"requests": [{}, {"updateCells": {"rows": [{"valus": []}]}}]},
            "Unknown name \"valus\" at 'requests[1].update_cells.rows[0]': Cannot find field.",
        ),
        (
            {"requests": [{"addSheet": {"properties": {"sheetId": "one"}}}]},
            "Invalid value at 'requests[0].add_sheet.properties.sheet_id' (TYPE_INT32), \"one\"",
        ),
        (
            {"requests": [{"addSheet": {"properties": {"title": 5}}}]},
            "Invalid value at 'requests[0].add_sheet.properties.title' (TYPE_STRING), 5",
        ),
        ({"requests": [{"mergeCells": {"mergeType": "ALL"}}]}, "'requests[0].merge_cells.merge_type'"),
    ],
)
def test_what_a_body_may_not_hold_is_refused_in_googles_words(body: Any, message: str) -> None:
    with pytest.raises(ApiError) as error:
        schema.read("BatchUpdateSpreadsheetRequest", body)
    assert message in error.value.message


def test_null_is_unset_and_numbers_may_be_written_as_texts() -> None:
    body = {"requests": [{"add_sheet": {"properties": {"sheetId": "7", "title": None, "index": 2.0}}}]}
    assert schema.read("BatchUpdateSpreadsheetRequest", body) == {
        "requests": [{"addSheet": {"properties": {"sheetId": 7, "index": 2}}}]
    }


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        ({"colour": {}}, "Invalid field: colour"),
        ({"gridProperties": {"rows": {}}}, "Invalid field: grid_properties.rows"),
    ],
)
def test_a_mask_names_only_what_there_is(mask: Any, message: str) -> None:
    schema.known_fields("SheetProperties", {"title": {}, "gridProperties": {"rowCount": {}}})
    with pytest.raises(ApiError, match=message):
        schema.known_fields("SheetProperties", mask)


def methods(resource: Any) -> Iterator[Any]:
    """Every method of the discovery document."""
    yield from resource.get("methods", {}).values()
    for each in resource.get("resources", {}).values():
        yield from methods(each)


METHODS = {each["id"]: each for each in methods(document())}


@pytest.mark.parametrize("name", METHODS)
def test_every_address_is_answered_and_takes_the_parameters_that_google_takes_there(name: str) -> None:
    method = METHODS[name]
    path = "/" + re.sub(r"\{\+?\w+\}", "1", method["path"])
    handler, _ = routes.route(method["httpMethod"], path)
    query = {name: held for name, held in method.get("parameters", {}).items() if held["location"] == "query"}
    everywhere = document()["parameters"]
    asked = {each: ["true"] for each in (*query, *everywhere)}
    assert set(routes.query_of(handler, path, asked)) == set(asked)
    with pytest.raises(ApiError, match="Cannot bind query parameter"):
        routes.query_of(handler, path, {"spreadsheetId": ["1"]})
    assert set(routes._TAKEN.get(handler, ())) == set(query)
