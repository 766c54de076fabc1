"""The syntax tree of a formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.model.a1 import Box


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, text, boolean or error in the formula; None for an omitted argument."""

    value: Any


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to cells: *title* is None for the formula's own sheet, *area* may have open ends."""

    title: str | None
    area: Box

    @property
    def single(self) -> bool:
        """Whether the reference is a single cell."""
        area = self.area
        return area.bottom == area.top + 1 and area.right == area.left + 1


@dataclass(frozen=True, slots=True)
class Name:
    """A named range."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function call, with *name* as it was typed."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Application:
    """A call of the result of another expression: LAMBDA(x, x+1)(2)."""

    called: Node
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Unary:
    """A sign before a value, or `%` after it."""

    sign: str
    value: Node


@dataclass(frozen=True, slots=True)
class Binary:
    """An operator between two values."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Braces:
    """An array literal: {1,2;3,4}."""

    rows: tuple[tuple[Node, ...], ...]


Node: TypeAlias = Literal | Reference | Name | Call | Application | Unary | Binary | Braces


@dataclass(frozen=True, slots=True)
class Formula:
    """A parsed formula: its tree, and the references, names and functions in it."""

    root: Node
    references: tuple[Reference, ...]
    names: tuple[str, ...]
    calls: frozenset[str]
