"""Who may knock at which door: every route of the server, asked by everybody who has no right to its answer.

The routes come from the code, so that a new one is asked too. The owner asks the same things last, and gets them all.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.localsheets.api import multipart
from sheets_gm.localsheets.api.quota import kind_of
from sheets_gm.localsheets.api.routes import ROUTES
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server.application import application
from sheets_gm.localsheets.http_server.event_streams import EventStreams
from sheets_gm.localsheets.identity import token_endpoint
from tests.localsheets.conftest import People

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "security.md"
DOCUMENT = "{document}"
VERSION = "{version}"
"""What stands for the version that the spreadsheet has when it is asked for."""
TITLE, CELL, SAID, OWNER = "Secret plans", "hidden hand", "said in trust", "olga.owner@x"
SECRETS = (TITLE, CELL, SAID, "olga")
GUEST = "guest@x"
HOST = "127.0.0.1:1"
BODIES: Mapping[str, Any] = {
    "copy_to": {"destinationSpreadsheetId": DOCUMENT},
    "batch_update": {"requests": [{"addSheet": {}}]},
    "get_by_data_filter": {"dataFilters": [{"a1Range": "A1"}]},
    "metadata_search": {"dataFilters": [{"a1Range": "A1"}]},
    "values_batch_get_by_data_filter": {"dataFilters": [{"a1Range": "A1"}]},
    "values_batch_clear_by_data_filter": {"dataFilters": [{"a1Range": "B2"}]},
    "values_batch_update_by_data_filter": {
        "valueInputOption": "RAW",
        "data": [{"dataFilter": {"a1Range": "B1"}, "values": [["x"]]}],
    },
    "values_batch_update": {"valueInputOption": "RAW", "data": [{"range": "B1", "values": [["x"]]}]},
    "values_batch_clear": {"ranges": ["B1"]},
    "values_update": {"values": [["x"]]},
    "values_append": {"values": [["x"]]},
    "files_create": {"mimeType": "application/vnd.google-apps.spreadsheet"},
    "files_update": {"name": "Other plans"},
    "comments_create": {"content": "x"},
    "comments_update": {"content": "x"},
    "replies_create": {"content": "x"},
    "replies_update": {"content": "x"},
    "permissions_create": {"type": "user", "role": "reader", "emailAddress": "fourth@x"},
    "permissions_update": {"role": "reader"},
}
"""What a caller with rights would send, by the name of the handler."""
QUERIES: Mapping[str, str] = {
    "values_batch_get": "ranges=A1",
    "values_update": "valueInputOption=RAW",
    "values_append": "valueInputOption=RAW",
    "files_export": "mimeType=text/csv",
    "export_by_address": "format=csv",
    "changes_list": "pageToken=1",
}


@dataclass(frozen=True)
class Knock:
    """A request, and the door that it knocks at: the pattern of its path. It may be a call of a batch."""

    door: str
    method: str
    path: str
    body: bytes = b""
    batched: bool = False

    @property
    def as_batch(self) -> tuple[str, str, bytes, str]:
        """The method, path, body and media type of a batch of this call alone."""
        call = f"{self.method} {self.path} HTTP/1.1\r\ncontent-type: application/json\r\n\r\n".encode() + self.body
        part = b"--x\r\nContent-Type: application/http\r\n\r\n" + call
        return "POST", "/batch/drive/v3", part + b"\r\n--x--\r\n", "multipart/mixed; boundary=x"

    @property
    def asks_for_document(self) -> bool:
        """Whether it asks for the spreadsheet."""
        return re.search("files/|spreadsheets/|document=", self.path) is not None and self.door not in OWN

    @property
    def is_of_google(self) -> bool:
        """Whether Google has this door too."""
        return self.path.startswith(("/v4/", "/drive/", "/upload/"))

    @property
    def reads(self) -> bool:
        """Whether it would change nothing of the spreadsheet."""
        return kind_of(self.method, self.path.partition("?")[0]) == "read" or self.path.endswith("/copy?fields=*")


class House:
    """A server in this process with one spreadsheet, and the tokens of everybody who knocks."""

    def __init__(self) -> None:
        self.loop = ThreadPoolExecutor(1)
        self.service = Service(Storage(None))
        client = People(self.service).client(OWNER)
        sheet = client.create(TITLE)
        sheet.sheet1.update([[CELL]], "A1")
        mark = {"metadataKey": CELL, "location": {"spreadsheet": True}, "visibility": "DOCUMENT"}
        sheet.batch_update({"requests": [{"createDeveloperMetadata": {"developerMetadata": mark}}]})
        made = {
            who: sheet.share(f"{who}@x", "user", "writer", notify=False).json()["id"]
            for who in ("former", "viewer", "guest")
        }
        file, session = f"https://www.googleapis.com/drive/v3/files/{sheet.id}", client.http_client.session
        session.patch(f"{file}/permissions/{made['viewer']}", json={"role": "reader"}).raise_for_status()
        comment = session.post(f"{file}/comments?fields=*", json={"content": SAID}).json()["id"]
        reply = session.post(f"{file}/comments/{comment}/replies?fields=*", json={"content": SAID}).json()["id"]
        session.delete(f"{file}/permissions/{made['former']}").raise_for_status()
        self.document = self.service.documents[sheet.id]
        self.ids = {
            "files": sheet.id,
            "d": sheet.id,
            "spreadsheets": sheet.id,
            "sheets": "0",
            "values": "A1",
            "comments": comment,
            "replies": reply,
            "revisions": VERSION,
            "permissions": made["guest"],
            "developerMetadata": str(self.document.meta["developerMetadata"][0]["metadataId"]),
        }
        accounts = ("stranger", "former", "viewer", "ended link", "removed account")
        self.tokens = {who: self.service.add_account(f"{who[:7]}@x") for who in accounts}
        self.service.add_account("ended l@x")
        self.service.identity.remove("removed@x")
        self.tokens |= {"owner": self.service.add_account(OWNER), "wrong token": "guess", "no token": ""}
        self.app = application(self.service, frozenset({HOST}), EventStreams(self.service))

    def share_link(self, role: str) -> None:
        """Let in anyone who has the link."""
        client = People(self.service).client(OWNER)
        client.open_by_key(self.document.id).share("", perm_type="anyone", role=role)

    def kept(self) -> str:
        """All that is stored of the spreadsheet."""
        return repr((self.document.meta, [(sheet.meta, sheet.cells) for sheet in self.document.ordered()]))

    def knocks(self) -> Iterator[Knock]:
        """One for every route and method of the code; of the APIs' also as a call of a batch."""
        for method, pattern, handler in ROUTES:
            path = re.sub(r"(\w+)/\(\[[^)]*\)", lambda found: f"{found[1]}/{self.ids[found[1]]}", pattern.pattern)
            body = json.dumps(BODIES.get(handler.__name__, {})).replace(DOCUMENT, self.document.id)
            query = QUERIES.get(handler.__name__, "fields=*")
            sent = b"" if method in ("GET", "DELETE") else body.encode()
            for batched in (False, True):
                yield Knock(pattern.pattern, method, f"{path}?{query}", sent, batched)
        for route in vars(vars(self.app)["_app"])["_app"].routes[:-1]:  # the last is the door to those above
            path = route.path.replace(DOCUMENT, self.document.id)
            for method in sorted(route.methods):
                place = {"client": "me", "spreadsheetId": self.document.id, "sheetId": 0, "row": 0, "column": 0}
                query = f"document={self.document.id}&sheet=0&client=me&account={OWNER}"
                yield Knock(route.path, method, f"{path}?{query}", json.dumps(place).encode())

    def ask(self, knock: Knock, who: str, cookie: bool = False) -> tuple[int, str]:
        """The status and all that is answered, headers too. A browser sends its token as a cookie."""
        knock = replace(knock, path=knock.path.replace(VERSION, str(self.document.meta["version"])))
        asked = knock.as_batch if knock.batched else (knock.method, knock.path, knock.body, "application/json")
        method, address, content, media = asked
        path, _, query = address.partition("?")
        token = self.tokens[who]
        key = ("cookie", f"sheets_key_1={token}") if cookie else ("authorization", f"Bearer {token}")
        headers = {"host": HOST, "content-type": media, **(dict([key]) if token else {})}
        scope = {
            "type": "http",
            "method": method,
            "scheme": "http",
            "server": ("127.0.0.1", 1),
            "client": ("127.0.0.1", 2),
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
        coming = iter([{"type": "http.request", "body": content, "more_body": False}])
        sent: list[Any] = []

        async def receive() -> Any:
            return next(coming, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            sent.append(message)

        # a thread of its own: a browser of an earlier test may have left a loop in this one
        self.loop.submit(asyncio.run, self.app(scope, receive, send)).result()
        told = sent[0]["headers"] + [(b"", message.get("body", b"")) for message in sent[1:]]
        text = "\n".join(value.decode("utf-8", "replace") for _, value in told)
        of_call = re.search(r"HTTP/1\.1 (\d+)", text) if knock.batched else None
        return int(of_call[1]) if of_call else sent[0]["status"], text


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    with made.loop:
        yield made


OPEN = {"/page/{version}/{name}", "/page/{name}", "/spreadsheets/d/{document}", "/spreadsheets/d/{document}/edit"}
"""Doors that ask nobody: the files of the page, and addresses that only lead on to another door."""
EMPTY = {"/turns", "/events"}
"""Doors that tell everybody what is theirs; here nothing is."""
OWN = {"/", "/calendar"}
"""Doors that ask for an account, and tell it what is its own."""
ACCOUNTS = ("stranger", "former")


@pytest.mark.parametrize("cookie", [False, True], ids=["header", "cookie"])
@pytest.mark.parametrize("who", ["no token", "wrong token", "ended link", "removed account", *ACCOUNTS])
def test_whoever_has_no_rights_is_refused_at_every_door_and_learns_nothing(
    house: House, who: str, cookie: bool
) -> None:
    before = house.kept()
    for knock in house.knocks():
        status, text = house.ask(knock, who, cookie)
        assert not [secret for secret in SECRETS if secret in text], (knock, text)
        if knock.door not in OPEN | EMPTY and (knock.asks_for_document or who not in ACCOUNTS):
            assert status in (401, 403, 404), (knock, text)
    assert house.kept() == before


@pytest.mark.parametrize("cookie", [False, True], ids=["header", "cookie"])
def test_a_viewer_changes_nothing_and_learns_no_name_of_other_guests(house: House, cookie: bool) -> None:
    house.document.meta["lastModifyingUser"] = GUEST
    before = house.kept()
    for knock in house.knocks():
        status, text = house.ask(knock, "viewer", cookie)
        assert GUEST not in text, (knock, text)
        if knock.asks_for_document and knock.is_of_google:
            wants = (403,) if "/permissions" in knock.path or not knock.reads else (200,)
            assert status in wants, (knock, text)
    assert house.kept() == before


@pytest.mark.parametrize("role", ["reader", "writer"])
@pytest.mark.parametrize("who", ["no token", "stranger"])
def test_who_has_only_the_link_learns_no_address_and_shares_with_nobody(house: House, who: str, role: str) -> None:
    house.share_link(role)
    for knock in house.knocks():
        house.document.meta["lastModifyingUser"] = GUEST
        status, text = house.ask(knock, who)
        assert "@x" not in text.replace("strange@x", ""), (knock, text)
        if "/permissions" in knock.path or (role == "reader" and knock.is_of_google and not knock.reads):
            assert not knock.asks_for_document or status in (401, 403), (knock, text)
    assert [each["type"] for each in house.document.meta["permissions"]] == ["user", "user", "user", "anyone"]


def test_the_manual_names_each_door_and_no_other(house: House) -> None:
    doors = [*(each.door for each in house.knocks()), *multipart.BATCHES, token_endpoint.PATH]
    table = MANUAL.read_text(encoding="utf-8").partition("| door |")[2].partition("\n\n")[0]
    named = [name for line in table.splitlines() for name in re.findall("`(/[^`]*)`", line.split("|")[1])]
    assert {each.split("/")[1] for each in named} == {each.split("/")[1] for each in doors}


def test_each_of_these_requests_succeeds_for_whoever_has_the_right(house: House) -> None:
    """So they were refused above for want of rights alone."""
    knocks = [each for each in house.knocks() if each.is_of_google and not (each.batched and each.method == "DELETE")]
    for knock in sorted(knocks, key=lambda each: len(each.path) if each.method == "DELETE" else 9999, reverse=True):
        status, text = house.ask(knock, "owner")
        assert status in (200, 204), (knock, text)
