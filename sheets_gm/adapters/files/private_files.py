"""Files that only their owner may read: tokens and credentials."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Write *text* to *path* so that only its owner can read it."""
    temporary = path.with_name(f".{path.name}.new")
    temporary.unlink(missing_ok=True)
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text + "\n")
    temporary.replace(path)


def is_private(path: Path) -> bool:
    """Return whether only its owner can read *path*. Always true on Windows, where its folder decides."""
    return sys.platform == "win32" or path.stat().st_mode & 0o077 == 0
