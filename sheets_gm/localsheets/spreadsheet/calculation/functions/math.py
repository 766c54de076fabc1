"""Mathematical functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal
from secrets import SystemRandom
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Array, many
from sheets_gm.localsheets.spreadsheet.calculation.coercion import as_number, as_whole, formula_error
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import (
    array_context,
    elementwise,
    numbers,
    with_ranges,
)
from sheets_gm.localsheets.spreadsheet.calculation.operators import power
from sheets_gm.localsheets.spreadsheet.values.number_formats import EXACT

_LUCK = SystemRandom()


def _rounded(name: str, rounding: str) -> Callable[..., float]:
    def work(_context: Context, value: Any, places: Any = None) -> float:
        number, decimals = as_number(value, name, 1), as_whole(places, name, 2)
        if not math.isfinite(number):
            raise formula_error("NUM")
        step = Decimal(1).scaleb(-max(-310, min(310, decimals)))
        return float(Decimal(repr(number)).quantize(step, rounding, EXACT)) if abs(decimals) < 300 else number

    return work


def _plain(name: str, work: Callable[[float], float]) -> Callable[..., float]:
    return lambda _context, value: work(as_number(value, name, 1))


def _multiple(name: str, up: bool) -> Callable[..., float]:
    def work(_context: Context, value: Any, factor: Any = 1.0) -> float:
        number, step = as_number(value, name, 1), as_number(factor, name, 2)
        if not step:
            return 0.0
        if number > 0 > step:
            raise formula_error("NUM", f"Function {name} parameter 2 must be positive when parameter 1 is positive.")
        count = round(number / step, 9)
        return (math.ceil(count) if up else math.floor(count)) * step

    return work


def _sqrt(_context: Context, value: Any) -> float:
    number = as_number(value, "SQRT", 1)
    if number < 0:
        raise formula_error("NUM", "Function SQRT parameter 1 value is negative. It should be positive or zero.")
    return math.sqrt(number)


def _log(name: str, base: float) -> Callable[..., float]:
    def work(_context: Context, value: Any, other: Any = None) -> float:
        number = as_number(value, name, 1)
        by = base if other is None else as_number(other, name, 2)
        if number <= 0:
            raise formula_error("NUM", f"Function {name} parameter 1 value is {number:g}. It should be greater than 0.")
        if by <= 0 or by == 1:
            raise formula_error(
                "NUM", f"Function {name} parameter 2 value is {by:g}. It should be greater than 0 and not 1."
            )
        return math.log10(number) if by == 10 else math.log(number) / math.log(by)

    return work


def _mod(_context: Context, value: Any, divisor: Any) -> float:
    number, by = as_number(value, "MOD", 1), as_number(divisor, "MOD", 2)
    if not by:
        raise formula_error("DIVIDE_BY_ZERO", "Function MOD parameter 2 cannot be zero.")
    return number % by


def _quotient(_context: Context, value: Any, divisor: Any) -> float:
    number, by = as_number(value, "QUOTIENT", 1), as_number(divisor, "QUOTIENT", 2)
    if not by:
        raise formula_error("DIVIDE_BY_ZERO", "Function QUOTIENT parameter 2 cannot be zero.")
    return float(int(number / by))


def _sum(_context: Context, *values: Any) -> float:
    return math.fsum(numbers(values, "SUM"))


def _product(_context: Context, *values: Any) -> float:
    held = list(numbers(values, "PRODUCT"))
    return math.prod(held) if held else 0.0


def _sumproduct(_context: Context, *values: Any) -> float:
    parts = [many(value) for value in values]
    first = parts[0]
    if any((part.height, part.width) != (first.height, first.width) for part in parts):
        raise formula_error("VALUE", "Function SUMPRODUCT has mismatched range sizes.")
    total = [0.0]
    rows = [part.rows() for part in parts]
    for at in range(first.height):
        for across in range(first.width):
            total.append(math.prod(_factor(held[at][across]) for held in rows))
    return math.fsum(total)


def _factor(value: Any) -> float:
    if isinstance(value, str):
        return 0.0
    return as_number(value, "SUMPRODUCT")


def _between(_context: Context, low: Any, high: Any) -> float:
    least, most = math.ceil(as_number(low, "RANDBETWEEN", 1)), math.floor(as_number(high, "RANDBETWEEN", 2))
    if most < least:
        raise formula_error("NUM", f"Function RANDBETWEEN parameter 2 value is {most}. It should be at least {least}.")
    return float(_LUCK.randint(least, most))


def _random_array(context: Context, rows: Any = 1.0, columns: Any = 1.0) -> Any:
    down, across = as_whole(context.scalar(rows), "RANDARRAY", 1), as_whole(context.scalar(columns), "RANDARRAY", 2)
    if down < 1 or across < 1:
        raise formula_error("NUM", "Function RANDARRAY makes at least 1 value.")
    context.budget.spend(down * across)
    return Array([[_LUCK.random() for _ in range(across)] for _ in range(down)])


def _wholes(name: str, values: tuple[Any, ...]) -> list[int]:
    held = [int(number) for number in numbers(values, name)]
    if not held or min(held) < 0:
        raise formula_error("NUM", f"Function {name} needs numbers of at least 0.")
    return held


def _counted(name: str, work: Callable[[int, int], int]) -> Callable[..., float]:
    def done(_context: Context, value: Any, among: Any) -> float:
        total, picked = as_whole(value, name, 1), as_whole(among, name, 2)
        if not 0 <= picked <= total or total > _MOST_COUNTED:
            raise formula_error("NUM", f"Function {name} parameters are out of range.")
        return float(work(total, picked))

    return done


_MOST_COUNTED = 1000
"""The largest number whose choices or arrangements are counted: they have some 2,500 digits."""


def _factorial(_context: Context, value: Any) -> float:
    number = as_whole(value, "FACT", 1)
    if not 0 <= number <= 170:
        raise formula_error("NUM", f"Function FACT parameter 1 value is {number}. It should be between 0 and 170.")
    return float(math.factorial(number))


def _nearest(_context: Context, value: Any, factor: Any) -> float:
    number, step = as_number(value, "MROUND", 1), as_number(factor, "MROUND", 2)
    if number * step < 0:
        raise formula_error("NUM", "Parameters of MROUND must have the same sign.")
    return math.floor(round(number / step, 9) + 0.5) * step if step else 0.0


def _within(name: str, work: Callable[[float], float], least: float, most: float) -> Callable[..., float]:
    def done(_context: Context, value: Any) -> float:
        number = as_number(value, name, 1)
        if not least <= number <= most:
            raise formula_error(
                "NUM", f"Function {name} parameter 1 value is {number:g}. It should be between {least:g} and {most:g}."
            )
        return work(number)

    return done


def _angle(_context: Context, x: Any, y: Any) -> float:
    across, up = as_number(x, "ATAN2", 1), as_number(y, "ATAN2", 2)
    if not across and not up:
        raise formula_error("DIVIDE_BY_ZERO", "Evaluation of function ATAN2 caused a divide by zero error.")
    return math.atan2(up, across)


def _even(number: float) -> float:
    return math.copysign(math.ceil(abs(number) / 2) * 2, number)


_OF_ANGLES = (math.sin, math.cos, math.tan, math.atan, math.sinh, math.cosh, math.tanh, math.degrees, math.radians)

FUNCTIONS = (
    elementwise("ROUND", _rounded("ROUND", ROUND_HALF_UP), 1, 2, steps=8),
    elementwise("ROUNDUP", _rounded("ROUNDUP", ROUND_UP), 1, 2, steps=8),
    elementwise("ROUNDDOWN", _rounded("ROUNDDOWN", ROUND_DOWN), 1, 2, steps=8),
    elementwise("TRUNC", _rounded("TRUNC", ROUND_DOWN), 1, 2, steps=8),
    elementwise("INT", _plain("INT", lambda number: float(math.floor(number))), 1),
    elementwise("ABS", _plain("ABS", abs), 1),
    elementwise("SIGN", _plain("SIGN", lambda number: float((number > 0) - (number < 0))), 1),
    elementwise("EXP", _plain("EXP", math.exp), 1),
    elementwise("EVEN", _plain("EVEN", _even), 1),
    elementwise("ISEVEN", _plain("ISEVEN", lambda number: int(number) % 2 == 0), 1),
    elementwise("ISODD", _plain("ISODD", lambda number: int(number) % 2 == 1), 1),
    elementwise("SQRT", _sqrt, 1),
    elementwise("LN", _log("LN", math.e), 1),
    elementwise("LOG", _log("LOG", 10), 1, 2),
    elementwise("LOG10", _log("LOG10", 10), 1),
    elementwise("POW", power, 2),
    elementwise("POWER", power, 2),
    elementwise("MOD", _mod, 2),
    elementwise("QUOTIENT", _quotient, 2),
    elementwise("CEILING", _multiple("CEILING", up=True), 1, 2),
    elementwise("FLOOR", _multiple("FLOOR", up=False), 1, 2),
    with_ranges("PI", lambda _context: math.pi, 0),
    with_ranges("RAND", lambda _context: _LUCK.random(), 0),
    elementwise("RANDBETWEEN", _between, 2),
    with_ranges("RANDARRAY", _random_array, 0, 2),
    elementwise("FACT", _factorial, 1),
    elementwise("COMBIN", _counted("COMBIN", math.comb), 2),
    elementwise("PERMUT", _counted("PERMUT", math.perm), 2),
    elementwise("MROUND", _nearest, 2),
    with_ranges("GCD", lambda _, *values: float(math.gcd(*_wholes("GCD", values))), 1, None),
    with_ranges("LCM", lambda _, *values: float(math.lcm(*_wholes("LCM", values))), 1, None),
    with_ranges("SUMSQ", lambda _, *values: math.fsum(each * each for each in numbers(values, "SUMSQ")), 1, None),
    *(elementwise(work.__name__.upper(), _plain(work.__name__.upper(), work), 1) for work in _OF_ANGLES),
    elementwise("ASIN", _within("ASIN", math.asin, -1, 1), 1),
    elementwise("ACOS", _within("ACOS", math.acos, -1, 1), 1),
    elementwise("ATAN2", _angle, 2),
    with_ranges("SUM", _sum, 1, None),
    with_ranges("PRODUCT", _product, 1, None),
    array_context("SUMPRODUCT", _sumproduct, 1, None),
)
