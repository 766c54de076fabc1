"""A sync that runs for weeks: it stops when asked to, logs what it does, and shows whether it is well."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests

from sheets_gm.adapters import wiring
from sheets_gm.adapters.cli import sync_log
from sheets_gm.adapters.cli.context import Installation
from sheets_gm.adapters.google.accounts.credentials import Identity, expiry
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.adapters.sync_process import health
from sheets_gm.adapters.sync_process.health import AWAY, FAILING, HANGING, OK, STARTING, Health
from sheets_gm.adapters.sync_process.health_page import PortInUse, parse_address, serve_health
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.poll.schedule.rounds import Trouble
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.sheets import TabRange
from sheets_gm.localsheets.api.service import Service
from tests import patience
from tests.adapters.cli.test_commands import PROGRAM
from tests.adapters.place import typed
from tests.installation import installation

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with installation(tmp_path) as made:
        yield made


@pytest.fixture
def home(tmp_path: Path, service: Service) -> Path:
    return tmp_path


class Daemon:
    """A sync in a process of its own, that logs JSON and writes `health.json`."""

    def __init__(self, home: Path, *words: str, env: Mapping[str, str] | None = None) -> None:
        self.health = home / "health.json"
        line = [*PROGRAM, "sync", "--every", "0.2s", "--json", "--health", str(self.health), *words]
        self.process = subprocess.Popen(
            line,
            cwd=home,
            env={**os.environ, "SHEETS_GM_HOME": str(home), **(env or {})},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def until(self, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until its health says so."""
        for _ in range(1200):
            assert self.process.poll() is None, self.process.communicate()
            answer = json.loads(self.health.read_text(encoding="utf-8")) if self.health.exists() else {}
            if answer and done(answer):
                return answer
            time.sleep(0.05)
        raise AssertionError(answer)

    def stop(self) -> tuple[int, list[dict[str, Any]], str]:
        """Tell it to stop; its exit code, the lines of its log, and what it printed beside them."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self) -> tuple[int, list[dict[str, Any]], str]:
        """The same, of one that was told to stop."""
        out, err = self.process.communicate(timeout=patience.SECONDS)
        return self.process.returncode, [json.loads(line) for line in out.splitlines()], err


@contextmanager
def daemon(home: Path, *words: str, env: Mapping[str, str] | None = None) -> Iterator[Daemon]:
    made = Daemon(home, *words, env=env)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.process.kill()
            made.process.communicate()


def found(home: Path, *words: str) -> None:
    done = typed(home, "new", "gvg", "--name", "friday", "--set", "max_turns=2", *words)
    assert done.code == 0, done.err


def test_the_page_names_every_event_of_the_log() -> None:
    source = Path(sync_log.__file__).read_text(encoding="utf-8")
    logged = set(re.findall(r'_json\.(?:info|error)\("(\w+)"', source)) | set(re.findall(r'"event": "(\w+)"', source))
    logged |= {"turn", "away", "failed"}  # chosen by conditions in the same lines
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    (paragraph,) = (each for each in page.split("\n\n") if each.startswith("`event` is"))
    assert set(re.findall(r"`(\w+)`", paragraph)) - {"event"} == logged


def test_it_logs_one_line_a_turn_and_ends_well_when_it_is_told_to(home: Path) -> None:
    found(home, "--every", "1s")
    with daemon(home) as running:
        running.until(lambda answer: answer["matches"].get("over", 0) == 1)
        code, log, _ = running.stop()
    assert code == 0
    assert [line["event"] for line in log if line["event"] != "answered"] == ["started", "turn", "turn", "stopped"]
    turn = next(line for line in log if line["event"] == "turn")
    assert (turn["match"], turn["entry"], turn["label"]) == ("friday", 1, "Turn 1 of 2")
    assert {"time", "level", "seconds", "events", "why", "waiting", "status"} <= set(turn)
    answer = json.loads(running.health.read_text(encoding="utf-8"))
    assert (answer["state"], answer["turns"], answer["failures"]) == ("stopped", 2, 0)


def test_the_tick_that_is_under_way_is_finished(home: Path, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    found(home, "--every", "1s")
    store = open_store(home / "matches.db")
    handle, shows, told = service.handle, threading.Event(), threading.Event()

    def held(method: str, path: str, *rest: Any) -> Any:
        """The write that shows the first turn is answered when the sync has been told to stop."""
        if path.endswith(":batchUpdate") and store.last_number("friday") == 1:
            shows.set()
            assert told.wait(patience.SECONDS)
        return handle(method, path, *rest)

    with daemon(home) as running:
        monkeypatch.setattr(service, "handle", held)
        assert shows.wait(patience.SECONDS), "no turn was played"
        running.process.send_signal(signal.SIGTERM)
        told.set()
        code, log, _ = running.ended()
    events = [line["event"] for line in log if line["event"] != "answered"]  # a poll may come before the second is over
    assert (code, events) == (0, ["started", "turn", "stopped"])
    assert store.claims() == {}
    table = wiring.poller(store, Installation(home).sheets, "friday")
    shown = table.workbooks.sheets.read(table.session.record.workbooks[0], [TabRange("log")])["log"][3:]
    assert [str(line[1]) for line in shown] == [line.text for line in table.session.all_lines()]
    assert table.session.entry.number == 1
    store.close()


def test_whoever_looks_on_reads_its_health_and_its_metrics(home: Path) -> None:
    found(home)
    with daemon(home, "--listen", "0") as running:
        running.until(lambda message: message["round"] >= 2)
        assert running.process.stderr is not None
        base = running.process.stderr.readline().split()[1].removesuffix("/healthz")
        health = requests.get(f"{base}/healthz", timeout=patience.SECONDS)
        assert (health.status_code, health.json()["state"]) == (200, "ok")
        metrics = requests.get(f"{base}/metrics", timeout=patience.SECONDS).text
        assert requests.get(f"{base}/else", timeout=patience.SECONDS).status_code == 404
        running.stop()
    figures = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if not line.startswith("#"))
    assert float(figures["sheets_gm_rounds_total"]) >= 2
    assert float(figures['sheets_gm_ticks_total{match="friday"}']) >= 2
    assert float(figures['sheets_gm_calls_total{kind="read"}']) >= 2
    assert float(figures['sheets_gm_matches{status="live"}']) == 1
    assert float(figures["sheets_gm_round_seconds_count"]) == float(figures["sheets_gm_rounds_total"])


def test_systemd_is_told_when_it_is_ready_that_it_lives_and_that_it_stops(home: Path, tmp_path: Path) -> None:
    found(home)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(patience.SECONDS)
        with daemon(home, env={"NOTIFY_SOCKET": str(tmp_path / "notify")}) as running:
            assert ear.recv(200) == b"READY=1"
            assert ear.recv(200) == b"WATCHDOG=1"
            assert ear.recv(200) == b"WATCHDOG=1\nSTATUS=ok, round 1"
            running.process.send_signal(signal.SIGTERM)
            heard = b""
            while heard != b"STOPPING=1":  # read as systemd does, all the time: there is room for ten messages
                heard = ear.recv(200)
            running.ended()


def test_a_systemd_that_reads_none_of_its_messages_holds_up_no_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "NOTIFYING", 0.01)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        heard = 0
        while health.notify_systemd(f"STATUS={heard}"):
            heard += 1
        assert [ear.recv(200) for _ in range(heard)] == [f"STATUS={number}".encode() for number in range(heard)]
        assert health.notify_systemd("READY=1")


def test_a_match_that_is_set_aside_is_named_until_it_is_mended(home: Path) -> None:
    found(home)
    link = json.loads(typed(home, "status", "--json").out)[0]["workbooks"]["table"]
    base, _, document = link.partition("/d/")
    token = (home / "token").read_text(encoding="utf-8").strip()
    gone = requests.delete(
        f"{base}/drive/v3/files/{document}", headers={"Authorization": f"Bearer {token}"}, timeout=patience.SECONDS
    )
    assert gone.status_code < 300
    with daemon(home) as running:
        shown = running.until(lambda shown: shown["stuck"] == ["friday"])
        assert shown["state"] == FAILING
        _, log, _ = running.stop()
    assert [line["event"] for line in log] == ["started", "failed", "failed", "stuck", "stopped"]
    assert log[-2]["level"] == "error"
    assert log[-2]["match"] == "friday"


def test_a_single_tick_names_what_was_set_aside_before_and_is_not_well(home: Path) -> None:
    found(home)
    store = open_store(home / "matches.db")
    store.save(store.record("friday").but(status=Status.STUCK, reason="the sheet is gone"))
    done = typed(home, "sync", "--once")
    assert (done.code, done.out) == (1, "")
    assert done.err == "friday: set aside (the sheet is gone). Fix that, then: sheets-gm unstick friday\n"
    (line,) = map(json.loads, typed(home, "sync", "--once", "--json").out.splitlines())
    assert (line["event"], line["match"], line["problem"]) == ("stuck", "friday", "the sheet is gone")
    assert typed(home, "unstick", "friday").code == 0
    assert typed(home, "sync", "--once").code == 0


def test_health_that_cannot_be_written_is_said_before_any_round(home: Path) -> None:
    (home / "folder").mkdir()
    for name, line in (("nowhere/health.json", "No such file or directory"), ("folder", "is a directory")):
        done = typed(home, "sync", "--once", "--health", name)
        assert (done.code, done.out) == (2, "")
        assert "--health" in done.err
        assert line in done.err


def test_a_place_to_listen_is_taken_once(home: Path) -> None:
    health = Health(lambda: 0.0, dict)
    with serve_health(health, ("127.0.0.1", 0)) as address:
        port = address.rpartition(":")[2]
        done = typed(home, "sync", "--once", "--listen", port)
        assert (done.code, "choose another" in done.err) == (3, True)
        with pytest.raises(PortInUse), serve_health(health, ("127.0.0.1", int(port))):
            pass
    assert typed(home, "sync", "--once", "--listen", "nowhere").code == 2


def test_without_the_library_for_metrics_its_health_is_served_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with serve_health(Health(lambda: 0.0, dict), ("127.0.0.1", 0)) as address:
        assert requests.get(f"{address}/healthz", timeout=patience.SECONDS).status_code == 200
        missing = requests.get(f"{address}/metrics", timeout=patience.SECONDS)
        assert (missing.status_code, "pip install '.[metrics]'" in missing.text) == (501, True)


def test_a_place_to_listen_is_this_machine_unless_another_is_named() -> None:
    assert parse_address("9464") == ("127.0.0.1", 9464)
    assert parse_address("0.0.0.0:80") == ("0.0.0.0", 80)
    with pytest.raises(ValueError, match="70000"):
        parse_address("70000")


def test_it_counts_the_days_of_a_consent_that_ends() -> None:
    identity = Identity("gm@x", "user.json", None, ends=datetime(2026, 12, 5, 20, tzinfo=UTC))
    now = datetime(2026, 12, 2, 19, tzinfo=UTC).timestamp()
    health = Health(lambda: now, dict, consent=partial(expiry, identity))
    assert health.as_value()["consent"] == "the consent ends in 3 days (2026-12-05 20:00 UTC)"


def test_its_state_is_one_word_and_only_a_round_that_never_ends_is_unhealthy() -> None:
    now = 1000.0
    health = Health(lambda: now, dict, steady=lambda: now)
    assert health.state == STARTING
    health.note(Tick("friday"))
    health.end(0.4, {"friday": Status.LIVE})
    assert health.state == OK
    health.begin()
    health.note(Trouble("friday", "the wire is cut", away=True))
    health.end(0.4, {"friday": Status.LIVE})
    assert (health.state, health.as_value()["problems"]) == (AWAY, {"friday": "the wire is cut"})
    health.begin()
    health.end(0.0, {"friday": Status.LIVE})
    assert health.state == AWAY  # it was not polled again since
    health.begin()
    health.note(Tick("friday"))
    health.end(0.4, {"friday": Status.LIVE})
    assert health.state == OK
    now += 601.0
    assert health.state == HANGING
    with serve_health(health, ("127.0.0.1", 0)) as address:
        assert requests.get(f"{address}/healthz", timeout=patience.SECONDS).status_code == 503
