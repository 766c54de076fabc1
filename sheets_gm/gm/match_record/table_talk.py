"""What the members of a team say to each other, and which comments on the workbooks have been passed on.

What a team says is kept with the match, and in no entry: an export is made of entries, and their number would tell the
others that something was said.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.kernel.model import Model

KEPT = 20
"""The lines of each team that are kept, the newest."""


class Told(Model):
    """What *name*, the player of *seat* or whoever wrote a comment (""), said to their *team* at the instant *at*."""

    team: str
    seat: str
    name: str
    text: str
    at: float

    @property
    def sentence(self) -> str:
        """Who said what."""
        return f"{self.name}: “{self.text}”"


def told_with(told: Sequence[Told], new: Told) -> tuple[Told, ...]:
    """*told* and what is *new*. The same words again, from the same row, are not said twice."""
    own = [each for each in told if each.team == new.team]
    if new.seat and own and own[-1].but(at=new.at) == new:
        return tuple(told)
    return (*(each for each in told if each.team != new.team), *own[-KEPT + 1 :], new)
