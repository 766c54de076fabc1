"""Quotas, late answers and injected faults, in process and over HTTP."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import gspread
import pytest
import requests
from gspread.exceptions import APIError

from sheets_gm.localsheets import rewrite
from sheets_gm.localsheets.api import fault_injection, quota
from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.api.fault_injection import FaultInjection
from sheets_gm.localsheets.api.quota import Limits, Quota
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.identity import credential_files
from tests.localsheets import real
from tests.localsheets.conftest import People


def at(people: People, minutes: float) -> None:
    """Set the service's clock to *minutes* after a whole minute."""
    now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC) + timedelta(minutes=minutes)
    people.service.clock = lambda: now


def sixty(work: Any, more: int) -> int:
    """How many of *more* calls are done before the first is refused."""
    for done in range(more):
        try:
            work()
        except APIError as error:
            return done if error.code == 429 else -1
    return more


def test_a_user_has_sixty_reads_and_sixty_writes_a_minute(people: People, sheet: Any) -> None:
    tab = sheet.sheet1
    at(people, 0)
    people.service.quota = Quota()
    assert sixty(lambda: tab.acell("A1"), 100) == 60
    assert sixty(lambda: tab.update([["x"]], "A1"), 100) == 60
    at(people, 0.99)
    assert sixty(lambda: tab.acell("A1"), 1) == 0
    at(people, 1)
    assert sixty(lambda: tab.acell("A1"), 100) == 60


def test_a_project_has_three_hundred_whoever_asks(people: People, sheet: Any) -> None:
    sheet.share("", perm_type="anyone", role="writer")
    tabs = [people.client(f"p{number}@x").open_by_key(sheet.id).sheet1 for number in range(7)]
    at(people, 0)
    people.service.quota = Quota()
    assert [sixty(lambda tab=tab: tab.acell("A1"), 100) for tab in tabs] == [60, 60, 60, 60, 60, 0, 0]


def test_a_quota_is_refused_in_googles_words_with_its_details(people: People, sheet: Any) -> None:
    people.service.quota = Quota(Limits(user_writes=0))
    with pytest.raises(APIError) as raised:
        sheet.sheet1.update([["x"]], "A1")
    error = raised.value.error
    assert (error["code"], error["status"]) == (429, "RESOURCE_EXHAUSTED")
    assert error["message"] == (
        "Quota exceeded for quota metric 'Write requests' and limit 'Write requests per minute per user' of service "
        "'sheets.googleapis.com' for consumer 'project_number:local'."
    )
    details, more = error["details"]
    assert details == {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": "RATE_LIMIT_EXCEEDED",
        "domain": "googleapis.com",
        "metadata": {
            "service": "sheets.googleapis.com",
            "consumer": "projects/local",
            "quota_location": "global",
            "quota_metric": "sheets.googleapis.com/write_requests",
            "quota_limit": "WriteRequestsPerMinutePerUser",
            "quota_limit_value": "0",
            "quota_unit": "1/min/{project}/{user}",
        },
    }
    assert more["@type"] == "type.googleapis.com/google.rpc.Help"
    people.service.quota = Quota(Limits(reads=0))
    with pytest.raises(APIError, match="and limit 'Read requests per minute' of service"):
        sheet.sheet1.acell("A1")


def test_a_batch_is_one_request_and_drive_is_counted_elsewhere(people: People, sheet: Any) -> None:
    tab = sheet.sheet1
    at(people, 0)
    people.service.quota = Quota(Limits(user_reads=2, user_writes=1))
    tab.batch_update([{"range": f"A{row}", "values": [["x"]]} for row in range(1, 40)])
    sheet.values_batch_get([f"A{row}" for row in range(1, 40)])
    body = {"dataFilters": [{"a1Range": "A1"}]}
    address = f"https://sheets.googleapis.com/v4/spreadsheets/{sheet.id}/values:batchGetByDataFilter"
    sheet.client.request("post", address, json=body)
    with pytest.raises(APIError):
        sheet.client.request("post", address, json=body)
    for _ in range(5):
        sheet.list_permissions()


def test_who_is_refused_is_not_counted(people: People, sheet: Any) -> None:
    tab = sheet.sheet1
    at(people, 0)
    people.service.quota = Quota(Limits(reads=3, user_reads=2))
    assert sixty(lambda: tab.acell("A1"), 50) == 2
    sheet.share("ben@x", perm_type="user", role="reader", notify=False)
    ben = people.client("ben@x")
    assert sixty(lambda: ben.open_by_key(sheet.id), 50) == 1


def test_what_people_do_on_the_page_is_not_counted() -> None:
    service = Service(Storage(None))
    key = service.add_account("ana@x")
    service.quota = Quota(Limits(user_reads=1))
    with server.running(service) as base, requests.Session() as browser:
        browser.get(f"{base}/?key={key}", timeout=10)
        for _ in range(3):
            assert browser.get(f"{base}/v4/spreadsheets/none", timeout=10).status_code == 404
        headers = {"authorization": f"Bearer {key}", ":page": "1"}
        with pytest.raises(requests.exceptions.InvalidHeader):
            requests.get(f"{base}/v4/spreadsheets/none", headers=headers, timeout=10)


def test_projects_are_counted_apart(people: People) -> None:
    for name in ("one", "two"):
        credential_files.service_account_key(people.service.identity, "robot", "http://127.0.0.1:1", name)
    found = [
        people.service.identity.keys(f"robot@{name}.iam.gserviceaccount.com")[0].project for name in ("one", "two")
    ]
    assert found == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("google", Limits(300, 300, 60, 60)),
        ("reads=5", Limits(reads=5)),
        ("writes=7, user-reads=1,user-writes=2", Limits(writes=7, user_reads=1, user_writes=2)),
    ],
)
def test_quotas_are_read(text: str, limits: Limits) -> None:
    assert quota.parse_limits(text) == limits


@pytest.mark.parametrize("text", ["", "reads", "reads=", "reads=-1", "reads=many", "all=5"])
def test_what_is_not_a_quota_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a quota: write google, or any of reads, writes"):
        quota.parse_limits(text)


@pytest.mark.parametrize(
    ("text", "span"), [("200ms", (0.2, 0.2)), ("1.5s", (1.5, 1.5)), ("50ms-200ms", (0.05, 0.2)), ("0s-1s", (0, 1))]
)
def test_latencies_are_read(text: str, span: tuple[float, float]) -> None:
    assert fault_injection.parse_latency(text) == span


# -- late answers and faults -------------------------------------------------------------------------------------------


def test_answers_are_delayed_by_the_given_latency(people: People, sheet: Any) -> None:
    waited: list[float] = []
    inprocess.mount(sheet.client.session, people.service, waited.append)
    people.service.fault_injection = FaultInjection(latency=(0.05, 0.2), seed=1)
    for _ in range(200):
        sheet.sheet1.acell("A1")
    assert min(waited) >= 0.05
    assert max(waited) <= 0.2
    assert max(waited) - min(waited) > 0.1


def test_the_same_seed_injects_the_same_faults() -> None:
    def run(seed: int) -> list[tuple[float, str | None]]:
        held = FaultInjection((0.0, 1.0), {"503": 0.2, "timeout": 0.1}, seed)
        return [held.next_fault() for _ in range(100)]

    assert run(7) == run(7)
    assert run(7) != run(8)


def test_faults_occur_with_the_given_share() -> None:
    held = FaultInjection(faults={"503": 0.2, "timeout": 0.1, "drop-after-commit": 0.05, "truncated": 0.01}, seed=3)
    seen = Counter(fault for _, fault in (held.next_fault() for _ in range(20_000)))
    for fault, share in held.faults.items():
        assert abs(seen[fault] / 20_000 - share) < 0.01, fault
    assert held.injected == {fault: count for fault, count in seen.items() if fault}


FAULTS = [
    ("503", APIError, False),
    ("drop-after-commit", requests.ConnectionError, True),
    ("truncated", (requests.ConnectionError, requests.exceptions.ChunkedEncodingError), True),
]


@pytest.mark.parametrize(("fault", "error", "kept"), FAULTS)
def test_a_fault_in_process_is_what_a_client_would_meet(
    people: People, sheet: Any, fault: str, error: Any, kept: bool
) -> None:
    tab = sheet.sheet1
    people.service.fault_injection = FaultInjection(faults={fault: 1.0})
    with pytest.raises(error):
        tab.update([["written"]], "A1")
    people.service.fault_injection = None
    assert tab.acell("A1").value == ("written" if kept else None)


def test_a_timeout_in_process_did_nothing(people: People, sheet: Any) -> None:
    tab = sheet.sheet1
    people.service.fault_injection = FaultInjection(faults={"timeout": 1.0})
    with pytest.raises(requests.ReadTimeout):
        tab.update([["written"]], "A1")
    people.service.fault_injection = None
    assert tab.acell("A1").value is None


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[Service, gspread.Spreadsheet]]:
    service = Service(Storage(None))
    with server.running(service) as base:
        client = real.client(base, service.add_account("ana@x"))
        client.set_timeout(2)
        yield service, client.create("Games")


@pytest.mark.parametrize(("fault", "error", "kept"), FAULTS)
def test_a_fault_over_http_is_the_very_same(table: Any, fault: str, error: Any, kept: bool) -> None:
    service, sheet = table
    tab = sheet.sheet1
    tab.update([["before"]], "A1")
    service.fault_injection = FaultInjection(faults={fault: 1.0})
    with pytest.raises(error) as raised:
        tab.update([["written"]], "A1")
    service.fault_injection = None
    assert tab.acell("A1").value == ("written" if kept else "before")
    if fault == "503":
        assert raised.value.error == {
            "code": 503,
            "message": "The service is currently unavailable.",
            "status": "UNAVAILABLE",
        }


def test_a_timeout_over_http_never_answers(table: Any) -> None:
    service, sheet = table
    tab = sheet.sheet1
    tab.update([["before"]], "A1")
    sheet.client.set_timeout(0.2)
    service.fault_injection = FaultInjection(faults={"timeout": 1.0})
    with pytest.raises(requests.ReadTimeout):
        tab.update([["written"]], "A1")
    service.fault_injection = None
    sheet.client.set_timeout(2)
    assert tab.acell("A1").value == "before"


class OneRefusal(FaultInjection):
    """The first request is refused, and none after it, however many a busy machine makes."""

    def next_fault(self) -> tuple[float, str | None]:
        with self._lock:
            if self.injected["503"]:
                return 0.0, None
            self.injected["503"] += 1
            return 0.0, "503"


def test_google_auth_waits_out_a_token_endpoint_that_is_down(tmp_path: Any) -> None:
    service = Service(Storage(None))
    with server.running(service) as base:
        credential_files.write(
            tmp_path / "key.json", credential_files.service_account_key(service.identity, "robot", base)
        )
        client = gspread.service_account(filename=str(tmp_path / "key.json"))
        rewrite.mount(client.http_client.session, base)
        service.fault_injection = OneRefusal()
        assert client.openall() == []
        assert service.fault_injection.injected["503"] == 1
