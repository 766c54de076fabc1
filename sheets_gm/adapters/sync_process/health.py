"""The health of a running sync, for a file, for systemd and for a web page.

A sync is unhealthy only if no round has ended for a while. An unreachable spreadsheet service, or a match that is set
aside, is reported but is no reason for a restart.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.poll.schedule.rounds import Trouble
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.clock import Clock

PATIENCE = 600.0
"""Seconds without the end of a round after which the sync is hanging."""

NOTIFYING = 1.0
"""The most seconds that a message to systemd takes."""

STARTING, OK, AWAY, FAILING, HANGING, STOPPED = "starting", "ok", "away", "failing", "hanging", "stopped"


@dataclass(slots=True)
class Health:
    """What one sync has done. *calls* returns the number of calls of the spreadsheet service by kind.

    *clock* gives the times that are shown. *steady*, a clock that never jumps, measures how long ago a round ended.

    *problems* are the failures of matches that have not been polled successfully since. *consent* returns how long,
    from a given time, the consent of the signed-in account lasts; "" if it has no end.
    """

    clock: Clock
    calls: Callable[[], Mapping[str, int]]
    rounds: int = 0
    seconds: float = 0.0
    last: float = 0.0
    ticks: Counter[str] = field(default_factory=Counter)
    turns: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    statuses: dict[str, Status] = field(default_factory=dict)
    problems: dict[str, Trouble] = field(default_factory=dict)
    stopped: bool = False
    steady: Clock = time.monotonic
    consent: Callable[[float], str] = lambda _: ""
    started: float = field(init=False)
    ended: float | None = None
    _alive: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()
        self._alive = self.steady()

    def note(self, done: Tick | Trouble) -> None:
        """Note the result of one poll."""
        if isinstance(done, Trouble):
            self.failures[done.match] += 1
            self.problems[done.match] = done
            return
        self.problems.pop(done.match, None)
        self.ticks[done.match] += 1
        self.turns[done.match] += sum(step.entry.kind != "act" for step in done.steps)

    def begin(self) -> None:
        """Note that a round begins."""
        self.problems.pop("", None)

    def end(self, seconds: float, statuses: Mapping[str, Status]) -> None:
        """Note that a round has ended after *seconds*, with the statuses of all matches."""
        self.rounds += 1
        self.seconds += seconds
        self.last = seconds
        self.statuses = dict(statuses)
        self.ended = self.clock()
        self._alive = self.steady()

    @property
    def stuck(self) -> list[str]:
        """The names of the matches that are set aside."""
        return sorted(match for match, status in self.statuses.items() if status is Status.STUCK)

    @property
    def state(self) -> str:
        """The state of the sync in one word."""
        if self.stopped:
            return STOPPED
        if self.steady() - self._alive > PATIENCE:
            return HANGING
        if self.ended is None:
            return STARTING
        if any(trouble.away for trouble in list(self.problems.values())):
            return AWAY
        return FAILING if self.problems or self.stuck else OK

    def as_value(self) -> dict[str, Any]:
        """Return everything as a JSON value."""
        standing = Counter(status.value for status in self.statuses.values())
        return {
            "state": self.state,
            "pid": os.getpid(),
            "started": _instant(self.started),
            "round": self.rounds,
            "ended": _instant(self.ended) if self.ended else None,
            "seconds": round(self.last, 3),
            "matches": dict(standing),
            "stuck": self.stuck,
            "ticks": self.ticks.total(),
            "turns": self.turns.total(),
            "failures": self.failures.total(),
            "calls": dict(self.calls()),
            "consent": self.consent(self.clock()),
            "problems": {match: trouble.reason for match, trouble in list(self.problems.items())},
        }

    def write(self, path: Path) -> None:
        """Write everything to *path* in one step. The age of the file shows when the last round ended."""
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        temporary.write_text(json.dumps(self.as_value(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        temporary.replace(path)


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def notify_systemd(*words: str) -> bool:
    """Notify systemd, as sd_notify(3) does ("READY=1", "WATCHDOG=1"). Return whether it got the message.

    False means that systemd does not listen, or that its queue was full for `NOTIFYING` seconds.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        connection.settimeout(NOTIFYING)
        try:
            connection.connect("\0" + address[1:] if address.startswith("@") else address)
            connection.sendall("\n".join(words).encode())
        except TimeoutError:
            return False
    return True
