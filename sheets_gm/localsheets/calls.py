"""A request on its way to what answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.localsheets.accounts import NOBODY, Caller
from sheets_gm.localsheets.errors import invalid

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

    def option(self, name: str, default: str) -> str:
        """A query parameter or field of the body that is a plain word."""
        held = self.query.get(name)
        return held[0] if held else str(self.body.get(name) or default)


@dataclass(frozen=True, slots=True)
class Content:
    """An answer that is no JSON: what a file was exported to, or nothing at all."""

    data: bytes = b""
    media: str = "application/octet-stream"
    status: int = 200


Answer: TypeAlias = Json | Content


def known(body: Json, names: set[str]) -> None:
    """400 for a field of *body* that is none of *names*."""
    for name, value in body.items():
        if name not in names and value is not None:
            raise invalid(f'Invalid JSON payload received. Unknown name "{name}": Cannot find field.')
