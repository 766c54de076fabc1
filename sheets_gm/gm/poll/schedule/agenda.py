"""The agenda: when each match is polled next, and in which order.

The match that has waited longest, measured in its own pauses, comes first. So a busy match gets more polls than a quiet
one, but no match is forgotten. A match that has waited for nearly `LONGEST` comes before almost all others. If there
are many of these, as after an outage, busy matches still get polls in between. A match that is called for a single
poll, because something has changed or a deadline passes, competes with the busy ones.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sheets_gm.gm.poll.schedule.pace import LONGEST, QUIET, RULES, SHORTEST, Pace, urgency

SLOWEST = 120.0
"""The most seconds between two polls of a match that fails."""

CALLED, MOST_CALLED = 2.0, 8.0
"""The urgency of a match that was just called, and its limit while it waits, which a busy match can exceed."""

NO_FINDS = (float("-inf"), float("-inf"))

LIVELY = 300.0
"""A match is lively if its last two edits, and the last one and now, are at most this many seconds apart."""


@dataclass(slots=True)
class PollTime:
    """When a match was last polled, how often it failed since then, and its pace.

    *seen*: this process has polled it, or knows that no poll is needed; until then, *polled* is an invented value.
    *called* is since when a poll is due apart from the pace. *finds* are the last two polls that found an edit. *began*
    and *ended* are the last poll by the wall clock, *offset* how far that clock was ahead of the steady one, and
    *marked* what the store noted of the poll. *stepped* is when a step was last played before that poll.
    """

    match: str
    polled: float
    pace: Pace
    seen: bool = False
    failures: int = 0
    called: float | None = None
    finds: tuple[float, float] = NO_FINDS
    began: float = 0.0
    ended: float = 0.0
    offset: float = 0.0
    marked: float = 0.0
    stepped: float | None = None

    def urgency(self, now: float) -> float:
        """Return how urgent the next poll of the match is."""
        pace = self.pace
        usual = urgency(now - self.polled, pace.pause * pace.weight, pace.longest)
        called = pace.at if self.called is None and pace.is_moment else self.called
        if called is None:
            return usual
        return max(usual, min(CALLED + (now - called) / RULES[0].pause, MOST_CALLED))

    @property
    def wanted_pause(self) -> float:
        """The seconds between two polls that the match wants, in competition with others."""
        if self.called is not None:
            return RULES[0].pause
        return max(self.pace.pause * self.pace.weight, SHORTEST)

    def is_lively(self, now: float) -> bool:
        """Return whether polls have found edits repeatedly."""
        return now - self.finds[1] <= LIVELY and self.finds[1] - self.finds[0] <= LIVELY


@dataclass(slots=True)
class Agenda:
    """The poll times of all matches of one process."""

    poll_times: dict[str, PollTime] = field(default_factory=dict)

    def add(self, match: str, pace: Pace, now: float) -> None:
        """Add a match that is new to this process; it is due at once.

        Each match gets a different invented waiting time, so that matches that are added together are not always polled
        together.
        """
        waited = LONGEST * _share(match)
        self.poll_times[match] = PollTime(match, now - waited, replace(pace, at=now, is_moment=False))

    def let_wait(self, match: str, pace: Pace, now: float) -> PollTime:
        """Add a match that has not changed since its last poll. Only its next moment or a rare look is due."""
        waited = pace.pause * _share(match)
        at = pace.at if pace.is_moment else now + pace.pause - waited
        self.poll_times[match] = PollTime(match, now - waited, replace(pace, at=at), seen=True)
        return self.poll_times[match]

    def call(self, match: str, now: float) -> None:
        """Make one poll of a match due now."""
        poll = self.poll_times[match]
        poll.called = now if poll.called is None else poll.called
        poll.pace = replace(poll.pace, at=min(poll.pace.at, now))

    def keep(self, matches: Iterable[str]) -> list[str]:
        """Remove all matches except these; return the new ones among them."""
        names = list(matches)
        for gone in self.poll_times.keys() - set(names):
            del self.poll_times[gone]
        return [name for name in names if name not in self.poll_times]

    def due(self, now: float) -> list[str]:
        """Return the matches that are due, the most urgent first."""
        late = [poll for poll in self.poll_times.values() if poll.pace.at <= now]
        late.sort(key=lambda poll: (-poll.urgency(now), poll.match))
        return [poll.match for poll in late]

    def hasten(self, match: str, pace: Pace) -> None:
        """Give a match the next poll of *pace*, if that is sooner than its own."""
        poll = self.poll_times[match]
        if pace.at < poll.pace.at:
            poll.pace = pace

    def found(self, match: str, now: float) -> None:
        """Note that a poll of *match* found an edit."""
        poll = self.poll_times[match]
        poll.finds = poll.finds[1], now

    def polled(self, match: str, pace: Pace, now: float) -> PollTime:
        """Note that *match* was polled at *now* and has *pace* from then on."""
        before = self.poll_times.get(match)
        finds = before.finds if before else NO_FINDS
        self.poll_times[match] = poll_time = PollTime(match, now, pace, seen=True, finds=finds)
        return poll_time

    def failed(self, match: str, now: float, *, again: bool = False) -> None:
        """Note that a poll of *match* failed. It is tried again after its pause, which doubles with each failure.

        With *again* it was not polled at all, and keeps its place in the order.
        """
        poll = self.poll_times[match]
        poll.seen = True
        if not again:
            pause = min(poll.pace.pause * 2**poll.failures, SLOWEST)
            poll.pace, poll.called = replace(poll.pace, at=now + pause, is_moment=False), None
            poll.polled, poll.failures = now, min(poll.failures + 1, 9)

    def wake(self, match: str, now: float) -> None:
        """Note a change in *match*. It is due now, unless it is polled soon anyway."""
        poll = self.poll_times.get(match)
        if poll is not None and poll.called is None and (poll.pace.pause >= QUIET.pause or poll.pace.weight > 1):
            poll.pace = replace(poll.pace, why=RULES[0].name, pause=RULES[0].pause, at=min(poll.pace.at, now))
            poll.called = now

    def outdated(self, now: float) -> list[PollTime]:
        """Return the matches whose pace may have changed: a deadline is near, or others were preferred for a while."""
        return [
            poll
            for poll in self.poll_times.values()
            if poll.pace.until <= now
            or (poll.pace.weight > 1 and poll.called is None and poll.pace.at <= now and not poll.failures)
        ]

    def unseen(self) -> int:
        """Return how many matches this process has not polled yet."""
        return sum(not poll.seen for poll in self.poll_times.values())

    def rest(self, now: float, short: Mapping[str, float]) -> float:
        """Return the seconds until the next match is due, infinite without matches. *short* delays some to a time."""
        instants = (max(poll.pace.at, short.get(match, 0.0)) for match, poll in self.poll_times.items())
        return max(0.0, min(instants, default=float("inf")) - now)


def _share(match: str) -> float:
    """Return a number from 0 to 1 that depends on the name of the match."""
    return (zlib.crc32(match.encode()) % 1000) / 1000
