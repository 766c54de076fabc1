"""LET and LAMBDA, and the functions that call a LAMBDA for each part of an array.

Names are case-insensitive and bound where they are written. A LAMBDA can use the names that were bound where it was
written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area, Array, Many, many
from sheets_gm.localsheets.spreadsheet.calculation.coercion import FormulaError, as_whole, formula_error
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context, Function, Lambda
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import lazy
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Name, Node

_MOST = 200_000
"""The most values that MAKEARRAY returns."""


def _named(node: Node, function: str, parameter: int) -> str:
    if not isinstance(node, Name):
        raise formula_error("NAME", f"Argument {parameter} of {function} must be a name.")
    return node.name.lower()


def _let(context: Context, *nodes: Node) -> Any:
    if len(nodes) % 2 == 0:
        raise formula_error("N_A", "LET needs pairs of a name and a value, and a formula in the end.")
    names = dict(context.bound)
    for at in range(0, len(nodes) - 1, 2):
        names[_named(nodes[at], "LET", at + 1)] = context.with_names(dict(names), nodes[at + 1])
    return context.with_names(names, nodes[-1])


def _lambda(context: Context, *nodes: Node) -> Lambda:
    parameters = tuple(_named(node, "LAMBDA", at) for at, node in enumerate(nodes[:-1], 1))
    return Lambda(parameters, nodes[-1], dict(context.bound))


def _called(context: Context, function: Any, values: Sequence[Any]) -> Any:
    """Return the result of one call, as within an array formula. An error is returned as a value."""
    before, context.arrays = context.arrays, True
    try:
        return context.call(function, values)
    except FormulaError as error:
        return error.error
    finally:
        context.arrays = before


def _one(context: Context, function: Any, values: Sequence[Any], name: str) -> Any:
    """The single value of one call."""
    result = _called(context, function, values)
    if isinstance(result, Area | Array):
        if result.height > 1 or result.width > 1:
            return formula_error(
                "VALUE", f"Single value expected. Nested array results are not supported by {name}."
            ).error
        result = result.at(0, 0)
    return (
        formula_error("VALUE", f"{name} expects a value, not a LAMBDA.").error if isinstance(result, Lambda) else result
    )


def _read(context: Context, node: Node) -> Many:
    held = many(context.with_arrays(node))
    context.budget.spend(held.height * held.width)
    return held


def _map(context: Context, *nodes: Node) -> Any:
    parts = [_read(context, node).rows() for node in nodes[:-1]]
    function = context.value(nodes[-1])
    if any((len(rows), len(rows[0])) != (len(parts[0]), len(parts[0][0])) for rows in parts):
        raise formula_error("N_A", "The arrays of MAP are of different size.")
    return Array(
        [
            [
                _one(context, function, [rows[row][column] for rows in parts], "MAP")
                for column in range(len(parts[0][0]))
            ]
            for row in range(len(parts[0]))
        ]
    )


def _reduce(context: Context, begin: Node, values: Node, called: Node) -> Any:
    accumulator, function = context.value(begin), context.value(called)
    for row in _read(context, values).rows():
        for value in row:
            accumulator = _called(context, function, [accumulator, value])
    return accumulator


def _scan(context: Context, begin: Node, values: Node, called: Node) -> Any:
    accumulator, function = context.value(begin), context.value(called)
    rows: list[list[Any]] = []
    for row in _read(context, values).rows():
        rows.append([])
        for value in row:
            accumulator = _one(context, function, [accumulator, value], "SCAN")
            rows[-1].append(accumulator)
    return Array(rows)


def _by(name: str, *, row: bool) -> Function:
    def work(context: Context, values: Node, called: Node) -> Any:
        held, function = _read(context, values), context.value(called)
        if row:
            parts = [held.part(at, 0, 1, held.width) for at in range(held.height)]
            return Array([[_one(context, function, [part], name)] for part in parts])
        parts = [held.part(0, at, held.height, 1) for at in range(held.width)]
        return Array([[_one(context, function, [part], name) for part in parts]])

    return lazy(name, work, 2)


def _make(context: Context, rows: Node, columns: Node, called: Node) -> Any:
    height = as_whole(context.scalar(context.value(rows)), "MAKEARRAY", 1)
    width = as_whole(context.scalar(context.value(columns)), "MAKEARRAY", 2)
    if height < 1 or width < 1 or height * width > _MOST:
        raise formula_error("NUM", f"Function MAKEARRAY makes at least 1 and at most {_MOST} values.")
    function = context.value(called)
    places = [[(float(row), float(column)) for column in range(1, width + 1)] for row in range(1, height + 1)]
    return Array([[_one(context, function, place, "MAKEARRAY") for place in line] for line in places])


FUNCTIONS = (
    lazy("LET", _let, 3, None),
    lazy("LAMBDA", _lambda, 1, None),
    lazy("MAP", _map, 2, None),
    lazy("REDUCE", _reduce, 3),
    lazy("SCAN", _scan, 3),
    _by("BYROW", row=True),
    _by("BYCOL", row=False),
    lazy("MAKEARRAY", _make, 3),
)
