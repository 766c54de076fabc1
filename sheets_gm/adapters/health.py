"""Vital signs: what a sync that runs for weeks tells of itself, to a file, to systemd and to a page.

Laws: a round that ends is noted, also one in which everything failed; a sync hangs when no round ends for a while, and
only then is it unhealthy: that the spreadsheet service is away, or a match is set aside, no restart mends.
"""

from __future__ import annotations

import json
import os
import socket
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.schedule.rounds import Trouble
from sheets_gm.gm.tick import Tick

PATIENCE = 600.0
"""Seconds after which a round that has not ended hangs: the next one begins within seconds."""

STARTING, OK, AWAY, FAILING, HANGING, STOPPED = "starting", "ok", "away", "failing", "hanging", "stopped"


@dataclass(slots=True)
class Health:
    """What one sync has done. *calls* counts calls of the spreadsheet service by kind.

    *problems* are those whose match was not polled well since.
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
    started: float = field(init=False)
    ended: float | None = None

    def __post_init__(self) -> None:
        self.started = self.clock()

    def note(self, done: Tick | Trouble) -> None:
        """Note what became of one match in this round."""
        if isinstance(done, Trouble):
            self.failures[done.match] += 1
            self.problems[done.match] = done
            return
        self.problems.pop(done.match, None)
        self.ticks[done.match] += 1
        self.turns[done.match] += sum(step.entry.kind != "act" for step in done.steps)

    def begin(self) -> None:
        """A round begins."""
        self.problems.pop("", None)

    def end(self, seconds: float, statuses: Mapping[str, Status]) -> None:
        """A round has ended, after so many *seconds*; how the matches stand."""
        self.rounds += 1
        self.seconds += seconds
        self.last = seconds
        self.statuses = dict(statuses)
        self.ended = self.clock()

    @property
    def stuck(self) -> list[str]:
        """The matches that are set aside."""
        return sorted(match for match, status in self.statuses.items() if status is Status.STUCK)

    @property
    def state(self) -> str:
        """How the sync is: one word."""
        if self.stopped:
            return STOPPED
        if self.clock() - (self.ended or self.started) > PATIENCE:
            return HANGING
        if self.ended is None:
            return STARTING
        if any(trouble.away for trouble in list(self.problems.values())):
            return AWAY
        return FAILING if self.problems or self.stuck else OK

    def as_value(self) -> dict[str, Any]:
        """All of it as JSON."""
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
            "problems": {match: trouble.reason for match, trouble in list(self.problems.items())},
        }

    def write(self, path: Path) -> None:
        """Put it into the file *path*, whole at any instant; its age tells when the last round ended."""
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        beside.write_text(json.dumps(self.as_value(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        beside.replace(path)


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def tell_systemd(*words: str) -> bool:
    """Tell systemd how the service is, as sd_notify(3) does ("READY=1", "WATCHDOG=1"); False where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.connect("\0" + address[1:] if address.startswith("@") else address)
        wire.sendall("\n".join(words).encode())
    return True
