"""Hooks that do not work: how often in a row a notice to each of them has failed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from sheets_gm.gm.match_record.notices_part import Notices
from sheets_gm.gm.match_record.record import Record


class HookOutcome(NamedTuple):
    """Whether a notice to the hook of *seat*, at *address*, was *sent*."""

    seat: str
    address: str
    sent: bool


Outcomes: TypeAlias = Callable[[str], Sequence[HookOutcome]]
"""The results of the notices to hooks of a match since the last call."""


def counted_failures(record: Record, outcomes: Iterable[HookOutcome]) -> Record:
    """Return *record* with each hook's failures in a row. Outcomes for older addresses are ignored."""
    notices_part = Notices.of(record)
    wishes = dict(notices_part.wishes)
    for each in outcomes:
        wish = wishes.get(each.seat)
        failures = 0 if each.sent or wish is None else wish.failures + 1
        if wish is not None and wish.hook == each.address and failures != wish.failures:
            wishes[each.seat] = wish.but(failures=failures)
    return record if wishes == notices_part.wishes else notices_part.but(wishes=wishes).on(record)
