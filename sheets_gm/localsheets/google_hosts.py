"""What Google's clients call, so that their calls can be sent elsewhere: the hosts, and the sessions of a client."""

from __future__ import annotations

from collections.abc import Iterator

from requests import Session

HOSTS = (
    "https://sheets.googleapis.com/",
    "https://www.googleapis.com/",
    "https://oauth2.googleapis.com/",
    "https://iamcredentials.googleapis.com/",
    "https://docs.google.com/",
)
"""The hosts of Google's APIs, tokens and exports, and of google-auth's lookup of the regions of a service account.

Nothing leaves the machine.
"""


def sessions(session: Session) -> Iterator[Session]:
    """*session*, and the session that google-auth uses to fetch tokens for it."""
    yield session
    refreshing = getattr(getattr(session, "_auth_request", None), "session", None)
    if isinstance(refreshing, Session):
        yield refreshing
