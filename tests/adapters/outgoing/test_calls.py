"""Calls to addresses that somebody typed, really made."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from subprocess import Popen
from typing import Any

import pytest

from sheets_gm.adapters.outgoing.calls import STARTING, CallFailed, OutgoingCalls
from tests import patience

Answer = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """A server on this machine whose requests *answer* answers; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """The caller has hung up."""

    server = Quiet(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def calls() -> OutgoingCalls:
    return OutgoingCalls()


def say(status: int, body: bytes = b"", **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def trickle(handler: BaseHTTPRequestHandler) -> None:
    """Each read ends in time, and the answer never does."""
    handler.send_response(200)
    handler.end_headers()
    for _ in range(int(patience.SECONDS / 0.05)):
        handler.wfile.write(b".")
        time.sleep(0.05)


def test_a_call_ends_after_its_patience_though_each_read_succeeds_and_the_next_call_is_made(
    calls: OutgoingCalls,
) -> None:
    with serving(trickle) as slow, serving(say(200, b"right")) as good:
        calls.fetch(f"http://{good}/", most=10, patience=patience.SECONDS)
        began = time.monotonic()
        with pytest.raises(CallFailed, match="longer than 1 s"):
            calls.fetch(f"http://{slow}/", most=10_000, patience=1.0)
        assert time.monotonic() - began < 3.0
        assert calls.fetch(f"http://{good}/", most=10, patience=patience.SECONDS) == (200, "right")


def test_what_calls_of_a_kind_need_is_loaded_before_their_time_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, float]] = []
    fresh, exchange = OutgoingCalls(), OutgoingCalls._exchange

    def noted(process: Popen[bytes], task: dict[str, Any], seconds: float) -> dict[str, Any] | None:
        asked.append((task["task"], seconds))
        return exchange(process, task, patience.SECONDS)

    monkeypatch.setattr(OutgoingCalls, "_exchange", staticmethod(noted))
    with serving(say(200)) as good:
        for _ in range(2):
            assert fresh.fetch(f"http://{good}/", most=10, patience=3.0)[0] == 200
            assert fresh.notify(f"json://{good}/hook", "Friday", "Turn 3", (), trusted=True, patience=15.0)
    first = [("prepare", STARTING), ("fetch", 3.0), ("prepare", STARTING), ("notify", 15.0)]
    assert asked == [*first, ("fetch", 3.0), ("notify", 15.0)]


def test_no_redirect_is_followed_by_a_look_up_or_by_a_notice(calls: OutgoingCalls) -> None:
    asked: list[str] = []

    def noted(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.path)
        say(200, b"secret")(handler)

    with serving(noted) as inner, serving(say(307, Location=f"http://{inner}/inner")) as outer:
        assert calls.fetch(f"http://{outer}/", most=10, patience=patience.SECONDS)[0] == 307
        for wish in ("", "?redirect=yes"):
            notice = (f"json://{outer}/hook{wish}", "Friday", "Turn 3", ())
            assert not calls.notify(*notice, trusted=True, patience=patience.SECONDS)
    assert asked == []


def test_a_private_address_is_called_for_the_settings_and_never_for_a_player(calls: OutgoingCalls) -> None:
    with serving(say(200)) as own:
        for trusted in (True, False):
            notice = (f"json://{own}/hook", "Friday", "Turn 3", ())
            assert calls.notify(*notice, trusted=trusted, patience=patience.SECONDS) is trusted


@pytest.mark.parametrize("name", ["127.1", "2130706433", "0x7f000001"])
def test_a_name_that_is_looked_up_to_a_private_address_is_not_called(calls: OutgoingCalls, name: str) -> None:
    with serving(say(200, b"secret")) as own, pytest.raises(CallFailed):
        calls.fetch(f"http://{name}:{own.rpartition(':')[2]}/", most=10, patience=patience.SECONDS)


def test_an_answer_is_read_up_to_its_limit(calls: OutgoingCalls) -> None:
    with serving(say(200, b"x" * 100_000)) as good:
        assert len(calls.fetch(f"http://{good}/", most=100, patience=patience.SECONDS)[1]) == 101
