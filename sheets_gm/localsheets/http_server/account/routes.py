"""The private pages of an account, apart from its spreadsheets: its turns, its calendar, and its mail."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from sheets_gm.localsheets.api.calendar_feed import feed
from sheets_gm.localsheets.api.matches import matches
from sheets_gm.localsheets.api.open_turns import open_turns, person_of
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.http_server.page_files.static_files import Assets
from sheets_gm.localsheets.http_server.request_bodies import body_of
from sheets_gm.localsheets.http_server.sign_in import headers_with_token
from sheets_gm.localsheets.identity.accounts import CALENDAR, MAIL
from sheets_gm.localsheets.protocol import json_body
from sheets_gm.localsheets.protocol.errors import ApiError, not_found, unregistered
from sheets_gm.localsheets.spreadsheet.model import access


def account_routes(service: Service, assets: Assets) -> tuple[Route, ...]:
    """Return the routes."""

    async def turns_of_visitor(request: Request) -> Response:
        caller = service.caller(headers_with_token(request).get("authorization"))
        documents = list(service.documents.values())
        turns = await run_in_threadpool(open_turns, documents, caller.account, service.documents)
        all_of = await run_in_threadpool(matches, documents, caller.account, service.documents)
        looks = service.looks.of(documents, caller.account, service.clock().timestamp(), service.documents)
        return JSONResponse({"turns": turns, "matches": all_of, "person": person_of(caller.account), "looks": looks})

    async def calendar_address(request: Request) -> Response:
        """Return the secret address of the visitor's calendar. A POST makes a new one and ends the old one."""
        caller = service.caller(headers_with_token(request).get("authorization"))
        if not caller.account:
            raise unregistered()
        secret = await run_in_threadpool(
            service.identity.secret, CALENDAR, caller.account, anew=request.method == "POST"
        )
        return JSONResponse({"path": f"/calendar/{secret}.ics"})

    async def calendar(request: Request) -> Response:
        """Return the deadlines of the account with this secret address. Calendar programs request it without
        a cookie.
        """
        account = await run_in_threadpool(service.identity.whose_secret, CALENDAR, request.path_params["secret"])
        if account is None:
            raise ApiError(404, "There is no such calendar. The list of spreadsheets has its address.")
        documents, base = list(service.documents.values()), str(request.base_url)
        text = await run_in_threadpool(feed, documents, account, base, service.clock().timestamp())
        return Response(text, media_type="text/calendar; charset=utf-8")

    async def mail_of(request: Request) -> Response:
        """Return the link by which an account ends its mail, for a program that owns a spreadsheet that the account may
        open.

        A POST says that the account has asked for mail again.
        """
        caller = service.caller(headers_with_token(request).get("authorization")).account
        account = request.query_params.get("account", "")
        own_documents = [each for each in service.documents.values() if caller and access.role(each, caller) == "owner"]
        if not any(access.role(each, account) for each in own_documents) or not service.identity.knows(account):
            raise not_found()
        if request.method == "POST":
            await run_in_threadpool(service.identity.stop_mail, account, stopped=False)
        secret = await run_in_threadpool(service.identity.secret, MAIL, account)
        stopped = await run_in_threadpool(service.identity.is_mail_stopped, account)
        return JSONResponse({"link": f"{service.address}/mail/{secret}", "stopped": stopped})

    async def mail(request: Request) -> Response:
        """Return the page of that link. A POST ends the mail, as mail programs do with one click (RFC 8058), or resumes
        it.
        """
        account = await run_in_threadpool(service.identity.whose_secret, MAIL, request.path_params["secret"])
        if account is None:
            raise not_found()
        if request.method == "POST":
            resumes = b"again=" in await body_of(request, json_body.LARGEST)
            await run_in_threadpool(service.identity.stop_mail, account, stopped=not resumes)
        stopped = await run_in_threadpool(service.identity.is_mail_stopped, account)
        words = (
            {"state": "No more of it is sent to", "does": "again", "button": "Let mail come again"}
            if stopped
            else {"state": "It is sent to", "does": "end", "button": "No more mail"}
        )
        # without a referrer of its own, the form of the page would count as one of another site
        headers = {"referrer-policy": "same-origin"}
        return HTMLResponse(assets.page("mail.html", account=account, **words), headers=headers)

    return (
        Route("/turns", turns_of_visitor),
        Route("/calendar", calendar_address, methods=["GET", "POST"]),
        Route("/calendar/{secret}.ics", calendar),
        Route("/mail", mail_of, methods=["GET", "POST"]),
        Route("/mail/{secret}", mail, methods=["GET", "POST"]),
    )
