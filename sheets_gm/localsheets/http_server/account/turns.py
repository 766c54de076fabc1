"""Pushes of turns: when a turn opens for an account, its browsers are told once."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from typing import Any

from starlette.concurrency import run_in_threadpool

from sheets_gm.localsheets.api.open_turns import Json, open_turns
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.drive import DocumentChanged
from sheets_gm.localsheets.http_server.account import subscriptions
from sheets_gm.localsheets.http_server.account.sending import Pusher
from sheets_gm.localsheets.http_server.account.subscriptions import Subscription


class TurnPushes:
    """Tells the browsers of accounts of turns that open in the documents of *service*, by *pusher*."""

    def __init__(self, service: Service, pusher: Pusher) -> None:
        self.pusher = pusher
        self._service = service
        self._changed: asyncio.Queue[str] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_heard = bool(service.identity.pushes())

    def open(self) -> None:
        """Start to watch for changes. Call this within the server's event loop."""
        self._loop = asyncio.get_running_loop()
        self._service.watchers.append(self._note_threadsafe)
        self._task = self._loop.create_task(self._watch())

    def close(self) -> None:
        """Stop watching."""
        if self._note_threadsafe in self._service.watchers:
            self._service.watchers.remove(self._note_threadsafe)
        if self._task is not None:
            self._task.cancel()

    def subscribe(self, email: str, browser: Subscription) -> None:
        """Let a browser hear of the turns of *email* that open from now on."""
        subscriptions.add(self._service.identity, email, browser)
        self._is_heard = True
        for turn in open_turns(list(self._service.documents.values()), email):
            if turn["tab"] is not None:
                self._service.identity.note_told(email, turn["document"], _name(turn))

    def tell(self, name: str) -> None:
        """Tell the browsers of all accounts of a turn that has opened in the document with the id *name*."""
        document = self._service.documents.get(name)
        if document is None:
            return
        for email, own in subscriptions.by_account(self._service.identity).items():
            for turn in open_turns([document], email):
                if turn["tab"] is None or not self._service.identity.note_told(email, name, _name(turn)):
                    continue
                for browser in own:
                    if not self.pusher.send(browser, _message(turn)):
                        self._service.identity.remove_push(browser.endpoint)

    def _note_threadsafe(self, change: DocumentChanged) -> None:
        """Note a change, from the thread that made it."""
        if self._is_heard and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._changed.put_nowait, change.document)

    async def _watch(self) -> None:
        while True:
            names = {await self._changed.get()}
            while not self._changed.empty():
                names.add(self._changed.get_nowait())
            for name in names:
                await run_in_threadpool(self.tell, name)


def _name(turn: Json) -> str:
    """What a turn is known by: its step, and on which tabs something is to do."""
    known = json.dumps([turn["step"], [tab for tab, _ in turn["duties"]]])
    return sha256(known.encode()).hexdigest()[:32]


def _message(turn: Json) -> dict[str, Any]:
    """What is sent to a browser of a turn."""
    return {key: turn[key] for key in ("document", "name", "tab", "due")}
