"""What our transport does with single answers of the service, as Google gives them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import responses
from google.oauth2.credentials import Credentials
from urllib3 import HTTPConnectionPool
from urllib3.connection import HTTPConnection
from urllib3.exceptions import MaxRetryError, NewConnectionError

from sheets_gm.adapters.google.calls.api import FILES, SHEETS
from sheets_gm.adapters.google.calls.retries import (
    COMMAND,
    ROUND,
    MayHaveHappened,
    RetryingClient,
    RetryPolicy,
    timeout_for,
)
from sheets_gm.adapters.google.connection import client_for
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused, TabRange, WorkbookPlan
from sheets_gm.sheet.grid import Cell
from sheets_gm.sheet.writes import VALUE, Put

BOOK = Workbook(key="table", document="doc", tabs={"orders": 7})
READ = f"{SHEETS}/doc/values:batchGetByDataFilter"
GOOD = {
    "spreadsheetId": "doc",
    "valueRanges": [
        {
            "valueRange": {"range": "Orders!A1:B2", "values": [["x"]]},
            "dataFilters": [{"gridRange": {"sheetId": BOOK.tabs["orders"]}}],
        }
    ],
}


class Waits:
    """A clock that nobody waits for."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def sheets(waits: Waits) -> GoogleSheets:
    client = client_for(Credentials(token="t"))  # type: ignore[no-untyped-call]
    assert isinstance(client.http_client, RetryingClient)
    client.http_client.sleep = waits
    return GoogleSheets(client)


@pytest.fixture
def wire() -> Iterator[responses.RequestsMock]:
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        yield mock


def error(code: int, status: str, message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"code": code, "status": status, "message": message, **more}}


def test_a_429_is_tried_again_and_loses_nothing(
    sheets: GoogleSheets, wire: responses.RequestsMock, waits: Waits
) -> None:
    wire.post(READ, json=error(429, "RESOURCE_EXHAUSTED", "Quota exceeded"), status=429)
    wire.post(READ, json=GOOD)
    assert sheets.read(BOOK, [TabRange("orders")]) == {"orders": [["x"]]}
    assert len(waits.slept) == 1
    assert sheets.calls["read"] == 2


@pytest.mark.parametrize("code", [408, 409])
def test_what_the_service_could_not_do_just_then_is_tried_once_more(
    sheets: GoogleSheets, wire: responses.RequestsMock, code: int
) -> None:
    wire.post(FILES, json=error(code, "ABORTED", "The operation was aborted."), status=code)
    wire.post(FILES, json={"id": "doc"})
    assert sheets.call("post", FILES, {}) == {"id": "doc"}
    wire.replace(responses.POST, FILES, json=error(code, "ABORTED", "The operation was aborted."), status=code)
    with pytest.raises(SheetsDown, match="busy"):
        sheets.call("post", FILES, {})
    assert len(wire.calls) == 4


def test_a_command_outlasts_the_minute_in_which_others_use_the_quota_up(
    sheets: GoogleSheets, wire: responses.RequestsMock, waits: Waits
) -> None:
    def answer(_request: object) -> tuple[int, dict[str, str], str]:
        full = sum(waits.slept) < 60
        return (429, {}, json.dumps(error(429, "RESOURCE_EXHAUSTED", "full"))) if full else (200, {}, json.dumps(GOOD))

    wire.add_callback(responses.POST, READ, answer)
    assert sheets.read(BOOK, [TabRange("orders")]) == {"orders": [["x"]]}
    assert waits.slept[0] <= 2  # it may have been a moment
    assert sum(waits.slept) < COMMAND.seconds


def test_a_retry_after_is_honoured(sheets: GoogleSheets, wire: responses.RequestsMock, waits: Waits) -> None:
    wire.post(READ, json=error(429, "RESOURCE_EXHAUSTED", "slow down"), status=429, headers={"Retry-After": "17"})
    wire.post(READ, json=GOOD)
    sheets.read(BOOK, [TabRange("orders")])
    assert waits.slept == [17.0]


@pytest.mark.parametrize("answer", ["<html>502</html>", json.dumps(error(503, "UNAVAILABLE", "busy"))])
def test_a_service_that_stays_away_is_given_up_after_a_bounded_number_of_tries(
    sheets: GoogleSheets, wire: responses.RequestsMock, waits: Waits, answer: str
) -> None:
    wire.post(READ, body=answer, status=502 if "html" in answer else 503)
    with pytest.raises(SheetsDown, match="busy"):
        sheets.read(BOOK, [TabRange("orders")])
    assert len(wire.calls) == COMMAND.tries
    assert sum(waits.slept) <= COMMAND.seconds
    assert len(set(waits.slept)) > 1


def test_a_lost_connection_is_tried_again(sheets: GoogleSheets, wire: responses.RequestsMock) -> None:
    wire.post(READ, body=requests.ConnectionError("reset"))
    wire.post(READ, body=requests.ReadTimeout("slow"))
    wire.post(READ, json=GOOD)
    assert sheets.read(BOOK, [TabRange("orders")]) == {"orders": [["x"]]}


@pytest.mark.parametrize(
    ("code", "message", "hint"),
    [
        (403, "The user's Drive storage quota has been exceeded.", "has no Drive space"),
        (403, "The caller does not have permission", "share it with that account as Editor"),
        (
            403,
            "Google Sheets API has not been used in project 1 before or it is disabled",
            "Enable the Google Sheets API",
        ),
        (404, "Requested entity was not found.", "no such spreadsheet"),
        (400, "This operation is not supported for this document", "uploaded Excel file"),
    ],
)
def test_a_refusal_is_never_repeated_and_says_what_to_do(
    sheets: GoogleSheets, wire: responses.RequestsMock, code: int, message: str, hint: str
) -> None:
    more = {"errors": [{"domain": "usageLimits", "reason": "storageQuotaExceeded"}]} if "quota" in message else {}
    wire.post(FILES, json=error(code, "PERMISSION_DENIED", message, **more), status=code)
    with pytest.raises(SheetsRefused, match=hint):
        sheets.make("table", "T", WorkbookPlan())
    assert len(wire.calls) == 1


def test_no_call_can_hang_for_ever(sheets: GoogleSheets, wire: responses.RequestsMock) -> None:
    wire.post(READ, json=GOOD)
    sheets.read(BOOK, [TabRange("orders")])
    assert wire.calls[0].request.req_kwargs["timeout"] == COMMAND.timeout  # type: ignore[attr-defined]


def test_a_write_whose_answer_was_lost_may_be_written_twice(sheets: GoogleSheets, wire: responses.RequestsMock) -> None:
    address = f"{SHEETS}/doc:batchUpdate"
    wire.post(address, body=requests.ReadTimeout("no answer"))
    wire.post(address, json={"spreadsheetId": "doc", "replies": [{}]})
    sheets.type_in(BOOK, [(7, 3, 6, "=C7")])
    bodies = [json.loads(call.request.body or b"") for call in wire.calls]
    assert bodies[0] == bodies[1]
    value = bodies[0]["requests"][0]["updateCells"]["rows"][0]["values"][0]["userEnteredValue"]
    assert value == {"stringValue": "=C7"}


def test_a_service_that_was_never_connected_to_has_made_nothing(
    sheets: GoogleSheets, wire: responses.RequestsMock
) -> None:
    refused = NewConnectionError(HTTPConnection("127.0.0.1", 8765), "Connection refused")
    wire.post(FILES, body=requests.ConnectionError(MaxRetryError(HTTPConnectionPool("127.0.0.1"), "/", refused)))
    with pytest.raises(SheetsDown, match="cannot be reached") as caught:
        sheets.make("table", "T", WorkbookPlan())
    assert "may have created" not in str(caught.value)


# -- time-outs ---------------------------------------------------------------------------------------------------------


LONG = [Put("orders", row, 0, (Cell("x" * 2_000),), VALUE) for row in range(100)]
MARKER = Put("orders", 0, 4, (Cell("#7 abcdef01", "marker"),), VALUE, closing=True)
WRITE = f"{SHEETS}/doc:batchUpdate"


@pytest.mark.parametrize("policy", [COMMAND, ROUND])
def test_a_large_call_has_more_time_than_a_small_one_and_never_more_than_google_takes(policy: RetryPolicy) -> None:
    sizes = (0, 10_000, 500_000, 1_000_000, 50_000_000)
    answers = [timeout_for(policy, size)[1] for size in sizes]
    assert answers[0] == answers[1] == policy.timeout[1]
    assert answers == sorted(answers)
    assert answers[3] >= 120
    assert answers[4] == 180


def test_a_call_is_sent_with_the_time_for_its_size(sheets: GoogleSheets, wire: responses.RequestsMock) -> None:
    wire.post(WRITE, json={"replies": [{}]})
    sheets.write(BOOK, LONG, {})
    size = len(wire.calls[0].request.body or b"")
    assert wire.calls[0].request.req_kwargs["timeout"] == timeout_for(COMMAND, size)  # type: ignore[attr-defined]
    assert size > 200_000


def shows(value: str) -> dict[str, object]:
    answer = {"range": "Orders!A1:E1", "values": [["a", "", "", "", value]]}
    return {"valueRanges": [{"valueRange": answer, "dataFilters": [{"gridRange": {"sheetId": BOOK.tabs["orders"]}}]}]}


@pytest.mark.parametrize(("shown", "writes"), [("#7 abcdef01", 1), ("#6 12345678", 2)])
def test_a_command_whose_large_write_was_not_answered_reads_the_marker_before_it_writes_again(
    sheets: GoogleSheets, wire: responses.RequestsMock, shown: str, writes: int
) -> None:
    wire.post(WRITE, body=requests.ReadTimeout("no answer"))
    wire.post(WRITE, json={"replies": [{}]})
    wire.post(READ, json=shows(shown))
    sheets.write(BOOK, [MARKER, *LONG], {})
    addresses = [str(call.request.url) for call in wire.calls]
    assert [address for address in addresses if "fields" not in address][:2] == [WRITE, READ]
    assert addresses.count(WRITE) == writes


def test_a_round_leaves_a_large_write_that_was_not_answered_to_the_next_poll(
    sheets: GoogleSheets, wire: responses.RequestsMock
) -> None:
    sheets.http.use(ROUND)
    wire.post(WRITE, body=requests.ReadTimeout("no answer"))
    with pytest.raises(MayHaveHappened):
        sheets.write(BOOK, [MARKER, *LONG], {})
    assert len(wire.calls) == 1
