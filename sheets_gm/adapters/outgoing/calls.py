"""Gives calls to the process that makes them, and kills it if a call takes too long."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from typing import Any

MODULE = "sheets_gm.adapters.outgoing.process"

STARTING = 20.0
"""Seconds to start the process and import what a kind of calls needs. They do not count for the first call."""


class CallFailed(Exception):
    """A call did not succeed. The message does not contain the address."""


class OutgoingCalls:
    """Makes calls one after the other. The first call starts the process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = set[str]()
        """The kinds of calls for which the process has loaded what they need."""

    def fetch(self, address: str, *, most: int, patience: float) -> tuple[int, str]:
        """Return status and text (up to *most* bytes) at *address*. Raises CallFailed, or after *patience* seconds."""
        answer = self._ask({"task": "fetch", "address": address, "most": most}, patience)
        return int(answer["status"]), str(answer["body"])

    def notify(
        self, address: str, title: str, body: str, files: Sequence[str], *, trusted: bool, patience: float
    ) -> bool:
        """Send a notice with *files* to an apprise *address*, and return whether it succeeded within *patience*
        seconds.

        A *trusted* address may be an IP address of a private network. Raises CallFailed.
        """
        task = {"address": address, "title": title, "body": body, "files": list(files), "trusted": trusted}
        return bool(self._ask({"task": "notify", **task}, patience)["sent"])

    def _ask(self, task: dict[str, Any], patience: float) -> dict[str, Any]:
        with self._lock:
            process = self._running(task["task"])
            answer = self._exchange(process, task, patience)
        if answer is None:
            raise CallFailed(f"it took longer than {patience:g} s")
        if "error" in answer:
            raise CallFailed(str(answer["error"]))
        return answer

    def _running(self, what: str) -> subprocess.Popen[bytes]:
        """Return the process, started if need be and prepared for calls of the kind *what*. Raises CallFailed."""
        process = self._process
        if process is None or process.poll() is not None:
            process, self._ready = self._started(), set()
        if what not in self._ready:
            if self._exchange(process, {"task": "prepare", "what": what}, STARTING) is None:
                raise CallFailed("the process for calls does not start")
            self._ready.add(what)
        return process

    def _started(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(  # noqa: S603 - this program's own module
            [sys.executable, "-P", "-m", MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._process = process
        weakref.finalize(self, _end, process)
        return process

    @staticmethod
    def _exchange(process: subprocess.Popen[bytes], task: dict[str, Any], patience: float) -> dict[str, Any] | None:
        """Return the answer to *task*. If none comes within *patience* seconds, kill *process* and return None."""
        if process.stdin is None or process.stdout is None:
            return None
        clock = threading.Timer(patience, process.kill)
        clock.start()
        try:
            process.stdin.write(json.dumps(task).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = b""
        finally:
            clock.cancel()
        if not line.endswith(b"\n"):
            _end(process)
            return None
        answer: dict[str, Any] = json.loads(line)
        return answer


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill *process* and close its pipes."""
    process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except OSError:
                continue  # what was not written yet is for nobody
    process.wait()
