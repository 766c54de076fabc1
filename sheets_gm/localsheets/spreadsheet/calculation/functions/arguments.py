"""The ways in which functions get their arguments: as single values, with ranges, as in an array formula, or
unevaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area, Array, Many
from sheets_gm.localsheets.spreadsheet.calculation.coercion import FormulaError, as_number
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Function
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError

Work: TypeAlias = Callable[..., Any]


def elementwise(name: str, work: Work, least: int, most: int | None = -1, steps: int = 1) -> Function:
    """Build a function of single values, which is applied to each value of an array. Each application costs *steps*."""
    return Function(name, work, least, least if most == -1 else most, each=True, steps=steps)


def with_ranges(name: str, work: Work, least: int, most: int | None = -1) -> Function:
    """Build a function that takes single values and ranges."""
    return Function(name, work, least, least if most == -1 else most)


def array_context(name: str, work: Work, least: int, most: int | None = -1) -> Function:
    """Build a function whose arguments are evaluated as in an array formula."""
    return Function(name, work, least, least if most == -1 else most, arrays=True)


def lazy(name: str, work: Work, least: int, most: int | None = -1) -> Function:
    """Build a function that gets the nodes of its arguments and evaluates them itself."""
    return Function(name, work, least, least if most == -1 else most, lazy=True)


def numbers(values: tuple[Any, ...], function: str) -> Iterator[float]:
    """Yield the numbers in *values*. Single values are converted; in areas, only numbers count. Raises
    `FormulaError`.
    """
    for at, value in enumerate(values, 1):
        if isinstance(value, Area | Array):
            yield from numbers_in(value)
        else:
            yield as_number(value, function, at)


def numbers_in(held: Many) -> Iterator[float]:
    """Yield the numbers in an area. Raises `FormulaError` if it holds an error."""
    for _, _, value in held.filled():
        if value.__class__ is float or value.__class__ is int:
            yield value
        elif isinstance(value, CellError):
            raise FormulaError(value)


def filled(values: tuple[Any, ...]) -> Iterator[Any]:
    """Yield every value that is not blank, including errors."""
    for value in values:
        if isinstance(value, Area | Array):
            for _, _, each_value in value.filled():
                yield each_value
        elif value is not None:
            yield value


def values_without_errors(values: tuple[Any, ...]) -> Iterator[Any]:
    """Yield every value that is not blank. Raises `FormulaError` for an error."""
    for value in filled(values):
        if isinstance(value, CellError):
            raise FormulaError(value)
        yield value
