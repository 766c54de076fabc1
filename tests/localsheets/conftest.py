"""Fixtures of these tests. Every answer of the local spreadsheet is validated against Google's own schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import gspread
import pytest
from google.oauth2.credentials import Credentials

from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.call import Answer, Content
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import server
from tests.localsheets import google_schemas
from tests.localsheets.browser_page import World


@pytest.fixture(autouse=True)
def every_answer_is_googles(monkeypatch: pytest.MonkeyPatch) -> None:
    handle = Service.handle

    def checked(
        self: Service, method: str, path: str, query: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, Answer]:
        status, answer = handle(self, method, path, query, body, headers)
        assert status < 500
        if isinstance(answer, Content):
            return status, answer
        if status == 200:
            google_schemas.check(method.upper(), path, answer)
        else:
            google_schemas.check_error(path, status, answer)
        return status, answer

    monkeypatch.setattr(Service, "handle", checked)


class People:
    """A service, and gspread as anybody."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def client(self, account: str) -> gspread.Client:
        token = self.service.add_account(account)
        client = gspread.Client(auth=Credentials(token=token))  # type: ignore[no-untyped-call]
        inprocess.mount(client.http_client.session, self.service)
        return client


@pytest.fixture
def people() -> People:
    return People(Service(Storage(None)))


@pytest.fixture
def sheet(people: People) -> Any:
    """A spreadsheet of ana's, by gspread."""
    return people.client("ana@x").create("Games")


@pytest.fixture
def world(browser: Any) -> Iterator[World]:
    service = Service(Storage(None))
    with server.running(service) as base:
        made = World(service, base, browser)
        yield made
        made.close()
