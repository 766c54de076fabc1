"""Signing in: a user grants this program access to their spreadsheets, in a browser."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from sheets_gm.adapters.files.private_files import write_private
from sheets_gm.adapters.google.accounts.credential_files import ENDS, BadCredentials, read_json
from sheets_gm.adapters.google.accounts.credentials import BOXES, USER_SCOPES


class Answer(Protocol):
    """How the program gets the address at which Google ends a sign-in."""

    def __call__(self, flow: Any, **asked: str) -> Any:
        """Show a user the address of *flow* with the parameters *asked*; return the credentials."""


def by_browser(prompt: str, *, port: int = 0, opened: bool = True) -> Answer:
    """Return an answer from a browser on this machine, at *port* (0: any free one). *prompt* contains {url}."""

    def ask(flow: Any, **asked: str) -> Any:
        return flow.run_local_server(port=port, open_browser=opened, authorization_prompt_message=prompt, **asked)

    return ask


def by_pasting(paste: Callable[[str], str]) -> Answer:
    """Return an answer from any browser: *paste* shows an address, and returns the one where it ended."""

    def ask(flow: Any, **asked: str) -> Any:
        flow.redirect_uri = NOWHERE
        ended = paste(flow.authorization_url(**asked)[0]).strip()
        # oauthlib insists on https, though nothing is sent to that address
        flow.fetch_token(authorization_response=ended.replace("http://", "https://", 1))
        return flow.credentials

    return ask


NOWHERE = "http://localhost:1/"
"""The address at which a browser ends whose address is pasted. Nothing listens there."""


def login(client: Path, path: Path, answer: Answer, scopes: Sequence[str] = USER_SCOPES) -> datetime | None:
    """Ask for consent and save it in *path*. Return its end, None if it has none. Raises `BadCredentials`."""
    from google_auth_oauthlib.flow import InstalledAppFlow
    from oauthlib.oauth2 import OAuth2Error

    config = read_json(client, "installed")
    try:
        flow = InstalledAppFlow.from_client_config(config, scopes)
        with _any_scopes():
            grant = answer(flow, access_type="offline", prompt="consent")
    except (ValueError, KeyError) as error:
        raise BadCredentials(
            f"{client} is not an OAuth client of type “Desktop app”, or the sign-in failed."
        ) from error
    except OAuth2Error as error:
        raise BadCredentials(f"Google gave no consent ({error.error}): run sheets-gm login again.") from error
    missing = set(scopes) - set(grant.granted_scopes or scopes)
    if missing:
        boxes = ", ".join(f"“{BOXES.get(each, each)}”" for each in sorted(missing))
        raise BadCredentials(f"Not granted: {boxes}. Nothing was saved: sign in again and tick every box.")
    left = flow.oauth2session.token.get("refresh_token_expires_in")
    ends = datetime.now(UTC) + timedelta(seconds=int(left)) if left else None
    # other Google programs recognise the file by its type
    info = {"type": "authorized_user", **json.loads(grant.to_json()), **({ENDS: ends.isoformat()} if ends else {})}
    write_private(path, json.dumps(info, indent=2))
    return ends


@contextmanager
def _any_scopes() -> Iterator[None]:
    """Accept any scopes that Google grants: oauthlib raises a bare Warning if they are not those requested."""
    before = os.environ.get(_RELAX)
    os.environ[_RELAX] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_RELAX]
        else:
            os.environ[_RELAX] = before


_RELAX = "OAUTHLIB_RELAX_TOKEN_SCOPE"
