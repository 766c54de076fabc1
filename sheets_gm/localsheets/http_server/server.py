"""The HTTP server: the APIs, the web page and the event stream.

It listens on loopback by default. Tokens are never logged and never stay in the address bar: the key in a link becomes
a cookie that scripts cannot read and other sites cannot send. When the server stops, the event streams end first, so
that no traceback appears.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import quote, urlencode

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from sheets_gm.localsheets.api.service import DRIVES, PAGE, UPLOADS, Service
from sheets_gm.localsheets.drive.call import Content
from sheets_gm.localsheets.drive.drive import GOOGLE
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server.event_streams import EventStreams
from sheets_gm.localsheets.http_server.listening import LOOPBACK, NAMES, Server, listen
from sheets_gm.localsheets.http_server.middleware import SecurityMiddleware
from sheets_gm.localsheets.http_server.presence import CellPosition
from sheets_gm.localsheets.http_server.static_files import Assets
from sheets_gm.localsheets.identity.accounts import Caller
from sheets_gm.localsheets.protocol import json_body
from sheets_gm.localsheets.protocol.errors import ApiError, invalid, unregistered

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
COOKIE = "sheets_key"
TABS = (
    "properties.title,sheets(properties,merges,bandedRanges(range,rowProperties,columnProperties),"
    "charts(chartId,spec(title,basicChart),position),"
    "protectedRanges(range,unprotectedRanges,warningOnly,requestingUserCanEdit))"
)
"""The fields of a spreadsheet, besides its cells, that the page reads."""
YEAR = 365 * 86400


def application(service: Service, hosts: frozenset[str], streams: EventStreams) -> SecurityMiddleware:
    """The ASGI application. *hosts* are the names that it answers to, with port."""
    assets = Assets()

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        streams.open()
        yield
        streams.close()

    async def api(request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": ", ".join(METHODS)})
        path = request.scope["raw_path"].decode("latin-1")
        query = request.scope["query_string"].decode("latin-1")
        headers = _headers(request)
        body = await _body(request, json_body.LARGEST_FILE if path.startswith(UPLOADS) else json_body.LARGEST)
        status, answer = await run_in_threadpool(service.handle, request.method, path, query, body, headers)
        more = {"www-authenticate": 'Bearer realm="https://accounts.google.com/", error="invalid_token"'}
        if isinstance(answer, Content):
            return Response(answer.data, status, media_type=answer.media if answer.data else None)
        return JSONResponse(answer, status, headers=more if status == 401 else None)

    async def page(request: Request) -> Response:
        if "key" in request.query_params:
            return _sign_in(service, request, assets.page("enter.html"))
        caller = _visitor(service, request)
        if "document" in request.path_params:
            return await sheet(request, caller)
        return HTMLResponse(assets.page("list.html"))

    async def sheet(request: Request, caller: Caller) -> Response:
        """The page of one spreadsheet. It includes the sheets, which its script would otherwise request first."""
        path = f"/v4/spreadsheets/{quote(request.path_params['document'], safe='')}"
        query = urlencode({"fields": TABS})
        status, tabs = await run_in_threadpool(service.handle, "GET", path, query, b"", _headers(request))
        if status in (403, 404):
            return HTMLResponse(assets.page("missing.html", account=caller.account), 404)
        known = json.dumps(tabs if status == 200 else None, ensure_ascii=False, separators=(",", ":"))
        return HTMLResponse(assets.page("sheet.html", fields=TABS, tabs=known))

    async def redirect_from_google_address(request: Request) -> Response:
        """The path that the document would have on Google, as responses contain it and `open_by_url` expects it."""
        return RedirectResponse(f"/d/{request.path_params['document']}", 303)

    async def asset(request: Request) -> Response:
        found = assets.asset(request.path_params.get("version", ""), request.path_params["name"])
        if found is None:
            raise ApiError(404, "There is no such file.")
        return Response(
            found.data, media_type=found.media, headers={"cache-control": found.keep} if found.keep else None
        )

    async def events(request: Request) -> Response:
        document = request.query_params.get("document", "")
        account = _visitor(service, request, document).account
        visitor = streams.visitor(account, request.query_params.get("client", "")[:64], document)
        return StreamingResponse(streams.events(account, visitor), media_type="text/event-stream")

    async def presence(request: Request) -> Response:
        try:
            place = CellPosition.model_validate_json(await _body(request, json_body.LARGEST))
        except ValidationError as error:
            raise invalid(f"Invalid JSON payload received. {error.errors()[0]['msg']}") from error
        known = streams.move(_visitor(service, request, place.spreadsheetId).account, place)
        return Response(status_code=204 if known else 404)

    async def refused(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException):
            error = ApiError(error.status_code, error.detail, "INVALID_ARGUMENT")
        if not isinstance(error, ApiError):
            raise error
        more = {"connection": "close"} if isinstance(error, json_body.TooLarge) else None  # the rest is never read
        wants_page = request.url.path == "/" or request.url.path.startswith(("/d/", "/spreadsheets/"))
        if wants_page and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(assets.page("locked.html"), error.code)
        return JSONResponse(error.body(drive=request.url.path.startswith(DRIVES)), error.code, more)

    async def disconnected(_request: Request, _error: Exception) -> Response:
        return Response(status_code=400)  # nobody receives it: the client has closed the connection

    app = Starlette(
        routes=[
            Route("/events", events),
            Route("/presence", presence, methods=["POST"]),
            Route("/page/{version}/{name}", asset),
            Route("/page/{name}", asset),
            Route("/", page),
            Route("/d/{document}", page),
            Route("/spreadsheets/d/{document}", redirect_from_google_address),
            Route("/spreadsheets/d/{document}/edit", redirect_from_google_address),
            Route("/{path:path}", api, methods=METHODS),
        ],
        exception_handlers={ApiError: refused, HTTPException: refused, ClientDisconnect: disconnected},
        lifespan=lifespan,
    )
    return SecurityMiddleware(app, service, hosts, streams.stopping)


# -- visitors ----------------------------------------------------------------------------------------------------------


def _cookie(request: Request) -> str:
    """The cookie's name. It contains the port, because a browser shares cookies among the ports of a host."""
    return f"{COOKIE}_{request.url.port or 80}"


def _headers(request: Request) -> dict[str, str]:
    """The request's headers; the cookie of a browser becomes its token."""
    headers = dict(request.headers)
    key = request.cookies.get(_cookie(request))
    if key and "authorization" not in headers:
        headers |= {"authorization": f"Bearer {key}", PAGE: "1"}
    return headers


def _visitor(service: Service, request: Request, document: str = "") -> Caller:
    """The caller by the cookie; without one, a document that is open to anyone with the link can still be read."""
    caller = service.caller(_headers(request).get("authorization"))
    if not caller.account and not service.open_to_anyone(request.path_params.get("document", document)):
        raise unregistered()
    return caller


def _sign_in(service: Service, request: Request, leading: bytes) -> Response:
    """Turn the key of a link into a cookie, and redirect to the path without it, by way of the page *leading* if
    needed.

    A browser that comes from another site would not send the new cookie along a redirect. It does after a page of this
    site has loaded the path again.
    """
    key = request.query_params["key"]
    service.caller(f"Bearer {key}")
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "key"]
    target = request.scope["raw_path"].decode("latin-1") + (f"?{urlencode(rest)}" if rest else "")
    response: Response
    if request.headers.get("sec-fetch-site") in ("none", "same-origin"):
        response = RedirectResponse(target, 303)
    else:
        response = HTMLResponse(leading, headers={"refresh": f"0; url={target}"})
    response.set_cookie(_cookie(request), key, httponly=True, samesite="strict", max_age=YEAR)
    return response


async def _body(request: Request, limit: int) -> bytes:
    """The request's body.

    400 if it exceeds *limit*; some more is read first, so that the client receives the answer.
    """
    parts: list[bytes] = []
    size = 0
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > 4 * limit:
        raise json_body.TooLarge(limit)
    async for part in request.stream():
        size += len(part)
        if size <= limit:
            parts.append(part)
        elif size > 4 * limit:
            break
    if size > limit:
        raise json_body.TooLarge(limit)
    return b"".join(parts)


# -- running -----------------------------------------------------------------------------------------------------------


def open_service(folder: Path | None, *, trust_all: bool = False, address: str = "") -> Service:
    """The service for a data folder (None: in memory). `DataBroken`."""
    return Service(Storage(folder), trust_all=trust_all, address=address or GOOGLE)


def serve(service: Service, held: socket.socket, *, names: tuple[str, ...] = NAMES) -> None:
    """Serve on the socket *held* until the process is stopped."""
    asyncio.run(_serve(service, held, names, threading.Event()))


@contextmanager
def running(service: Service, port: int = 0, names: tuple[str, ...] = NAMES) -> Iterator[str]:
    """Serve from a thread while the context is open; yields the server's address."""
    held = listen(LOOPBACK, port)
    service.address = f"http://{LOOPBACK}:{held.getsockname()[1]}"
    stop = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(service, held, names, stop)), daemon=True)
    thread.start()
    try:
        yield service.address
    finally:
        stop.set()
        thread.join()
        held.close()


async def _serve(service: Service, held: socket.socket, names: tuple[str, ...], stop: threading.Event) -> None:
    port = held.getsockname()[1]
    hosts = frozenset(f"{name}:{port}" for name in names) | (frozenset(names) if port == 80 else frozenset())
    streams = EventStreams(service)
    await Server(application(service, hosts, streams), streams.close, stop).serve(sockets=[held])
