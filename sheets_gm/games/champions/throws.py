"""Dice as the rulebook and the items list them: "2d10", "1d8+1"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_WRITTEN = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})(?:\+([1-9][0-9]?))?")


class Throw(NamedTuple):
    """*number* dice of *sides* sides, and *plus* on top."""

    number: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.number}d{self.sides}" + (f"+{self.plus}" if self.plus else "")

    @property
    def mean(self) -> float:
        """What it comes to on average."""
        return self.number * (self.sides + 1) / 2 + self.plus


@lru_cache(maxsize=256)
def throw(text: str) -> Throw:
    """The dice in *text*. ValueError if it is written otherwise."""
    found = _WRITTEN.fullmatch(text.strip().lower())
    if found is None:
        raise ValueError(f"«{text}» is no dice: write them like 1d8 or 2d6+1")
    return Throw(int(found[1]), int(found[2]), int(found[3] or 0))
