"""Side jobs: all that a poll or a sync does beside the matches, such as notices, pictures, calendars and comments.

One guard stands around each of them. What goes wrong with one is reported, and the match and the other jobs go on. Only
what ends the poll itself passes: another process was faster, or the store or the spreadsheets cannot be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from sheets_gm.kernel.errors import PollEnded

MOST_TOLD = 200
"""The most faults that are remembered as reported."""

Report: TypeAlias = Callable[[str, Exception], None]
"""Reports what went wrong with a job."""


def raise_it(_job: str, error: Exception) -> None:
    """Report nothing, and let the *error* pass: where nobody reads reports, as in tests."""
    raise error


def report_nothing(_row: str, _error: Exception) -> None:
    """Where nobody reads reports, the answer at the row is all."""


def once(report: Report) -> Report:
    """*report*, called once for each fault: a row that fails fails again with each poll."""
    told: dict[tuple[str, str], None] = {}

    def report_new(what: str, error: Exception) -> None:
        fault = what, repr(error)
        if fault in told:
            return
        told[fault] = None
        if len(told) > MOST_TOLD:
            del told[next(iter(told))]
        report(what, error)

    return report_new


@contextmanager
def guarded(job: str, report: Report) -> Iterator[None]:
    """Do a *job*; what goes wrong with it goes to *report*."""
    try:
        yield
    except PollEnded:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the match goes on
        report(job, error)
