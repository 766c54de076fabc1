"""What a formula is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.a1 import Box


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, text, boolean or error that stands in the formula; None for an argument left out."""

    value: Any


@dataclass(frozen=True, slots=True)
class Reference:
    """Cells: *title* is None for the formula's own tab, *area* may be open at its ends."""

    title: str | None
    area: Box

    @property
    def single(self) -> bool:
        """Whether one cell is meant."""
        area = self.area
        return area.bottom == area.top + 1 and area.right == area.left + 1


@dataclass(frozen=True, slots=True)
class Name:
    """A named range."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function of its arguments; *name* as it was typed."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Unary:
    """A sign before a value, or `%` behind it."""

    sign: str
    value: Node


@dataclass(frozen=True, slots=True)
class Binary:
    """Two values and the sign between them."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Braces:
    """An array written out: {1,2;3,4}."""

    rows: tuple[tuple[Node, ...], ...]


Node: TypeAlias = Literal | Reference | Name | Call | Unary | Binary | Braces


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula read: its tree, and all that it names."""

    root: Node
    references: tuple[Reference, ...]
    names: tuple[str, ...]
    calls: frozenset[str]
