"""Request queues: one request of each account is worked on at a time, so that no account blocks the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class RequestQueues:
    """The callers with requests, and the number of each caller's requests."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._counts: dict[str, int] = {}

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait until the earlier requests of *who* are answered."""
        self._counts[who] = self._counts.get(who, 0) + 1
        lock = self._locks.setdefault(who, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            self._counts[who] -= 1
            if not self._counts[who]:
                del self._counts[who], self._locks[who]
