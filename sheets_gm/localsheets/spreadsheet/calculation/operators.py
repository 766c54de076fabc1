"""The operators of formulas, as functions of single values.

Like every function of a formula they get the context as first argument, which they do not need.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.coercion import as_number, as_text, compare, formula_error
from sheets_gm.localsheets.spreadsheet.values.writing import MOST_CHARACTERS


def divide(_context: Any, left: Any, right: Any) -> Any:
    """`/`. Raises `FormulaError`."""
    by = as_number(right, "DIVIDE", 2)
    if not by:
        as_number(left, "DIVIDE", 1)
        raise formula_error("DIVIDE_BY_ZERO", "Function DIVIDE parameter 2 cannot be zero.")
    return as_number(left, "DIVIDE", 1) / by


def power(_context: Any, left: Any, right: Any) -> Any:
    """`^` and POW. Raises `FormulaError`."""
    base, exponent = as_number(left, "POW", 1), as_number(right, "POW", 2)
    if base < 0 and not exponent.is_integer():
        raise formula_error("NUM", "POW(base, exponent) evaluated to an imaginary number.")
    if not base and exponent < 0:
        raise formula_error("DIVIDE_BY_ZERO", "Function POW parameter 2 cannot be negative when parameter 1 is zero.")
    return base**exponent


def concatenate(*texts: str, mark: str = "") -> str:
    """Join texts with *mark* between them. Raises #VALUE! if the result is too long for a cell."""
    if sum(map(len, texts)) + len(mark) * (len(texts) - 1) > MOST_CHARACTERS:
        raise formula_error(
            "VALUE", f"Text result of CONCATENATE is longer than the limit of {MOST_CHARACTERS} characters."
        )
    return mark.join(texts)


SIGNS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "+": lambda _, a, b: as_number(a, "ADD", 1) + as_number(b, "ADD", 2),
    "-": lambda _, a, b: as_number(a, "MINUS", 1) - as_number(b, "MINUS", 2),
    "*": lambda _, a, b: as_number(a, "MULTIPLY", 1) * as_number(b, "MULTIPLY", 2),
    "/": divide,
    "^": power,
    "&": lambda _, a, b: concatenate(as_text(a), as_text(b)),
    "=": lambda _, a, b: compare(a, b) == 0,
    "<>": lambda _, a, b: compare(a, b) != 0,
    "<": lambda _, a, b: compare(a, b) < 0,
    ">": lambda _, a, b: compare(a, b) > 0,
    "<=": lambda _, a, b: compare(a, b) <= 0,
    ">=": lambda _, a, b: compare(a, b) >= 0,
}
PREFIXES: dict[str, Callable[[Any, Any], Any]] = {
    "-": lambda _, a: -as_number(a, "UMINUS", 1),
    "+": lambda _, a: a,
    "%": lambda _, a: as_number(a, "UNARY_PERCENT", 1) / 100,
}
