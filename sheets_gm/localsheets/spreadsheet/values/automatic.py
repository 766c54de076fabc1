"""Numbers as an “Automatic” cell shows them: with at most ten significant digits.

Up to fifteen digits before the point are shown. Larger numbers, and those below a ten-billionth, are shown with an
exponent and two decimals.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

SIGNIFICANT = 10
WHOLE = 10**15
TINY = 1e-10


def automatic(number: float) -> str:
    """Return *number* as a cell without a number format shows it."""
    if number == 0:
        return "0"
    size = abs(number)
    if size >= WHOLE or size < TINY:
        return f"{number:.2E}"
    if isinstance(number, int) or number.is_integer():
        return str(int(number))
    exact = Decimal(repr(number))
    decimals = max(0, SIGNIFICANT - 1 - exact.adjusted())
    if exact.adjusted() < 0:
        decimals = SIGNIFICANT - 1 - exact.adjusted()
    text = f"{exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def default_text(value: Any) -> str:
    """Return a value as a cell without a number format shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return automatic(value)
    return str(value)


def tidy(number: float) -> float:
    """Return *number* for JSON: whole numbers as integers."""
    if isinstance(number, float) and number.is_integer() and abs(number) < 1e21:
        return int(number)
    return number
