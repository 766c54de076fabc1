"""Sending to a browser by its push service, with the library pywebpush. It is there where the extra `push` is."""

from __future__ import annotations

import json
import logging
from importlib.util import find_spec
from typing import Any

from sheets_gm.localsheets.http_server.account.subscriptions import Subscription
from sheets_gm.localsheets.identity.accounts import Accounts

logger = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds that a push service may take."""

KEPT = 24 * 3600
"""Seconds for which a push service keeps what is for a browser that is not running."""

GONE = (404, 410)
"""What a push service answers of a browser that does not want to hear any more (RFC 8030, 7.3)."""


def is_there() -> bool:
    """Whether the library is installed."""
    return find_spec("pywebpush") is not None


KEY = "push key"
"""The name of the setting that holds the private key of this server (RFC 8292)."""

NOBODY = "mailto:nobody@localhost"
"""Whom a push service finds where the server has no address with https."""


class Pusher:
    """Sends to browsers, as the server of *accounts*, whose key is made when it is first needed.

    *contact* is the address at which a push service finds whoever runs the server.
    """

    def __init__(self, accounts: Accounts, contact: str) -> None:
        self._accounts = accounts
        self._contact = contact if contact.startswith("https://") else NOBODY

    def public_key(self) -> str:
        """The public key of the server, as browsers want it when they subscribe."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid.utils import b64urlencode

        key = self._key().public_key
        return str(b64urlencode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))

    def send(self, browser: Subscription, message: dict[str, Any]) -> bool:
        """Send a *message*; whether the browser still wants to hear. What fails otherwise is logged and left."""
        import requests
        from pywebpush import WebPushException, webpush

        try:
            webpush(
                browser.model_dump(),
                json.dumps(message),
                vapid_private_key=self._key(),
                vapid_claims={"sub": self._contact},
                ttl=KEPT,
                timeout=PATIENCE,
                headers={"Urgency": "high"},
            )
        except WebPushException as error:
            status = error.response.status_code if error.response is not None else 0
            if status in GONE:
                return False
            logger.warning("a push service refused what was sent: %s", status or "no answer")
        except requests.RequestException as error:
            logger.warning("a push service does not answer: %s", type(error).__name__)
        return True

    def _key(self) -> Any:
        from py_vapid import Vapid02

        known = self._accounts.remembered(KEY)
        if known is not None:
            return Vapid02.from_pem(known.encode())
        made = Vapid02()
        made.generate_keys()
        self._accounts.remember(KEY, made.private_pem().decode())
        return made
