"""A program that knows Google alone, led to a local spreadsheet by the proxy that the manual names.

`uv` fetches the proxy; where there is no index of packages, the test is skipped.
"""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import patience
from tests.test_wheel import ROOT, UV

LOCALSHEETS = [sys.executable, "-m", "sheets_gm.localsheets"]
PROGRAM = """
import gspread
sheet = gspread.service_account("key.json").create("Numbers").sheet1
sheet.update([["1", "2"], ["=A1+B1"]], raw=False)
print(sheet.acell("A2").value)
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def answers(port: int) -> None:
    """Wait until somebody listens on *port*."""
    end = time.monotonic() + patience.SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert time.monotonic() < end, f"nobody listens on {port}"
            time.sleep(0.1)
        else:
            return


def test_a_program_that_nobody_can_change_goes_through_the_proxy_of_the_manual(tmp_path: Path) -> None:
    manual = (ROOT / "docs" / "localsheets.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"(?m)^uvx (--from mitmproxy (?:.*\\\n)*.*)$", manual)
    tool = [UV, "tool", "run", "-q"]
    if subprocess.run(
        [*tool, "--from", "mitmproxy", "mitmdump", "--version"], capture_output=True, check=False
    ).returncode:
        pytest.skip("NO PROGRAM GOES THROUGH A PROXY: mitmproxy cannot be had here")
    here, through = free_port(), free_port()
    mitmdump = [*tool, *shlex.split(command.replace("\\\n", " ").replace(":8765/", f":{here}/"))]
    mitmdump += ["--listen-host", "127.0.0.1", "--listen-port", str(through), "--set", f"confdir={tmp_path / 'proxy'}"]
    key = [*LOCALSHEETS, "account", "add", "robot", "--service-account-key", "key.json"]
    subprocess.run(key, cwd=tmp_path, check=True, capture_output=True)
    written = (tmp_path / "key.json").read_text(encoding="utf-8")
    (tmp_path / "key.json").write_text(
        written.replace("http://127.0.0.1:8765/token", "https://oauth2.googleapis.com/token")
    )
    programs = [
        subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, start_new_session=True)
        for words in ([*LOCALSHEETS, "serve", "--port", str(here)], mitmdump)
    ]
    try:
        answers(here)
        answers(through)
        certificate = str(tmp_path / "proxy" / "mitmproxy-ca-cert.pem")
        env = {**os.environ, "HTTPS_PROXY": f"http://127.0.0.1:{through}", "REQUESTS_CA_BUNDLE": certificate}
        run = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    finally:
        for program in programs:
            os.killpg(program.pid, 15)
            program.wait()
    assert done.stdout == "3\n", done.stderr[-2000:]
