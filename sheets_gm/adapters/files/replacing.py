"""Replaces a file in one step: whoever opens it finds the old file or the new one, never half of one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path beside *path* to write to. It replaces *path* unless the block raises, else it is removed."""
    partly = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield partly
        partly.replace(path)
    finally:
        partly.unlink(missing_ok=True)
