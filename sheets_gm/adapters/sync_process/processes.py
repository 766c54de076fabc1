"""Processes: the name of this one, whether another has ended, and a clock that never jumps."""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path


def owner() -> str:
    """Return the name under which this process claims matches."""
    return name_of(os.getpid())


def name_of(pid: int) -> str:
    """Return the name of a process on this host: host, process id and start time."""
    return f"{socket.gethostname()}/{pid}/{_state_and_start(pid)[1]}"


def _state_and_start(pid: int) -> tuple[str, str]:
    """Return the state of process *pid* and its start in clock ticks; "" where the system does not report them."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return fields[0], fields[19]
    except (OSError, IndexError):
        return "", ""


def has_ended(who: str) -> bool:
    """Return whether the process named *who* ran on this host and has ended; False if that is unknown."""
    host, _, rest = who.partition("/")
    pid, _, started = rest.partition("/")
    # Windows cannot be asked in this way: there the signal 0 is Ctrl-C. A claim of a process that has ended runs out
    if host != socket.gethostname() or not pid.isdecimal() or sys.platform == "win32":
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    state, start = _state_and_start(int(pid))
    # one that nobody has waited for is still listed
    return state in {"Z", "X"} or (bool(started) and start != started)


def steady_clock() -> float:
    """Return seconds from an arbitrary start. The clock never jumps and, where the system can, counts sleep as well."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()
