"""Functions that look up cells or describe their position."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area, Array, Line, Many, many
from sheets_gm.localsheets.spreadsheet.calculation.coercion import (
    as_boolean,
    as_text,
    as_whole,
    formula_error,
)
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context, for_each
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import (
    array_context,
    elementwise,
    lazy,
    with_ranges,
)
from sheets_gm.localsheets.spreadsheet.calculation.functions.criteria import find_position, key_not_found, position
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Node, Reference
from sheets_gm.localsheets.spreadsheet.model.a1 import column_letters, quote_title


def _column(held: Many, at: int) -> Line:
    return held.part(0, at, held.height, 1).line()


def _row(held: Many, at: int) -> Line:
    return held.part(at, 0, 1, held.width).line()


def _looked_up(context: Context, name: str, key: Any, held: Many, index: Any, inexact: Any) -> Any:
    across = name == "HLOOKUP"
    at = as_whole(context.scalar(index), name, 3)
    if at < 1:
        raise formula_error(
            "VALUE", f"Function {name} parameter 3 value is {at}. It should be greater than or equal to 1."
        )
    if at > (held.height if across else held.width):
        raise formula_error("REF", f"{name} evaluates to an out of bounds range.")
    if key is None:
        raise key_not_found(key, name)
    if isinstance(held, Array):
        context.budget.spend(held.width if across else held.height)  # for the line that is searched
    nearest = as_boolean(context.scalar(inexact), name, 4)
    place = find_position(
        context, key, _row(held, 0) if across else _column(held, 0), inexact=int(nearest), function=name
    )
    return held.part(at - 1, place, 1, 1) if across else held.part(place, at - 1, 1, 1)


def _keys(name: str) -> Any:
    """Wrap a lookup for one key so that it accepts several keys within an array formula."""

    def work(context: Context, key: Any, held: Any, index: Any, inexact: Any = True) -> Any:
        keys = context.single(key)
        if not isinstance(keys, Area | Array):
            return _looked_up(context, name, keys, many(held), index, inexact)
        return for_each(
            context, lambda _, each: context.scalar(_looked_up(context, name, each, many(held), index, inexact)), [keys]
        )

    return work


def _match(context: Context, key: Any, held: Any, kind: Any = 1.0) -> Any:
    area = many(held)
    if area.height > 1 and area.width > 1:
        raise formula_error("N_A", "MATCH range must be a single row or a single column.")
    line = _row(area, 0) if area.height == 1 else _column(area, 0)
    wanted = as_whole(context.scalar(kind), "MATCH", 3)
    inexact = (wanted > 0) - (wanted < 0)

    def one(_context: Context, sought: Any) -> float:
        return 1.0 + find_position(context, sought, line, inexact=inexact, function="MATCH")

    return for_each(context, one, [context.single(key)])


def _index(context: Context, held: Any, row: Any = None, column: Any = None) -> Any:
    area = many(held)
    down, across = as_whole(context.scalar(row), "INDEX", 2), as_whole(context.scalar(column), "INDEX", 3)
    if column is None and area.height == 1 and area.width > 1:
        down, across = 0, down
    for at, size, what in ((down, area.height, 2), (across, area.width, 3)):
        if not 0 <= at <= size:
            raise formula_error(
                "NUM",
                f"Function INDEX parameter {what} value is {at}. Valid values are between 0 and {size} inclusive.",
            )
    top, height = (down - 1, 1) if down else (0, area.height)
    left, width = (across - 1, 1) if across else (0, area.width)
    return area.part(top, left, height, width)


def _lookup(context: Context, key: Any, held: Any, results: Any = None) -> Any:
    area = many(held)
    tall = area.height >= area.width
    line = _column(area, 0) if tall else _row(area, 0)
    at = find_position(context, context.scalar(key), line, inexact=1, function="LOOKUP")
    if results is None:
        return area.at(at, area.width - 1) if tall else area.at(area.height - 1, at)
    other = many(results)
    return other.at(at, 0) if other.width == 1 else other.at(0, at)


def _xlookup(
    context: Context, key: Any, held: Any, results: Any, otherwise: Any = None, match: Any = 0.0, way: Any = 1.0
) -> Any:
    area, other = many(held), many(results)
    down = area.width == 1
    at = _sought(context, key, area, match, way, "XLOOKUP")
    if at is None:
        if otherwise is None:
            raise key_not_found(context.scalar(key), "XLOOKUP")
        return otherwise
    return other.part(at, 0, 1, other.width) if down else other.part(0, at, other.height, 1)


def _xmatch(context: Context, key: Any, held: Any, match: Any = 0.0, way: Any = 1.0) -> float:
    at = _sought(context, key, many(held), match, way, "XMATCH")
    if at is None:
        raise key_not_found(context.scalar(key), "XMATCH")
    return at + 1.0


def _sought(context: Context, key: Any, held: Many, match: Any, way: Any, function: str) -> int | None:
    """Return where *held*, a single row or column, has a key, by XLOOKUP's match and search modes.

    Raises `FormulaError`.
    """
    if held.height > 1 and held.width > 1:
        raise formula_error("VALUE", f"{function} lookup range must be a single row or a single column.")
    line = _column(held, 0) if held.width == 1 else _row(held, 0)
    first = 5 if function == "XLOOKUP" else 3
    mode, search = as_whole(context.scalar(match), function, first), as_whole(context.scalar(way), function, first + 1)
    if mode not in (-1, 0, 1, 2) or search not in (-2, -1, 1, 2):
        raise formula_error(
            "VALUE", f"{function} needs a match mode of -1, 0, 1 or 2 and a search mode of -2, -1, 1 or 2."
        )
    return position(context, context.scalar(key), line, mode, last=search == -1)


def _line(name: str, rows: bool) -> Any:
    def work(context: Context, node: Node | None = None) -> Any:
        if node is None:
            return float(1 + (context.row if rows else context.column))
        held = context.area(node) if isinstance(node, Reference) else context.value(node)
        if not isinstance(held, Area):
            raise formula_error("N_A", f"Argument to {name} must be a range.")
        first, count = (held.box.top, held.height) if rows else (held.box.left, held.width)
        if context.arrays and count > 1:
            lines = [float(first + 1 + at) for at in range(count)]
            return Array([[line] for line in lines] if rows else [lines])
        return float(first + 1)

    return lazy(name, work, 0, 1)


def _address(_context: Context, row: Any, column: Any, kind: Any = 1.0, a1: Any = True, title: Any = None) -> str:
    down, across, how = as_whole(row, "ADDRESS", 1), as_whole(column, "ADDRESS", 2), as_whole(kind, "ADDRESS", 3)
    if down < 1 or across < 1 or not 1 <= how <= 4:
        raise formula_error("VALUE", "Function ADDRESS needs a row and a column of at least 1, and a kind from 1 to 4.")
    before = "" if title is None else f"{quote_title(as_text(title))}!"
    if not as_boolean(a1, "ADDRESS", 4):
        return f"{before}R{down}C{across}"
    return f"{before}{'$' * (how in (1, 3))}{column_letters(across - 1)}{'$' * (how in (1, 2))}{down}"


FUNCTIONS = (
    with_ranges("VLOOKUP", _keys("VLOOKUP"), 3, 4),
    with_ranges("HLOOKUP", _keys("HLOOKUP"), 3, 4),
    with_ranges("LOOKUP", _lookup, 2, 3),
    with_ranges("XLOOKUP", _xlookup, 3, 6),
    with_ranges("XMATCH", _xmatch, 2, 4),
    with_ranges("MATCH", _match, 2, 3),
    array_context("INDEX", _index, 1, 3),
    _line("ROW", rows=True),
    _line("COLUMN", rows=False),
    with_ranges("ROWS", lambda _, held: float(many(held).height), 1),
    with_ranges("COLUMNS", lambda _, held: float(many(held).width), 1),
    elementwise("ADDRESS", _address, 2, 5),
)
