"""Functions of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal
from secrets import SystemRandom
from typing import Any

from sheets_gm.localsheets.calculation.arrays import many
from sheets_gm.localsheets.calculation.coercion import as_number, as_whole, fault
from sheets_gm.localsheets.calculation.evaluation import Place, power
from sheets_gm.localsheets.calculation.functions.arguments import each, numbers, whole, within
from sheets_gm.localsheets.values.number_formats import EXACT

_LUCK = SystemRandom()


def _rounded(name: str, rounding: str) -> Callable[..., float]:
    def work(_place: Place, value: Any, places: Any = None) -> float:
        number, decimals = as_number(value, name, 1), as_whole(places, name, 2)
        if not math.isfinite(number):
            raise fault("NUM")
        step = Decimal(1).scaleb(-max(-310, min(310, decimals)))
        return float(Decimal(repr(number)).quantize(step, rounding, EXACT)) if abs(decimals) < 300 else number

    return work


def _plain(name: str, work: Callable[[float], float]) -> Callable[..., float]:
    return lambda _place, value: work(as_number(value, name, 1))


def _multiple(name: str, up: bool) -> Callable[..., float]:
    def work(_place: Place, value: Any, factor: Any = 1.0) -> float:
        number, step = as_number(value, name, 1), as_number(factor, name, 2)
        if not step:
            return 0.0
        if number > 0 > step:
            raise fault("NUM", f"Function {name} parameter 2 must be positive when parameter 1 is positive.")
        count = round(number / step, 9)
        return (math.ceil(count) if up else math.floor(count)) * step

    return work


def _sqrt(_place: Place, value: Any) -> float:
    number = as_number(value, "SQRT", 1)
    if number < 0:
        raise fault("NUM", "Function SQRT parameter 1 value is negative. It should be positive or zero.")
    return math.sqrt(number)


def _log(name: str, base: float) -> Callable[..., float]:
    def work(_place: Place, value: Any, other: Any = None) -> float:
        number = as_number(value, name, 1)
        by = base if other is None else as_number(other, name, 2)
        if number <= 0:
            raise fault("NUM", f"Function {name} parameter 1 value is {number:g}. It should be greater than 0.")
        if by <= 0 or by == 1:
            raise fault("NUM", f"Function {name} parameter 2 value is {by:g}. It should be greater than 0 and not 1.")
        return math.log10(number) if by == 10 else math.log(number) / math.log(by)

    return work


def _mod(_place: Place, value: Any, divisor: Any) -> float:
    number, by = as_number(value, "MOD", 1), as_number(divisor, "MOD", 2)
    if not by:
        raise fault("DIVIDE_BY_ZERO", "Function MOD parameter 2 cannot be zero.")
    return number % by


def _quotient(_place: Place, value: Any, divisor: Any) -> float:
    number, by = as_number(value, "QUOTIENT", 1), as_number(divisor, "QUOTIENT", 2)
    if not by:
        raise fault("DIVIDE_BY_ZERO", "Function QUOTIENT parameter 2 cannot be zero.")
    return float(int(number / by))


def _sum(_place: Place, *values: Any) -> float:
    return math.fsum(numbers(values, "SUM"))


def _product(_place: Place, *values: Any) -> float:
    held = list(numbers(values, "PRODUCT"))
    return math.prod(held) if held else 0.0


def _sumproduct(_place: Place, *values: Any) -> float:
    parts = [many(value) for value in values]
    first = parts[0]
    if any((part.height, part.width) != (first.height, first.width) for part in parts):
        raise fault("VALUE", "Function SUMPRODUCT has mismatched range sizes.")
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


def _between(_place: Place, low: Any, high: Any) -> float:
    least, most = math.ceil(as_number(low, "RANDBETWEEN", 1)), math.floor(as_number(high, "RANDBETWEEN", 2))
    if most < least:
        raise fault("NUM", f"Function RANDBETWEEN parameter 2 value is {most}. It should be at least {least}.")
    return float(_LUCK.randint(least, most))


def _even(number: float) -> float:
    return math.copysign(math.ceil(abs(number) / 2) * 2, number)


FUNCTIONS = (
    each("ROUND", _rounded("ROUND", ROUND_HALF_UP), 1, 2),
    each("ROUNDUP", _rounded("ROUNDUP", ROUND_UP), 1, 2),
    each("ROUNDDOWN", _rounded("ROUNDDOWN", ROUND_DOWN), 1, 2),
    each("TRUNC", _rounded("TRUNC", ROUND_DOWN), 1, 2),
    each("INT", _plain("INT", lambda number: float(math.floor(number))), 1),
    each("ABS", _plain("ABS", abs), 1),
    each("SIGN", _plain("SIGN", lambda number: float((number > 0) - (number < 0))), 1),
    each("EXP", _plain("EXP", math.exp), 1),
    each("EVEN", _plain("EVEN", _even), 1),
    each("ISEVEN", _plain("ISEVEN", lambda number: int(number) % 2 == 0), 1),
    each("ISODD", _plain("ISODD", lambda number: int(number) % 2 == 1), 1),
    each("SQRT", _sqrt, 1),
    each("LN", _log("LN", math.e), 1),
    each("LOG", _log("LOG", 10), 1, 2),
    each("LOG10", _log("LOG10", 10), 1),
    each("POW", power, 2),
    each("POWER", power, 2),
    each("MOD", _mod, 2),
    each("QUOTIENT", _quotient, 2),
    each("CEILING", _multiple("CEILING", up=True), 1, 2),
    each("FLOOR", _multiple("FLOOR", up=False), 1, 2),
    whole("PI", lambda _place: math.pi, 0),
    whole("RAND", lambda _place: _LUCK.random(), 0),
    each("RANDBETWEEN", _between, 2),
    whole("SUM", _sum, 1, None),
    whole("PRODUCT", _product, 1, None),
    within("SUMPRODUCT", _sumproduct, 1, None),
)
