"""Google's traps, each with a test: what its service or gspread does that a program must be ready for."""

from __future__ import annotations

import contextlib
import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import responses
from google.oauth2.credentials import Credentials
from gspread.http_client import BackOffHTTPClient, HTTPClient

from sheets_gm.adapters.google.calls.api import FILES, SHEETS
from sheets_gm.adapters.google.calls.retries import COMMAND, ROUND, MayHaveHappened, OutOfQuota
from sheets_gm.adapters.google.connection import client_for
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused, TabRange, WorkbookPlan
from sheets_gm.gm.workbooks.layout import LOG
from sheets_gm.localsheets.api.fault_injection import DROP, TRUNCATED, UNAVAILABLE, FaultInjection
from sheets_gm.localsheets.drive.strangeness import SHUFFLED, Strangeness
from tests.adapters.google.test_retries import BOOK, GOOD, READ, Waits, error
from tests.few import by_day
from tests.gm.table import Evening

WRITE = f"{SHEETS}/doc:batchUpdate"
TOKEN = "https://oauth2.googleapis.com/token"
QUOTA = (
    "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service "
    "'sheets.googleapis.com' for consumer 'project_number:1'."
)


@pytest.fixture
def wire() -> Iterator[responses.RequestsMock]:
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        yield mock


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def sheets(waits: Waits) -> GoogleSheets:
    """What a command calls with."""
    made = GoogleSheets(client_for(Credentials(token="t")))  # type: ignore[no-untyped-call]
    made.http.sleep = waits
    return made


@pytest.fixture
def rounds(sheets: GoogleSheets) -> GoogleSheets:
    """What a round calls with."""
    sheets.http.use(ROUND)
    return sheets


def read(sheets: GoogleSheets) -> Any:
    return sheets.read(BOOK, [TabRange("orders")])


# -- gspread passes no timeout -----------------------------------------------------------------------------------------


def test_gspread_by_itself_would_wait_for_ever(wire: responses.RequestsMock) -> None:
    wire.post(READ, json=GOOD)
    HTTPClient(Credentials(token="t")).request("post", READ, json={})  # type: ignore[no-untyped-call]
    assert wire.calls[0].request.req_kwargs["timeout"] is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("patience", [COMMAND, ROUND])
def test_every_call_of_ours_has_a_timeout(sheets: GoogleSheets, wire: responses.RequestsMock, patience: Any) -> None:
    sheets.http.use(patience)
    wire.post(READ, json=GOOD)
    wire.post(WRITE, json={"spreadsheetId": "doc", "replies": [{}]})
    read(sheets)
    sheets.type_in(BOOK, [(7, 0, 0, "x")])
    assert [call.request.req_kwargs["timeout"] for call in wire.calls] == 2 * [patience.timeout]  # type: ignore[attr-defined]
    assert all(0 < seconds < 180 for seconds in patience.timeout)


# -- its back-off client retries for ever ------------------------------------------------------------------------------


def test_gspreads_own_back_off_repeats_a_refusal_that_will_never_change() -> None:
    source = inspect.getsource(BackOffHTTPClient)
    assert "usageLimits" in source
    assert "not production ready" in source


def test_a_refusal_for_want_of_drive_space_is_never_repeated(
    sheets: GoogleSheets, wire: responses.RequestsMock, waits: Waits
) -> None:
    full = {"domain": "usageLimits", "reason": "storageQuotaExceeded", "message": "full"}
    wire.post(
        FILES, json=error(403, "", "The user's Drive storage quota has been exceeded.", errors=[full]), status=403
    )
    with pytest.raises(SheetsRefused, match="has no Drive space"):
        sheets.make("table", "T", WorkbookPlan())
    assert (len(wire.calls), waits.slept) == (1, [])


@pytest.mark.parametrize("reason", ["rateLimitExceeded", "userRateLimitExceeded"])
def test_drive_says_403_where_sheets_says_429_and_both_are_tried_again(
    sheets: GoogleSheets, wire: responses.RequestsMock, reason: str
) -> None:
    address = "https://www.googleapis.com/drive/v3/changes/startPageToken"
    limit = {"domain": "usageLimits", "reason": reason, "message": "User rate limit exceeded."}
    wire.get(address, json=error(403, "", "User rate limit exceeded.", errors=[limit]), status=403)
    wire.get(address, json={"startPageToken": "7"})
    assert sheets.call("get", address) == {"startPageToken": "7"}


# -- 429: nobody is waited for in a round, and nothing is lost ---------------------------------------------------------


def test_in_a_round_a_429_is_given_up_at_once_and_the_account_rests_as_long_as_it_is_asked_to(
    rounds: GoogleSheets, wire: responses.RequestsMock, waits: Waits
) -> None:
    wire.post(READ, json=error(429, "RESOURCE_EXHAUSTED", QUOTA), status=429, headers={"Retry-After": "30"})
    with pytest.raises(SheetsDown, match=r"busy \(429\)"):
        read(rounds)
    assert (len(wire.calls), waits.slept) == (1, [])
    assert 29 < rounds.http.quota.wait(1) <= 30
    assert rounds.http.quota.project.closed == {}
    with pytest.raises(OutOfQuota, match=r"possible in 30 s\. Nothing is lost"):
        read(rounds)
    assert len(wire.calls) == 1


def test_a_429_of_the_whole_project_lets_all_its_accounts_rest(
    rounds: GoogleSheets, wire: responses.RequestsMock
) -> None:
    wire.post(READ, json=error(429, "RESOURCE_EXHAUSTED", QUOTA.replace(" per user", "")), status=429)
    with pytest.raises(SheetsDown):
        read(rounds)
    assert set(rounds.http.quota.project.closed) == {"read"}


def test_a_429_never_loses_an_input() -> None:
    evening = Evening(on="google")
    evening.tick()
    evening.order("blue1", move_to="A1")
    evening.sync.http.use(ROUND)
    handle = evening.service.handle

    def exhausted(method: str, path: str, *rest: Any) -> Any:
        if path.endswith(":batchUpdate"):
            return 429, error(429, "RESOURCE_EXHAUSTED", QUOTA.replace("Read", "Write"))
        return handle(method, path, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening.service, "handle", exhausted)
        with pytest.raises(SheetsDown):
            evening.tick()
    evening.sync.http.quota.account.closed.clear()
    assert (evening.row("orders", "blue1")["move_to"], evening.receipt("blue1")) == ("A1", "")
    evening.tick()
    assert evening.receipt("blue1").startswith("✓ Saved")


# -- 5xx, broken and truncated answers, timeouts -----------------------------------------------------------------------

BROKEN = [
    {"json": error(500, "INTERNAL", "Internal error encountered."), "status": 500},
    {"json": error(503, "UNAVAILABLE", "The service is currently unavailable."), "status": 503},
    {"body": "<html>502 Bad Gateway</html>", "status": 502},
    {"body": json.dumps(GOOD)[:-9], "status": 200},
    {"body": "<html>Please sign in to this network.</html>", "status": 200},
    {"body": requests.exceptions.ChunkedEncodingError("Response ended prematurely")},
    {"body": requests.ConnectTimeout("no route")},
    {"body": requests.ReadTimeout("no answer")},
    {"body": requests.ConnectionError("reset by peer")},
]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda each: str(each.get("status", each.get("body")))[:24])
def test_an_answer_that_is_broken_is_asked_for_again(
    sheets: GoogleSheets, wire: responses.RequestsMock, broken: dict[str, Any]
) -> None:
    wire.post(READ, **broken)
    wire.post(READ, json=GOOD)
    assert read(sheets) == {"orders": [["x"]]}
    assert len(wire.calls) == 2


@pytest.mark.parametrize("broken", BROKEN, ids=lambda each: str(each.get("status", each.get("body")))[:24])
@pytest.mark.parametrize("patience", [COMMAND, ROUND])
def test_a_service_that_stays_broken_is_away_and_blames_no_match(
    sheets: GoogleSheets, wire: responses.RequestsMock, broken: dict[str, Any], patience: Any, waits: Waits
) -> None:
    sheets.http.use(patience)
    wire.post(READ, **broken)
    with pytest.raises(SheetsDown):
        read(sheets)
    assert len(wire.calls) <= patience.tries
    assert sum(waits.slept) <= patience.seconds


@pytest.mark.parametrize("answer", ["[]", "7", '{"spreadsheetId": "doc"}', '{"valueRanges": []}'])
def test_an_answer_of_another_shape_blames_no_match(
    sheets: GoogleSheets, wire: responses.RequestsMock, answer: str
) -> None:
    wire.post(READ, body=answer, content_type="application/json")
    with pytest.raises(SheetsDown, match=r"not a JSON object|instead of"):
        read(sheets)


def test_drive_answers_a_deletion_with_nothing_at_all(sheets: GoogleSheets, wire: responses.RequestsMock) -> None:
    address = "https://www.googleapis.com/drive/v3/files/doc/permissions/7"
    wire.delete(address, status=204)
    assert sheets.call("delete", address) == {}


# -- tokens ------------------------------------------------------------------------------------------------------------


def refreshing() -> Credentials:
    return Credentials(  # type: ignore[no-untyped-call]
        token=None, refresh_token="1//r", token_uri=TOKEN, client_id="app", client_secret="s3cret", scopes=["x"]
    )


def test_a_token_is_fetched_before_the_first_call_and_shown_with_each(wire: responses.RequestsMock) -> None:
    wire.post(TOKEN, json={"access_token": "ya29.new", "expires_in": 3599, "token_type": "Bearer"})
    wire.post(READ, json=GOOD)
    sheets = GoogleSheets(client_for(refreshing()))
    read(sheets)
    read(sheets)
    asked = wire.calls[0].request.body
    assert isinstance(asked, bytes | str)
    text = asked.decode() if isinstance(asked, bytes) else asked
    assert {"grant_type=refresh_token", "refresh_token=1%2F%2Fr", "client_id=app"} <= set(text.split("&"))
    assert [call.request.headers.get("authorization") for call in wire.calls[1:]] == 2 * ["Bearer ya29.new"]


def test_a_token_that_the_service_takes_no_more_is_renewed_once_and_the_call_made_again(
    wire: responses.RequestsMock,
) -> None:
    for number in (1, 2):
        wire.post(TOKEN, json={"access_token": f"ya29.{number}", "expires_in": 3599, "token_type": "Bearer"})
    wire.post(READ, json=error(401, "UNAUTHENTICATED", "Request had invalid authentication credentials."), status=401)
    wire.post(READ, json=GOOD)
    assert read(GoogleSheets(client_for(refreshing()))) == {"orders": [["x"]]}
    shown = [call.request.headers.get("authorization") for call in wire.calls if call.request.url == READ]
    assert shown == ["Bearer ya29.1", "Bearer ya29.2"]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"json": {"error": "invalid_grant", "error_description": "Token has been expired or revoked."}, "status": 400},
         "revoked or has expired"),
        ({"body": requests.ConnectionError("no route")}, "cannot be reached"),
        ({"body": requests.ReadTimeout("no answer")}, "cannot be reached"),
        ({"json": {"error": "internal_failure"}, "status": 503}, "cannot be reached|does not let"),
        ({"body": '{"access_token": "ya', "status": 200}, "."),
        ({"json": {"token_type": "Bearer"}, "status": 200}, "."),
    ],
    ids=["revoked", "unreachable", "slow", "down", "truncated", "empty"],
)  # fmt: skip
def test_a_token_that_cannot_be_had_is_one_line_without_a_secret(
    wire: responses.RequestsMock, broken: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    wire.post(TOKEN, **broken)
    sheets = GoogleSheets(client_for(refreshing()))
    sheets.http.use(ROUND)
    sheets.http.sleep = lambda _: None
    with pytest.raises(SheetsDown, match=message) as caught:
        read(sheets)
    assert not any(secret in str(caught.value) for secret in ("1//r", "s3cret"))
    assert "\n" not in str(caught.value)


# -- a write that timed out may have happened --------------------------------------------------------------------------


def test_a_new_spreadsheet_is_never_asked_for_twice(sheets: GoogleSheets, wire: responses.RequestsMock) -> None:
    wire.post(FILES, body=requests.ReadTimeout("no answer"))
    with pytest.raises(MayHaveHappened, match="Look for it in your Drive"):
        sheets.make("table", "T", WorkbookPlan())
    assert len(wire.calls) == 1


def test_a_second_try_that_is_refused_for_what_the_first_did_is_no_refusal(
    sheets: GoogleSheets, wire: responses.RequestsMock
) -> None:
    wire.post(WRITE, body=requests.ReadTimeout("no answer"))
    done = 'Invalid requests[0].addSheet: A sheet with the name "Orders" already exists.'
    wire.post(WRITE, json=error(400, "INVALID_ARGUMENT", done), status=400)
    with pytest.raises(MayHaveHappened, match="looks it up"):
        sheets.call("post", WRITE, {"requests": []})


def test_a_refusal_at_the_first_try_is_one(sheets: GoogleSheets, wire: responses.RequestsMock) -> None:
    wire.post(WRITE, json=error(400, "INVALID_ARGUMENT", "Invalid requests[0]"), status=400)
    with pytest.raises(SheetsRefused, match="Invalid requests"):
        sheets.call("post", WRITE, {"requests": []})


@pytest.mark.parametrize("fault", [DROP, TRUNCATED, UNAVAILABLE])
@pytest.mark.parametrize("seed", by_day(1, of=(1, 2, 3)))
def test_a_match_is_right_after_many_lost_answers(fault: str, seed: int) -> None:
    evening = Evening(on="google", settings={"archery": "off"})
    evening.tick()
    evening.sync.http.use(ROUND)
    evening.sync.http.sleep = lambda _: None
    evening.service.fault_injection = FaultInjection(faults={fault: 0.4}, seed=seed)

    def insist() -> None:
        for _ in range(40):
            evening.sync.http.quota.account.closed.clear()
            try:
                evening.tick()
                return
            except SheetsDown:
                continue
        raise AssertionError("it never came through")

    for turn in (1, 2):
        weather, evening.service.fault_injection = evening.service.fault_injection, None
        evening.all_ready()
        evening.change({"deleteSheet": {"sheetId": evening.sheet_id("roster")}}) if turn == 2 else None
        evening.service.fault_injection = weather
        while evening.store.last_number("evening") < turn:
            insist()
        insist()
    assert sum(evening.service.fault_injection.injected.values()) > 0
    evening.service.fault_injection = None
    evening.tick()
    assert evening.store.last_number("evening") == 2
    assert evening.values("board")[0][0].startswith("Board · Turn 3 of 60\n")
    assert evening.values("roster")[2][0]
    assert len(evening.log()) == len(set(enumerate(evening.log())))
    fresh = Evening(on="google", settings={"archery": "off"})
    assert [len(row) for row in evening.values(LOG)[:3]] == [len(row) for row in fresh.values(LOG)[:3]]
    assert evening.tick().writes == 0


# -- validation is enforced only by the page ---------------------------------------------------------------------------


def test_what_a_drop_down_does_not_offer_can_be_written_by_a_program_and_is_answered_by_the_engine() -> None:
    evening = Evening(on="google")
    evening.tick()
    evening.order("blue1", action="FLY", ready="maybe")
    assert evening.row("orders", "blue1")["action"] == "FLY"
    evening.tick()
    assert "FLY" in evening.receipt("blue1")
    assert evening.table.waiting


# -- a renamed tab does not fail the read ------------------------------------------------------------------------------


def test_every_tab_may_be_renamed_moved_and_hidden_between_two_polls() -> None:
    evening = Evening(on="google")
    evening.tick()
    book = evening.record.workbooks[0]
    for at, sheet in enumerate(book.tabs.values()):
        named = {"sheetId": sheet, "title": f"{at}/!'A1:B2", "index": 0, "hidden": at > 3}
        evening.change({"updateSheetProperties": {"properties": named, "fields": "title,index,hidden"}})
    evening.order("blue1", move_to="A1")
    evening.tick()
    assert evening.receipt("blue1").startswith("✓ Saved")


def test_tabs_are_asked_for_by_their_ids_in_one_call(sheets: GoogleSheets, wire: responses.RequestsMock) -> None:
    wire.post(READ, json={"valueRanges": [echo(9, "b"), echo(7, "a")]})
    book = Workbook(key="table", document="doc", tabs={"orders": 7, "log": 9})
    assert sheets.read(book, [TabRange("orders"), TabRange("log", 12)]) == {"orders": [["a"]], "log": [["b"]]}
    body = json.loads(wire.calls[0].request.body or b"")
    assert body == {
        "dataFilters": [{"gridRange": {"sheetId": 7}}, {"gridRange": {"sheetId": 9, "startRowIndex": 12}}],
        "valueRenderOption": "UNFORMATTED_VALUE",
    }


def test_the_head_of_a_tab_and_the_rows_below_are_two_parts_of_one_call(
    sheets: GoogleSheets, wire: responses.RequestsMock
) -> None:
    below, head = echo(9, "b"), echo(9, "a")
    below["dataFilters"][0]["gridRange"]["startRowIndex"] = 12
    wire.post(READ, json={"valueRanges": [below, head]})
    book = Workbook(key="table", document="doc", tabs={"log": 9})
    assert sheets.read(book, [TabRange("log", 12, 3)]) == {"log": [["a"], [], [], ["b"]]}
    assert json.loads(wire.calls[0].request.body or b"")["dataFilters"] == [
        {"gridRange": {"sheetId": 9, "endRowIndex": 3}},
        {"gridRange": {"sheetId": 9, "startRowIndex": 12}},
    ]


def test_a_head_that_the_other_rows_follow_is_read_with_them(
    sheets: GoogleSheets, wire: responses.RequestsMock
) -> None:
    wire.post(READ, json={"valueRanges": [echo(9, "a")]})
    book = Workbook(key="table", document="doc", tabs={"log": 9})
    assert sheets.read(book, [TabRange("log", 3, 3)]) == {"log": [["a"]]}
    assert json.loads(wire.calls[0].request.body or b"")["dataFilters"] == [{"gridRange": {"sheetId": 9}}]


def echo(sheet: int, *values: str) -> dict[str, Any]:
    """What the service answers for a tab: the values beside the filter that asked for them."""
    return {"valueRange": {"values": [list(values)]}, "dataFilters": [{"gridRange": {"sheetId": sheet}}]}


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        ([echo(7, "a")], "for 1 tabs instead of 2"),
        ([echo(7, "a"), echo(7, "b")], "where each tab is due once"),
        ([echo(7, "a"), echo(8, "b")], "where each tab is due once"),
        ([{"valueRange": {"values": [["a"]]}}, echo(9, "b")], "where each tab is due once"),
    ],
    ids=["one is missing", "one comes twice", "one was not asked for", "one does not say what it is"],
)
def test_an_answer_that_belongs_to_no_tab_for_sure_is_never_used(
    sheets: GoogleSheets, wire: responses.RequestsMock, ranges: Any, message: str
) -> None:
    wire.post(READ, json={"valueRanges": ranges})
    book = Workbook(key="table", document="doc", tabs={"orders": 7, "log": 9})
    with pytest.raises(SheetsDown, match=message):
        sheets.read(book, [TabRange("orders"), TabRange("log", 12)])


@pytest.mark.parametrize("seed", by_day(1, of=range(3)))
def test_a_match_is_read_right_in_whatever_order_its_tabs_are_answered(seed: int) -> None:
    evening = Evening(on="google")
    evening.service.strangeness = Strangeness({SHUFFLED: 0.0}, seed)
    evening.tick()
    evening.all_ready()
    assert [step.entry.number for step in evening.tick().steps] == [1]
    assert evening.tick().mended == ()


# -- the owner can always edit -----------------------------------------------------------------------------------------


def row_of(evening: Evening, tab: str, word: str) -> list[str]:
    return [str(line[1]) for line in evening.values(tab) if line and line[0] == word]


@pytest.fixture
def settled() -> Evening:
    evening = Evening(on="google", policy=Policy(gm=("gm@table",)))
    evening.tick()
    assert evening.tick().mended == ()
    return evening


def test_what_the_owner_types_over_an_engines_cell_is_put_back_and_said(settled: Evening) -> None:
    right = settled.values("board")
    settled.type("board", {"B4": "my own idea"}, account="sync@table")  # its owner
    tick = settled.tick()
    assert settled.values("board") == right
    assert tick.mended == ("Board!B4 contained “my own idea”",)
    (message,) = row_of(settled, "gm", "Put back")
    assert re.fullmatch(r"Board!B4 contained “my own idea” \(\d\d:\d\d\)", message)
    assert settled.tick().writes == 0


def test_what_the_owner_empties_is_put_back_and_said(settled: Evening) -> None:
    settled.type("orders", {"A4": ""}, account="sync@table")
    settled.type("dice", {"B3": None}, account="sync@table")
    assert settled.tick().mended == ("Orders!A4 was empty", "Dice!B3 was empty")


def test_much_that_is_typed_over_is_reported_in_short(settled: Evening) -> None:
    settled.type("board", {f"B{row}": "x" * 500 for row in range(3, 15)}, account="sync@table")
    *first, rest = settled.tick().mended
    assert len(first) == 4
    assert all(len(line) < 100 for line in first)
    assert re.fullmatch(r"and \d+ more cells", rest)


def test_what_players_type_is_never_called_typed_over(settled: Evening) -> None:
    settled.order("blue1", move_to="nonsense", ready=True)
    settled.type("desk", {settled.cell("desk", "gm #1", "act"): "extend"}, "gm@table")
    assert settled.tick().mended == ()


def test_what_another_process_writes_is_never_called_typed_over(settled: Evening) -> None:
    other = settled.poller("other")
    other.tick()
    settled.order("blue1", move_to="A1")
    settled.tick()
    assert other.tick().mended == ()
    settled.all_ready()
    assert len(settled.tick().steps) == 1
    assert other.tick().mended == ()


def test_what_was_put_back_is_said_until_the_next_turn(settled: Evening) -> None:
    settled.type("board", {"B4": "my own idea"}, account="sync@table")
    settled.tick()
    settled.all_ready()
    assert len(settled.tick().steps) == 1
    assert row_of(settled, "gm", "Put back") == []


def test_a_write_that_happened_though_its_answer_was_lost_is_never_called_typed_over(settled: Evening) -> None:
    settled.sync.http.use(ROUND)
    settled.sync.http.sleep = lambda _: None
    settled.order("blue1", move_to="A1")
    settled.service.fault_injection = FaultInjection(faults={DROP: 0.5}, seed=3)
    for _ in range(6):
        settled.sync.http.quota.account.closed.clear()
        with contextlib.suppress(SheetsDown):
            assert settled.tick().mended == ()
    assert settled.service.fault_injection.injected[DROP] > 1
