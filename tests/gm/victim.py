"""A sync that is killed, by SIGKILL, before or after one named call.

It is the real program, with the real store and real HTTP; only the call that the point names is wrapped.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sheets_gm.adapters import wiring
from sheets_gm.adapters.cli.context import Installation

POINTS = (
    "before read",
    "after read",
    "before claim",
    "after claim",
    "before append",
    "after append",
    "before release",
    "after release",
    "before write",
    "after write",
)

"""What a tick that plays a turn does with the world, in order: what people typed is stored with the turn."""

DRAFT_POINTS = ("before save", "after save", "before write", "after write")
"""The same for a tick that only answers what people typed."""


def die() -> None:
    """End like a machine that loses power."""
    os.kill(os.getpid(), signal.SIGKILL)


def wrapped(call: Callable[..., Any], when: str) -> Callable[..., Any]:
    """*call*, with the end of this process before or after it."""

    def fatal(*given: Any, **named: Any) -> Any:
        if when == "before":
            die()
        answer = call(*given, **named)
        die()
        return answer

    return fatal


def tick(home: Path, point: str) -> None:
    """Do one tick of the match in *home*, and die at *point*."""
    when, name = point.split()
    installation = Installation(home)
    owner: Any = installation.sheets if name in ("read", "write") else installation.store
    setattr(owner, name, wrapped(getattr(owner, name), when))
    table = wiring.poller(installation.store, installation.sheets, installation.match(None))
    table.tick()
