"""Subscriptions: where the browsers of accounts are reached.

A browser chooses its push service, and names the address there. Only services of browsers are taken, so that nobody can
have this server call another machine, or one of its own network.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from pydantic import BaseModel, Field, ValidationError

from sheets_gm.localsheets.identity.accounts import Accounts
from sheets_gm.localsheets.protocol.errors import invalid

SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    "notify.windows.com",
)
"""The push services of Chromium, Firefox, Safari and Edge: these hosts, and those below them."""

MOST = 10
"""The most browsers of one account: with another, the one that was added first gets no more."""


class Keys(BaseModel):
    """The public key and the secret of a browser, which alone reads what is sent to it (RFC 8291)."""

    p256dh: str = Field(pattern=r"^[\w=-]{80,100}$")
    auth: str = Field(pattern=r"^[\w=-]{16,40}$")


class Subscription(BaseModel):
    """A browser, as it describes itself (Push API)."""

    endpoint: str = Field(max_length=2000)
    keys: Keys


def parsed(body: bytes) -> Subscription:
    """The subscription in a request. 400 with what is wrong."""
    try:
        found = Subscription.model_validate_json(body)
    except ValidationError as error:
        raise invalid(f"Invalid JSON payload received. {error.errors()[0]['msg']}") from error
    if not is_push_service(found.endpoint):
        raise invalid("This is no address of a browser's push service.")
    return found


def is_push_service(endpoint: str) -> bool:
    """Whether an address is one of a browser's push service."""
    try:
        parts = urlsplit(endpoint)
        host, port, login = parts.hostname or "", parts.port, "@" in parts.netloc
    except ValueError:
        return False
    known = any(host == each or host.endswith(f".{each}") for each in SERVICES)
    return parts.scheme == "https" and known and port in (None, 443) and not login


def add(accounts: Accounts, email: str, browser: Subscription) -> None:
    """Let a browser hear of the turns of *email*, and of no other account any more."""
    accounts.add_push(email, browser.endpoint, browser.model_dump_json(), MOST)


def by_account(accounts: Accounts) -> dict[str, list[Subscription]]:
    """The browsers that hear of turns, by account."""
    found: dict[str, list[Subscription]] = {}
    for email, browser in accounts.pushes():
        found.setdefault(email, []).append(Subscription.model_validate_json(browser))
    return found
