"""How formulas convert values to numbers, texts and booleans, and how they compare them.

Blank is 0, "" and FALSE; TRUE is 1. A text that could be typed as a number counts as one; other texts are #VALUE!.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sheets_gm.localsheets.spreadsheet.model.calculated import CellError
from sheets_gm.localsheets.spreadsheet.values.automatic import automatic
from sheets_gm.localsheets.spreadsheet.values.user_entered import moment, number

LONGEST = 300
"""The most characters of an error's message."""
LONGEST_TYPED = 400
"""The longest text that is tried as a number."""


class FormulaError(Exception):
    """A formula evaluates to this error, unless a surrounding function catches it."""

    def __init__(self, error: CellError) -> None:
        super().__init__(error.message)
        self.error = error


def formula_error(kind: str, message: str = "") -> FormulaError:
    """Build a `FormulaError` of Google's ErrorType *kind*. A long message is cut, because each cell of an array may
    have one.
    """
    return FormulaError(CellError(kind, message if len(message) <= LONGEST else f"{message[: LONGEST - 1]}…"))


def not_a(what: str, value: Any, function: str, parameter: int) -> FormulaError:
    """Build the #VALUE! error, in Google's words, that *value* cannot be converted to *what* (number, boolean)."""
    kind = "boolean" if isinstance(value, bool) else "number" if isinstance(value, int | float) else "text"
    return formula_error(
        "VALUE",
        f"Function {function} parameter {parameter} expects {what} values. "
        f"But '{as_text(value)}' is a {kind} and cannot be coerced to a {what}.",
    )


def _unfit(value: Any) -> FormulaError:
    """Return the error itself if *value* is one, or #VALUE! for an array in place of a single value."""
    return (
        FormulaError(value)
        if isinstance(value, CellError)
        else formula_error("VALUE", "An array value could not be found.")
    )


def as_number(value: Any, function: str = "", parameter: int = 1) -> float:
    """Convert *value* to a number. Raises `FormulaError`."""
    if value.__class__ is float or value.__class__ is int:
        return float(value)
    if value is None:
        return 0.0
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        parsed = typed_number(value)
        if parsed is not None:
            return parsed
        raise not_a("number", value, function, parameter)
    raise _unfit(value)


def as_whole(value: Any, function: str = "", parameter: int = 1) -> int:
    """Convert *value* to a number without its fraction. Raises `FormulaError`."""
    return int(as_number(value, function, parameter))


def typed_number(text: str) -> float | None:
    """Return the number, date or time that typing *text* would enter, None if it is none."""
    return None if len(text) > LONGEST_TYPED else _typed_number(text)


@lru_cache(maxsize=4096)
def _typed_number(text: str) -> float | None:
    plain = text.strip()
    entry = number(plain) or moment(plain)
    return None if entry is None else float(entry.value["numberValue"])


def as_text(value: Any) -> str:
    """Convert *value* to a text, without any number format. Raises `FormulaError`."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return automatic(float(value))
    raise _unfit(value)


def as_boolean(value: Any, function: str = "", parameter: int = 1) -> bool:
    """Convert *value* to TRUE or FALSE. Raises `FormulaError`."""
    if isinstance(value, bool):
        return value
    if value is None:
        return False
    if isinstance(value, int | float):
        return value != 0
    if not isinstance(value, str):
        raise _unfit(value)
    if value.upper() in ("TRUE", "FALSE"):
        return value.upper() == "TRUE"
    raise not_a("boolean", value, function, parameter)


def rank(value: Any) -> int:
    """Return the sort order of a kind of value: numbers, texts, booleans, errors, blanks."""
    if value is None:
        return 4
    if isinstance(value, bool):
        return 2
    if isinstance(value, int | float):
        return 0
    return 1 if isinstance(value, str) else 3


def order(value: Any) -> tuple[int, Any]:
    """Return a sort key: texts ignoring case, blanks last."""
    kind = rank(value)
    return kind, value.casefold() if kind == 1 else 0 if kind > 2 else value


def compare(left: Any, right: Any) -> int:
    """Return a negative number, 0 or a positive one if *left* is less than, equal to or greater than *right*.

    Raises `FormulaError`.
    """
    for value in (left, right):
        if not isinstance(value, str | int | float | None):
            raise _unfit(value)
    if left is None:
        left = _blank_as(right)
    if right is None:
        right = _blank_as(left)
    if left is None:
        return 0
    first, second = order(left), order(right)
    return (first > second) - (first < second)


def _blank_as(like: Any) -> Any:
    kind = rank(like)
    return {0: 0, 1: "", 2: False}.get(kind)
