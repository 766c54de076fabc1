"""Rounds that quicknet published, and a relay on this machine that gives what a test sets."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sheets_gm.kernel.beacon import BeaconRound

SIGNATURES = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    1001: "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
    1002: "ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e",
}
"""Signatures of rounds of 23 August 2023, as relays gave them."""

RANDOMNESS = {1000: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"}
"""What a relay gives beside the signature: its SHA-256."""

ROUNDS = {number: BeaconRound(round=number, signature=signature) for number, signature in SIGNATURES.items()}


def answer(number: int) -> bytes:
    """What a relay answers for a round."""
    return json.dumps({"round": number, "randomness": "00" * 32, "signature": SIGNATURES[number]}).encode()


Given = Callable[[int], "tuple[int, bytes]"]
"""What a relay answers for a number: a status and a body."""


@contextmanager
def relay(given: Given) -> Iterator[str]:
    """A relay on this machine; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = given(int(self.path.rpartition("/")[2]))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Nothing is printed."""

    class Relay(ThreadingHTTPServer):
        def handle_error(self, *_: Any) -> None:
            """The caller has hung up."""

    server = Relay(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
