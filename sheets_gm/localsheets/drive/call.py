"""Requests and responses between the service and its handlers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.localsheets.identity.accounts import NOBODY, Caller

Json: TypeAlias = dict[str, Any]
Query: TypeAlias = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Call:
    """A request for a handler: the account, the names in the path, the query, the JSON body and the raw content.

    *caller* adds scopes and app. *drive* marks calls of the Drive API, *own* those that reach only files of the
    caller's app, *all_drives* those that reach files in shared drives.
    """

    account: str
    names: tuple[str, ...]
    query: Query
    body: Json
    content: bytes = b""
    caller: Caller = NOBODY
    drive: bool = False
    own: bool = False
    all_drives: bool = True

    def options(self) -> dict[str, str]:
        """Return the first value of each query parameter that is not empty."""
        return {name: held[0] for name, held in self.query.items() if held[0]}


@dataclass(frozen=True, slots=True)
class Content:
    """A response that is not JSON: an exported file, or no content."""

    data: bytes = b""
    media: str = "application/octet-stream"
    status: int = 200


Answer: TypeAlias = Json | Content
