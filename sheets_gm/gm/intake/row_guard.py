"""One row costs one row: what a row raises is answered at that row, and logged with its traceback.

Whatever a row is asked for goes through `at_its_row`: its check, its answer, the sum of its form, and what it does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sheets_gm.gm.ports.store import Conflict
from sheets_gm.gm.side_jobs import Report
from sheets_gm.kernel.errors import SetupError, UnavailableError, UserError, plain_reason
from sheets_gm.kernel.outcome import Remark
from sheets_gm.sheet.reading import Key

A = TypeVar("A")

CANNOT = "This row cannot be done"
"""How the answer to a row begins on which the program fails."""


def at_its_row(key: Key, ask: Callable[[], A], report: Report) -> A | Remark:
    """What *ask* returns about the row *key*, or a remark with what it raises.

    What says nothing about the row is raised: a service that is down, an installation that must be fixed, another
    process that was faster.
    """
    try:
        return ask()
    except (SetupError, UnavailableError, Conflict):
        raise
    except UserError as error:
        return Remark(text=str(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, the match goes on
        report_at_row(key, error, report)
        return Remark(text=f"{CANNOT}: {plain_reason(error)}")


def report_at_row(key: Key, error: Exception, report: Report) -> None:
    """Report what the row *key* has raised."""
    report(f"Row {key[2] + 1} of {key[1]} on {key[0]} cannot be done", error)
