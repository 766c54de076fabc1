"""Signing in on the page: the key in a link becomes a cookie, and the cookie stands for the account's token.

Scripts cannot read the cookie and other sites cannot send it, and no key stays in the address bar.
"""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sheets_gm.localsheets.api.service import PAGE, Service
from sheets_gm.localsheets.identity.accounts import Caller
from sheets_gm.localsheets.protocol.errors import unregistered

COOKIE = "sheets_key"
YEAR = 365 * 86400


def _cookie(request: Request) -> str:
    """Return the cookie's name. It contains the port, because a browser shares cookies among the ports of a host."""
    return f"{COOKIE}_{request.url.port or 80}"


def headers_with_token(request: Request) -> dict[str, str]:
    """Return the request's headers, with a browser's cookie turned into its token."""
    headers = dict(request.headers)
    key = request.cookies.get(_cookie(request))
    if key and "authorization" not in headers:
        headers |= {"authorization": f"Bearer {key}", PAGE: "1"}
    return headers


def visiting_caller(service: Service, request: Request, document: str = "") -> Caller:
    """Return the caller with the cookie. Without one, a document that is open to anyone with the link can still be
    read.
    """
    caller = service.caller(headers_with_token(request).get("authorization"))
    if not caller.account and not service.open_to_anyone(request.path_params.get("document", document)):
        raise unregistered()
    return caller


def sign_in(service: Service, request: Request, leading: bytes) -> Response:
    """Turn the key of a link into a cookie, and redirect to the path without it, if necessary by the page *leading*.

    A browser that comes from another site would not send the new cookie along a redirect. It does so after a page of
    this site has loaded the path again.
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
    # a browser sends it over https alone where the links begin with that
    secure = service.address.startswith("https://") and request.headers.get("host") == urlsplit(service.address).netloc
    response.set_cookie(_cookie(request), key, httponly=True, secure=secure, samesite="strict", max_age=YEAR)
    return response
