"""The hosts that Google's clients call, and the sessions of a client, so that its calls can be sent elsewhere."""

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
    """Yield *session*, and the session that google-auth uses to fetch tokens for it."""
    yield session
    refreshing = getattr(getattr(session, "_auth_request", None), "session", None)
    if isinstance(refreshing, Session):
        yield refreshing
