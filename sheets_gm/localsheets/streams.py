"""What changes, told to whoever looks on, as server-sent events.

Law: nobody is told of a document that they may not read, and nobody is told anything once the server stops.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from sheets_gm.localsheets import access
from sheets_gm.localsheets.service import Service, Touched

HEARTBEAT = 15.0


class Streams:
    """Everybody who looks on, each with a queue of what they have not been told yet."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.stopping = asyncio.Event()
        self._queues: set[asyncio.Queue[Touched | None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Begin to listen; called within the server's loop."""
        self._loop = asyncio.get_running_loop()
        self.service.watchers.append(self._tell)

    def close(self) -> None:
        """End every stream, and whatever waits for `stopping`."""
        self.stopping.set()
        if self._tell in self.service.watchers:
            self.service.watchers.remove(self._tell)
        for queue in self._queues:
            queue.put_nowait(None)

    def _tell(self, touched: Touched) -> None:
        """Called from whatever thread made the change."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._put, touched)

    def _put(self, touched: Touched) -> None:
        for queue in self._queues:
            queue.put_nowait(touched)

    async def told(self, account: str) -> AsyncIterator[str]:
        """What changes in documents that *account* may read, as server-sent events."""
        queue: asyncio.Queue[Touched | None] = asyncio.Queue()
        self._queues.add(queue)
        try:
            yield ": here\n\n"
            while not self.stopping.is_set():
                try:
                    touched = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if touched is None:
                    return
                document = self.service.documents.get(touched.document)
                if document is None or not (self.service.trust_all or access.role(document, account)):
                    continue
                told = {"spreadsheetId": touched.document, "revision": touched.revision, "sheetIds": touched.sheets}
                yield f"data: {json.dumps(told)}\n\n"
        finally:
            self._queues.discard(queue)
