"""The clocks of the open step: which clocks run, when the time of each owner ends, and who must be reminded.

A form without a clock, or with a clock that has no length in this match, is due with the step. If all due forms have
clocks, the deadline of the step is the time at which the last of these clocks runs out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.match_record.clocks import ClockRules, RunningClock, clocks_at
from sheets_gm.gm.match_record.notices_part import Reminders
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.kernel.forms import Form


def with_clocks(record: Record, game: Game[Any, Any], forms: Sequence[Form], now: float) -> Record:
    """Return *record* from *now* on, when *forms* are open: their clocks run, and all others are stopped."""
    lengths = record.policy.clocks
    if not lengths:
        return record
    due = [form for form in forms if form.due]
    asked = {
        (form.clock.name, part.awaited): form.clock.period
        for form in due
        if form.clock.name in lengths
        for part in form.parts()
    }
    live = record.status is not Status.PAUSED
    rules = ClockRules(lengths, record.policy.time, frozenset(clock.name for clock in game.people.clocks if clock.bank))
    record = record.but(clocks=clocks_at(record.clocks, rules, asked, now, runs=live))
    asked_clocks = [clock for clock in record.clocks if clock.asked]
    if not asked_clocks or any(form.clock.name not in lengths for form in due):
        return record
    if live:
        return StepTime.change(record, left=None).but(due=max(clock.due or now for clock in asked_clocks))
    return StepTime.change(record, left=max(clock.left for clock in asked_clocks)).but(due=None)


def deadlines(record: Record, forms: Iterable[Form]) -> dict[str, float | None]:
    """Return the deadline of each owner of a due form in *forms*; None for no deadline."""
    clocks = {(clock.name, clock.owner): clock for clock in record.clocks}
    ends: dict[str, float | None] = {}
    for form in forms:
        if not form.due:
            continue
        for part in form.parts():
            who = part.awaited
            clock = clocks.get((form.clock.name, who))
            end = record.due if clock is None or not clock.asked else clock.due
            before = ends.get(who, end)
            ends[who] = None if end is None or before is None else max(end, before)
    return ends


def running(record: Record) -> tuple[RunningClock, ...]:
    """Return the clocks that run now."""
    return tuple(clock for clock in record.clocks if clock.due is not None)


def to_remind(record: Record, forms: Iterable[Form], now: float) -> frozenset[str]:
    """Return the owners who have a deadline soon and were not reminded of it yet."""
    policy = record.policy
    if policy.remind <= 0 or record.status is not Status.LIVE:
        return frozenset()
    reminded = {clock.owner for clock in record.clocks if clock.asked and clock.reminded}
    clocked = {clock.owner for clock in record.clocks if clock.asked}
    if Reminders.of(record).due is not None and Reminders.of(record).due == record.due:
        reminded |= deadlines(record, forms).keys() - clocked
    ends = deadlines(record, forms)
    return frozenset(
        owner
        for owner, end in ends.items()
        if end is not None and owner not in reminded and policy.time.between(now, end) <= policy.remind
    )


def reminded(record: Record, owners: Iterable[str]) -> tuple[RunningClock, ...]:
    """Return the clocks of *record* after a reminder to *owners*."""
    names = set(owners)
    return tuple(clock.but(reminded=True) if clock.asked and clock.owner in names else clock for clock in record.clocks)
