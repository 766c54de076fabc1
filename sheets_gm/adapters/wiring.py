"""Wiring: the parts of an installation put together."""

from __future__ import annotations

import os
import socket
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sheets_gm.adapters.settings import Settings
from sheets_gm.games import files
from sheets_gm.games.finding import game
from sheets_gm.sheet.template import Template, over, parse

if TYPE_CHECKING:
    from sheets_gm.gm.ports import Sheets, Store
    from sheets_gm.gm.rounds import Hall
    from sheets_gm.gm.turn import Table

WORKBOOK = "workbook.toml"
COMMON = "common"


@cache
def template(name: str) -> Template:
    """The template of a game over what every match has. NoTemplate, BadTemplate."""
    own = parse(files.read(name, WORKBOOK), f"templates/{name}/{WORKBOOK}")
    common = parse(files.read(COMMON, WORKBOOK), f"templates/{COMMON}/{WORKBOOK}")
    return over(common, own)


def owner() -> str:
    """This process, as it signs its claims: host, process id, and when the process began."""
    return f"{socket.gethostname()}/{os.getpid()}/{_born(os.getpid())}"


def _born(pid: int) -> str:
    """When process *pid* began, in the kernel's own count; "" where the system does not say."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def is_gone(who: str) -> bool:
    """Whether the process that signed as *who* ran on this host and has ended."""
    host, _, rest = who.partition("/")
    pid, _, born = rest.partition("/")
    if host != socket.gethostname() or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return bool(born) and _born(int(pid)) != born


def store(settings: Settings, folder: Path) -> Store:
    """The store of an installation; claims of processes that have ended here are given back."""
    from sheets_gm.adapters.store import open_store

    where = settings.store
    opened = open_store(where if "://" in where or where == ":memory:" else folder / where)
    for match, who in opened.claims().items():
        if is_gone(who):
            opened.release(match, who)
    return opened


def table(opened: Store, sheets: Sheets, match: str, settings: Settings | None = None) -> Table:
    """A match, ready to be ticked. NoSuchMatch, NoSuchGame, NoTemplate, BadTemplate; BadSettings for its notices."""
    from sheets_gm.adapters.notices import notifier
    from sheets_gm.gm.turn import Table

    name = opened.record(match).charter.game
    notify = notifier(settings.notices if settings else {})
    return Table(game(name), template(name), opened, sheets, time.time, owner(), match, notify)


def hall(opened: Store, sheets: Sheets, settings: Settings | None = None) -> Hall:
    """All matches of a store."""
    from sheets_gm.gm.rounds import Hall

    return Hall(opened, lambda match: table(opened, sheets, match, settings))
