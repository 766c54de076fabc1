"""The table of all steps, in the order in which they are tried."""

from __future__ import annotations

from sheets_gm.adapters.doctor.rehearsal.step import Step
from sheets_gm.adapters.doctor.rehearsal.steps import files, people, polling

STEPS: tuple[Step, ...] = (*files.STEPS, *polling.STEPS, *people.STEPS)
"""All steps."""
