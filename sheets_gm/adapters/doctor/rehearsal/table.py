"""The table of all steps, in the order in which they are tried."""

from __future__ import annotations

from sheets_gm.adapters.doctor.rehearsal.step import Step
from sheets_gm.adapters.doctor.rehearsal.steps import (
    beside_cells,
    by_hand,
    cells,
    feed,
    files,
    formats,
    inputs,
    people,
    play,
    polling,
    protection,
    quota,
    tables,
)

STEPS: tuple[Step, ...] = (
    *files.STEPS,
    *polling.STEPS,
    *cells.STEPS,
    *inputs.STEPS,
    *tables.STEPS,
    *formats.STEPS,
    *beside_cells.STEPS,
    *people.STEPS,
    *protection.STEPS,
    *feed.STEPS,
    *play.STEPS,
    *quota.STEPS,
    *by_hand.STEPS,
)
"""All steps."""
