"""Functions that return arrays."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Array, many, turned
from sheets_gm.localsheets.spreadsheet.calculation.coercion import (
    FormulaError,
    as_boolean,
    as_whole,
    formula_error,
)
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import array_context, with_ranges
from sheets_gm.localsheets.spreadsheet.calculation.functions.making.sorting import keys_of, sorted_places
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError

_MOST = 200_000
"""The most values that SEQUENCE returns."""


def _arrayformula(_context: Context, value: Any) -> Any:
    held = many(value)
    return Array(held.rows()) if held.height and held.width else None


def _transpose(_context: Context, value: Any) -> Any:
    return Array(turned(many(value).rows()))


def _filter(context: Context, held: Any, *conditions: Any) -> Any:
    area = many(held)
    rows = area.rows()
    tests = [many(condition) for condition in conditions]
    context.budget.spend(sum(test.height * test.width for test in tests))
    if all(test.width == 1 and test.height == area.height for test in tests):
        kept = [row for at, row in enumerate(rows) if all(_holds(test.at(at, 0)) for test in tests)]
    elif all(test.height == 1 and test.width == area.width for test in tests):
        columns = [at for at in range(area.width) if all(_holds(test.at(0, at)) for test in tests)]
        kept = [[row[at] for at in columns] for row in rows] if columns else []
    else:
        raise formula_error("VALUE", "FILTER has mismatched range sizes.")
    if not kept:
        raise formula_error("N_A", "No matches are found in FILTER evaluation.")
    return Array(kept)


def _holds(value: Any) -> bool:
    if isinstance(value, CellError):
        raise FormulaError(value)
    return False if isinstance(value, str) else as_boolean(value)


def _sort(_context: Context, held: Any, *by: Any) -> Any:
    area = many(held)
    rows = list(area.rows())
    return Array([rows[at] for at in sorted_places(len(rows), keys_of(rows, area.width, by, "SORT"))])


def _unique(context: Context, held: Any, by_column: Any = False, once: Any = False) -> Any:
    """Return the different rows or columns; with *once* only those that occur once."""
    rows = many(held).rows()
    across = as_boolean(context.scalar(by_column), "UNIQUE", 2)
    lines = turned(rows) if across else rows
    seen: dict[tuple[Any, ...], list[list[Any]]] = {}
    for line in lines:
        seen.setdefault(tuple((type(value), value) for value in line), []).append(line)
    single = as_boolean(context.scalar(once), "UNIQUE", 3)
    kept = [same[0] for same in seen.values() if not single or len(same) == 1]
    if not kept:
        raise formula_error("N_A", "No value of UNIQUE occurs exactly once.")
    return Array(turned(kept) if across else kept)


def _sequence(context: Context, rows: Any, columns: Any = 1.0, start: Any = 1.0, step: Any = 1.0) -> Any:
    down, across = as_whole(context.scalar(rows), "SEQUENCE", 1), as_whole(context.scalar(columns), "SEQUENCE", 2)
    first, by = as_whole(context.scalar(start), "SEQUENCE", 3), as_whole(context.scalar(step), "SEQUENCE", 4)
    if down < 1 or across < 1 or down * across > _MOST:
        raise formula_error("NUM", f"Function SEQUENCE makes at least 1 and at most {_MOST} values.")
    context.budget.spend(down * across)
    return Array([[float(first + by * (row * across + column)) for column in range(across)] for row in range(down)])


def _flatten(_context: Context, *values: Any) -> Any:
    return Array([[value] for held in values for row in many(held).rows() for value in row])


FUNCTIONS = (
    array_context("ARRAYFORMULA", _arrayformula, 1),
    with_ranges("TRANSPOSE", _transpose, 1),
    array_context("FILTER", _filter, 2, None),
    array_context("SORT", _sort, 1, None),
    with_ranges("UNIQUE", _unique, 1, 3),
    with_ranges("SEQUENCE", _sequence, 1, 4),
    with_ranges("FLATTEN", _flatten, 1, None),
)
