"""A program that knows Google alone, led to a local spreadsheet by the proxy that the manual names.

`uv` fetches the proxy; where there is no index of packages, the test is skipped.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests import patience
from tests.localsheets import real
from tests.test_wheel import ROOT, UV

PROGRAM = """
import gspread
sheet = gspread.service_account("key.json").create("Numbers").sheet1
sheet.update([["1", "2"], ["=A1+B1"]], raw=False)
print(sheet.acell("A2").value)
"""


def listens(port: int) -> bool:
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


def test_a_program_that_nobody_can_change_goes_through_the_proxy_of_the_manual(tmp_path: Path) -> None:
    manual = (ROOT / "docs" / "localsheets.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"(?m)^uvx (--from mitmproxy (?:.*\\\n)*.*)$", manual)
    tool = [UV, "tool", "run", "-q"]
    if subprocess.run(
        [*tool, "--from", "mitmproxy", "mitmdump", "--version"], capture_output=True, check=False
    ).returncode:
        pytest.skip("NO PROGRAM GOES THROUGH A PROXY: mitmproxy cannot be had here")
    key = [*real.PROGRAM, "account", "add", "robot", "--service-account-key", "key.json"]
    subprocess.run(key, cwd=tmp_path, check=True, capture_output=True)
    written = (tmp_path / "key.json").read_text(encoding="utf-8")
    (tmp_path / "key.json").write_text(re.sub(r'http://[^"]*/token', "https://oauth2.googleapis.com/token", written))
    through = real.free_port()
    with real.process(tmp_path) as served:
        mitmdump = [*tool, *shlex.split(command.replace("\\\n", " ").replace("http://127.0.0.1:8765", served.base))]
        mitmdump += ["--listen-host", "127.0.0.1", "--listen-port", str(through)]
        mitmdump += ["--set", f"confdir={tmp_path / 'proxy'}"]
        proxy = subprocess.Popen(mitmdump, cwd=tmp_path, stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            patience.wait_until(lambda: listens(through), "the proxy did not come up")
            certificate = str(tmp_path / "proxy" / "mitmproxy-ca-cert.pem")
            env = {**os.environ, "HTTPS_PROXY": f"http://127.0.0.1:{through}", "REQUESTS_CA_BUNDLE": certificate}
            run = [sys.executable, "-c", PROGRAM]
            done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        finally:
            os.killpg(proxy.pid, signal.SIGTERM)
            proxy.wait()
    assert done.stdout == "3\n", done.stderr[-2000:]
