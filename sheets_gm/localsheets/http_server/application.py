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

from sheets_gm.localsheets.api.calendar_feed import feed
from sheets_gm.localsheets.api.first_answer import CELLS, TABS, first_answer
from sheets_gm.localsheets.api.open_turns import open_turns, person_of, runs
from sheets_gm.localsheets.api.service import DRIVES, UPLOADS, Service
from sheets_gm.localsheets.drive.call import Content
from sheets_gm.localsheets.http_server.event_streams import EventStreams
from sheets_gm.localsheets.http_server.faults import FaultMiddleware
from sheets_gm.localsheets.http_server.middleware import SecurityMiddleware
from sheets_gm.localsheets.http_server.page_files.static_files import Assets
from sheets_gm.localsheets.http_server.presence import CellPosition
from sheets_gm.localsheets.http_server.push.sending import Pusher, is_there
from sheets_gm.localsheets.http_server.push.subscriptions import parsed
from sheets_gm.localsheets.http_server.push.turns import TurnPushes
from sheets_gm.localsheets.http_server.recalculations import Recalculations
from sheets_gm.localsheets.http_server.request_queues import RequestQueues
from sheets_gm.localsheets.http_server.sign_in import headers_with_token, sign_in, visiting_caller
from sheets_gm.localsheets.identity.accounts import Caller
from sheets_gm.localsheets.protocol import json_body
from sheets_gm.localsheets.protocol.errors import ApiError, internal, invalid, not_found, unregistered
from sheets_gm.localsheets.protocol.json_text import bytes_of
from sheets_gm.localsheets.spreadsheet.model import access

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
UNKNOWN_TOKEN = {"www-authenticate": 'Bearer realm="https://accounts.google.com/", error="invalid_token"'}
UNKNOWN = "at "
"""How the names of callers without an account begin."""


class _Json(JSONResponse):
    """An answer of the API."""

    def render(self, content: object) -> bytes:
        """*content* as JSON."""
        return bytes_of(content)


def application(service: Service, hosts: frozenset[str], streams: EventStreams) -> SecurityMiddleware:
    """The ASGI application. *hosts* are the names that it answers to, with port."""
    assets = Assets()
    queues, recalculations = RequestQueues(), Recalculations(service, streams.stopping)

    pusher = Pusher(service.identity, service.address)
    pushes = TurnPushes(service, pusher.send) if is_there() else None

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        streams.open()
        if pushes is not None:
            pushes.open()
        yield
        if pushes is not None:
            pushes.close()
        streams.close()

    async def api(request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": ", ".join(METHODS)})
        path = request.scope["raw_path"].decode("latin-1")
        query = request.scope["query_string"].decode("latin-1")
        headers = headers_with_token(request)
        who = _who(service, request, headers)

        def work(body: bytes) -> Response:
            """The answer, written out: a large one takes its time."""
            status, answer = service.handle(request.method, path, query, body, headers)
            if isinstance(answer, Content):
                return Response(answer.data, status, media_type=answer.media if answer.data else None)
            return _Json(answer, status, headers=UNKNOWN_TOKEN if status == 401 else None)

        if path.startswith(UPLOADS) and not who.startswith(UNKNOWN):  # one large file of each account at a time
            async with queues.turn(who):
                answer = await run_in_threadpool(work, await _body(request, json_body.LARGEST_FILE))
        else:
            body = await _body(request, json_body.LARGEST)
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
        """The page of one spreadsheet. It includes the sheets and who reads them."""
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
        """The path that the document would have on Google, as responses contain it and `open_by_url` expects it."""
        return RedirectResponse(f"/d/{request.path_params['document']}", 303)

    async def asset(request: Request) -> Response:
        found = assets.asset(request.path_params.get("version", ""), request.path_params["name"])
        if found is None:
            raise ApiError(404, "There is no such file.")
        return Response(
            found.data, media_type=found.media, headers={"cache-control": found.keep} if found.keep else None
        )

    async def turns_of_visitor(request: Request) -> Response:
        caller = service.caller(headers_with_token(request).get("authorization"))
        documents = list(service.documents.values())
        found = await run_in_threadpool(open_turns, documents, caller.account)
        own = await run_in_threadpool(runs, documents, caller.account)
        return JSONResponse({"turns": found, "runs": own, "person": person_of(caller.account)})

    async def calendar_address(request: Request) -> Response:
        """The secret address of the visitor's calendar; a POST makes another one, and the one before ends."""
        caller = service.caller(headers_with_token(request).get("authorization"))
        if not caller.account:
            raise unregistered()
        secret = await run_in_threadpool(service.identity.calendar, caller.account, anew=request.method == "POST")
        return JSONResponse({"path": f"/calendar/{secret}.ics"})

    async def calendar(request: Request) -> Response:
        """The deadlines of whoever this secret address is for: a calendar asks for them, without a cookie."""
        account = await run_in_threadpool(service.identity.of_calendar, request.path_params["secret"])
        if account is None:
            raise ApiError(404, "There is no such calendar. The list of spreadsheets has its address.")
        documents, base = list(service.documents.values()), str(request.base_url)
        text = await run_in_threadpool(feed, documents, account, base, service.clock().timestamp())
        return Response(text, media_type="text/calendar; charset=utf-8")

    async def mail_of(request: Request) -> Response:
        """The link by which an account ends its mail, for a program that owns a spreadsheet that it may open.

        A POST says that the account has asked for mail, so that it comes again.
        """
        caller = service.caller(headers_with_token(request).get("authorization")).account
        account = request.query_params.get("account", "")
        own = [each for each in service.documents.values() if caller and access.role(each, caller) == "owner"]
        if not any(access.role(each, account) for each in own) or not service.identity.knows(account):
            raise not_found()
        if request.method == "POST":
            await run_in_threadpool(service.identity.stop_mail, account, stopped=False)
        secret = await run_in_threadpool(service.identity.mail_secret, account)
        stopped = await run_in_threadpool(service.identity.is_mail_stopped, account)
        return JSONResponse({"link": f"{service.address}/mail/{secret}", "stopped": stopped})

    async def mail(request: Request) -> Response:
        """The page of that link; a POST ends the mail, as mail programs do by one click (RFC 8058), or resumes it."""
        account = await run_in_threadpool(service.identity.of_mail, request.path_params["secret"])
        if account is None:
            raise not_found()
        if request.method == "POST":
            resumes = b"again=" in await _body(request, json_body.LARGEST)
            await run_in_threadpool(service.identity.stop_mail, account, stopped=not resumes)
        stopped = await run_in_threadpool(service.identity.is_mail_stopped, account)
        words = (
            {"state": "No more of it is sent to", "does": "again", "value": "yes", "button": "Let mail come again"}
            if stopped
            else {"state": "It is sent to", "does": "end", "value": "yes", "button": "No more mail"}
        )
        # without a referrer of its own, the form of the page would count as one of another site
        headers = {"referrer-policy": "same-origin"}
        return HTMLResponse(assets.page("mail.html", account=account, **words), headers=headers)

    async def push(request: Request) -> Response:
        """The server's key, for a browser that is to hear of turns; a POST adds that browser, a DELETE removes it."""
        caller = service.caller(headers_with_token(request).get("authorization"))
        if not caller.account:
            raise unregistered()
        if pushes is None:
            raise ApiError(404, "This server sends nothing to browsers: its extra “push” is not installed.")
        if request.method == "GET":
            return JSONResponse({"key": await run_in_threadpool(pusher.public_key)})
        browser = parsed(await _body(request, json_body.LARGEST))
        if request.method == "POST":
            await run_in_threadpool(pushes.subscribe, caller.account, browser)
        else:
            await run_in_threadpool(pushes.subscriptions.remove, browser.endpoint, caller.account)
        return Response(status_code=204)

    async def versions(request: Request) -> Response:
        """The earlier versions of a sheet by name, or one of them."""
        query = request.query_params
        document = query.get("document", "")
        if not service.may_read(visiting_caller(service, request, document).account, document):
            raise not_found()
        sheet, number = query.get("sheet", ""), query.get("number", "0")
        if not sheet.isdecimal() or not number.isdecimal():
            raise invalid("The sheet and the version must be numbers.")
        if "number" not in query:
            found = await run_in_threadpool(service.versions, document, int(sheet))
            return JSONResponse({"versions": [{"number": at, "name": name} for at, name in found]})
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
            place = CellPosition.model_validate_json(await _body(request, json_body.LARGEST))
        except ValidationError as error:
            raise invalid(f"Invalid JSON payload received. {error.errors()[0]['msg']}") from error
        known = streams.move(visiting_caller(service, request, place.spreadsheetId).account, place)
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

    async def failed(request: Request, _error: Exception) -> Response:
        """A bug of ours. The server logs it after this answer."""
        return JSONResponse(internal().body(drive=request.url.path.startswith(DRIVES)), 500)

    async def disconnected(_request: Request, _error: Exception) -> Response:
        return Response(status_code=400)  # nobody receives it: the client has closed the connection

    app = Starlette(
        routes=[
            Route("/events", events),
            Route("/versions", versions),
            Route("/turns", turns_of_visitor),
            Route("/calendar", calendar_address, methods=["GET", "POST"]),
            Route("/calendar/{secret}.ics", calendar),
            Route("/mail", mail_of, methods=["GET", "POST"]),
            Route("/mail/{secret}", mail, methods=["GET", "POST"]),
            Route("/push", push, methods=["GET", "POST", "DELETE"]),
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
    """The caller whose requests this one waits for: its account, or the address of an unknown caller."""
    try:
        account = service.caller(headers.get("authorization")).account
    except ApiError:
        account = ""
    return account or f"{UNKNOWN}{request.client.host if request.client else ''}"


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
