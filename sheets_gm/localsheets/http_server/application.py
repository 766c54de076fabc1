"""The web application: the APIs, the pages, the event stream and the static files, by path."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from sheets_gm.localsheets.api.first_answer import CELLS, TABS, first_answer
from sheets_gm.localsheets.api.service import DRIVES, UPLOADS, Service
from sheets_gm.localsheets.drive.call import Content
from sheets_gm.localsheets.http_server.account.routes import account_routes
from sheets_gm.localsheets.http_server.event_streams import EventStreams
from sheets_gm.localsheets.http_server.faults import FaultMiddleware
from sheets_gm.localsheets.http_server.middleware import SecurityMiddleware
from sheets_gm.localsheets.http_server.page_files.static_files import installed_assets
from sheets_gm.localsheets.http_server.presence import CellPosition
from sheets_gm.localsheets.http_server.recalculations import Recalculations
from sheets_gm.localsheets.http_server.request_bodies import body_of
from sheets_gm.localsheets.http_server.request_queues import RequestQueues
from sheets_gm.localsheets.http_server.sign_in import headers_with_token, sign_in, visiting_caller
from sheets_gm.localsheets.identity.accounts import Caller
from sheets_gm.localsheets.protocol import json_body
from sheets_gm.localsheets.protocol.errors import ApiError, internal, invalid, not_found
from sheets_gm.localsheets.protocol.json_text import bytes_of

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
UNKNOWN_TOKEN = {"www-authenticate": 'Bearer realm="https://accounts.google.com/", error="invalid_token"'}
UNKNOWN = "at "
"""How the names of callers without an account begin."""


class _Json(JSONResponse):
    """A JSON answer of the API."""

    def render(self, content: object) -> bytes:
        """Return *content* as JSON."""
        return bytes_of(content)


def application(service: Service, hosts: frozenset[str], streams: EventStreams) -> SecurityMiddleware:
    """Return the ASGI application. *hosts* are the names, with ports, to which it answers."""
    assets = installed_assets()
    queues, recalculations = RequestQueues(), Recalculations(service, streams.stopping)

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
        headers = headers_with_token(request)
        who = _who(service, request, headers)

        def work(body: bytes) -> Response:
            """Return the encoded answer. Encoding a large one takes time."""
            status, answer = service.handle(request.method, path, query, body, headers)
            if isinstance(answer, Content):
                return Response(answer.data, status, media_type=answer.media if answer.data else None)
            return _Json(answer, status, headers=UNKNOWN_TOKEN if status == 401 else None)

        if path.startswith(UPLOADS) and not who.startswith(UNKNOWN):  # one large file of each account at a time
            async with queues.turn(who):
                answer = await run_in_threadpool(work, await body_of(request, json_body.LARGEST_FILE))
        else:
            body = await body_of(request, json_body.LARGEST)
            async with queues.turn(who):
                answer = await run_in_threadpool(work, body)
        recalculations.start()
        return answer

    async def page(request: Request) -> Response:
        if "key" in request.query_params:
            return sign_in(service, request, assets.page("enter.html"))
        caller = visiting_caller(service, request)
        if "document" in request.path_params:
            return await sheet(request, caller)
        return HTMLResponse(assets.page("list.html"))

    async def sheet(request: Request, caller: Caller) -> Response:
        """Return the page of a spreadsheet, with its sheets and its reader."""
        headers, name = headers_with_token(request), request.path_params["document"]
        async with queues.turn(_who(service, request, headers)):
            likes_sheet = request.cookies.get("view") == "sheet"
            first = await run_in_threadpool(partial(first_answer, service, name, headers, sheet=likes_sheet))
        if first.status in (403, 404):
            return HTMLResponse(assets.page("missing.html", account=caller.account), 404)
        sheets, reader, tabs = (
            json.dumps(each, ensure_ascii=False, separators=(",", ":"))
            for each in (first.sheets, first.reader, first.tabs)
        )
        words = {"sheets": sheets, "fields": TABS, "cells": CELLS, "reader": reader, "first": first.cells, "tabs": tabs}
        link = "preload" if first.cells else "none"
        return HTMLResponse(assets.page("sheet.html", link=link, **words))

    async def redirect_from_google_address(request: Request) -> Response:
        """Redirect from the path that the document would have on Google, which responses contain and `open_by_url`
        expects.
        """
        return RedirectResponse(f"/d/{request.path_params['document']}", 303)

    async def asset(request: Request) -> Response:
        file = assets.asset(request.path_params.get("version", ""), request.path_params["name"])
        if file is None:
            raise ApiError(404, "There is no such file.")
        return Response(file.data, media_type=file.media, headers={"cache-control": file.keep} if file.keep else None)

    async def versions(request: Request) -> Response:
        """Return the names of the earlier versions of a sheet, or one of the versions."""
        query = request.query_params
        document = query.get("document", "")
        if not service.may_read(visiting_caller(service, request, document).account, document):
            raise not_found()
        sheet, number = query.get("sheet", ""), query.get("number", "0")
        if not sheet.isdecimal() or not number.isdecimal() or len(sheet + number) > 18:
            raise invalid("The sheet and the version must be numbers.")
        if "number" not in query:
            named_versions = await run_in_threadpool(service.versions, document, int(sheet))
            return JSONResponse({"versions": [{"number": at, "name": name} for at, name in named_versions]})
        version = await run_in_threadpool(service.version, document, int(sheet), int(number))
        if version is None:
            raise not_found()
        return JSONResponse(version)

    async def events(request: Request) -> Response:
        document = request.query_params.get("document", "")
        account = visiting_caller(service, request, document).account
        visitor = streams.visitor(account, request.query_params.get("client", "")[:64], document)
        return StreamingResponse(streams.events(account, visitor), media_type="text/event-stream")

    async def presence(request: Request) -> Response:
        try:
            place = CellPosition.model_validate_json(await body_of(request, json_body.LARGEST))
        except ValidationError as error:
            raise invalid(f"Invalid JSON payload received. {error.errors()[0]['msg']}") from error
        moved = streams.move(visiting_caller(service, request, place.spreadsheetId).account, place)
        return Response(status_code=204 if moved else 404)

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

    async def failed(request: Request, _error: Exception) -> Response:
        """Answer after a bug of ours. The server then logs it."""
        return JSONResponse(internal().body(drive=request.url.path.startswith(DRIVES)), 500)

    async def disconnected(_request: Request, _error: Exception) -> Response:
        return Response(status_code=400)  # nobody receives it: the client has closed the connection

    app = Starlette(
        routes=[
            Route("/events", events),
            Route("/versions", versions),
            *account_routes(service, assets),
            Route("/presence", presence, methods=["POST"]),
            Route("/page/{version}/{name}", asset),
            Route("/page/{name}", asset),
            Route("/", page),
            Route("/d/{document}", page),
            Route("/spreadsheets/d/{document}", redirect_from_google_address),
            Route("/spreadsheets/d/{document}/edit", redirect_from_google_address),
            Route("/{path:path}", api, methods=METHODS),
        ],
        exception_handlers={
            ApiError: refused,
            HTTPException: refused,
            ClientDisconnect: disconnected,
            Exception: failed,
        },
        lifespan=lifespan,
    )
    return SecurityMiddleware(FaultMiddleware(app, service, streams.stopping), service, hosts)


def _who(service: Service, request: Request, headers: Mapping[str, str]) -> str:
    """Return the caller whose other requests this one waits for: its account, or the address of an unknown caller."""
    try:
        account = service.caller(headers.get("authorization")).account
    except ApiError:
        account = ""
    return account or f"{UNKNOWN}{request.client.host if request.client else ''}"
