"""The agenda: when each match is polled next, and in which order.

The match that has waited longest, measured in its own pauses, comes first. So a busy match gets more polls than a quiet
one, and none starves another. A match that has waited for nearly `LONGEST` comes before almost all others. If many
have, as after an outage, busy matches still get polls in between.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sheets_gm.gm.schedule.pace import LONGEST, QUIET, RULES, Pace, urgency

SLOWEST = 120.0
"""Seconds at most between two polls of a match that fails."""


@dataclass(slots=True)
class PollTime:
    """When a match was last polled, how often it failed since then, and its pace.

    *seen* says whether this process has polled it; until then *polled* is made up.
    """

    match: str
    polled: float
    pace: Pace
    seen: bool = False
    failures: int = 0

    def urgency(self, now: float) -> float:
        """How urgent its next poll is."""
        return urgency(now - self.polled, self.pace.pause)


@dataclass(slots=True)
class Agenda:
    """The poll times of all matches of one process."""

    poll_times: dict[str, PollTime] = field(default_factory=dict)

    def add(self, match: str, pace: Pace, now: float) -> None:
        """Add a match that is new to this process; it is due at once.

        Each match gets a different made-up waiting time, so that matches that are added together are not polled
        together for ever.
        """
        waited = LONGEST * (zlib.crc32(match.encode()) % 1000) / 1000
        self.poll_times[match] = PollTime(match, now - waited, Pace(pace.why, pace.pause, now))

    def keep(self, matches: Iterable[str]) -> list[str]:
        """Forget all but *matches*; return those that are new."""
        names = list(matches)
        for gone in self.poll_times.keys() - set(names):
            del self.poll_times[gone]
        return [name for name in names if name not in self.poll_times]

    def due(self, now: float) -> list[str]:
        """The matches that are due, the most urgent first."""
        late = [poll for poll in self.poll_times.values() if poll.pace.at <= now]
        late.sort(key=lambda poll: (-poll.urgency(now), poll.match))
        return [poll.match for poll in late]

    def polled(self, match: str, pace: Pace, now: float) -> None:
        """Note that a match was polled at *now* and has *pace* from then on."""
        self.poll_times[match] = PollTime(match, now, pace, seen=True)

    def failed(self, match: str, now: float, *, again: bool = False) -> None:
        """Note that a poll of *match* failed. It is tried again after its pause, which doubles with each failure.

        With *again* it was not polled at all and keeps its place in the order.
        """
        poll = self.poll_times[match]
        poll.seen = True
        if not again:
            pause = min(poll.pace.pause * 2**poll.failures, max(SLOWEST, poll.pace.pause))
            poll.pace = Pace(poll.pace.why, poll.pace.pause, now + pause)
            poll.polled, poll.failures = now, min(poll.failures + 1, 9)

    def wake(self, match: str, now: float) -> None:
        """Note a change in *match*: if it is quiet, it is due now, with the pace of a match in which people type."""
        poll = self.poll_times.get(match)
        if poll is not None and poll.pace.at > now and poll.pace.pause >= QUIET.pause:
            poll.pace = Pace(RULES[0].name, RULES[0].pause, now)

    def unseen(self) -> int:
        """How many matches this process has not polled yet."""
        return sum(not poll.seen for poll in self.poll_times.values())

    def rest(self, now: float, short: Mapping[str, float]) -> float:
        """Seconds until the next match is due, infinite without matches; *short* delays matches to an instant."""
        instants = (max(poll.pace.at, short.get(match, 0.0)) for match, poll in self.poll_times.items())
        return max(0.0, min(instants, default=float("inf")) - now)
