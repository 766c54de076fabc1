"""Files that only their owner may read: tokens, and what a user has consented to."""

from __future__ import annotations

import os
from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Write *text* where only its owner can read it, whatever stood there before."""
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text + "\n")
    beside.replace(path)


def is_private(path: Path) -> bool:
    """Whether nobody but its owner can read *path*."""
    return path.stat().st_mode & 0o077 == 0
