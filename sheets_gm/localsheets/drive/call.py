"""A request on its way to what answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.localsheets.identity.accounts import NOBODY, Caller

Json: TypeAlias = dict[str, Any]
Query: TypeAlias = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Call:
    """A request on its way to a handler: who calls, what the address named, the query, the body, and as it was sent.

    *caller* tells more of who calls: scopes and app. *drive* says that the address is one of Drive's.
    """

    account: str
    names: tuple[str, ...]
    query: Query
    body: Json
    content: bytes = b""
    caller: Caller = NOBODY
    drive: bool = False

    def options(self) -> dict[str, str]:
        """The query's parameters, each by its first value; those without one are left out."""
        return {name: held[0] for name, held in self.query.items() if held[0]}


@dataclass(frozen=True, slots=True)
class Content:
    """An answer that is no JSON: what a file was exported to, or nothing at all."""

    data: bytes = b""
    media: str = "application/octet-stream"
    status: int = 200


Answer: TypeAlias = Json | Content
