"""Recalculations that ran out of time: they are finished in the background, a part each second."""

from __future__ import annotations

import asyncio

from starlette.concurrency import run_in_threadpool

from sheets_gm.localsheets.api.service import Service

PAUSE = 1.0
"""Seconds between two parts, in which others have their turn."""


class Recalculations:
    """The unfinished recalculations of *service*. *stopping* ends them."""

    def __init__(self, service: Service, stopping: asyncio.Event) -> None:
        self._service = service
        self._stopping = stopping
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to finish them, if there are any."""
        if (self._task is None or self._task.done()) and self._service.unfinished():
            self._task = asyncio.get_running_loop().create_task(self._finish())

    async def _finish(self) -> None:
        while not self._stopping.is_set():
            try:
                await asyncio.wait_for(self._stopping.wait(), PAUSE)
            except TimeoutError:
                if not await run_in_threadpool(self._service.continue_recalculation):
                    return
