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
    """A formula evaluates to an error, unless a surrounding function catches it."""

    def __init__(self, error: CellError) -> None:
        super().__init__(error.message)
        self.error = error


def formula_error(kind: str, message: str = "") -> FormulaError:
    """A `FormulaError` of Google's ErrorType *kind*; a long message is cut, for each cell of an array may have one."""
    return FormulaError(CellError(kind, message if len(message) <= LONGEST else f"{message[: LONGEST - 1]}…"))


def not_a(what: str, value: Any, function: str, parameter: int) -> FormulaError:
    """#VALUE! in Google's words: *value* cannot be converted to *what* (number, boolean)."""
    kind = "boolean" if isinstance(value, bool) else "number" if isinstance(value, int | float) else "text"
    return formula_error(
        "VALUE",
        f"Function {function} parameter {parameter} expects {what} values. "
        f"But '{as_text(value)}' is a {kind} and cannot be coerced to a {what}.",
    )


def _unfit(value: Any) -> FormulaError:
    """For an error, that error; for an array where one value is expected, #VALUE!."""
    return (
        FormulaError(value)
        if isinstance(value, CellError)
        else formula_error("VALUE", "An array value could not be found.")
    )


def as_number(value: Any, function: str = "", parameter: int = 1) -> float:
    """*value* as a number. `FormulaError`."""
    if value.__class__ is float or value.__class__ is int:
        return float(value)
    if value is None:
        return 0.0
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        made = typed_number(value)
        if made is not None:
            return made
        raise not_a("number", value, function, parameter)
    raise _unfit(value)


def as_whole(value: Any, function: str = "", parameter: int = 1) -> int:
    """*value* as a number without its fraction. `FormulaError`."""
    return int(as_number(value, function, parameter))


def typed_number(text: str) -> float | None:
    """The number, date or time that typing *text* would enter."""
    return None if len(text) > LONGEST_TYPED else _typed_number(text)


@lru_cache(maxsize=4096)
def _typed_number(text: str) -> float | None:
    plain = text.strip()
    entry = number(plain) or moment(plain)
    return None if entry is None else float(entry.value["numberValue"])


def as_text(value: Any) -> str:
    """*value* as a text, without any number format. `FormulaError`."""
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
    """*value* as TRUE or FALSE. `FormulaError`."""
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
    """The sort order of kinds: numbers, texts, booleans, errors, blanks."""
    if value is None:
        return 4
    if isinstance(value, bool):
        return 2
    if isinstance(value, int | float):
        return 0
    return 1 if isinstance(value, str) else 3


def order(value: Any) -> tuple[int, Any]:
    """A sort key: texts without case, blanks last."""
    kind = rank(value)
    return kind, value.casefold() if kind == 1 else 0 if kind > 2 else value


def compare(left: Any, right: Any) -> int:
    """Negative, 0 or positive, as *left* is less than, equal to or greater than *right*. `FormulaError`."""
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
