"""Functions that join arrays, take parts of them, or rearrange them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Array, Many, Row, many, turned
from sheets_gm.localsheets.spreadsheet.calculation.coercion import as_boolean, as_whole, formula_error
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import array_context
from sheets_gm.localsheets.spreadsheet.calculation.functions.making.sorting import keys_of, sorted_places
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError

NOTHING_THERE = CellError("N_A", "")
"""What fills up the shorter of two arrays."""


def _rows(context: Context, value: Any) -> list[Row]:
    held = many(value)
    context.budget.spend(held.height * held.width)
    return held.rows()


def _stacked(context: Context, values: tuple[Any, ...], *, across: bool) -> Any:
    parts = [turned(rows) if across else rows for rows in (_rows(context, value) for value in values)]
    width = max(len(rows[0]) for rows in parts)
    context.budget.spend(width * sum(map(len, parts)))
    stack = [[*row, *[NOTHING_THERE] * (width - len(row))] for rows in parts for row in rows]
    return Array(turned(stack) if across else stack)


def _line(name: str, *, down: bool) -> Callable[..., Any]:
    """Build TOCOL or TOROW: all values in one line. *kind* 1 leaves out blanks, 2 errors, 3 both."""

    def work(context: Context, value: Any, kind: Any = 0.0, by_column: Any = False) -> Any:
        rows, left_out = _rows(context, value), as_whole(context.scalar(kind), name, 2)
        if not 0 <= left_out <= 3:
            raise formula_error(
                "VALUE", f"Function {name} parameter 2 value is {left_out}. It should be between 0 and 3."
            )
        rows = turned(rows) if as_boolean(context.scalar(by_column), name, 3) else rows
        kept = [
            each
            for row in rows
            for each in row
            if not (left_out & 1 and each is None) and not (left_out & 2 and isinstance(each, CellError))
        ]
        if not kept:
            raise formula_error("N_A", f"{name} has no values.")
        return Array([[each] for each in kept] if down else [kept])

    return work


def _wrapped(name: str, *, by_row: bool) -> Callable[..., Any]:
    """Build WRAPROWS or WRAPCOLS: a line broken into lines of a given number of values."""

    def work(context: Context, value: Any, count: Any, pad: Any = NOTHING_THERE) -> Any:
        held, length = many(value), as_whole(context.scalar(count), name, 2)
        if held.height > 1 and held.width > 1:
            raise formula_error("VALUE", f"Function {name} parameter 1 should be a single row or a single column.")
        if length < 1:
            raise formula_error("NUM", f"Function {name} parameter 2 value is {length}. It should be at least 1.")
        values = [each for row in _rows(context, value) for each in row]
        context.budget.spend(len(values) + length)
        filler = many(pad).at(0, 0)
        lines = [values[at : at + length] for at in range(0, len(values), length)]
        padded_lines = [[*line, *[filler] * (length - len(line))] if len(lines) > 1 else line for line in lines]
        return Array(padded_lines if by_row else turned(padded_lines))

    return work


def _chosen(name: str, *, columns: bool) -> Callable[..., Any]:
    """Build CHOOSECOLS or CHOOSEROWS: lines by their number, counted from the end if negative."""

    def work(context: Context, value: Any, *numbers: Any) -> Any:
        rows = _rows(context, value)
        lines = turned(rows) if columns else rows
        wanted = [as_whole(each, name, 2) for given in numbers for row in many(given).rows() for each in row]
        for at in wanted:
            if not 1 <= abs(at) <= len(lines):
                raise formula_error(
                    "VALUE", f"Function {name} parameter 2 value is {at}. It should be between 1 and {len(lines)}."
                )
        context.budget.spend(len(wanted) * len(lines[0]))
        chosen_lines = [lines[at - 1 if at > 0 else at] for at in wanted]
        return Array(turned(chosen_lines) if columns else chosen_lines)

    return work


def _constrained(context: Context, value: Any, rows: Any, columns: Any) -> Any:
    height = as_whole(context.scalar(rows), "ARRAY_CONSTRAIN", 2)
    width = as_whole(context.scalar(columns), "ARRAY_CONSTRAIN", 3)
    if height < 1 or width < 1:
        raise formula_error("NUM", "Function ARRAY_CONSTRAIN needs at least 1 row and 1 column.")
    held = many(value)
    return Array(_rows(context, held.part(0, 0, min(height, held.height), min(width, held.width))))


def _first_sorted(context: Context, value: Any, count: Any = 1.0, ties: Any = 0.0, *by: Any) -> Any:
    """SORTN: *ties* 1 adds those equal to the last, 2 counts equal rows once, 3 shows all rows of the first
    few values.
    """
    held: Many = many(value)
    most, how = as_whole(context.scalar(count), "SORTN", 2), as_whole(context.scalar(ties), "SORTN", 3)
    if most < 1 or not 0 <= how <= 3:
        raise formula_error("NUM", "Function SORTN needs a number of rows of at least 1, and ties between 0 and 3.")
    rows = _rows(context, held)
    keys = keys_of(rows, held.width, by, "SORTN")
    places = sorted_places(len(rows), keys)
    return Array([rows[at] for at in _counted(places, keys, most, how)])


def _counted(places: list[int], keys: list[tuple[Row, bool]], most: int, how: int) -> Iterator[int]:
    """Yield the first places, counting places with equal keys as SORTN does."""
    kinds: list[list[Any]] = []
    for number, at in enumerate(places):
        key = [values[at] if at < len(values) else None for values, _ in keys]
        again = bool(kinds) and key == kinds[-1]
        if not again:
            kinds.append(key)
        if how == 0 and number >= most:
            return
        if how == 1 and number >= most and not again:
            return
        if how >= 2 and len(kinds) > most:
            return
        if not (how == 2 and again):
            yield at


def _multiplied(context: Context, left: Any, right: Any) -> Any:
    first, second = _rows(context, left), turned(_rows(context, right))
    if len(first[0]) != len(second[0]):
        raise formula_error("VALUE", "Function MMULT has mismatched sizes: columns of the first, rows of the second.")
    context.budget.spend(len(first) * len(second) * len(second[0]))
    if any(not isinstance(each, int | float) or isinstance(each, bool) for row in (*first, *second) for each in row):
        raise formula_error("VALUE", "Function MMULT expects number values.")
    return Array([[float(sum(a * b for a, b in zip(row, line, strict=True))) for line in second] for row in first])


FUNCTIONS = (
    array_context("HSTACK", lambda context, *values: _stacked(context, values, across=True), 1, None),
    array_context("VSTACK", lambda context, *values: _stacked(context, values, across=False), 1, None),
    array_context("TOCOL", _line("TOCOL", down=True), 1, 3),
    array_context("TOROW", _line("TOROW", down=False), 1, 3),
    array_context("WRAPROWS", _wrapped("WRAPROWS", by_row=True), 2, 3),
    array_context("WRAPCOLS", _wrapped("WRAPCOLS", by_row=False), 2, 3),
    array_context("CHOOSECOLS", _chosen("CHOOSECOLS", columns=True), 2, None),
    array_context("CHOOSEROWS", _chosen("CHOOSEROWS", columns=False), 2, None),
    array_context("ARRAY_CONSTRAIN", _constrained, 3),
    array_context("SORTN", _first_sorted, 1, None),
    array_context("MMULT", _multiplied, 2),
)
