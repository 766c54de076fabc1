"""Why a database cannot be opened, as one sentence with the cause and the remedy.

Only a damaged file needs to be restored from a copy. For any other cause, the matches in it are intact.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from sheets_gm.adapters.files.system_errors import REMEDIES
from sheets_gm.adapters.stores.database.schema import LOCKED, shown_address
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.gm.ports.store import StoreDown
from sheets_gm.kernel.errors import SetupError, UnavailableError

RESTORE = (
    "The file is damaged: restore a copy, with the sync stopped (sheets-gm help running, Backups). Keep the damaged "
    "one: sqlite3 OLD.db .recover | sqlite3 NEW.db saves what is left. sheets-gm doctor checks a store."
)
"""What to do with a damaged file."""

DAMAGED = ("SQLITE_NOTADB", "SQLITE_CORRUPT")


def cannot_open(where: str | Path, error: BaseException) -> SetupError | UnavailableError:
    """Return the error for a store that cannot be opened: `StoreDown` if it is temporary, else `StoreBroken`."""
    shown, text = shown_address(where), " ".join(str(error).split()).rstrip(".")
    name = getattr(error, "sqlite_errorname", "")
    if "://" in str(where):
        return StoreDown(f"The store {shown} cannot be reached: {text}. Start the database, or correct its address.")
    if name.startswith(LOCKED):
        return StoreDown(f"The store {shown} is locked by another program: wait until it has finished, or stop it.")
    if name == "SQLITE_FULL":
        return StoreDown(f"The store {shown} cannot be used: {REMEDIES[errno.ENOSPC]}.")
    if name.startswith(DAMAGED):
        return StoreBroken(f"The store {shown} cannot be used: {text}. {RESTORE}")
    return StoreBroken(f"The store {shown} cannot be used: {_refused(Path(where)) or f'{text}: look at its disk'}.")


def _refused(path: Path) -> str:
    """Return why the system forbids writing there; "" if it does not."""
    if path.is_dir():
        return REMEDIES[errno.EISDIR]
    readable = os.access(path, os.R_OK | os.W_OK)
    return "" if readable and os.access(path.parent, os.W_OK) else REMEDIES[errno.EACCES]


def now_failing(error: BaseException) -> str:
    """Return what fails in a store that was open, and what to do, as sentences."""
    text, name = (
        " ".join(str(error).split()).rstrip(".") or type(error).__name__,
        getattr(error, "sqlite_errorname", ""),
    )
    remedy = "try again"
    if name == "SQLITE_FULL":
        remedy = "make room on its disk"
    elif name.startswith("SQLITE_READONLY"):
        remedy = "it belongs to another user, or its disk is read-only"
    elif name.startswith(LOCKED):
        remedy = "another program has locked it: wait until it has finished, or stop it"
    return f"The store cannot be used now: {text}. Nothing was written; {remedy}."


def is_damaged(error: BaseException) -> bool:
    """Return whether a database file is damaged."""
    return getattr(error, "sqlite_errorname", "").startswith(DAMAGED)


def now_broken(error: BaseException) -> StoreBroken:
    """Return the error for unreadable data in a store that was open. It contains no stored data."""
    name = getattr(error, "sqlite_errorname", "")
    text = " ".join(str(error).split()).rstrip(".") if name else type(error).__name__
    return StoreBroken(f"The store cannot be read: {text}. {RESTORE}")
