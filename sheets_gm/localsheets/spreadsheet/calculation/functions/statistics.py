"""Statistical functions, over all values or over those that meet criteria."""

from __future__ import annotations

import math
import statistics
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise
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
    """Build a function of all numbers. It needs at least *least*; *empty* is its result for none."""

    def done(_context: Context, *values: Any) -> float:
        held = list(numbers(values, name))
        if len(held) < least:
            if empty is not None:
                return empty
            raise formula_error("DIVIDE_BY_ZERO", f"Evaluation of function {name} caused a divide by zero error.")
        return float(work(held))

    return with_ranges(name, done, 1, None)


def _mode(held: list[float]) -> float:
    mode = statistics.mode(held)
    if held.count(mode) < 2:
        raise formula_error("N_A", "Did not find any value that occurs more than once in MODE evaluation.")
    return mode


def _nth(name: str, largest: bool) -> Callable[..., float]:
    def work(_context: Context, values: Any, nth: Any) -> float:
        held = sorted(numbers_in(many(values)), reverse=largest)
        at = as_whole(many(nth).at(0, 0), name, 2)
        if not 1 <= at <= len(held):
            raise formula_error("NUM", f"Function {name} parameter 2 value {at} is out of range.")
        return held[at - 1]

    return work


def _all_as_numbers(values: tuple[Any, ...]) -> list[float]:
    """Return every value that is not blank, with texts as 0 and TRUE as 1, as AVERAGEA counts them."""
    return [0.0 if isinstance(value, str) else as_number(value) for value in values_without_errors(values)]


def _a(name: str, work: Callable[[list[float]], float]) -> Any:
    def done(_context: Context, *values: Any) -> float:
        held = _all_as_numbers(values)
        if not held and name == "AVERAGEA":
            raise formula_error("DIVIDE_BY_ZERO", "Evaluation of function AVERAGEA caused a divide by zero error.")
        return float(work(held)) if held else 0.0

    return with_ranges(name, done, 1, None)


def _percentile(held: list[float], part: float, name: str) -> float:
    """Return the value below which *part* of the sorted numbers lie, interpolated if necessary."""
    if not held or not 0 <= part <= 1:
        raise formula_error("NUM", f"Function {name} parameter 2 value is out of range.")
    at = part * (len(held) - 1)
    low = math.floor(at)
    high = min(low + 1, len(held) - 1)
    return held[low] + (held[high] - held[low]) * (at - low)


def _percentiles(name: str, parts: float) -> Callable[..., float]:
    def work(context: Context, values: Any, part: Any) -> float:
        wanted = as_number(context.scalar(part), name, 2)
        wanted = wanted if parts == 1 else math.floor(wanted) / parts
        return _percentile(sorted(numbers_in(many(values))), wanted, name)

    return work


def _pairs(context: Context, left: Any, right: Any, name: str) -> tuple[list[float], list[float]]:
    """Return the pairs of numbers at the same position of two areas of the same size. Raises `FormulaError`."""
    first, second = many(left), many(right)
    if (first.height, first.width) != (second.height, second.width):
        raise formula_error("N_A", f"Function {name} has mismatched range sizes.")
    context.budget.spend(first.height * first.width)
    both = [
        (float(one), float(other))
        for lines in zip(first.rows(), second.rows(), strict=True)
        for one, other in zip(*lines, strict=True)
        if one.__class__ in (int, float) and other.__class__ in (int, float)
    ]
    if len(both) < 2:
        raise formula_error("DIVIDE_BY_ZERO", f"Evaluation of function {name} caused a divide by zero error.")
    return [one for one, _ in both], [other for _, other in both]


def _of_pairs(name: str, work: Callable[[list[float], list[float]], float]) -> Any:
    def done(context: Context, left: Any, right: Any) -> float:
        first, second = _pairs(context, left, right, name)
        try:
            return float(work(first, second))
        except statistics.StatisticsError as error:
            message = f"Evaluation of function {name} caused a divide by zero error."
            raise formula_error("DIVIDE_BY_ZERO", message) from error

    return with_ranges(name, done, 2)


def _frequency(context: Context, values: Any, classes: Any) -> Any:
    """Count the numbers in each class (at most its limit and above the previous one), and those above the
    last limit.
    """
    held, limits = sorted(numbers_in(many(values))), sorted(numbers_in(many(classes)))
    context.budget.spend(len(held) + len(limits))
    ends = [bisect_right(held, limit) for limit in limits]
    counts = [end - begin for begin, end in pairwise([0, *ends, len(held)])]
    return Array([[float(count)] for count in counts])


_SUBTOTALS = ("AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT", "STDEV", "STDEVP", "SUM", "VAR", "VARP")


def _subtotal(context: Context, code: Any, *values: Any) -> Any:
    """SUBTOTAL: one of eleven functions by its number. Rows hidden by a filter are included."""
    number = as_whole(context.scalar(code), "SUBTOTAL", 1)
    if not 1 <= number % 100 <= len(_SUBTOTALS) or number not in range(112):
        raise formula_error(
            "VALUE", f"Function SUBTOTAL parameter 1 value is {number}. It should be 1 to 11 or 101 to 111."
        )
    return context.functions[_SUBTOTALS[number % 100 - 1]].work(context, *values)


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
    """Yield the numbers of *other* at the positions where *held* meets the criterion *wanted*."""
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


def _picked(context: Context, values: Any, tests: tuple[Any, ...], function: str) -> Iterator[Any]:
    """Yield the values that are not blank where all criteria hold. Raises `FormulaError`."""
    height, width, test = matching_places(context, tests, function)
    held = many(values)
    if (held.height, held.width) != (height, width):
        raise formula_error("VALUE", f"Array arguments to {function} are of different size.")
    yield from (value for row, column, value in held.filled() if test(row, column))


def _picked_numbers(context: Context, values: Any, tests: tuple[Any, ...], function: str) -> Iterator[float]:
    yield from (number for value in _picked(context, values, tests, function) for number in _number(value))


def _countifs(context: Context, *tests: Any) -> float:
    height, width, test = matching_places(context, tests, "COUNTIFS")
    return float(sum(test(row, column) for row in range(height) for column in range(width)))


def _unique_of_picked(context: Context, values: Any, *tests: Any) -> float:
    return float(len({(type(value), value) for value in _picked(context, values, tests, "COUNTUNIQUEIFS")}))


def _geometric_mean(held: list[float]) -> float:
    if min(held) <= 0:
        raise formula_error("NUM", "Function GEOMEAN needs numbers above 0.")
    return statistics.geometric_mean(held)


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
    *(_over(name, _mode) for name in ("MODE", "MODE.SNGL")),
    *(_over(name, statistics.stdev, 2) for name in ("STDEV", "STDEV.S")),
    *(_over(name, statistics.pstdev) for name in ("STDEVP", "STDEV.P")),
    *(_over(name, statistics.variance, 2) for name in ("VAR", "VAR.S")),
    *(_over(name, statistics.pvariance) for name in ("VARP", "VAR.P")),
    _over("GEOMEAN", _geometric_mean),
    _a("AVERAGEA", statistics.fmean),
    _a("MINA", min),
    _a("MAXA", max),
    *(with_ranges(name, _percentiles(name, 1), 2) for name in ("PERCENTILE", "PERCENTILE.INC")),
    *(with_ranges(name, _percentiles(name, 4), 2) for name in ("QUARTILE", "QUARTILE.INC")),
    *(_of_pairs(name, statistics.correlation) for name in ("CORREL", "PEARSON")),
    _of_pairs("SLOPE", lambda ys, xs: statistics.linear_regression(xs, ys).slope),
    _of_pairs("INTERCEPT", lambda ys, xs: statistics.linear_regression(xs, ys).intercept),
    _of_pairs("RSQ", lambda ys, xs: statistics.correlation(ys, xs) ** 2),
    with_ranges("FREQUENCY", _frequency, 2),
    with_ranges("SUBTOTAL", _subtotal, 2, None),
    with_ranges("COUNTUNIQUEIFS", _unique_of_picked, 3, None),
    with_ranges("LARGE", _nth("LARGE", largest=True), 2),
    with_ranges("SMALL", _nth("SMALL", largest=False), 2),
    *(with_ranges(name, _rank, 2, 3) for name in ("RANK", "RANK.EQ")),
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
        "SUMIFS", lambda context, values, *tests: math.fsum(_picked_numbers(context, values, tests, "SUMIFS")), 3, None
    ),
    with_ranges(
        "AVERAGEIFS",
        lambda context, values, *tests: _mean(
            list(_picked_numbers(context, values, tests, "AVERAGEIFS")), "AVERAGEIFS"
        ),
        3,
        None,
    ),
    with_ranges(
        "MINIFS",
        lambda context, values, *tests: min(_picked_numbers(context, values, tests, "MINIFS"), default=0.0),
        3,
        None,
    ),
    with_ranges(
        "MAXIFS",
        lambda context, values, *tests: max(_picked_numbers(context, values, tests, "MAXIFS"), default=0.0),
        3,
        None,
    ),
)
