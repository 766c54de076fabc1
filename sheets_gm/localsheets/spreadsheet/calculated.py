"""What a formula comes to: kept beside the cells, never on disk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SIGNS = {
    "DIVIDE_BY_ZERO": "#DIV/0!",
    "VALUE": "#VALUE!",
    "REF": "#REF!",
    "NAME": "#NAME?",
    "NUM": "#NUM!",
    "N_A": "#N/A",
    "ERROR": "#ERROR!",
    "NULL_VALUE": "#NULL!",
}
"""Google's ErrorType, and what a cell shows for it."""


@dataclass(frozen=True, slots=True)
class CellError:
    """A value that is an error: Google's ErrorType and its sentence."""

    type: str
    message: str = ""

    def __str__(self) -> str:
        return SIGNS[self.type]

    @property
    def unformatted(self) -> str:
        """The error as UNFORMATTED_VALUE answers it: with its sentence."""
        return f"{self} ({self.message})" if self.message else str(self)


@dataclass(frozen=True, slots=True)
class Result:
    """What a cell comes to that holds a formula, or that an array spills into.

    *value* is a number, text, boolean, None for blank, or a `CellError`; *format* the number format that the formula
    brings; *hyperlink* where the cell leads.
    """

    value: Any
    format: dict[str, Any] | None = None
    hyperlink: str | None = None
