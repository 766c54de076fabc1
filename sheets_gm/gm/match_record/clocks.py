"""The clocks of a match: how much time each seat or team has left on each of them.

A clock runs while its owner has to answer. It stops while others have to, and while the match is paused. It also stands
still outside the playing hours; its `due` allows for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheets_gm.gm.match_record.playing_hours import PlayingTime
from sheets_gm.kernel.model import Model


class RunningClock(Model):
    """The clock *name* of *owner*, a seat or a team, as it was filled for *period*.

    *asked*: the owner has a due form with this clock now. *due* is when the clock runs out, None while it is stopped;
    *left* are the seconds left when it last started or stopped. *reminded*: the owner was reminded since the clock was
    filled.
    """

    name: str
    owner: str
    period: str = ""
    left: float = 0.0
    due: float | None = None
    asked: bool = False
    reminded: bool = False

    def left_at(self, now: float, time: PlayingTime) -> float:
        """Return the seconds left at *now*, as *time* passes."""
        return self.left if self.due is None else max(0.0, time.between(now, self.due))

    def at(self, now: float, time: PlayingTime, *, asked: bool, runs: bool) -> RunningClock:
        """Return this clock from *now* on. *asked*: its owner has to answer. *runs*: the match is not paused."""
        if asked and runs:
            return self.but(asked=True, due=time.after(now, self.left) if self.due is None else self.due)
        return self.but(asked=asked, due=None, left=self.left_at(now, time))

    def moved(self, seconds: float, time: PlayingTime, now: float | None = None) -> RunningClock:
        """Return this clock with *seconds* more. With *now*, a clock that has run out gets them from *now* on."""
        if self.due is None:
            return self.but(left=max(0.0, self.left + seconds))
        moved = time.after(self.due if now is None else max(self.due, now), seconds)
        return self.but(due=moved if now is None else max(moved, now))


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The *lengths* of a match's clocks in seconds, how *time* passes, and which are *banks*, filled only once."""

    lengths: Mapping[str, float]
    time: PlayingTime
    banks: frozenset[str] = frozenset()


def clocks_at(
    clocks: Sequence[RunningClock], rules: ClockRules, asked: Mapping[tuple[str, str], str], now: float, *, runs: bool
) -> tuple[RunningClock, ...]:
    """Return *clocks* from *now* on. *asked* maps the name and owner of each clock that is in use to its period.

    A clock is filled when it is used in a new period; a bank is filled only once. *runs*: the match is not paused.
    """
    by_key = {(clock.name, clock.owner): clock for clock in clocks}
    for key, period in asked.items():
        name, owner = key
        old = by_key.get(key)
        if old is None or (old.period != period and name not in rules.banks):
            old = RunningClock(name=name, owner=owner, left=rules.lengths[name])
        by_key[key] = old.but(period=period)
    return tuple(clock.at(now, rules.time, asked=key in asked, runs=runs) for key, clock in sorted(by_key.items()))
