"""Verdicts: the state of a row, from which its receipt is made.

Each row has exactly one verdict. The words for each are in `receipts`.
"""

from __future__ import annotations

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


def verdict(row: Answered) -> Verdict:
    """Return the verdict for *row*: the first that holds."""
    read, form, together = row.read, row.form, row.together
    alone, all_refused = together is None or row.late, together is not None and together.refused
    holds = (
        (Verdict.UNFINISHED, row.unfinished and read.touched),
        (Verdict.UNTOUCHED, row.unfinished and not all_refused),
        (Verdict.REFUSED, row.refused or all_refused or (read.order is None and read.slips)),
        (Verdict.UNTOUCHED, not read.touched),
        (Verdict.SKIPPED, row.skipped),
        (Verdict.ANSWERED, row.reply is not None),
        (Verdict.REPLACED, row.replaced and not row.late),
        (Verdict.AMONG_OTHERS, not alone),
        (Verdict.EMPTY, form.close is Close.STANDING and read.order is None),
        (Verdict.EMPTY_AND_TICKED, form.close is Close.AT_ONCE and read.order is None and read.ready),
        (Verdict.LATE, row.late),
        (Verdict.WAITING, row.waits_for and read.ready),
        (Verdict.UNCONFIRMED, row.confirm),
        (Verdict.REMARKED, row.remark is not None),
        (Verdict.NOT_TICKED, form.due and not read.ready and form.key != ROLLS),
        (Verdict.IDLE, form.close is Close.TOGETHER and form.is_as_drawn(read.typed)),
    )
    for each, is_so in holds:
        if is_so:
            return each
    return Verdict.RIGHT
