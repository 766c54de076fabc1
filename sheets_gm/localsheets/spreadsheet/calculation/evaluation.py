"""Evaluation of a parsed formula at its place in a document.

An error is a value in a cell and an exception within a formula; functions that inspect errors catch it. Where a single
value is needed but an area is given, the cell in the formula's own row or column is used. Anything that a formula could
make very large spends the budget before it is created.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area, AreaCache, Array, Many, many
from sheets_gm.localsheets.spreadsheet.calculation.budget import CHARACTERS, OVER_BUDGET, Budget, OverBudget
from sheets_gm.localsheets.spreadsheet.calculation.coercion import FormulaError, formula_error
from sheets_gm.localsheets.spreadsheet.calculation.operators import PREFIXES, SIGNS
from sheets_gm.localsheets.spreadsheet.formulas.nodes import (
    Application,
    Binary,
    Braces,
    Call,
    Literal,
    Name,
    Node,
    Reference,
    Unary,
)
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

TEXT_STEPS = 4
"""Steps for a text that an operation takes, apart from its length: it may have to be read as a number."""

logger = logging.getLogger(__name__)


class Names(Protocol):
    """Resolves titles and names."""

    def sheet(self, title: str) -> Sheet | None:
        """The sheet of this title."""

    def named(self, name: str) -> tuple[Sheet, Box] | None:
        """The area of a named range."""

    def now(self) -> datetime:
        """The current time in the spreadsheet's time zone."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function: its name, its number of arguments, and the form in which it gets them.

    *work* gets the context and the arguments: as nodes if *lazy*, otherwise as values. With *each*, it takes single
    values and is applied to each value of an array. With *arrays*, its arguments are evaluated as in an array formula.
    *steps* is the cost of one call.
    """

    name: str
    work: Callable[..., Any]
    least: int
    most: int | None
    lazy: bool = False
    each: bool = False
    arrays: bool = False
    steps: int = 1


@dataclass(frozen=True, slots=True)
class Lambda:
    """A function created by a formula: its parameters in lower case, its body, and the names it can use."""

    parameters: tuple[str, ...]
    body: Node
    bound: Mapping[str, Any]


@dataclass(slots=True)
class Context:
    """The cell for which a formula is evaluated; *arrays* is true within an array formula.

    *bound* holds the names that LET and LAMBDA give to values, in lower case. *also_read* holds the areas that the
    formula has read by a computed address (INDIRECT, OFFSET), each with the id of its sheet.
    """

    sheet: Sheet
    row: int
    column: int
    names: Names
    functions: dict[str, Function]
    arrays: bool = False
    cache: AreaCache | None = None
    budget: Budget = field(default_factory=Budget)
    bound: Mapping[str, Any] = field(default_factory=dict)
    also_read: list[tuple[int, Box]] = field(default_factory=list)

    def value(self, node: Node) -> Any:
        """Evaluate *node* to a single value or an array. Raises `FormulaError` or `OverBudget`."""
        self.budget.spend()
        return _KINDS[node.__class__](self, node)

    def one(self, node: Node) -> Any:
        """Evaluate *node* to a single value, or to an array within an array formula. Raises `FormulaError`."""
        return self.single(self.value(node))

    def single(self, value: Any) -> Any:
        """Reduce *value* to a single one; an area to the cell in line with the formula. Raises `FormulaError`."""
        if isinstance(value, Area | Array):
            if self.arrays and (value.height > 1 or value.width > 1):
                return value
            value = self._in_line(value)
        if value.__class__ is CellError:
            raise FormulaError(value)
        return value

    def scalar(self, value: Any) -> Any:
        """Reduce *value* to a single one, even within an array formula, where the first counts. Raises
        `FormulaError`.
        """
        value = self.single(value)
        value = value.at(0, 0) if isinstance(value, Area | Array) else value
        if value.__class__ is CellError:
            raise FormulaError(value)
        return value

    def _in_line(self, value: Many) -> Any:
        if value.height == 1 and value.width == 1:
            return value.at(0, 0)
        if isinstance(value, Array):
            return value.at(0, 0)
        if value.width == 1 and value.box.top <= self.row < value.box.top + value.height:
            return value.at(self.row - value.box.top, 0)
        if value.height == 1 and value.box.left <= self.column < value.box.left + value.width:
            return value.at(0, self.column - value.box.left)
        raise formula_error("VALUE", "An array value could not be found.")

    def area(self, node: Reference) -> Area:
        """Return the cells of a reference. Open ends reach to the end of the sheet. Raises `FormulaError`."""
        sheet = self.sheet if node.title is None else self.names.sheet(node.title)
        if sheet is None:
            raise formula_error("REF", f"Unresolved sheet name '{node.title}'.")
        rows, columns = sheet.size
        area = node.area.within(rows, columns)
        if area.top >= rows or area.left >= columns or (area.bottom or 0) > rows or (area.right or 0) > columns:
            if node.area.bottom is not None and node.area.right is not None and node.single:
                raise formula_error("REF", "Reference does not exist.")
            area = Box(area.top, area.left, min(area.bottom or 0, rows), min(area.right or 0, columns))
        return Area(sheet, area, self.cache, self.budget)

    def computed_area(self, area: Area) -> Area:
        """Return *area* after noting that the formula reads it: its computed address is known only now."""
        self.also_read.append((area.sheet.id, area.box))
        return area

    def with_names(self, names: Mapping[str, Any], node: Node) -> Any:
        """Evaluate *node* with *names* bound and no others. Raises `FormulaError`."""
        before, self.bound = self.bound, names
        try:
            return self.value(node)
        finally:
            self.bound = before

    def call(self, function: Any, values: Sequence[Any]) -> Any:
        """Call a `Lambda` with values, which may be arrays. Raises `FormulaError`."""
        if not isinstance(function, Lambda):
            raise formula_error("VALUE", "The last argument must be a LAMBDA.")
        if len(values) != len(function.parameters):
            wanted = len(function.parameters)
            raise formula_error(
                "N_A",
                f"Wrong number of arguments to LAMBDA. Expected {wanted} arguments, but got {len(values)} arguments.",
            )
        self.budget.spend(1 + len(values))
        return self.with_names({**function.bound, **dict(zip(function.parameters, values, strict=True))}, function.body)

    def with_arrays(self, node: Node) -> Any:
        """Evaluate *node* as within an array formula. Raises `FormulaError`."""
        before, self.arrays = self.arrays, True
        try:
            return self.value(node)
        finally:
            self.arrays = before


FAILED = CellError("ERROR", "Internal error encountered.")
UNCALLED = CellError("N_A", "A LAMBDA function must be called.")


def evaluate(node: Node, context: Context) -> Any:
    """Return the result of a whole formula: a single value (None, number, text, boolean, `CellError`) or an `Array`."""
    try:
        result = context.value(node)
        if isinstance(result, Lambda):
            return UNCALLED
        if isinstance(result, Area) and isinstance(node, Call):
            result = Array(result.rows())  # a call shows its area whole, a reference the cell in line with the formula
        if isinstance(result, Array):
            return Array([[_checked_number(value) for value in line] for line in result.rows()])
        return _checked_number(context.single(result))
    except FormulaError as error:
        return error.error
    except OverBudget:
        return OVER_BUDGET
    except (OverflowError, RecursionError):
        return CellError("NUM", "The number is too large.")
    except Exception:  # a bug of ours: it must not make the document unreadable
        logger.exception("a formula failed")
        return FAILED


def _checked_number(value: Any) -> Any:
    if value.__class__ is float and (math.isinf(value) or math.isnan(value)):
        return CellError("NUM", "The number is too large.")
    return value


# -- nodes -------------------------------------------------------------------------------------------------------------


def _literal(_context: Context, node: Literal) -> Any:
    if isinstance(node.value, CellError):
        raise FormulaError(node.value)
    return node.value


def _reference(context: Context, node: Reference) -> Any:
    return context.area(node)


def _name(context: Context, node: Name) -> Any:
    name = node.name.lower()
    if name in context.bound:
        return context.bound[name]
    target = context.names.named(node.name)
    if target is None:
        raise formula_error("NAME", f"Unknown range name: '{node.name.upper()}'.")
    return Area(*target, context.cache, context.budget)


def _call(context: Context, node: Call) -> Any:
    function = context.functions.get(node.name.upper())
    if function is None:
        bound = context.bound.get(node.name.lower())
        if isinstance(bound, Lambda):
            return context.call(bound, [context.value(argument) for argument in node.arguments])
        raise formula_error("NAME", f"Unknown function: '{node.name}'.")
    _check_count(function, len(node.arguments))
    if function.lazy:
        return function.work(context, *node.arguments)
    if function.arrays:
        values = [context.with_arrays(argument) for argument in node.arguments]
        context.budget.spend(sum(each.height * each.width for each in values if each.__class__ is Array))
        return function.work(context, *values)
    if function.each:
        return for_each(context, function.work, [context.one(argument) for argument in node.arguments], function.steps)
    values = [context.value(argument) for argument in node.arguments]
    context.budget.spend(sum(each.height * each.width for each in values if each.__class__ is Array))
    return function.work(context, *values)


def _application(context: Context, node: Application) -> Any:
    return context.call(context.value(node.called), [context.value(argument) for argument in node.arguments])


def _check_count(function: Function, count: int) -> None:
    if function.least <= count and (function.most is None or count <= function.most):
        return
    if function.least == function.most:
        wanted = f"Expected {function.least} arguments"
    elif count < function.least:
        wanted = f"Expected at least {function.least} arguments"
    else:
        wanted = f"Expected between {function.least} and {function.most} arguments"
    raise formula_error("N_A", f"Wrong number of arguments to {function.name}. {wanted}, but got {count} arguments.")


def for_each(context: Context, work: Callable[..., Any], values: list[Any], steps: int = 1) -> Any:
    """Call *work*, which costs *steps*, with single values, or once for each position if some values are arrays."""
    if not any(isinstance(value, Area | Array) for value in values):
        return _applied(context, work, values, steps)
    parts = [many(value) for value in values]
    height, width = max(part.height for part in parts), max(part.width for part in parts)
    context.budget.spend(height * width)  # before the rows are made
    rows = [part.rows() for part in parts]
    return Array(
        [[_one_of(context, work, rows, (row, column), steps) for column in range(width)] for row in range(height)]
    )


def _one_of(
    context: Context, work: Callable[..., Any], parts: list[list[list[Any]]], place: tuple[int, int], steps: int
) -> Any:
    try:
        return _applied(context, work, [_broadcast(rows, *place) for rows in parts], steps)
    except FormulaError as error:
        return error.error


def _applied(context: Context, work: Callable[..., Any], values: list[Any], steps: int) -> Any:
    """Call *work* with single values. Long texts cost more."""
    for value in values:
        if value.__class__ is str:
            steps += TEXT_STEPS + len(value) // CHARACTERS
    context.budget.spend(steps)
    result = work(context, *values)
    if result.__class__ is str:
        context.budget.spend(len(result) // CHARACTERS)
    return result


def _broadcast(rows: list[list[Any]], row: int, column: int) -> Any:
    """Return a value of an array. A single row or column is repeated. Raises `FormulaError`."""
    line = rows[0] if len(rows) == 1 else rows[row] if row < len(rows) else None
    if line is not None and (len(line) == 1 or column < len(line)):
        value = line[0] if len(line) == 1 else line[column]
        if value.__class__ is CellError:
            raise FormulaError(value)
        return value
    raise formula_error("N_A", "An array value could not be found.")


def _braces(context: Context, node: Braces) -> Any:
    rows: list[list[Any]] = []
    for row in node.rows:
        parts = [many(_value_or_error(context, item)) for item in row]
        context.budget.spend(sum(part.height * part.width for part in parts))
        height = parts[0].height
        if any(part.height != height for part in parts):
            raise formula_error("REF", "Function ARRAY_ROW parameter 2 has mismatched row size.")
        lines = [part.rows() for part in parts]
        rows.extend([value for part in lines for value in part[at]] for at in range(height))
    if any(len(line) != len(rows[0]) for line in rows):
        raise formula_error("VALUE", "In ARRAY_LITERAL, an Array Literal was missing values for one or more rows.")
    return Array(rows)


def _value_or_error(context: Context, node: Node) -> Any:
    try:
        return context.value(node)
    except FormulaError as error:
        return error.error


def _binary(context: Context, node: Binary) -> Any:
    # a long sum nests to the left: iterate instead of recursing
    chain = [node]
    while isinstance(chain[-1].left, Binary):
        chain.append(chain[-1].left)
    value = context.one(chain[-1].left)
    for each in reversed(chain):
        right = context.one(each.right)
        value = for_each(context, SIGNS[each.sign], [value, right])
    return value


def _unary(context: Context, node: Unary) -> Any:
    return for_each(context, PREFIXES[node.sign], [context.one(node.value)])


_KINDS: dict[type, Callable[[Context, Any], Any]] = {
    Literal: _literal,
    Reference: _reference,
    Name: _name,
    Call: _call,
    Application: _application,
    Unary: _unary,
    Binary: _binary,
    Braces: _braces,
}
