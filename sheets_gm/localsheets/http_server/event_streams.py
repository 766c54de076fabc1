"""What changes, told to whoever looks on, as server-sent events.

Law: nobody is told of a document that they may not read, and nobody is told anything once the server stops. A page
that names its document and itself is a visitor there, and is told who else is (`people` events), or that it is closed
to its account (`closed`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TypeAlias

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.drive import Touched
from sheets_gm.localsheets.http_server.presence import People, Place, Visitor
from sheets_gm.localsheets.spreadsheet import access

HEARTBEAT = 15.0


@dataclass(frozen=True, slots=True)
class Gathered:
    """Somebody has come to a document, has moved in it, or has gone."""

    document: str


News: TypeAlias = Touched | Gathered


class Streams:
    """Everybody who looks on, each with a queue of what they have not been told yet."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.stopping = asyncio.Event()
        self.people = People()
        self._queues: set[asyncio.Queue[News | None]] = set()
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

    def _put(self, news: News) -> None:
        for queue in self._queues:
            queue.put_nowait(news)

    def move(self, account: str, place: Place) -> bool:
        """Somebody is at another cell. Answers whether there is such a visitor."""
        known = self.people.move(account, place)
        if known:
            self._put(Gathered(place.spreadsheetId))
        return known

    def visitor(self, account: str, client: str, document: str) -> Visitor | None:
        """The visitor that *client* is; None where it names no document that it may read."""
        return Visitor(client, account, document) if client and self._may_see(account, document) else None

    def _may_see(self, account: str, name: str) -> bool:
        document = self.service.documents.get(name)
        return document is not None and (self.service.trust_all or bool(access.role(document, account)))

    async def told(self, account: str, visitor: Visitor | None = None) -> AsyncIterator[str]:
        """What changes in documents that *account* may read, and who is where *visitor* is, as server-sent events."""
        queue: asyncio.Queue[News | None] = asyncio.Queue()
        self._queues.add(queue)
        if visitor is not None:
            self.people.enter(visitor)
            self._put(Gathered(visitor.document))
        try:
            yield ": here\n\n"
            while not self.stopping.is_set():
                try:
                    news = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if news is None:
                    return
                if not self._may_see(account, news.document):
                    if visitor is not None and visitor.document == news.document:
                        yield "event: closed\ndata: {}\n\n"
                    continue
                if isinstance(news, Touched):
                    told = {"spreadsheetId": news.document, "revision": news.revision, "sheetIds": news.sheets}
                    yield f"data: {json.dumps(told)}\n\n"
                elif visitor is not None and visitor.document == news.document:
                    yield f"event: people\ndata: {json.dumps(self.people.of(news.document))}\n\n"
        finally:
            self._queues.discard(queue)
            if visitor is not None:
                self.people.leave(visitor)
                self._put(Gathered(visitor.document))
