"""Rows that are ready together: they share a Ready box, and the rules may refuse all of them at once.

Each row knows which row has the box, whether it is ticked, and which row must be fixed before the tick counts. If the
rows also count together, no row counts while one is wrong or unfinished, or while the sum of all is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sheets_gm.gm.intake.checked_rows import Answered, Together
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.sheet.reading import own_name

Total: TypeAlias = Callable[[str, str, tuple[Order, ...]], Remark | None]
"""Returns the rules' remark about the correct orders of such rows, given the seat and the key of the form."""


def with_the_others(rows: Sequence[Answered], total: Total) -> Sequence[Answered]:
    """Return *rows*; those that share a Ready box know about each other, once somebody has touched one of them."""
    places: dict[tuple[str, str, int], list[int]] = {}
    for at, row in enumerate(rows):
        if row.form.is_together and not row.late:
            places.setdefault((*row.read.key[:2], row.form.row.ready_row), []).append(at)
    if not places:
        return rows
    answered = list(rows)
    for group in places.values():
        if any(rows[at].read.touched for at in group):
            for at, row in zip(group, _together([rows[at] for at in group], total), strict=True):
                answered[at] = row
    return answered


def _together(rows: Sequence[Answered], total: Total) -> Sequence[Answered]:
    """Return *rows* that share a Ready box, which is in the first of them, with what they have in common."""
    first = rows[0]
    form, seat, _ = first.read.key
    right = [row.read.order for row in rows if row.read.touched and not row.wrong]
    remark = total(seat, form, tuple(order for order in right if order is not None))
    wrong = next((row for row in rows if row.wrong), None)
    refused = first if remark is not None and remark.refuses else None
    fixing = wrong or refused or next((row for row in rows if row.form.counted.whole and row.has_left_out), None)
    name = own_name(fixing.read.key, fixing.form) if fixing else ""
    common = Together(
        ticked=first.read.ready,
        ready=first.read.ready and fixing is None,
        unfinished=wrong is not None and not wrong.refused and not wrong.read.slips,
        held=first.form.counted.whole and (wrong or refused) is not None,
        empty=all(row.form.is_as_drawn(row.read.typed) for row in rows),
    )
    box = own_name(first.read.key, first.form)
    return [
        row._replace(
            together=common._replace(
                first="" if row is first else box,
                total=remark if row is first else None,
                waits_for="" if row is fixing else name,
            )
        )
        for row in rows
    ]
