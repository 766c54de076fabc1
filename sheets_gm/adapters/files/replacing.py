"""Replacing a file at once: whoever opens it finds the old one or the new one, never half of one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path beside *path* to write to; it becomes *path* when nothing was raised, and is removed otherwise."""
    partly = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield partly
        partly.replace(path)
    finally:
        partly.unlink(missing_ok=True)
