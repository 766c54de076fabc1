"""What Google does rarely, or to some callers only, and the local spreadsheet shows when it is asked to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import requests
from gspread.exceptions import APIError

from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.drive import strangeness
from sheets_gm.localsheets.drive.strangeness import (
    ALIASES,
    BUSY,
    CUT,
    DRIVE_PARAMETERS,
    EDITORS_ONLY,
    LATE_EDIT,
    NO_ACCOUNT,
    SHARE_LIMIT,
    SHUFFLED,
    SLOW_LARGE,
    STRANGENESSES,
    Strangeness,
)
from tests import patience
from tests.localsheets import real
from tests.localsheets.api_calls import BASE, batch, fill, grid, post, shown
from tests.localsheets.conftest import People


def asked(sheet: Any, count: int) -> list[int]:
    """The sheet ids of the answers to a request for *count* tabs, as they come."""
    filters = [{"gridRange": {"sheetId": number}} for number in range(count)]
    answer = post(sheet, "/values:batchGetByDataFilter", {"dataFilters": filters})
    return [each["dataFilters"][0]["gridRange"]["sheetId"] for each in answer["valueRanges"]]


@pytest.fixture
def tabs(sheet: Any) -> Any:
    """A spreadsheet with five tabs, whose ids are 0 to 4."""
    batch(sheet, *({"addSheet": {"properties": {"sheetId": number, "title": f"T{number}"}}} for number in range(1, 5)))
    return sheet


def test_values_by_data_filter_never_come_in_the_order_of_the_request(tabs: Any) -> None:
    assert asked(tabs, 2) == [1, 0]
    assert asked(tabs, 5) != list(range(5))
    assert sorted(asked(tabs, 5)) == list(range(5))


def test_a_shuffled_order_is_another_one_each_time_and_the_same_for_the_same_seed(people: People, tabs: Any) -> None:
    def orders(seed: int) -> list[list[int]]:
        people.service.strangeness = Strangeness({SHUFFLED: 0.0}, seed)
        return [asked(tabs, 5) for _ in range(6)]

    assert orders(1) == orders(1)
    assert len({tuple(order) for order in orders(1)}) > 3
    assert orders(1) != orders(2)


def large(count: int = 20) -> list[list[str]]:
    return [["x" * 10_000] for _ in range(count)]


def test_a_large_request_takes_as_long_as_it_is_large(people: People, sheet: Any) -> None:
    waited: list[float] = []
    inprocess.mount(sheet.client.session, people.service, waited.append)
    people.service.strangeness = Strangeness({SLOW_LARGE: 30.0})
    fill(sheet, "A1", [["small"]])
    assert waited == []
    fill(sheet, "A1:A20", large())
    assert [round(seconds) for seconds in waited] == [6]


def test_a_large_request_that_times_out_was_done(people: People, sheet: Any) -> None:
    waited: list[float] = []
    inprocess.mount(sheet.client.session, people.service, waited.append)
    people.service.strangeness = Strangeness({SLOW_LARGE: 30.0})
    sheet.client.set_timeout((1, 5))
    with pytest.raises(requests.ReadTimeout):
        fill(sheet, "A1:A20", large())
    assert waited == [5]
    assert len(shown(sheet, "A1:A20")) == 20


def test_over_http_a_large_request_that_times_out_was_done_too(tmp_path: Path) -> None:
    with real.process(tmp_path, "--strange", "slow-large:60,shuffled", "--account", "ana@x") as running:
        client = real.client(running.base, real.key(tmp_path))
        made = client.create("Games")
        client.set_timeout(1)
        with pytest.raises(requests.ReadTimeout):
            fill(made, "A1:A20", large())
        client.set_timeout(patience.SECONDS)
        assert len(shown(made, "A1:A20")) == 20


# -- sharing -----------------------------------------------------------------------------------------------------------


def shares(sheet: Any, *addresses: str, mail: bool = False) -> list[str]:
    """What Drive answers when a spreadsheet is shared: the address that it wrote down, or the reason of a refusal."""
    answers = []
    for address in addresses:
        body = {"type": "user", "role": "writer", "emailAddress": address}
        url = f"https://www.googleapis.com/drive/v3/files/{sheet.id}/permissions"
        params = {"sendNotificationEmail": str(mail).lower(), "fields": "emailAddress"}
        try:
            answers.append(sheet.client.request("post", url, params=params, json=body).json()["emailAddress"])
        except APIError as error:
            answers.append(error.error["errors"][0]["reason"])
    return answers


def test_an_account_shares_so_many_times_a_day_and_again_a_day_later(people: People, sheet: Any) -> None:
    people.service.strangeness = Strangeness({SHARE_LIMIT: 2.0})
    assert shares(sheet, "a@x", "b@x", "c@x") == ["a@x", "b@x", "sharingRateLimitExceeded"]
    other = people.client("ben@x").create("Other")
    assert shares(other, "a@x") == ["a@x"]
    people.service.clock = lambda: datetime.now(UTC) + timedelta(hours=25)
    assert shares(sheet, "c@x", "d@x", "e@x") == ["c@x", "d@x", "sharingRateLimitExceeded"]


def test_an_address_without_an_account_is_invited_by_mail_or_not_at_all(people: People, sheet: Any) -> None:
    people.service.strangeness = Strangeness({NO_ACCOUNT: 0.0})
    people.service.add_account("ben@x")
    assert shares(sheet, "ben@x", "stranger@x") == ["ben@x", "invalidSharingRequest"]
    assert shares(sheet, "stranger@x", mail=True) == ["stranger@x"]


def test_an_address_is_answered_in_another_spelling_and_lets_its_owner_in(people: People, sheet: Any) -> None:
    people.service.strangeness = Strangeness({ALIASES: 0.0})
    assert shares(sheet, "Ben.Bo+games@googlemail.com") == ["benbo@gmail.com"]
    ben = people.client("ben.bo@gmail.com").open_by_key(sheet.id)
    ben.sheet1.update([["mine"]], "A1")
    editors = {"users": ["Ben.Bo@gmail.com"]}
    batch(sheet, {"addProtectedRange": {"protectedRange": {"range": grid("A1"), "editors": editors}}})
    held = sheet.fetch_sheet_metadata()["sheets"][0]["protectedRanges"][0]["editors"]["users"]
    assert held == ["benbo@gmail.com", "ana@x"]
    ben.sheet1.update([["still mine"]], "A1")


def test_only_editors_of_a_spreadsheet_may_be_editors_of_a_range(people: People, sheet: Any) -> None:
    people.service.strangeness = Strangeness({EDITORS_ONLY: 0.0})
    wanted = {"addProtectedRange": {"protectedRange": {"range": grid("A1"), "editors": {"users": ["ben@x"]}}}}
    with pytest.raises(APIError, match=r"requests\[0\]\.addProtectedRange: ben@x does not have edit access"):
        batch(sheet, wanted)
    shares(sheet, "ben@x")
    batch(sheet, wanted)


# -- what people do to cells -------------------------------------------------------------------------------------------


def listed(sheet: Any) -> bool:
    """Whether A1 has its list."""
    mask = "sheets.data.rowData.values(dataValidation)"
    cells = sheet.client.request("get", f"{BASE}/{sheet.id}", params={"ranges": "A1", "fields": mask}).json()
    return "dataValidation" in str(cells)


def with_list(people: People, sheet: Any) -> Any:
    """*sheet* with a list in A1, as somebody sees it who may edit it."""
    condition = {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "x"}]}
    batch(sheet, {"setDataValidation": {"range": grid("A1"), "rule": {"condition": condition}}})
    sheet.share("ben@x", perm_type="user", role="writer", notify=False)
    return people.client("ben@x").open_by_key(sheet.id)


def one_value(text: str) -> dict[str, Any]:
    start = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    rows = [{"values": [{"userEnteredValue": {"stringValue": text}}]}]
    return {"updateCells": {"start": start, "rows": rows, "fields": "userEnteredValue"}}


@pytest.mark.parametrize("by_values", [True, False])
def test_whoever_types_cuts_list_and_format_and_the_owner_does_not(
    people: People, sheet: Any, *, by_values: bool
) -> None:
    ben = with_list(people, sheet)
    people.service.strangeness = Strangeness({CUT: 0.0})
    batch(sheet, one_value("x"))
    assert listed(sheet)
    if by_values:
        fill(ben, "A1", [["y"]])
    else:
        batch(ben, one_value("y"))
    assert shown(sheet, "A1") == [["y"]]
    assert not listed(sheet)


def test_what_is_typed_without_a_network_arrives_later_in_its_order(people: People, sheet: Any) -> None:
    ben = with_list(people, sheet)
    now = datetime.now(UTC)
    people.service.clock = lambda: now
    people.service.strangeness = Strangeness({LATE_EDIT: 60.0})
    ben.batch_update({"requests": [one_value("first")]})
    fill(ben, "A1", [["second"]])
    assert shown(sheet, "A1") == []
    now += timedelta(seconds=61)
    assert shown(sheet, "A1") == [["second"]]


def test_each_so_manieth_call_of_sheets_is_one_too_many(people: People, sheet: Any) -> None:
    people.service.strangeness = Strangeness({BUSY: 3.0})
    codes = []
    for _ in range(6):
        try:
            shown(sheet, "A1")
            codes.append(200)
        except APIError as error:
            codes.append(error.code)
    assert codes == [200, 200, 429, 200, 200, 429]


@pytest.mark.parametrize(
    ("path", "params", "refused"),
    [
        ("", {"supportsAllDrives": "true", "fields": "id"}, False),
        ("", {"supportAllDrives": "true"}, True),
        ("/comments", {"fields": "comments(id)", "pageSize": "5"}, False),
        ("/comments", {"fields": "comments(id)", "supportsAllDrives": "true"}, True),
        ("/permissions", {"supportsAllDrives": "true", "pageSize": "5"}, False),
    ],
)
def test_drive_refuses_parameters_that_a_method_does_not_have(
    people: People, sheet: Any, path: str, params: dict[str, str], refused: bool
) -> None:
    address = f"https://www.googleapis.com/drive/v3/files/{sheet.id}{path}"
    http = sheet.client
    assert http.request("get", address, params=params).ok
    people.service.strangeness = Strangeness({DRIVE_PARAMETERS: 0.0})
    if not refused:
        assert http.request("get", address, params=params).ok
        return
    with pytest.raises(APIError, match="Cannot bind query parameter"):
        http.request("get", address, params=params)


def test_strangenesses_are_read() -> None:
    assert strangeness.parse("shuffled, slow-large:7.5") == {SHUFFLED: 0.0, SLOW_LARGE: 7.5}
    assert strangeness.parse("slow-large") == {SLOW_LARGE: STRANGENESSES[SLOW_LARGE][1]}


def test_the_help_of_the_server_tells_what_each_strangeness_is() -> None:
    from click.testing import CliRunner

    from sheets_gm.localsheets.http_server.command_line.serving import serve

    output = CliRunner().invoke(serve, ["--help"]).output
    assert [name for name, (text, _) in STRANGENESSES.items() if f"{name} " not in output or text not in output] == []
