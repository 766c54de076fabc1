"""Real servers, in this process or in one of their own, and gspread clients for them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gspread
import requests
from google.oauth2.credentials import Credentials

from sheets_gm.localsheets import rewrite
from sheets_gm.localsheets.identity.accounts import Accounts
from tests import patience

PROGRAM = (sys.executable, "-m", "sheets_gm.localsheets")
OWNER = "owner@x"


def client(base: str, credentials: Any) -> gspread.Client:
    """gspread with *credentials* (or a plain token), at a server."""
    if isinstance(credentials, str):
        credentials = Credentials(token=credentials)  # type: ignore[no-untyped-call]
    made = gspread.Client(auth=credentials)
    rewrite.mount(made.http_client.session, base)
    return made


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Process:
    """`localsheets serve` in a process of its own."""

    base: str
    process: subprocess.Popen[str]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """Stop it, and return its exit code and output."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=patience.SECONDS)
        return self.process.returncode, out, err


def key(home: Path) -> str:
    """A new key for an account of the server in the folder *home*, as `localsheets account` makes one."""
    accounts = Accounts(home / "sheets")
    try:
        return accounts.add(OWNER)
    finally:
        accounts.close()


@contextmanager
def process(home: Path, *words: str, port: int = 0, program: Sequence[str] = PROGRAM) -> Iterator[Process]:
    """A server process of *program* in the folder *home*, up and answering."""
    port = port or free_port()
    made = start(home, *words, port=port, program=program)
    try:
        wait_until_up(made)
        yield made
    finally:
        if made.process.poll() is None:
            made.process.kill()
        made.process.communicate()


def start(home: Path, *words: str, port: int, program: Sequence[str] = PROGRAM) -> Process:
    command = [*program, "serve", "--port", str(port), "--data", "sheets", *words]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    running = subprocess.Popen(
        command, cwd=home, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    return Process(f"http://127.0.0.1:{port}", running)


def wait_until_up(made: Process) -> None:
    patience.wait_until(lambda: _is_up(made), "the server did not come up")


def _is_up(made: Process) -> bool:
    """Whether it answers. AssertionError with what it printed where it has ended."""
    try:
        requests.get(f"{made.base}/page/sheet.css", timeout=patience.SECONDS)
    except requests.ConnectionError:
        if made.process.poll() is not None:
            raise AssertionError(made.process.communicate()[1]) from None
        return False
    return True
