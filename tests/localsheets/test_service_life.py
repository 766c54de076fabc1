"""The server process: it starts or says why not, survives any request, and stops quietly."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.errors import DataBroken
from sheets_gm.localsheets.http_server import listening, server
from sheets_gm.localsheets.protocol import json_body
from sheets_gm.localsheets.protocol.errors import ApiError
from tests.localsheets import google_schemas, real
from tests.localsheets.api_calls import shown
from tests.localsheets.conftest import People

# -- starting ----------------------------------------------------------------------------------------------------------


def serve(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [*real.PROGRAM, "serve", *words]
    return subprocess.run(command, cwd=home, text=True, capture_output=True, check=False, timeout=30)


def one_line(done: subprocess.CompletedProcess[str], code: int, *message: str) -> None:
    assert done.returncode == code, done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    for each in message:
        assert each in lines[0]


def test_a_port_in_use_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    held = listening.listen(listening.LOOPBACK, 0)
    port = str(held.getsockname()[1])
    one_line(serve(tmp_path, "--port", port), 3, f"Port {port} is in use", "--port")
    held.close()


def test_two_servers_on_one_folder_are_one_too_many(tmp_path: Path) -> None:
    with real.process(tmp_path) as running:
        one_line(
            serve(tmp_path, "--port", "0"),
            3,
            "Another server is using the data folder sheets",
            "stop it first",
            "--data",
        )
        assert requests.get(f"{running.base}/page/sheet.css", timeout=5).status_code == 200
        assert running.stop()[0] == 0
    with real.process(tmp_path):
        pass


def test_a_start_reads_no_spreadsheet_until_somebody_asks_for_it(tmp_path: Path) -> None:
    service = server.open_service(tmp_path / "sheets")
    client = People(service).client("ana@x")
    first, second = (client.create(name) for name in ("First", "Second"))
    first.sheet1.update([[1, "=A1+1"]], "A1:B1", raw=False)
    service.close()
    service = server.open_service(tmp_path / "sheets")
    again = People(service).client("ana@x")
    assert {file["name"] for file in again.list_spreadsheet_files()} == {"First", "Second"}
    assert [document.load is None for document in service.documents.values()] == [False, False]
    assert shown(again.open_by_key(first.id), "A1:B1") == [["1", "2"]]
    assert service.documents[first.id].load is None
    assert service.documents[second.id].load is not None
    service.close()


def test_a_killed_server_leaves_no_lock_behind(tmp_path: Path) -> None:
    with real.process(tmp_path) as running:
        running.stop(signal.SIGKILL)
    with real.process(tmp_path) as running:
        assert running.stop()[0] == 0


def test_a_folder_that_is_a_file_or_somebody_elses_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    one_line(serve(tmp_path, "--port", "0", "--data", "file"), 3, "The data folder file cannot be used", "--data")
    (tmp_path / "other").mkdir()
    other = sqlite3.connect(tmp_path / "other" / "sheets.db")
    other.execute("CREATE TABLE songs (title TEXT)")
    other.close()
    one_line(serve(tmp_path, "--port", "0", "--data", "other"), 3, "of another program", "choose another folder")
    other = sqlite3.connect(tmp_path / "other" / "sheets.db")
    assert [name for (name,) in other.execute("SELECT name FROM sqlite_master")] == ["songs"]
    other.close()


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Storage(tmp_path / "sheets").close()
    if os.geteuid() == 0:  # nothing is closed to root but what the file system itself closes
        with pytest.raises(DataBroken, match=r"cannot be (written|used).*--data"):
            Storage(Path("/proc/sheets-of-nobody"))
        return
    (tmp_path / "sheets").chmod(0o500)
    (tmp_path / "sheets" / "sheets.db").chmod(0o400)
    with pytest.raises(DataBroken, match="is not writable"):
        Storage(tmp_path / "sheets")


def test_accounts_are_asked_of_a_folder_that_has_some(tmp_path: Path) -> None:
    command = [*real.PROGRAM, "account", "list"]
    done = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=False, timeout=30)
    one_line(done, 3, "There are no accounts in sheets", "--data")
    assert list(tmp_path.iterdir()) == []


def test_accounts_are_added_and_removed_while_the_server_runs(tmp_path: Path) -> None:
    def account(*words: str) -> str:
        command = [*real.PROGRAM, "account", *words]
        done = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=False, timeout=30)
        return done.stdout + done.stderr

    with real.process(tmp_path) as running:
        link = account("add", "ana@x").split()[-1]
        assert link.startswith(f"{running.base}/?key=")
        assert requests.get(link, timeout=5).status_code == 200
        assert "The account ana@x exists already" in account("add", "ana@x")
        renewed = account("link", "ana@x").split()[1]
        assert (requests.get(link, timeout=5).status_code, requests.get(renewed, timeout=5).status_code) == (403, 200)
        account("remove", "ana@x")
        assert requests.get(renewed, timeout=5).status_code == 403
        assert "There is no account ana@x. The accounts are: none." in account("link", "ana@x")
        assert "not an e-mail address" in account("add", "robot")
        assert "is not a name for a service account" in account("add", "Mr Robot", "--service-account-key", "key.json")
        assert "Wrote key.json" in account("add", "robot", "--service-account-key", "key.json")
        assert "key.json exists already" in account("add", "robot", "--service-account-key", "key.json")
        key = account("list").split("key ")[1].split()[0]
        assert key in account("revoke-key", key)
        assert "There is no key" in account("revoke-key", key)


# -- stopping ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_server_ends_the_streams_and_prints_nothing_else(tmp_path: Path, how: signal.Signals) -> None:
    with real.process(tmp_path, "--trust-all") as running:
        streams = [requests.get(f"{running.base}/events", stream=True, timeout=10) for _ in range(3)]
        lines = [stream.iter_lines() for stream in streams]
        assert [next(each) for each in lines] == [b": here"] * 3
        code, out, err = running.stop(how)
        assert (code, err) == (0, "")
        assert out.endswith("Stopped.\n")
        assert all(b"".join(each) == b"" for each in lines)


def test_a_request_that_is_held_does_not_hold_the_server(tmp_path: Path) -> None:
    with real.process(tmp_path, "--trust-all", "--faults", "timeout:1") as running:
        failed: list[Exception] = []

        def ask() -> None:
            try:
                requests.get(f"{running.base}/drive/v3/files", timeout=30)
            except requests.ConnectionError as error:
                failed.append(error)

        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(0.3)
        code, _, err = running.stop()
        asking.join()
        assert (code, err, len(failed)) == (0, "", 1)


def test_a_request_that_is_only_half_sent_does_not_hold_the_server(tmp_path: Path) -> None:
    with real.process(tmp_path, "--trust-all") as running:
        host = running.base.removeprefix("http://")
        with socket.create_connection(("127.0.0.1", int(host.rpartition(":")[2])), timeout=10) as connection:
            connection.sendall(
                f"POST /v4/spreadsheets HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\n{{".encode()
            )
            time.sleep(0.2)
            code, out, err = running.stop()
    assert (code, err) == (0, "")
    assert out.endswith("Stopped.\n")


def test_what_stopped_well_leaves_one_whole_file(tmp_path: Path) -> None:
    with real.process(tmp_path) as running:
        running.stop()
    assert sorted(path.name for path in (tmp_path / "sheets").iterdir()) == ["accounts.db", "sheets.db"]


# -- whatever is sent --------------------------------------------------------------------------------------------------


class Raw:
    """A server of one's own, asked in raw HTTP."""

    def __init__(self, service: Service, base: str) -> None:
        self.service, self.base = service, base
        self.key = service.add_account("ana@x")

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> requests.Response:
        sent = {"authorization": f"Bearer {self.key}", "content-type": "application/json", **headers}
        request = requests.Request(method, self.base + path, data=body, headers=sent).prepare()
        request.url = self.base + path
        with requests.Session() as session:
            return session.send(request, timeout=20)

    def refused(self, answer: requests.Response, code: int, message: str = "") -> None:
        assert answer.status_code == code, answer.text
        assert answer.headers["content-type"].startswith("application/json")
        google_schemas.check_error(answer.request.path_url.partition("?")[0], code, answer.json())
        assert message in answer.json()["error"]["message"], answer.text


@pytest.fixture(scope="module")
def raw() -> Iterator[Raw]:
    service = Service(Storage(None))
    with server.running(service) as base:
        yield Raw(service, base)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{", "Invalid JSON payload received. Expecting property name"),
        (b'{"requests": [}', '{"requests": [}\n              ^'),
        (b"[]", 'Unknown name "": Root element must be a message.'),
        (b"null", 'Unknown name "": Root element must be a message.'),
        (b'"text"', 'Unknown name "": Root element must be a message.'),
        (b"\xff\xfe{}", "Invalid JSON payload received."),
        (b'{"a": NaN}', "Unexpected token."),
        (b'{"a": -Infinity}', "Unexpected token."),
        (b'{"a": 1e999}', "Number out of range."),
        (b'{"a": ' + b"9" * 5000 + b"}", "Invalid JSON payload received."),
        (b'{"a": "\\ud800"}', "Invalid UTF-16 surrogate pair."),
        (b'{"a": ' + b"[" * 150 + b"]" * 150 + b"}", "Message too deep."),
        (b'{"a": ' * 100_000 + b"1" + b"}" * 100_000, "Message too deep."),
    ],
    ids=range(13),
)
def test_what_is_no_message_is_refused_with_the_place(raw: Raw, body: bytes, message: str) -> None:
    raw.refused(raw.ask("POST", "/v4/spreadsheets", body), 400, message)
    raw.refused(raw.ask("POST", "/drive/v3/files", body), 400, message)


def test_a_long_whole_number_stays_whole() -> None:
    for number in (2**64, -(2**63) - 1, 10**18, 2**63 - 1):
        found = json_body.parse(b'{"a": %d}' % number, None)["a"]
        assert (type(found), found) == (int, number)


def test_a_message_may_be_as_deep_as_google_reads_it() -> None:
    inside = json_body.DEEPEST - 1
    deepest = b'{"a": ' + b"[" * inside + b"1" + b"]" * inside + b"}"
    assert json_body.parse(deepest, None)
    with pytest.raises(ApiError, match="too deep"):
        json_body.parse(deepest.replace(b"1", b"[]"), None)


def test_another_content_type_is_refused(raw: Raw) -> None:
    for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = raw.ask("POST", "/v4/spreadsheets", b"{}", **{"content-type": media})
        raw.refused(answer, 400, "application/json")
    assert raw.ask("POST", "/v4/spreadsheets", b"{}", **{"content-type": "application/json; charset=utf-8"}).ok


def test_a_request_of_too_many_bytes_is_refused_in_googles_words(raw: Raw) -> None:
    words = f"Request payload size exceeds the limit: {json_body.LARGEST} bytes."
    body = b'{"properties": {"title": "' + b"x" * json_body.LARGEST + b'"}}'
    raw.refused(raw.ask("POST", "/v4/spreadsheets", body), 400, words)
    chunked = requests.post(
        f"{raw.base}/v4/spreadsheets",
        data=iter([body[:1_000_000]] * 12),
        headers={"authorization": f"Bearer {raw.key}", "content-type": "application/json"},
        timeout=20,
    )
    raw.refused(chunked, 400, words)
    host = raw.base.removeprefix("http://")
    head = f"POST /v4/spreadsheets HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999999\r\n\r\n"
    with socket.create_connection(("127.0.0.1", int(host.rpartition(":")[2])), timeout=10) as connection:
        connection.sendall(head.encode())
        assert words.encode() in b"".join(iter(lambda: connection.recv(100_000), b""))


def test_a_body_within_the_limit_is_taken(raw: Raw) -> None:
    cell = {"userEnteredValue": {"stringValue": "x" * 50_000}}
    sheet = {"data": [{"rowData": [{"values": [cell]}]}]}
    assert raw.ask("POST", "/v4/spreadsheets", json.dumps({"sheets": [sheet]}).encode()).ok


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/nowhere"),
        ("GET", "/v4/"),
        ("GET", "/v4/spreadsheets"),
        ("PUT", "/v4/spreadsheets/x"),
        ("POST", "/v4/spreadsheets/x:dance"),
        ("DELETE", "/v4/spreadsheets/x/values/A1"),
        ("GET", "/drive/v3/nothing"),
        ("PUT", "/drive/v3/files/x"),
        ("GET", "/%"),
        ("GET", "/%ff%fe"),
        ("GET", "/v4/spreadsheets/%00"),
        ("GET", "/page/../server.py"),
        ("GET", "/page/nothing.js"),
        ("GET", "/page/sheet.exe"),
        ("GET", "/v4/spreadsheets/" + "x" * 4000),
    ],
)
def test_an_address_that_is_none_is_404(raw: Raw, method: str, path: str) -> None:
    raw.refused(raw.ask(method, path), 404)


@pytest.mark.parametrize("method", ["FOO", "TRACE", "PATCH", "CONNECT"])
def test_a_method_that_is_none_is_refused(raw: Raw, method: str) -> None:
    answer = raw.ask(method, "/v4/spreadsheets/x")
    assert 400 <= answer.status_code < 500
    raw.refused(answer, answer.status_code)


def test_head_answers_as_get_without_a_body_and_options_says_what_there_is(raw: Raw) -> None:
    made = raw.ask("POST", "/v4/spreadsheets", b"{}").json()
    for path in (f"/v4/spreadsheets/{made['spreadsheetId']}", "/drive/v3/files"):
        get, head = raw.ask("GET", path), raw.ask("HEAD", path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == get.headers["content-length"]
    options = raw.ask("OPTIONS", "/v4/spreadsheets")
    assert options.status_code == 204
    assert "POST" in options.headers["allow"]
    assert "access-control-allow-origin" not in options.headers
    assert raw.ask("OPTIONS", "/v4/spreadsheets", origin="http://evil.example").status_code == 403


ODD: tuple[Any, ...] = (None, "x", -1, 10**30, 1.5, True, [], {}, [[]], {"a": 1}, "\u0000", "🎲" * 50, [None], [1, "x"])
PLACES = (
    ("POST", "/v4/spreadsheets", "properties"),
    ("POST", "/v4/spreadsheets", "sheets"),
    ("POST", "/v4/spreadsheets/{id}:batchUpdate", "requests"),
    ("POST", "/v4/spreadsheets/{id}:batchUpdate", "responseRanges"),
    ("PUT", "/v4/spreadsheets/{id}/values/A1?valueInputOption=RAW", "values"),
    ("PUT", "/v4/spreadsheets/{id}/values/A1?valueInputOption=RAW", "majorDimension"),
    ("POST", "/v4/spreadsheets/{id}/values/A1:append?valueInputOption=USER_ENTERED", "values"),
    ("POST", "/v4/spreadsheets/{id}/values:batchUpdate", "data"),
    ("POST", "/v4/spreadsheets/{id}/values:batchUpdate", "valueInputOption"),
    ("POST", "/v4/spreadsheets/{id}/values:batchClear", "ranges"),
    ("POST", "/v4/spreadsheets/{id}/values:batchGetByDataFilter", "dataFilters"),
    ("POST", "/v4/spreadsheets/{id}:getByDataFilter", "dataFilters"),
    ("POST", "/v4/spreadsheets/{id}/developerMetadata:search", "dataFilters"),
    ("POST", "/v4/spreadsheets/{id}/sheets/0:copyTo", "destinationSpreadsheetId"),
    ("POST", "/drive/v3/files", "name"),
    ("POST", "/drive/v3/files", "mimeType"),
    ("PATCH", "/drive/v3/files/{id}", "name"),
    ("PATCH", "/drive/v3/files/{id}", "writersCanShare"),
    ("POST", "/drive/v3/files/{id}/copy", "name"),
    ("POST", "/drive/v3/files/{id}/comments", "content"),
    ("PATCH", "/drive/v3/files/{id}", "trashed"),
    ("POST", "/drive/v3/files/{id}/permissions", "type"),
    ("POST", "/drive/v3/files/{id}/permissions", "role"),
    ("POST", "/drive/v3/files/{id}/permissions", "emailAddress"),
)


def test_whatever_a_field_holds_is_an_answer_or_a_refusal(caplog: pytest.LogCaptureFixture) -> None:
    service = Service(Storage(None))
    headers = {"authorization": f"Bearer {service.add_account('ana@x')}"}

    def ask(method: str, path: str, body: Any) -> tuple[int, Any]:
        address, _, query = path.partition("?")
        return service.handle(method, address, query, json.dumps(body).encode() if body else b"", headers)

    name = ask("POST", "/v4/spreadsheets", {})[1]["spreadsheetId"]
    good = {"type": "user", "role": "reader", "emailAddress": "ben@x", "valueInputOption": "RAW"}
    wrong: list[Any] = []
    for method, path, field in PLACES:
        for odd in ODD:
            status, _ = ask(method, path.format(id=name), {**(good if "permissions" in path else {}), field: odd})
            if status not in (200, 400, 403, 404):
                wrong.append((status, method, path, field, odd))
    wrong += [(record.message, str(record.exc_info and record.exc_info[1])) for record in caplog.records]
    assert wrong == []
    assert ask("GET", f"/v4/spreadsheets/{name}?includeGridData=true", None)[0] == 200


ODD_TEXTS = ("", "x", "-1", "9" * 30, "%00", "%ff", "%F0%9F%8E%B2", "(", "a(b", "a,b", "*", "A1:", "'", "null", "%20")
QUERIES = (
    "/v4/spreadsheets/{id}?ranges=",
    "/v4/spreadsheets/{id}?includeGridData=",
    "/v4/spreadsheets/{id}?includeGridData=true&fields=",
    "/v4/spreadsheets/{id}/values/A1?majorDimension=",
    "/v4/spreadsheets/{id}/values/A1?valueRenderOption=",
    "/v4/spreadsheets/{id}/values/A1?dateTimeRenderOption=",
    "/v4/spreadsheets/{id}/values:batchGet?ranges=",
    "/v4/spreadsheets/{id}/values/",
    "/v4/spreadsheets/",
    "/v4/spreadsheets/{id}/developerMetadata/",
    "/drive/v3/files?q=",
    "/drive/v3/files?pageSize=",
    "/drive/v3/files?pageToken=",
    "/drive/v3/files?orderBy=",
    "/drive/v3/files?fields=",
    "/drive/v3/files/",
    "/drive/v3/files/{id}/permissions/",
    "/drive/v3/files/{id}/export?mimeType=",
    "/drive/v3/changes?pageToken=",
)


@pytest.mark.parametrize("where", QUERIES)
def test_whatever_an_address_holds_is_an_answer_or_a_refusal(where: str, caplog: pytest.LogCaptureFixture) -> None:
    service = Service(Storage(None))
    headers = {"authorization": f"Bearer {service.add_account('ana@x')}"}
    _, made = service.handle("POST", "/v4/spreadsheets", "", b"", headers)
    assert isinstance(made, dict)
    for odd in ODD_TEXTS:
        path, _, query = f"{where.format(id=made['spreadsheetId'])}{odd}".partition("?")
        status, answer = service.handle("GET", path, query, b"", headers)
        assert status in (200, 400, 403, 404), (odd, answer)
    assert [str(record.exc_info and record.exc_info[1]) for record in caplog.records] == []


def test_a_disk_that_is_full_answers_503_and_nothing_is_done(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    service = Service(Storage(tmp_path))
    headers = {"authorization": f"Bearer {service.add_account('ana@x')}"}
    with server.running(service) as base:
        made = requests.post(f"{base}/v4/spreadsheets", json={}, headers=headers, timeout=10).json()
        cell = f"{base}/v4/spreadsheets/{made['spreadsheetId']}/values/A1"
        option = {"valueInputOption": "RAW"}
        assert requests.put(cell, json={"values": [["kept"]]}, params=option, headers=headers, timeout=10).ok
        pages = service.storage._db.execute("PRAGMA page_count").fetchone()[0]
        service.storage._db.execute(f"PRAGMA max_page_count={pages}")
        large = {"values": [["x" * 40_000]]}
        full = _handle(
            service, "PUT", cell.removeprefix(base), json.dumps(large).encode(), headers, "valueInputOption=RAW"
        )
        assert (full[0], full[1]["error"]["status"]) == (503, "UNAVAILABLE")
        assert "database or disk is full" in caplog.text
        service.storage._db.execute("PRAGMA max_page_count=1000000")
        assert requests.get(cell, headers=headers, timeout=10).json()["values"] == [["kept"]]
        assert requests.put(cell, json=large, params=option, headers=headers, timeout=10).ok


@pytest.mark.parametrize(
    ("path", "patched"),
    [
        ("/v4/spreadsheets/{id}", "sheets_gm.localsheets.api.sheets_routes.spreadsheets.spreadsheet_resource"),
        ("/drive/v3/files/{id}", "sheets_gm.localsheets.api.drive_routes.files.file_resource"),
    ],
)
def test_an_error_of_the_server_is_answered_with_500_and_logged(
    path: str, patched: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(Storage(None))
    headers = {"authorization": f"Bearer {service.add_account('ana@x')}"}
    _, made = service.handle("POST", "/v4/spreadsheets", "", b"", headers)
    assert isinstance(made, dict)
    path = path.format(id=made["spreadsheetId"])

    def broken(*_args: Any, **_kwargs: Any) -> Any:
        raise KeyError("a bug")

    monkeypatch.setattr(patched, broken)
    status, answer = _handle(service, "GET", path, b"", headers)
    assert (status, answer["error"]["code"]) == (500, 500)
    assert (answer["error"]["message"], answer["error"]["status"]) == ("Internal error encountered.", "INTERNAL")
    google_schemas.check_error(path, status, answer)
    assert "a bug" in caplog.text


def test_an_error_outside_the_apis_is_answered_in_googles_shape_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: Any) -> Any:
        raise KeyError("a bug")

    service = Service(Storage(None))
    with server.running(service) as base:
        monkeypatch.setattr(Service, "caller", broken)
        answer = requests.get(f"{base}/events", timeout=10)
    assert answer.status_code == 500
    google_schemas.check_error("/events", 500, answer.json())


def _handle(
    service: Service, method: str, path: str, body: bytes, headers: dict[str, str], query: str = ""
) -> tuple[int, Any]:
    """The service without the check that every answer is below 500."""
    handle = Service.handle
    inner = handle.__closure__[0].cell_contents if handle.__closure__ else handle
    answer: tuple[int, Any] = inner(service, method, path, query, body, headers)
    return answer
