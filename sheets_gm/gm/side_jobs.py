"""Side jobs: everything that a poll or a sync does besides the matches, such as notices, pictures and calendars.

Each job has a guard: an error in it is reported, and the match and the other jobs continue. Only `PollEnded` passes:
another process was faster, or the store or the spreadsheet service cannot be reached.
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
    """Raise *error* instead of reporting it, where nobody reads reports, as in tests."""
    raise error


def once(report: Report) -> Report:
    """Return a version of *report* that reports each fault only once, although it recurs at each poll."""
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
    """Run a *job*; an error in it goes to *report*."""
    try:
        yield
    except PollEnded:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the match goes on
        report(job, error)
