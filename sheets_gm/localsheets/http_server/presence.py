"""Who is viewing a document, and at which cell.

A visitor is present as long as their event stream is open, and only visitors of the same document see them. Nobody can
move another account's visitor.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

NAME = Field(min_length=1, max_length=64)
LINE = Field(ge=0, le=10_000_000)


class CellPosition(BaseModel):
    """The cell where a visitor is, as the page reports it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    client: Annotated[str, NAME]
    spreadsheetId: Annotated[str, Field(max_length=200)]
    sheetId: int
    row: Annotated[int, LINE]
    column: Annotated[int, LINE]


@dataclass(slots=True)
class Visitor:
    """A browser page: the account, the document, and its cell once the page has reported one."""

    client: str
    account: str
    document: str
    at: tuple[int, int, int] | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the visitor as other visitors see them."""
        sheet, row, column = self.at or (None, None, None)
        name = self.account.partition("@")[0] or "somebody"
        return {"client": self.client, "name": name, "sheetId": sheet, "row": row, "column": column}


@dataclass(slots=True)
class Visitors:
    """All visitors, by client."""

    here: dict[str, Visitor] = field(default_factory=dict)

    def enter(self, visitor: Visitor) -> None:
        """Add a visitor. A client that reconnects keeps its cell."""
        before = self.here.get(visitor.client)
        if before is not None and (before.account, before.document) == (visitor.account, visitor.document):
            visitor.at = before.at
        self.here[visitor.client] = visitor

    def leave(self, visitor: Visitor) -> None:
        """Remove a visitor, unless the same client has reconnected meanwhile."""
        if self.here.get(visitor.client) is visitor:
            del self.here[visitor.client]

    def move(self, account: str, place: CellPosition) -> bool:
        """Move a visitor of *account* to a cell. Returns whether there is such a visitor."""
        visitor = self.here.get(place.client)
        if visitor is None or visitor.account != account or visitor.document != place.spreadsheetId:
            return False
        visitor.at = (place.sheetId, place.row, place.column)
        return True

    def of(self, document: str) -> list[dict[str, Any]]:
        """All visitors of a document."""
        return [visitor.as_json() for visitor in self.here.values() if visitor.document == document]
