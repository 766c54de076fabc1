"""Verdicts: the state of a row, from which its receipt is made.

Each row has exactly one verdict: the first that applies in the order of `VERDICTS`. The words for each are in
`receipts`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from sheets_gm.gm.intake.checked_rows import Answered
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.kernel.forms import Close


class Verdict(Enum):
    """The state of a row."""

    UNFINISHED = auto()
    """Somebody has typed in it, and cells are still empty."""
    UNTOUCHED = auto()
    """Nobody has typed in it."""
    REFUSED = auto()
    """It does not count, alone or with the rows that share its Ready box."""
    SKIPPED = auto()
    """It was its turn, and it did nothing."""
    ANSWERED = auto()
    """What it asks is answered."""
    REPLACED = auto()
    """Another form with the same duty is ready."""
    AMONG_OTHERS = auto()
    """It shares its Ready box with other rows."""
    EMPTY = auto()
    """It is empty, and stands for every turn."""
    EMPTY_AND_TICKED = auto()
    """It is empty and ticked, and the rows below wait for it."""
    LATE = auto()
    """It was changed after a lock whose step is not played yet."""
    WAITING = auto()
    """It is ready, and waits for another row."""
    UNCONFIRMED = auto()
    """It counts only once its box is ticked."""
    REMARKED = auto()
    """It counts, and the rules say something about it."""
    NOT_TICKED = auto()
    """It counts, and its form is waited for."""
    IDLE = auto()
    """It counts, and holds what was drawn."""
    RIGHT = auto()
    """It counts, and there is nothing to add."""


def _is_refused(row: Answered) -> bool:
    read, together = row.read, row.together
    return row.refused or bool(read.order is None and read.slips) or (together is not None and together.refused)


def _is_untouched_and_unfinished(row: Answered) -> bool:
    """Return whether cells of the row are empty, and the rules do not refuse the rows of its Ready box together."""
    return bool(row.unfinished) and not (row.together is not None and row.together.refused)


def _is_empty_and_ticked(row: Answered) -> bool:
    return row.read.ready and row.read.order is None and row.form.close is Close.AT_ONCE


VERDICTS: tuple[tuple[Verdict, Callable[[Answered], object]], ...] = (
    (Verdict.UNFINISHED, lambda row: row.unfinished and row.read.touched),
    (Verdict.UNTOUCHED, _is_untouched_and_unfinished),
    (Verdict.REFUSED, _is_refused),
    (Verdict.UNTOUCHED, lambda row: not row.read.touched),
    (Verdict.SKIPPED, lambda row: row.skipped),
    (Verdict.ANSWERED, lambda row: row.reply is not None),
    (Verdict.REPLACED, lambda row: row.replaced and not row.late),
    (Verdict.AMONG_OTHERS, lambda row: row.together is not None and not row.late),
    (Verdict.EMPTY, lambda row: row.form.close is Close.STANDING and row.read.order is None),
    (Verdict.EMPTY_AND_TICKED, _is_empty_and_ticked),
    (Verdict.LATE, lambda row: row.late),
    (Verdict.WAITING, lambda row: row.waits_for and row.read.ready),
    (Verdict.UNCONFIRMED, lambda row: row.confirm),
    (Verdict.REMARKED, lambda row: row.remark is not None),
    (Verdict.NOT_TICKED, lambda row: row.form.due and not row.read.ready and row.form.key != ROLLS),
    (Verdict.IDLE, lambda row: row.form.close is Close.TOGETHER and row.form.is_as_drawn(row.read.typed)),
)
"""Each verdict and when it holds, unless one before it does."""


def verdict(row: Answered) -> Verdict:
    """Return the verdict for *row*."""
    return next((each for each, holds in VERDICTS if holds(row)), Verdict.RIGHT)
