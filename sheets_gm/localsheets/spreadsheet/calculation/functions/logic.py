"""Logical functions, and functions that inspect the kind of a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area, Array, many
from sheets_gm.localsheets.spreadsheet.calculation.coercion import (
    FormulaError,
    as_boolean,
    as_number,
    as_whole,
    compare,
    formula_error,
)
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context, Function, for_each
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import lazy, with_ranges
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Literal, Node
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError

_NOTHING = Literal(None)
_FALSE = Literal(False)


def _if(context: Context, condition: Node, then: Node, otherwise: Node = _FALSE) -> Any:
    condition_value = context.one(condition)
    if isinstance(condition_value, Area | Array):
        parts = [condition_value, _value_or_error(context, then), _value_or_error(context, otherwise)]
        return _chosen(context, lambda test, yes, no: yes if as_boolean(test, "IF") else no, parts)
    return context.value(then if as_boolean(condition_value, "IF") else otherwise)


def _chosen(context: Context, choose: Callable[..., Any], parts: list[Any]) -> Array:
    """Apply *choose* to each position of arrays. An error counts only where it is chosen."""
    height, width = max(many(part).height for part in parts), max(many(part).width for part in parts)
    context.budget.spend(height * width * len(parts))
    rows = [many(part).rows() for part in parts]

    def at(held: list[list[Any]], row: int, column: int) -> Any:
        line = held[0] if len(held) == 1 else held[row] if row < len(held) else []
        if len(line) == 1:
            return line[0]
        return line[column] if column < len(line) else CellError("N_A", "An array value could not be found.")

    def one(row: int, column: int) -> Any:
        try:
            return choose(*[at(held, row, column) for held in rows])
        except FormulaError as error:
            return error.error

    return Array([[one(row, column) for column in range(width)] for row in range(height)])


def _ifs(context: Context, *nodes: Node) -> Any:
    if len(nodes) % 2:
        raise formula_error("N_A", "Wrong number of arguments to IFS. Expected an even number of arguments.")
    for at in range(0, len(nodes), 2):
        condition_value = context.one(nodes[at])
        if isinstance(condition_value, Area | Array):
            return _chosen(context, _first_true, [_value_or_error(context, node) for node in nodes[at:]])
        if as_boolean(condition_value, "IFS", at + 1):
            return context.value(nodes[at + 1])
    raise formula_error("N_A", "No match.")


def _first_true(*parts: Any) -> Any:
    for at in range(0, len(parts), 2):
        if as_boolean(parts[at], "IFS", at + 1):
            return parts[at + 1]
    raise formula_error("N_A", "No match.")


def _value_or_error(context: Context, node: Node) -> Any:
    """Evaluate *node*. An error is returned as a value."""
    try:
        value = context.value(node)
        return value if isinstance(value, Array) or context.arrays else context.single(value)
    except FormulaError as error:
        return error.error


def _replacing(catches: Callable[[Any], bool]) -> Callable[..., Any]:
    def work(context: Context, node: Node, other: Node = _NOTHING) -> Any:
        held = _value_or_error(context, node)
        if isinstance(held, Area | Array):
            parts = [held, _value_or_error(context, other)]
            return _chosen(context, lambda value, instead: instead if catches(value) else value, parts)
        return context.value(other) if catches(held) else held

    return work


def _booleans(values: tuple[Any, ...], function: str) -> Iterator[bool]:
    has_input = False
    for at, value in enumerate(values, 1):
        if isinstance(value, Area | Array):
            for _, _, held in value.filled():
                if isinstance(held, CellError):
                    raise FormulaError(held)
                if not isinstance(held, str):
                    has_input = True
                    yield as_boolean(held, function, at)
        else:
            has_input = True
            yield as_boolean(value, function, at)
    if not has_input:
        raise formula_error("VALUE", f"{function} has no valid input data.")


def _not(_context: Context, value: Any) -> bool:
    return not as_boolean(value, "NOT")


def _choose(context: Context, index: Node, *choices: Node) -> Any:
    at = as_whole(context.scalar(context.value(index)), "CHOOSE", 1)
    if not 1 <= at <= len(choices):
        raise formula_error(
            "NUM",
            f"Function CHOOSE parameter 1 value is {at}. Valid values are between 1 and {len(choices)} inclusive.",
        )
    return context.value(choices[at - 1])


def _switch(context: Context, condition_value: Node, *cases: Node) -> Any:
    value = context.scalar(context.value(condition_value))
    for at in range(0, len(cases) - 1, 2):
        if compare(value, context.scalar(context.value(cases[at]))) == 0:
            return context.value(cases[at + 1])
    if len(cases) % 2:
        return context.value(cases[-1])
    raise formula_error("N_A", "No match for the SWITCH expression.")


# -- inspecting values -------------------------------------------------------------------------------------------------


def _inspection(name: str, test: Callable[[Any], Any]) -> Function:
    """Build a function that inspects one value, which may be an error or an area."""

    def work(context: Context, node: Node) -> Any:
        try:
            held = context.value(node)
            if isinstance(held, Area | Array):
                if context.arrays:
                    return Array([[test(value) for value in row] for row in held.rows()])
                held = held.at(0, 0) if held.height == held.width == 1 else context.single(held)
        except FormulaError as error:
            held = error.error
        return test(held)

    return lazy(name, work, 1)


def _number_of(value: Any) -> float:
    if isinstance(value, CellError):
        raise FormulaError(value)
    return 0.0 if isinstance(value, str) else as_number(value)


def _type(value: Any) -> float:
    if isinstance(value, CellError):
        return 16.0
    return 4.0 if isinstance(value, bool) else 2.0 if isinstance(value, str) else 1.0


_ERRORS = ("NULL_VALUE", "DIVIDE_BY_ZERO", "VALUE", "REF", "NAME", "NUM", "N_A", "ERROR")


def _error_type(value: Any) -> float:
    if not isinstance(value, CellError):
        raise formula_error("N_A", "The value is no error.")
    return 1.0 + _ERRORS.index(value.type) if value.type in _ERRORS else 14.0


def _na(_context: Context) -> Any:
    raise formula_error("N_A")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


FUNCTIONS = (
    lazy("IF", _if, 2, 3),
    lazy("IFS", _ifs, 2, None),
    lazy("IFERROR", _replacing(lambda value: isinstance(value, CellError)), 1, 2),
    lazy("IFNA", _replacing(lambda value: isinstance(value, CellError) and value.type == "N_A"), 1, 2),
    lazy("CHOOSE", _choose, 2, None),
    lazy("SWITCH", _switch, 3, None),
    with_ranges("AND", lambda _, *values: all(list(_booleans(values, "AND"))), 1, None),
    with_ranges("OR", lambda _, *values: any(list(_booleans(values, "OR"))), 1, None),
    with_ranges("XOR", lambda _, *values: sum(_booleans(values, "XOR")) % 2 == 1, 1, None),
    with_ranges("NOT", lambda context, value: for_each(context, _not, [context.single(value)]), 1),
    with_ranges("TRUE", lambda _: True, 0),
    with_ranges("FALSE", lambda _: False, 0),
    with_ranges("NA", _na, 0),
    _inspection("ISBLANK", lambda value: value is None),
    _inspection("ISNUMBER", _is_number),
    _inspection("ISTEXT", lambda value: isinstance(value, str)),
    _inspection("ISNONTEXT", lambda value: not isinstance(value, str)),
    _inspection("ISLOGICAL", lambda value: isinstance(value, bool)),
    _inspection("ISERROR", lambda value: isinstance(value, CellError)),
    _inspection("ISERR", lambda value: isinstance(value, CellError) and value.type != "N_A"),
    _inspection("ISNA", lambda value: isinstance(value, CellError) and value.type == "N_A"),
    _inspection("N", _number_of),
    _inspection("TYPE", _type),
    _inspection("ERROR.TYPE", _error_type),
)
