"""Signing in: a user grants this program access to their spreadsheets, in a browser."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sheets_gm.adapters.files.private_files import write_private
from sheets_gm.adapters.google.accounts.credential_files import BadCredentials, read_json
from sheets_gm.adapters.google.accounts.credentials import BOXES, USER_SCOPES


def login(client: Path, path: Path, *, browser: bool, prompt: str, scopes: Sequence[str] = USER_SCOPES) -> None:
    """Ask a user for consent in a browser and save it in *path*; *prompt* contains {url}. `BadCredentials`."""
    from google_auth_oauthlib.flow import InstalledAppFlow
    from oauthlib.oauth2 import OAuth2Error

    config = read_json(client, "installed")
    try:
        flow = InstalledAppFlow.from_client_config(config, scopes)
        with _any_scopes():
            made = flow.run_local_server(
                port=0,
                open_browser=browser,
                authorization_prompt_message=prompt,
                access_type="offline",
                prompt="consent",
            )
    except (ValueError, KeyError) as error:
        raise BadCredentials(
            f"{client} is not an OAuth client of type “Desktop app”, or the sign-in failed."
        ) from error
    except OAuth2Error as error:
        raise BadCredentials(f"Google gave no consent ({error.error}): run sheets-gm login again.") from error
    missing = set(scopes) - set(made.granted_scopes or scopes)
    if missing:
        boxes = ", ".join(f"“{BOXES.get(each, each)}”" for each in sorted(missing))
        raise BadCredentials(f"Not granted: {boxes}. Nothing was saved: sign in again and tick every box.")
    # other Google programs recognise the file by its type
    write_private(path, json.dumps({"type": "authorized_user", **json.loads(made.to_json())}, indent=2))


@contextmanager
def _any_scopes() -> Iterator[None]:
    """Take whatever scopes Google grants. oauthlib would raise a bare Warning where they are not the ones asked for."""
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
