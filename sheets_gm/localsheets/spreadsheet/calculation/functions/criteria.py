"""The criteria of COUNTIF and its relatives, wildcards, and the search for a key in a row or column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area, Array, Line, many
from sheets_gm.localsheets.spreadsheet.calculation.budget import CHARACTERS
from sheets_gm.localsheets.spreadsheet.calculation.coercion import (
    FormulaError,
    as_text,
    compare,
    formula_error,
    order,
    rank,
    typed_number,
)
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError
from sheets_gm.localsheets.spreadsheet.values import patterns
from sheets_gm.localsheets.spreadsheet.values.patterns import Pattern, PatternError

Test: TypeAlias = Callable[[Any], bool]

WILDCARDS = "*?~"
PATTERN_STEPS = 4
"""The steps of one match of a pattern, for each run of characters that is one step elsewhere."""

_CRITERION = re.compile(r"(<=|>=|<>|=|<|>)?(.*)", re.DOTALL)
_TESTS: dict[str, Callable[[int], bool]] = {
    "<": lambda way: way < 0,
    ">": lambda way: way > 0,
    "<=": lambda way: way <= 0,
    ">=": lambda way: way >= 0,
}


def criterion(context: Context, value: Any) -> Test:
    """Return a test for a criterion such as ">5", "<>x", "a*", 7 or TRUE."""
    if isinstance(value, Area | Array):
        value = value.at(0, 0)
    if isinstance(value, CellError):
        raise FormulaError(value)
    if not isinstance(value, str):
        wanted = 0 if value is None else value
        return lambda held: rank(held) == rank(wanted) and held == wanted
    match = _CRITERION.fullmatch(value)
    assert match is not None
    sign, text = match[1] or "=", match[2]
    if sign == "=":
        return _equal(context, text, bare=match[1] is None)
    if sign == "<>":
        same = _equal(context, text, bare=False)
        return lambda held: not same(held)
    typed = _typed(text)
    test = _TESTS[sign]
    return lambda held: held is not None and rank(held) == rank(typed) and test(compare(held, typed))


def _typed(text: str) -> Any:
    if text.upper() in ("TRUE", "FALSE"):
        return text.upper() == "TRUE"
    number = typed_number(text)
    return text if number is None else number


def _equal(context: Context, text: str, *, bare: bool) -> Test:
    if not text:
        return (lambda held: held is None or held == "") if bare else (lambda held: held is None)
    typed = _typed(text)
    if not isinstance(typed, str):
        return lambda held: (rank(held) == rank(typed) and held == typed) or held == text
    if not any(sign in text for sign in WILDCARDS):
        wanted = text.lower()
        return lambda held: isinstance(held, str) and held.lower() == wanted
    pattern = wildcard_pattern(text)
    return lambda held: matches(context, pattern, held)


def wildcard_pattern(text: str) -> Pattern:
    """Return the pattern for a text in which `*` matches anything, `?` one character, and `~` escapes them.

    Raises `FormulaError`.
    """
    parts = []
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == "~" and text[at + 1 : at + 2] in ("*", "?", "~"):
            at += 1
            parts.append(patterns.escape(text[at]))
        else:
            parts.append({"*": ".*?", "?": "."}.get(sign) or patterns.escape(sign))
        at += 1
    try:
        return Pattern(f"(?s){''.join(parts)}", match_case=False)
    except PatternError as error:
        raise formula_error("VALUE", f"The criterion '{text[:80]}' is too long.") from error


def matches(context: Context, pattern: Pattern, held: Any) -> bool:
    """Whether *held* is a text that fits a pattern."""
    if not isinstance(held, str):
        return False
    context.budget.spend(PATTERN_STEPS + PATTERN_STEPS * len(held) // CHARACTERS)
    return pattern.fits(held)


def matching_places(
    context: Context, tests: tuple[Any, ...], function: str
) -> tuple[int, int, Callable[[int, int], bool]]:
    """Return the height and width of the ranges, and a test whether all criteria hold at a position.

    Raises `FormulaError`.
    """
    pairs = [(many(tests[at]), criterion(context, tests[at + 1])) for at in range(0, len(tests) - 1, 2)]
    first = pairs[0][0]
    if len(tests) % 2 or any((held.height, held.width) != (first.height, first.width) for held, _ in pairs):
        raise formula_error("VALUE", f"Array arguments to {function} are of different size.")

    def test_place(row: int, column: int) -> bool:
        context.budget.spend(len(pairs))
        return all(test(held.at(row, column)) for held, test in pairs)

    return first.height, first.width, test_place


def find_position(context: Context, key: Any, held: Line, *, inexact: int, function: str) -> int:
    """Return the index of *key* in a line: an exact match (0), or the last value at most (1) or at least (-1) as large.

    Raises `FormulaError`.
    """
    index = _exactly(context, key, held) if not inexact else _nearly(context, key, held, inexact)
    if index is None:
        raise key_not_found(key, function)
    return index


WILD = 2
"""The match mode in which texts are found by wildcards, and all else only as it is."""


def position(context: Context, key: Any, held: Line, mode: int, *, last: bool) -> int | None:
    """Return the first or *last* index of *key*: exact (0), else the next smaller (-1) or larger (1), or by wildcards
    (2).
    """
    if mode == 0 and not last:
        return held.position(key)
    context.budget.spend(len(held.values))
    places = range(len(held.values) - 1, -1, -1) if last else range(len(held.values))
    if mode == WILD and isinstance(key, str):
        pattern = wildcard_pattern(key)
        return next((at for at in places if matches(context, pattern, held.values[at])), None)
    nearest, best = None, None
    for at in places:
        value = held.values[at]
        if value is None or rank(value) != rank(key):
            continue
        if not (apart := compare(value, key)):
            return at
        if mode != WILD and apart * mode > 0 and (best is None or compare(value, best) * mode < 0):
            nearest, best = at, value
    return nearest


def _exactly(context: Context, key: Any, held: Line) -> int | None:
    if not (isinstance(key, str) and any(sign in key for sign in WILDCARDS)):
        return held.position(key)
    context.budget.spend(len(held.values))
    pattern = wildcard_pattern(key)
    fits = (at for at, value in enumerate(held.values) if matches(context, pattern, value))
    return next(fits, None)


def _nearly(context: Context, key: Any, held: Line, way: int) -> int | None:
    rising = held.rising(rank(key)) if way > 0 else None
    if rising is not None:
        at = bisect_right(rising[0], order(key))
        return rising[1][at - 1] if at else None
    context.budget.spend(len(held.values))
    best = None
    for at, value in enumerate(held.values):
        if value is None or rank(value) != rank(key):
            continue
        if compare(value, key) * way > 0:
            break
        best = at
    return best


def key_not_found(key: Any, function: str) -> FormulaError:
    """Build the #N/A error in Google's words."""
    return formula_error("N_A", f"Did not find value '{as_text(key)}' in {function} evaluation.")
