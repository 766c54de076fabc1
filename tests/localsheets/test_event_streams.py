"""Event streams whose reader is slow: what waits for them is bounded, and nobody misses a change without noticing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.drive import DocumentChanged
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import event_streams
from sheets_gm.localsheets.http_server.event_streams import EventStreams
from sheets_gm.localsheets.http_server.presence import CellPosition


def run(playing: Coroutine[Any, Any, None]) -> None:
    """Run *playing* in a thread of its own: a browser of other tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, playing).result()


@pytest.fixture
def service() -> Service:
    made = Service(Storage(None), trust_all=True)
    status, _ = made.handle("POST", "/v4/spreadsheets", "", b"{}", {})
    assert status == 200
    return made


async def collected(events: AsyncIterator[str]) -> list[str]:
    return [event async for event in events if not event.startswith(":")]


def publish(streams: EventStreams, name: str, revision: int) -> None:
    streams._publish(DocumentChanged(name, revision, (0,)))


def test_a_reader_that_keeps_up_gets_every_change(service: Service) -> None:
    async def play() -> None:
        streams, name = EventStreams(service), next(iter(service.documents))
        reading = streams.events("ana@x")
        await anext(reading)
        for revision in range(3 * event_streams.MOST_WAITING):
            publish(streams, name, revision)
            assert f'"revision": {revision}' in await anext(reading)

    run(play())


def test_a_reader_that_does_not_is_ended_and_comes_back_for_the_whole(service: Service) -> None:
    """The page opens a new stream, and reads what changed meanwhile."""

    async def play() -> None:
        streams, name = EventStreams(service), next(iter(service.documents))
        slow, fast = streams.events("ana@x"), streams.events("ana@x")
        await anext(slow)
        await anext(fast)
        for revision in range(10 * event_streams.MOST_WAITING):
            publish(streams, name, revision)
            await anext(fast)
            assert streams.waiting() <= event_streams.MOST_WAITING
        assert await collected(slow) == []
        publish(streams, name, 9999)
        assert "9999" in await anext(fast)

    run(play())


def test_a_visitor_first_hears_which_revision_is_there(service: Service) -> None:
    async def play() -> None:
        streams, name = EventStreams(service), next(iter(service.documents))
        reading = streams.events("ana@x", streams.visitor("ana@x", "page", name))
        assert (await anext(reading)).startswith(":")
        assert (
            await anext(reading) == f'event: here\ndata: {{"revision": {service.documents[name].meta["version"]}}}\n\n'
        )

    run(play())


def test_the_stream_of_who_has_lost_access_ends_and_their_page_is_nobodys_neighbour(service: Service) -> None:
    async def play() -> None:
        streams, name = EventStreams(service), next(iter(service.documents))
        reading = streams.events("ana@x", streams.visitor("ana@x", "page", name))
        for _ in range(2):
            await anext(reading)
        place = CellPosition(client="page", spreadsheetId=name, sheetId=0, row=1, column=1)
        assert streams.move("ana@x", place)
        await anext(reading)
        streams._may_see = lambda *_: False  # type: ignore[method-assign]
        assert not streams.move("ana@x", place)
        for revision in range(3):
            publish(streams, name, revision)
        told = await collected(reading)
        assert told == ["event: closed\ndata: {}\n\n"]
        assert streams.visitors.of(name) == []

    run(play())
