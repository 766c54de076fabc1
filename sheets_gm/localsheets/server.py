"""The service over HTTP, with a page to look at it and a stream of what changes.

Laws: it listens on loopback unless it is told otherwise; a caller whose Host or Origin is not this server's is turned
away; no token is ever logged; when it stops, the streams end first, so nobody sees a traceback.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from sheets_gm.localsheets import access
from sheets_gm.localsheets.calls import Content
from sheets_gm.localsheets.errors import ApiError, forbidden
from sheets_gm.localsheets.service import Service, Touched
from sheets_gm.localsheets.storage import Storage

LOOPBACK = "127.0.0.1"
NAMES = ("127.0.0.1", "localhost")
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
COOKIE = "sheets_key"
HEARTBEAT = 15.0


class PortInUse(Exception):
    """Another program listens on the port; the message says what to do."""


class _Streams:
    """Everybody who looks on, each with a queue of what they have not been told yet."""

    def __init__(self) -> None:
        self.queues: dict[asyncio.Queue[Touched | None], str] = {}
        self.loop: asyncio.AbstractEventLoop | None = None

    def tell(self, touched: Touched) -> None:
        """Called from whatever thread made the change."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._put, touched)

    def _put(self, touched: Touched) -> None:
        for queue in self.queues:
            queue.put_nowait(touched)

    def close(self) -> None:
        """End every stream."""
        for queue in self.queues:
            queue.put_nowait(None)


def application(service: Service, hosts: frozenset[str]) -> Starlette:
    """The whole of the server as an ASGI application. *hosts* are the names it answers to, with their port."""
    streams = _Streams()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        streams.loop = asyncio.get_running_loop()
        service.watchers.append(streams.tell)
        app.state.streams = streams
        yield
        service.watchers.remove(streams.tell)

    async def api(request: Request) -> Response:
        _same_place(request, hosts)
        body = await request.body()
        raw = request.scope["raw_path"].decode("ascii")
        query = request.scope["query_string"].decode("ascii")
        headers = dict(request.headers)
        if "authorization" not in headers and COOKIE in request.cookies:
            headers["authorization"] = f"Bearer {request.cookies[COOKIE]}"
        status, answer = await run_in_threadpool(service.handle, request.method, raw, query, body, headers)
        if isinstance(answer, Content):
            return Response(answer.data, status, media_type=answer.media if answer.data else None)
        return JSONResponse(answer, status)

    async def page(request: Request) -> Response:
        _same_place(request, hosts)
        name = "sheet.html" if request.path_params.get("document") else "list.html"
        response = Response(_file(name), media_type="text/html; charset=utf-8")
        key = request.query_params.get("key")
        if key:
            response.set_cookie(COOKIE, key, httponly=True, samesite="strict", max_age=365 * 86400)
        return response

    async def asset(request: Request) -> Response:
        name = request.path_params["name"]
        kinds = {"js": "text/javascript", "css": "text/css"}
        ending = name.rpartition(".")[2]
        if ending not in kinds or "/" in name:
            raise ApiError(404, "There is no such file.")
        return Response(_file(name), media_type=f"{kinds[ending]}; charset=utf-8")

    async def events(request: Request) -> Response:
        _same_place(request, hosts)
        key = request.cookies.get(COOKIE)
        account = service.caller(f"Bearer {key}" if key else request.headers.get("authorization"))
        return StreamingResponse(_told(service, streams, account), media_type="text/event-stream")

    async def refused(_request: Request, error: Exception) -> Response:
        if not isinstance(error, ApiError):
            raise error
        return JSONResponse(error.body(), error.code)

    return Starlette(
        routes=[
            Route("/events", events),
            Route("/page/{name}", asset),
            Route("/", page),
            Route("/d/{document}", page),
            Route("/{path:path}", api, methods=METHODS),
        ],
        exception_handlers={ApiError: refused},
        lifespan=lifespan,
    )


def _file(name: str) -> bytes:
    return resources.files("sheets_gm.localsheets").joinpath("page", name).read_bytes()


def _same_place(request: Request, hosts: frozenset[str]) -> None:
    """Turn away a page of another site that makes a browser call here, whatever name it uses for this machine."""
    if request.headers.get("host", "") not in hosts:
        raise forbidden()
    origin = request.headers.get("origin")
    if origin and urlsplit(origin).netloc not in hosts:
        raise forbidden()


async def _told(service: Service, streams: _Streams, account: str) -> AsyncIterator[str]:
    """What changes in documents that *account* may read, as server-sent events."""
    queue: asyncio.Queue[Touched | None] = asyncio.Queue()
    streams.queues[queue] = account
    try:
        yield ": here\n\n"
        while True:
            try:
                touched = await asyncio.wait_for(queue.get(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if touched is None:
                return
            document = service.documents.get(touched.document)
            if document is None or not (service.trust_all or access.role(document, account)):
                continue
            told = {"spreadsheetId": touched.document, "revision": touched.revision, "sheetIds": touched.sheets}
            yield f"data: {json.dumps(told)}\n\n"
    finally:
        streams.queues.pop(queue, None)


class _Server(uvicorn.Server):
    """Ends the streams before it waits for connections to close."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, Starlette):
            app.state.streams.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. `PortInUse`."""
    # named as TCP, so that asyncio switches off Nagle's algorithm: an answer of two packets would wait 40 ms otherwise
    held = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        held.bind((host, port))
    except OSError as error:
        held.close()
        raise PortInUse(f"Port {port} is in use: choose another with --port, or stop what listens there.") from error
    held.listen(128)
    held.set_inheritable(True)
    return held


def open_service(folder: Path | None, *, trust_all: bool = False, address: str = "") -> Service:
    """The service on a data folder (None: in memory). `storage.DataBroken`."""
    return Service(Storage(folder), trust_all=trust_all, address=address or "https://docs.google.com/spreadsheets")


def serve(service: Service, held: socket.socket, *, names: tuple[str, ...] = NAMES) -> None:
    """Answer on the socket *held* until the process is told to stop."""
    _server(service, held, names).run(sockets=[held])


def serve_quietly(service: Service, held: socket.socket) -> None:
    """Answer on the socket *held* from a thread, for as long as the process lives."""
    asyncio.run(_server(service, held, NAMES).serve(sockets=[held]))


def _server(service: Service, held: socket.socket, names: tuple[str, ...]) -> _Server:
    port = held.getsockname()[1]
    hosts = frozenset(f"{name}:{port}" for name in names)
    app = application(service, hosts)
    return _Server(uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=3))
