"""The clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], float]
"""The present instant, in seconds since 1970 (UTC)."""
