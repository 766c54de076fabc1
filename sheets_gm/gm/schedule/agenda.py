"""The agenda: whose turn it is to be polled.

Law: the match that has waited longest, measured by its own pause, comes first; so a busy match gets more polls than a
quiet one, and none starves another. Who has waited for nearly `LONGEST` comes before almost everybody else; where many
have, as after an outage, the busy ones still have their turns between them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sheets_gm.gm.schedule.pace import LONGEST, QUIET, RULES, Pace, urgency

SLOWEST = 120.0
"""Seconds at most between two tries of a match that fails."""


@dataclass(slots=True)
class PollTime:
    """When a match was last polled (*seen*: by this process), how often it failed since, and its pace."""

    match: str
    polled: float
    pace: Pace
    seen: bool = False
    failures: int = 0

    def urgency(self, now: float) -> float:
        """How much it asks for its poll."""
        return urgency(now - self.polled, self.pace.pause)


@dataclass(slots=True)
class Agenda:
    """All matches that one process polls."""

    visits: dict[str, PollTime] = field(default_factory=dict)

    def enter(self, match: str, pace: Pace, now: float) -> None:
        """A match that this process meets for the first time is due at once.

        It is taken to have waited for some time, each match for another, so that those that are met together do not
        come round together ever after.
        """
        waited = LONGEST * (zlib.crc32(match.encode()) % 1000) / 1000
        self.visits[match] = PollTime(match, now - waited, Pace(pace.why, pace.pause, now))

    def keep(self, matches: Iterable[str]) -> list[str]:
        """Forget all but *matches*; answer those that are new."""
        names = list(matches)
        for gone in self.visits.keys() - set(names):
            del self.visits[gone]
        return [name for name in names if name not in self.visits]

    def due(self, now: float) -> list[str]:
        """The matches that are due, those that have waited longest first."""
        late = [visit for visit in self.visits.values() if visit.pace.at <= now]
        late.sort(key=lambda visit: (-visit.urgency(now), visit.match))
        return [visit.match for visit in late]

    def polled(self, match: str, pace: Pace, now: float) -> None:
        """A match was polled at *now*, and keeps *pace* from here on."""
        self.visits[match] = PollTime(match, now, pace, seen=True)

    def failed(self, match: str, now: float, *, again: bool = False) -> None:
        """A poll of *match* failed: it is tried again after its pause, and after twice that each time it fails again.

        With *again* it was not polled at all, and keeps its place in the line.
        """
        visit = self.visits[match]
        visit.seen = True
        if not again:
            pause = min(visit.pace.pause * 2**visit.failures, max(SLOWEST, visit.pace.pause))
            visit.pace = Pace(visit.pace.why, visit.pace.pause, now + pause)
            visit.polled, visit.failures = now, min(visit.failures + 1, 9)

    def wake(self, match: str, now: float) -> None:
        """Somebody has done something in *match*: if it is quiet, it is due now, as if people were typing."""
        visit = self.visits.get(match)
        if visit is not None and visit.pace.at > now and visit.pace.pause >= QUIET.pause:
            visit.pace = Pace(RULES[0].name, RULES[0].pause, now)

    def unseen(self) -> int:
        """How many matches were not polled yet."""
        return sum(not visit.seen for visit in self.visits.values())

    def rest(self, now: float, short: Mapping[str, float]) -> float:
        """Seconds until the next match is due; infinite where there is none. *short* are those that wait longer."""
        instants = (max(visit.pace.at, short.get(match, 0.0)) for match, visit in self.visits.items())
        return max(0.0, min(instants, default=float("inf")) - now)
