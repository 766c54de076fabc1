"""Isolation of rows: an exception in a row is answered at that row, and logged with its traceback.

Everything about a row goes through `at_its_row`: its check, its answer, the sum of its form, and carrying it out.
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
"""The start of the answer to a row on which the program fails."""


def at_its_row(key: Key, ask: Callable[[], A], report: Report) -> A | Remark:
    """Return `ask()` for the row *key*, or a remark with the exception that it raises.

    Exceptions that are not about the row are raised: a service is down, the installation must be fixed, or another
    process was faster.
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
    """Report an *error* in the row *key*."""
    report(f"Row {key[2] + 1} of {key[1]} on {key[0]} cannot be done", error)
