"""Functions that return arrays."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Array, many
from sheets_gm.localsheets.spreadsheet.calculation.coercion import (
    FormulaError,
    as_boolean,
    as_whole,
    formula_error,
    order,
)
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import array_context, with_ranges
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError

_MOST = 200_000
"""The most values that SEQUENCE returns."""


def _arrayformula(_context: Context, value: Any) -> Any:
    held = many(value)
    return Array(held.rows()) if held.height and held.width else None


def _transpose(_context: Context, value: Any) -> Any:
    return Array([list(line) for line in zip(*many(value).rows(), strict=True)])


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
    pairs = [(many(by[at]), by[at + 1] if at + 1 < len(by) else True) for at in range(0, len(by), 2)]
    keys: list[tuple[list[Any], bool]] = [] if pairs else [([row[0] for row in rows], True)]
    for column, rising in pairs:
        up = as_boolean(many(rising).at(0, 0), "SORT", 3)
        if column.height > 1:
            keys.append(([line[0] for line in column.rows()], up))
            continue
        at = as_whole(column.at(0, 0), "SORT", 2)
        if not 1 <= at <= area.width:
            raise formula_error(
                "VALUE", f"Function SORT parameter 2 value is {at}. It should be between 1 and {area.width}."
            )
        keys.append(([row[at - 1] for row in rows], up))
    places = list(range(len(rows)))
    for values, up in reversed(keys):
        full = [at for at in places if at < len(values) and values[at] is not None]
        rest = [at for at in places if not (at < len(values) and values[at] is not None)]
        full.sort(key=lambda at: order(values[at]), reverse=not up)
        places = full + rest
    return Array([rows[at] for at in places])


def _unique(_context: Context, held: Any) -> Any:
    seen: dict[tuple[Any, ...], list[Any]] = {}
    for row in many(held).rows():
        seen.setdefault(tuple((type(value), value) for value in row), row)
    return Array(list(seen.values()))


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
    with_ranges("UNIQUE", _unique, 1),
    with_ranges("SEQUENCE", _sequence, 1, 4),
    with_ranges("FLATTEN", _flatten, 1, None),
)
