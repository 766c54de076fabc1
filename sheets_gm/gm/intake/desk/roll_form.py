"""The Rolls tab of a match with real dice: a row for each roll that a lock waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sheets_gm.gm.between.rows.desk_orders import RollOrder
from sheets_gm.gm.match_record.pending_lock import AskedRoll, PendingLock
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.forms import Close, Field, Form, FormRow, Kind, form_of_rows
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.checking import TabColumns
from sheets_gm.sheet.tabs import Eyes, FormTab

ROLLS = "rolls"

TAB = FormTab(ROLLS, ROLLS, ("value",), ("die",), Eyes.GM)

COLUMNS = TabColumns(ROLLS, ("seat", *TAB.fields, "receipt"), TAB.optional, form=True)
"""The columns of the Rolls tab: its rows count without a tick."""


def roll_form(pending: PendingLock) -> Form:
    """Return the form for the rolls of a lock. A roll that is stored is shown and cannot be changed there."""
    rows = tuple(_row(each) for each in pending.asked)
    return form_of_rows(ROLLS, GM, RollOrder, rows, close=Close.AT_ONCE)


def _row(asked: AskedRoll) -> FormRow:
    die = f"d{asked.sides}"
    if asked.value is not None:
        return FormRow(asked.why, (), {"die": die, "value": asked.value})
    return FormRow(asked.why, (Field("value", Kind.WHOLE, required=True, low=1, high=asked.sides),), {"die": die})


def missing_rolls(record: Record) -> tuple[AskedRoll, ...]:
    """Return the rolls that the game master has not typed yet, neither on the Rolls tab nor by command."""
    if record.pending is None:
        return ()
    typed = {draft.row for draft in record.drafts if draft.form == ROLLS and draft.receipt.startswith("✓")}
    return tuple(each for number, each in enumerate(record.pending.asked) if each.value is None and number not in typed)


def open_forms(record: Record, forms: Sequence[Form]) -> tuple[Form, ...]:
    """Return the game's open *forms*. While a lock waits for rolls, none of them is due, and the GM has a form for
    them.

    While it waits for a public round, nobody has to do anything.
    """
    if record.pending is None:
        return tuple(forms)
    rolls = (roll_form(record.pending),) if record.pending.asked else ()
    return (*(replace(form, due=False) for form in forms), *rolls)
