"""Connections that are half open, slow or too many, and callers who ask too much: everybody else is still answered."""

from __future__ import annotations

import json
import logging
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
import requests

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import connections, recalculations, server
from sheets_gm.localsheets.http_server.connections import OncePerMinute
from sheets_gm.localsheets.spreadsheet.calculation import budget
from tests import patience
from tests.localsheets import google_schemas, real


class Site:
    """A server, and sockets of one's own to it."""

    def __init__(self, service: Service, base: str) -> None:
        self.service, self.base = service, base
        self.host = base.removeprefix("http://")
        self._open = ExitStack()

    def socket(self, sent: str = "") -> socket.socket:
        made = socket.create_connection(("127.0.0.1", int(self.host.rpartition(":")[2])), timeout=20)
        self._open.enter_context(closing(made))
        made.sendall(sent.encode())
        return made

    def ask(self, account: str = "ana@x", path: str = "/drive/v3/files", **options: Any) -> requests.Response:
        headers = {"authorization": f"Bearer {self.service.add_account(account)}"}
        return requests.get(self.base + path, headers=headers, timeout=30, **options)

    def close(self) -> None:
        self._open.close()


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(connections, "PER_ADDRESS", 10)
    service = Service(Storage(None))
    with server.running(service) as base:
        made = Site(service, base)
        yield made
        made.close()


def received(connection: socket.socket) -> bytes:
    """Everything until the connection is closed."""
    made = b""
    try:
        while part := connection.recv(65536):
            made += part
    except ConnectionResetError:
        pass
    return made


def overdue(answer: bytes, what: str) -> None:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 Request Timeout")
    held = json.loads(body)
    google_schemas.check_error("/v4/", 408, held)
    assert what in held["error"]["message"]


# -- half open, and slow -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", ["", "GET / HTTP/1.1\r\n", "POST /v4/spreadsheets HTTP/1.1\r\nHost: x\r\n"])
def test_half_open_connections_keep_nobody_out_and_are_logged_once(
    site: Site, sent: str, caplog: pytest.LogCaptureFixture
) -> None:
    held = [site.socket(sent) for _ in range(60)]
    assert [site.ask().status_code for _ in range(5)] == [200] * 5
    assert received(held[0]) == b""
    warnings = [record.getMessage() for record in caplog.records if record.name == connections.logger.name]
    assert warnings == ["127.0.0.1 has 10 open connections. Those that wait for a request are closed for new ones."]


def test_headers_that_do_not_arrive_end_the_connection(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
    slow, silent = site.socket("GET / HTTP/1.1\r\n"), site.socket()
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.1):
            try:
                slow.sendall(b"X-More: 1\r\n")
            except OSError:
                return

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        answer = slow.recv(65536)
    finally:
        stop.set()
        dripping.join()
    overdue(answer, "headers of the request did not arrive")
    assert received(silent) == b""


def test_a_body_that_does_not_arrive_ends_the_connection(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    head = f"POST /v4/spreadsheets HTTP/1.1\r\nHost: {site.host}\r\nContent-Length: 99\r\n\r\n{{"
    overdue(received(site.socket(head)), "body of the request did not arrive")
    assert site.ask().status_code == 200
    assert caplog.records == []


def test_a_client_that_takes_in_nothing_is_let_go(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 0.3)
    token = site.service.add_account("ana@x")
    bearer = {"authorization": f"Bearer {token}"}
    sheet = requests.post(f"{site.base}/v4/spreadsheets", json={}, headers=bearer, timeout=20).json()["spreadsheetId"]
    cell = f"/v4/spreadsheets/{sheet}/values/A1:Z9"
    row = [["x" * 40_000] * 26] * 9
    option = {"valueInputOption": "RAW"}
    assert requests.put(site.base + cell, json={"values": row}, params=option, headers=bearer, timeout=20).ok
    greedy = site.socket(f"GET {cell} HTTP/1.1\r\nHost: {site.host}\r\nAuthorization: Bearer {token}\r\n\r\n")
    greedy.recv(1)
    time.sleep(2)
    assert len(received(greedy)) < 9 * 26 * 40_000


def test_connections_at_work_are_never_closed_for_others(site: Site) -> None:
    """An event stream is at work as long as it is open."""
    headers = {"authorization": f"Bearer {site.service.add_account('ana@x')}"}
    streams = [requests.get(f"{site.base}/events", headers=headers, stream=True, timeout=20) for _ in range(10)]
    answer = site.ask()
    assert (answer.status_code, answer.headers["connection"]) == (503, "close")
    google_schemas.check_error("/v4/", 503, answer.json())
    assert all(next(stream.iter_lines()) == b": here" for stream in streams)
    streams.pop().close()
    for _ in range(100):
        if site.ask().status_code == 200:
            break
        time.sleep(0.05)
    assert site.ask().status_code == 200
    for stream in streams:
        stream.close()


def test_nonsense_is_logged_once_a_minute() -> None:
    now = [0.0]
    once = OncePerMinute(lambda: now[0])

    def passes(level: int, message: str) -> bool:
        return once.filter(logging.LogRecord("uvicorn.error", level, "", 0, message, (), None))

    assert [passes(logging.WARNING, "Invalid HTTP request received.") for _ in range(3)] == [True, False, False]
    assert passes(logging.WARNING, "Unsupported upgrade request.")
    assert [passes(logging.ERROR, "a bug") for _ in range(2)] == [True, True]
    now[0] = 61.0
    assert passes(logging.WARNING, "Invalid HTTP request received.")


# -- one who asks too much ---------------------------------------------------------------------------------------------

HEAVY = "=SUM(ARRAYFORMULA(SEQUENCE(90000)*SEQUENCE(90000)))+RAND()"


def test_a_flood_of_heavy_formulas_does_not_keep_another_account_waiting(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request of the other is answered after at most a few of the flood, however long the flood is."""
    monkeypatch.setattr(budget, "UPDATE_SECONDS", 0.05)
    monkeypatch.setattr(budget, "FORMULA_STEPS", 20_000)
    eve = {"authorization": f"Bearer {site.service.add_account('eve@x')}"}
    ana = {"authorization": f"Bearer {site.service.add_account('ana@x')}"}
    sheets = f"{site.base}/v4/spreadsheets"
    name = requests.post(sheets, json={}, headers=eve, timeout=20).json()["spreadsheetId"]
    share = {"type": "user", "role": "writer", "emailAddress": "ana@x"}
    assert requests.post(f"{site.base}/drive/v3/files/{name}/permissions", json=share, headers=eve, timeout=20).ok
    answered: list[str] = []
    stop = threading.Event()

    def flood() -> None:
        body = {"values": [[HEAVY] * 4] * 20}
        while not stop.is_set():
            requests.put(
                f"{sheets}/{name}/values/B1?valueInputOption=USER_ENTERED", json=body, headers=eve, timeout=120
            )
            answered.append("eve")

    flooding = [threading.Thread(target=flood) for _ in range(6)]
    for thread in flooding:
        thread.start()
    while not answered:
        time.sleep(0.01)
    between = []
    for turn in range(6):
        before = len(answered)
        cell = f"{sheets}/{name}/values/A{turn + 1}"
        option = {"valueInputOption": "USER_ENTERED"}
        done = requests.put(cell, json={"values": [[f"={turn}+1"]]}, params=option, headers=ana, timeout=120)
        assert done.status_code == 200, done.text
        between.append(len(answered) - before)
    stop.set()
    for thread in flooding:
        thread.join()
    assert sum(between) <= 3 * len(between)  # of six that wait; a thread may note its answer during the next request
    shown = requests.get(f"{sheets}/{name}/values/A1:A6", headers=ana, timeout=120).json()["values"]
    assert {row[0] for row in shown} <= {*map(str, range(1, 7)), "Loading..."}


def test_formulas_that_are_left_are_worked_out_without_another_request(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that shows "Loading..." is told when it can read the values."""
    monkeypatch.setattr(recalculations, "PAUSE", 0.1)
    monkeypatch.setattr(budget, "UPDATE_SECONDS", 0.002)
    bearer = {"authorization": f"Bearer {site.service.add_account('ana@x')}"}
    sheets = f"{site.base}/v4/spreadsheets"
    name = requests.post(sheets, json={}, headers=bearer, timeout=20).json()["spreadsheetId"]
    stream = requests.get(f"{site.base}/events?document={name}&client=me", headers=bearer, stream=True, timeout=60)
    lines = (line for line in stream.iter_lines() if line.startswith(b'data: {"spreadsheetId'))
    body = {"values": [[f"=SUM(SEQUENCE({row + 100}))" for row in range(20)]] * 20}
    option = {"valueInputOption": "USER_ENTERED"}
    assert requests.put(f"{sheets}/{name}/values/A1", json=body, params=option, headers=bearer, timeout=60).ok
    document = site.service.documents[name]
    assert document.unfinished()
    assert [next(lines), next(lines)]
    assert not document.unfinished()
    stream.close()
    shown = requests.get(f"{sheets}/{name}/values/A1:T20", headers=bearer, timeout=60).json()["values"]
    assert shown == [[str((row + 100) * (row + 101) // 2) for row in range(20)]] * 20


SLOW = f"""
import time
from sheets_gm.localsheets.api import service
answer = service.Service._answer
def slow(self, method, path, *rest):
    if path.endswith("slow"):
        with self._lock:
            time.sleep({10 * patience.SECONDS})
    return answer(self, method, path, *rest)
service.Service._answer = slow
"""


def test_sigterm_ends_the_server_while_a_request_is_worked_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with real.process(tmp_path, "--trust-all") as running:
        outcome: list[int] = []

        def ask() -> None:
            try:
                answer = requests.get(f"{running.base}/v4/spreadsheets/slow", timeout=patience.SECONDS)
                outcome.append(answer.status_code)
            except requests.ConnectionError:
                outcome.append(0)

        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(1)
        code, _, err = running.stop(signal.SIGTERM)
        asking.join()
    assert code == 0
    assert outcome in ([0], [500])
    assert "Stopped while a request was being worked on" in err
    assert "Traceback" not in err


LOGGED = (
    "The server has 60 open connections, most of them from 10.0.0.0. Those that wait for a request are closed for new "
    "ones."
)


class Caller:
    """A connection that waits for a request, from *address*."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.transport = self

    def waits(self) -> bool:
        return True

    def abort(self) -> None:
        """Nothing is open."""


def test_a_flood_from_many_addresses_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "MOST", 60)
    now = [0.0]
    known: Any = connections.Connections(lambda: now[0])
    for number in range(2000):
        known.opened(Caller(f"10.0.0.{number % 28}"))
    assert [record.getMessage() for record in caplog.records] == [LOGGED]
    caplog.clear()
    for number in range(2000):
        now[0] += 0.1
        known.opened(Caller(f"10.0.0.{number % 28}"))
    assert len(caplog.records) <= 4  # once a minute


def test_an_address_that_comes_and_goes_is_logged_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "PER_ADDRESS", 10)
    now = [0.0]
    known: Any = connections.Connections(lambda: now[0])
    for _ in range(20):
        now[0] += 1
        callers = [Caller("10.0.0.1") for _ in range(12)]
        for caller in callers:
            known.opened(caller)
        for caller in callers:
            known.closed(caller)
    assert len(caplog.records) == 1


STUCK = f"""
import time
from sheets_gm.localsheets.http_server import connections
closed, ended = connections.Connections.closed, []
def close(self, connection):
    closed(self, connection)
    ended.append(connection)
def stick(self):
    if ended:
        time.sleep({10 * patience.SECONDS})
connections.Connections.closed, connections.Connections.close_overdue = close, stick
"""
"""A server whose event loop sticks once the first connection has ended."""


def test_sigterm_ends_a_server_that_does_nothing_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(STUCK)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with real.process(tmp_path, "--trust-all") as running:
        time.sleep(1)
        with pytest.raises(requests.ReadTimeout):
            requests.get(f"{running.base}/drive/v3/files", timeout=0.5)
        code, _, err = running.stop(signal.SIGTERM)
    assert (code, "Traceback" in err) == (0, False)
