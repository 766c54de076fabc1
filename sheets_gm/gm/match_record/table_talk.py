"""What the members of a team say to each other, and which comments on the workbooks were passed on.

It is stored in the record, not in journal entries: an export consists of entries, and their number would reveal that
somebody said something.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.kernel.model import Model

KEPT = 20
"""The lines of each team that are kept, the newest."""


class TeamMessage(Model):
    """What *name* said to their *team* at the time *at*. *seat* is "" for the writer of a comment without a seat."""

    team: str
    seat: str
    name: str
    text: str
    at: float

    @property
    def sentence(self) -> str:
        """Who said what."""
        return f"{self.name}: “{self.text}”"


def told_with(messages: Sequence[TeamMessage], new: TeamMessage) -> tuple[TeamMessage, ...]:
    """Return *messages* with the *new* message. If the same row repeats its last message, it is not added again."""
    of_team = [each for each in messages if each.team == new.team]
    if new.seat and of_team and of_team[-1].but(at=new.at) == new:
        return tuple(messages)
    return (*(each for each in messages if each.team != new.team), *of_team[-KEPT + 1 :], new)
