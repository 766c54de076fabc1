"""Dice notation of the rulebook and the items: "2d10", "1d8+1"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_WRITTEN = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})(?:\+([1-9][0-9]?))?")


class DiceFormula(NamedTuple):
    """The sum of *number* dice with *sides* sides each, and *plus*."""

    number: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.number}d{self.sides}" + (f"+{self.plus}" if self.plus else "")

    @property
    def mean(self) -> float:
        """The average result."""
        return self.number * (self.sides + 1) / 2 + self.plus


@lru_cache(maxsize=256)
def parse_dice(text: str) -> DiceFormula:
    """Read dice notation. Raises ValueError if *text* is something else."""
    match = _WRITTEN.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(f"“{text}” is not dice notation; write it like 1d8 or 2d6+1")
    return DiceFormula(int(match[1]), int(match[2]), int(match[3] or 0))
