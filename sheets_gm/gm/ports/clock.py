"""The clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], float]
"""The present instant, in seconds since 1970 (UTC); or, where it is called steady, seconds from any beginning.

The first may leap, so it is for deadlines alone. The second never does, so it measures how much time has passed.
"""
