"""Statistical functions: of all values, or of those that meet criteria."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area, Array, Many, many
from sheets_gm.localsheets.spreadsheet.calculation.coercion import (
    FormulaError,
    as_number,
    as_whole,
    formula_error,
    typed_number,
)
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import (
    filled,
    numbers,
    numbers_in,
    values_without_errors,
    with_ranges,
)
from sheets_gm.localsheets.spreadsheet.calculation.functions.criteria import criterion, matching_places


def _count(_context: Context, *values: Any) -> float:
    count = 0
    for value in values:
        if isinstance(value, Area | Array):
            count += sum(each_value.__class__ in (int, float) for _, _, each_value in value.filled())
        elif isinstance(value, str):
            count += typed_number(value) is not None
        else:
            count += isinstance(value, bool | int | float)
    return float(count)


def _blank(_context: Context, *values: Any) -> float:
    total = sum(held.height * held.width for held in map(many, values))
    return float(total - sum(value != "" for value in filled(values)))


def _unique(_context: Context, *values: Any) -> float:
    return float(len({(type(value), value) for value in values_without_errors(values)}))


def _over(name: str, work: Callable[[list[float]], float], least: int = 1, *, empty: float | None = None) -> Any:
    """A function of all numbers, of which it needs at least *least*; *empty* is its result without any."""

    def done(_context: Context, *values: Any) -> float:
        held = list(numbers(values, name))
        if len(held) < least:
            if empty is not None:
                return empty
            raise formula_error("DIVIDE_BY_ZERO", f"Evaluation of function {name} caused a divide by zero error.")
        return float(work(held))

    return with_ranges(name, done, 1, None)


def _mode(held: list[float]) -> float:
    made = statistics.mode(held)
    if held.count(made) < 2:
        raise formula_error("N_A", "Did not find any value that occurs more than once in MODE evaluation.")
    return made


def _nth(name: str, largest: bool) -> Callable[..., float]:
    def work(_context: Context, values: Any, nth: Any) -> float:
        held = sorted(numbers_in(many(values)), reverse=largest)
        at = as_whole(many(nth).at(0, 0), name, 2)
        if not 1 <= at <= len(held):
            raise formula_error("NUM", f"Function {name} parameter 2 value {at} is out of range.")
        return held[at - 1]

    return work


def _rank(context: Context, value: Any, values: Any, rising: Any = False) -> float:
    number = as_number(context.scalar(value), "RANK", 1)
    held = list(numbers_in(many(values)))
    if number not in held:
        raise formula_error("N_A", "RANK has no valid input data.")
    up = bool(as_number(context.scalar(rising), "RANK", 3))
    return 1.0 + sum(other < number if up else other > number for other in held)


# -- with criteria -----------------------------------------------------------------------------------------------------


def _countif(context: Context, held: Any, wanted: Any) -> float:
    area, test = many(held), criterion(context, wanted)
    seen = count = 0
    for _, _, value in area.filled():
        seen += 1
        count += test(value)
    return float(count + (area.height * area.width - seen if test(None) else 0))


def _of(context: Context, held: Any, wanted: Any, other: Any) -> Iterator[float]:
    """The numbers of *other* at the positions where *held* meets the criterion *wanted*."""
    area, test = many(held), criterion(context, wanted)
    values: Many = area if other is None else many(other)
    if isinstance(values, Area) and (values.height, values.width) != (area.height, area.width):
        values = values.part(0, 0, area.height, area.width)
    for row, column, value in values.filled():
        if row < area.height and column < area.width and test(area.at(row, column)):
            yield from _number(value)


def _number(value: Any) -> Iterator[float]:
    if value.__class__ in (int, float):
        yield value
    elif value is not None and not isinstance(value, str | bool):
        raise FormulaError(value)


def _picked(context: Context, values: Any, tests: tuple[Any, ...], function: str) -> Iterator[float]:
    height, width, test = matching_places(context, tests, function)
    held = many(values)
    if (held.height, held.width) != (height, width):
        raise formula_error("VALUE", f"Array arguments to {function} are of different size.")
    for row, column, value in held.filled():
        if test(row, column):
            yield from _number(value)


def _countifs(context: Context, *tests: Any) -> float:
    height, width, test = matching_places(context, tests, "COUNTIFS")
    return float(sum(test(row, column) for row in range(height) for column in range(width)))


def _mean(held: list[float], function: str) -> float:
    if not held:
        raise formula_error("DIVIDE_BY_ZERO", f"Evaluation of function {function} caused a divide by zero error.")
    return math.fsum(held) / len(held)


FUNCTIONS = (
    with_ranges("COUNT", _count, 1, None),
    with_ranges("COUNTA", lambda _context, *values: float(sum(1 for _ in filled(values))), 1, None),
    with_ranges("COUNTBLANK", _blank, 1, None),
    with_ranges("COUNTUNIQUE", _unique, 1, None),
    _over("AVERAGE", lambda held: math.fsum(held) / len(held)),
    _over("MIN", min, empty=0.0),
    _over("MAX", max, empty=0.0),
    _over("MEDIAN", statistics.median),
    _over("MODE", _mode),
    _over("STDEV", statistics.stdev, 2),
    _over("STDEVP", statistics.pstdev),
    _over("VAR", statistics.variance, 2),
    _over("VARP", statistics.pvariance),
    with_ranges("LARGE", _nth("LARGE", largest=True), 2),
    with_ranges("SMALL", _nth("SMALL", largest=False), 2),
    with_ranges("RANK", _rank, 2, 3),
    with_ranges("COUNTIF", _countif, 2),
    with_ranges("SUMIF", lambda context, held, wanted, other=None: math.fsum(_of(context, held, wanted, other)), 2, 3),
    with_ranges(
        "AVERAGEIF",
        lambda context, held, wanted, other=None: _mean(list(_of(context, held, wanted, other)), "AVERAGEIF"),
        2,
        3,
    ),
    with_ranges("COUNTIFS", _countifs, 2, None),
    with_ranges(
        "SUMIFS", lambda context, values, *tests: math.fsum(_picked(context, values, tests, "SUMIFS")), 3, None
    ),
    with_ranges(
        "AVERAGEIFS",
        lambda context, values, *tests: _mean(list(_picked(context, values, tests, "AVERAGEIFS")), "AVERAGEIFS"),
        3,
        None,
    ),
    with_ranges(
        "MINIFS", lambda context, values, *tests: min(_picked(context, values, tests, "MINIFS"), default=0.0), 3, None
    ),
    with_ranges(
        "MAXIFS", lambda context, values, *tests: max(_picked(context, values, tests, "MAXIFS"), default=0.0), 3, None
    ),
)
