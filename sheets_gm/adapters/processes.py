"""Processes: the name of this one, whether another has ended, and a clock that never leaps."""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path


def owner() -> str:
    """The name with which this process claims matches: host, process id, start time of the process."""
    return f"{socket.gethostname()}/{os.getpid()}/{_start_time(os.getpid())}"


def _start_time(pid: int) -> str:
    """When process *pid* started, in clock ticks; "" where the system does not report it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def has_ended(who: str) -> bool:
    """Whether the process named *who* ran on this host and has ended."""
    host, _, rest = who.partition("/")
    pid, _, started = rest.partition("/")
    if host != socket.gethostname() or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return bool(started) and _start_time(int(pid)) != started


def steady_clock() -> float:
    """Seconds from any beginning, on a clock that never leaps and, where the system has one, also counts sleep."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()
