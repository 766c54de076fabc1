"""The changes of one request, so that they can be undone, and the limits of what a request may change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Place, Sheet

MOST_WRITTEN = 50_000
"""The most cells that one request writes."""
ENTERED = 3
"""The number of cells that are written in the time that one formula takes."""
MOST_VISITED = 200_000
"""The most cells and lines that one request goes through to write some of them."""
SCANNED = 16
"""The number of cells that are gone through in the time that one written cell takes."""
MOST_MOVED = 100_000
"""The cells that a request moves and formulas that it rewrites, each of them `REWRITTEN`, before it moves no others."""
REWRITTEN = 4
"""The number of cells that are moved in the time that one formula takes."""
COMPARED = 8
"""The number of areas that are compared in the time that one cell takes."""


@dataclass(frozen=True, slots=True)
class Removal:
    """The removal of *account*'s access to a document, and its time. "" stands for anyone with the link."""

    change: int
    document: str
    account: str
    time: str


@dataclass(slots=True)
class Change:
    """The state before a request of the cells, sheets and properties that it has changed."""

    cells: dict[Sheet, dict[Place, Cell | None]] = field(default_factory=dict)
    properties: dict[Sheet, dict[str, Any]] = field(default_factory=dict)
    added: dict[Sheet, None] = field(default_factory=dict)
    removed: dict[Sheet, None] = field(default_factory=dict)
    meta: dict[str, Any] | None = None
    lost: list[Removal] = field(default_factory=list)
    written: int = 0
    visited: int = 0
    compared: int = 0
    moved: int = 0

    def visit(self, count: int) -> None:
        """Count cells or lines that the request visits. Raises 400 beyond `MOST_VISITED`."""
        self.visited += count
        if self.visited > MOST_VISITED:
            raise invalid(
                f"A request can go through at most {MOST_VISITED} cells or lines here. Name smaller ranges, or divide "
                "it into several."
            )

    def require_moves(self) -> None:
        """Raise 400 if the request has already moved `MOST_MOVED` cells. A single move may be larger, but not another
        after it.
        """
        if self.moved > MOST_MOVED:
            raise invalid(
                f"A request can move or rewrite about {MOST_MOVED} cells here, and a formula counts as {REWRITTEN}. "
                "Divide it into several."
            )

    def compare(self, count: int) -> None:
        """Count areas that the request compares."""
        self.compared += count
        if self.compared >= COMPARED:
            self.visit(self.compared // COMPARED)
            self.compared %= COMPARED

    def sheets(self) -> set[int]:
        """The ids of all changed sheets."""
        return {sheet.id for held in (self.cells, self.properties, self.added, self.removed) for sheet in held}
