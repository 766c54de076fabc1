"""Server-sent events about changes of documents and about their viewers.

Only accounts that may read a document get events about it, and nobody gets any once the server stops. A page that names
its document and itself is a visitor. It first gets a `here` event with the document's revision, so that it reads again
only what it does not know yet. Later it gets `people` events with the other visitors, and a `closed` event, which ends
the stream, when its account loses access.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TypeAlias

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.drive import DocumentChanged
from sheets_gm.localsheets.http_server.presence import CellPosition, Visitor, Visitors
from sheets_gm.localsheets.spreadsheet.model import access

HEARTBEAT = 15.0

MOST_WAITING = 100
"""Events that wait for one reader at most. A stream whose reader is slower ends; the reader opens another."""


@dataclass(frozen=True, slots=True)
class VisitorsChanged:
    """A visitor has entered, moved or left."""

    document: str


Event: TypeAlias = DocumentChanged | VisitorsChanged


class EventStreams:
    """All open event streams, each with a queue of events to send."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.stopping = asyncio.Event()
        self.visitors = Visitors()
        self._queues: set[asyncio.Queue[Event | None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Start listening for changes. Call this within the server's event loop."""
        self._loop = asyncio.get_running_loop()
        self.service.watchers.append(self._publish_threadsafe)

    def close(self) -> None:
        """End every stream, and everything that waits for `stopping`."""
        self.stopping.set()
        if self._publish_threadsafe in self.service.watchers:
            self.service.watchers.remove(self._publish_threadsafe)
        for queue in self._queues:
            _end(queue)

    def waiting(self) -> int:
        """Return how many events wait for the slowest reader."""
        return max((queue.qsize() for queue in self._queues), default=0)

    def _publish_threadsafe(self, change: DocumentChanged) -> None:
        """Publish an event from the thread that made the change."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._publish, change)

    def _publish(self, event: Event) -> None:
        for queue in list(self._queues):
            if queue.full():
                self._queues.discard(queue)
                _end(queue)
            else:
                queue.put_nowait(event)

    def move(self, account: str, place: CellPosition) -> bool:
        """Move a visitor to another cell. Returns whether there is such a visitor who may still see the document."""
        moved = self._may_see(account, place.spreadsheetId) and self.visitors.move(account, place)
        if moved:
            self._publish(VisitorsChanged(place.spreadsheetId))
        return moved

    def visitor(self, account: str, client: str, document: str) -> Visitor | None:
        """Return the visitor for *client*; None if it names no document that it may read."""
        return Visitor(client, account, document) if client and self._may_see(account, document) else None

    def _may_see(self, account: str, name: str) -> bool:
        document = self.service.documents.get(name)
        return document is not None and (self.service.trust_all or bool(access.role(document, account)))

    async def events(self, account: str, visitor: Visitor | None = None) -> AsyncIterator[str]:
        """Yield events for *account*, including those about other visitors of the document of *visitor*."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(MOST_WAITING)
        self._queues.add(queue)
        if visitor is not None:
            self.visitors.enter(visitor)
            self._publish(VisitorsChanged(visitor.document))
        try:
            yield ": here\n\n"
            if visitor is not None and (held := self.service.documents.get(visitor.document)):
                yield f"event: here\ndata: {json.dumps({'revision': held.meta['version']})}\n\n"
            while not self.stopping.is_set():
                try:
                    event = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if event is None:
                    return
                if not self._may_see(account, event.document):
                    if visitor is not None and visitor.document == event.document:
                        yield "event: closed\ndata: {}\n\n"
                        return
                    continue
                if isinstance(event, DocumentChanged):
                    change = {"spreadsheetId": event.document, "revision": event.revision, "sheetIds": event.sheets}
                    yield f"data: {json.dumps(change)}\n\n"
                elif visitor is not None and visitor.document == event.document:
                    yield f"event: people\ndata: {json.dumps(self.visitors.of(event.document))}\n\n"
        finally:
            self._queues.discard(queue)
            if visitor is not None:
                self.visitors.leave(visitor)
                self._publish(VisitorsChanged(visitor.document))


def _end(queue: asyncio.Queue[Event | None]) -> None:
    """End the stream of *queue*. Waiting events are dropped."""
    while not queue.empty():
        queue.get_nowait()
    queue.put_nowait(None)
