"""Calculated values: the results of formulas, kept in memory next to the cells and never stored."""

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
    "LOADING": "Loading...",
}
"""Google's ErrorType, and what a cell shows for it."""


@dataclass(frozen=True, slots=True)
class CellError:
    """An error as a value: Google's ErrorType and message."""

    type: str
    message: str = ""

    def __str__(self) -> str:
        return SIGNS[self.type]

    @property
    def unformatted(self) -> str:
        """Return the error as UNFORMATTED_VALUE does, with its message."""
        return f"{self} ({self.message})" if self.message and self.message != str(self) else str(self)


@dataclass(frozen=True, slots=True)
class Result:
    """The calculated value of a cell that holds a formula or belongs to an array.

    *value* is a number, text, boolean, None for blank, or a `CellError`; *format* is the number format that the formula
    implies, *hyperlink* the target of a HYPERLINK.
    """

    value: Any
    format: dict[str, Any] | None = None
    hyperlink: str | None = None
