"""The progress of an export, on standard error where somebody looks at it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from sheets_gm.kernel.match.journal import Entry


class ExportProgress:
    """A progress bar for the file that is being written, starting again with each pass through the journal."""

    def __init__(self, bar: Progress, total: int) -> None:
        self._bar = bar
        self._total = total
        self._task: TaskID | None = None
        self._readings = 0

    def begin(self, path: Path) -> None:
        """Start another file."""
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._readings = 0
        self._task = self._bar.add_task(path.name, total=self._total, reading="")

    def watch(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield *entries*, and count each as it is read."""
        if self._task is None:
            yield from entries
            return
        task, self._readings = self._task, self._readings + 1
        self._bar.reset(task, total=self._total, reading=f"reading {self._readings}")
        for entry in entries:
            yield entry
            if task in self._bar.task_ids:
                self._bar.advance(task)


@contextmanager
def export_progress(total: int) -> Iterator[ExportProgress]:
    """Show the progress of an export of *total* entries while the block runs."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("Writing {task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("entries, {task.fields[reading]}"),
        TimeElapsedColumn(),
    )
    console = Console(file=sys.stderr)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield ExportProgress(bar, total)
