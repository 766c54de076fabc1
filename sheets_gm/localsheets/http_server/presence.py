"""Who looks at a document, and at which of its cells.

Laws: a visitor is here as long as its stream is open, and is told of only to those who look at the same document;
nobody moves another's visitor.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

NAME = Field(min_length=1, max_length=64)
LINE = Field(ge=0, le=10_000_000)


class Place(BaseModel):
    """Where a visitor says it is: a cell of a tab."""

    model_config = ConfigDict(extra="forbid", strict=True)

    client: Annotated[str, NAME]
    spreadsheetId: Annotated[str, Field(max_length=200)]
    sheetId: int
    row: Annotated[int, LINE]
    column: Annotated[int, LINE]


@dataclass(slots=True)
class Visitor:
    """A browser's page: the account that looks, the document it looks at, its cell once it has named one."""

    client: str
    account: str
    document: str
    at: tuple[int, int, int] | None = None

    def told(self) -> dict[str, Any]:
        """The visitor as others are told of it."""
        sheet, row, column = self.at or (None, None, None)
        name = self.account.partition("@")[0] or "somebody"
        return {"client": self.client, "name": name, "sheetId": sheet, "row": row, "column": column}


@dataclass(slots=True)
class People:
    """Everybody who is here, by client."""

    here: dict[str, Visitor] = field(default_factory=dict)

    def enter(self, visitor: Visitor) -> None:
        """Somebody comes; a client that comes again stands where it stood."""
        before = self.here.get(visitor.client)
        if before is not None and (before.account, before.document) == (visitor.account, visitor.document):
            visitor.at = before.at
        self.here[visitor.client] = visitor

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes, unless the same client has come again meanwhile."""
        if self.here.get(visitor.client) is visitor:
            del self.here[visitor.client]

    def move(self, account: str, place: Place) -> bool:
        """Put a visitor of *account* where it says it is. Answers whether there is such a visitor."""
        visitor = self.here.get(place.client)
        if visitor is None or visitor.account != account or visitor.document != place.spreadsheetId:
            return False
        visitor.at = (place.sheetId, place.row, place.column)
        return True

    def of(self, document: str) -> list[dict[str, Any]]:
        """All who look at a document."""
        return [visitor.told() for visitor in self.here.values() if visitor.document == document]
