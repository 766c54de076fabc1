"""Whole forms: their rows stand or fall together, and the rules check all of them at once.

While a row is wrong or unfinished, or the sum of all is refused, no row counts, and the answer to each states so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sheets_gm.gm.intake.checked_rows import Answered, Whole
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.sheet.reading import row_name

Total: TypeAlias = Callable[[str, str, tuple[Order, ...]], Remark | None]
"""The remark of the rules about the right orders of a whole form, by its seat and its key."""


def as_wholes(rows: Sequence[Answered], total: Total) -> Sequence[Answered]:
    """*rows*, with what holds for all rows of each whole form that somebody has touched."""
    places: dict[tuple[str, str], list[int]] = {}
    for at, row in enumerate(rows):
        if row.form.whole and not row.late:
            places.setdefault(row.read.key[:2], []).append(at)
    answered = list(rows)
    for at_form in places.values():
        own = [rows[at] for at in at_form]
        if any(row.read.touched for row in own):
            for at, row in zip(at_form, _as_whole(own, total), strict=True):
                answered[at] = row
    return answered


def _as_whole(rows: Sequence[Answered], total: Total) -> Sequence[Answered]:
    """The *rows* of one whole form."""
    first = rows[0]
    form, seat, _ = first.read.key
    right = [row.read.order for row in rows if row.read.touched and not row.wrong]
    remark = total(seat, form, tuple(order for order in right if order is not None))
    wrong = next((row for row in rows if row.wrong), None)
    holding = wrong or (first if remark is not None and remark.refuses else None)
    held_by = row_name(holding.read.key, holding.form) if holding else ""
    unfinished = wrong is not None and not wrong.refused and not wrong.read.slips
    ready, named = first.read.ready, row_name(first.read.key, first.form)
    return [
        row._replace(
            whole=Whole(
                first="" if row is first else named,
                ready=ready,
                total=remark if row is first else None,
                held_by="" if row is holding else held_by,
                unfinished=unfinished,
            ),
        )
        for row in rows
    ]
