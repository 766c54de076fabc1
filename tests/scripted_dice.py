"""Dice that show what a test says."""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.kernel.dice import Source


class Scripted:
    """A source of rolls by reason. A reason that it lacks is an error; *left* holds the rolls not asked for yet.

    With *otherwise*, another source gives the rolls that it lacks.
    """

    def __init__(self, rolls: Mapping[str, int], otherwise: Source | None = None) -> None:
        self.left = dict(rolls)
        self._otherwise = otherwise

    def __call__(self, sides: int, why: str, hidden: bool) -> int:
        """The scripted roll for *why*. ValueError if the die has no such side, KeyError if nothing is scripted."""
        if why in self.left:
            value = self.left.pop(why)
            if not 1 <= value <= sides:
                raise ValueError(f"a d{sides} cannot show {value} ({why})")
            return value
        if self._otherwise is None:
            raise KeyError(f"no roll is scripted for {why!r} (d{sides})")
        return self._otherwise(sides, why, hidden)
