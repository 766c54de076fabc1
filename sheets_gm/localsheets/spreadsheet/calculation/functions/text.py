"""Text functions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area, Array
from sheets_gm.localsheets.spreadsheet.calculation.coercion import (
    as_boolean,
    as_number,
    as_text,
    as_whole,
    formula_error,
    typed_number,
)
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import TEXT_STEPS, Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import (
    elementwise,
    values_without_errors,
    with_ranges,
)
from sheets_gm.localsheets.spreadsheet.calculation.functions.criteria import WILDCARDS, wildcard_pattern
from sheets_gm.localsheets.spreadsheet.calculation.operators import concatenate
from sheets_gm.localsheets.spreadsheet.values.number_formats import format_by_pattern
from sheets_gm.localsheets.spreadsheet.values.number_patterns import LONGEST_PATTERN
from sheets_gm.localsheets.spreadsheet.values.patterns import folded
from sheets_gm.localsheets.spreadsheet.values.writing import MOST_CHARACTERS

_LONGEST = 32_000


def _plain(work: Callable[[str], Any]) -> Callable[..., Any]:
    return lambda _context, value: work(as_text(value))


def _trim(text: str) -> str:
    return re.sub(" +", " ", text.strip(" "))


def _count(value: Any, name: str, parameter: int = 2) -> int:
    count = as_whole(value, name, parameter)
    if count < 0:
        raise formula_error(
            "VALUE", f"Function {name} parameter {parameter} value is {count}. It should be greater than or equal to 0."
        )
    return count


def _start(value: Any, name: str, parameter: int) -> int:
    start = as_whole(value, name, parameter)
    if start < 1:
        raise formula_error(
            "VALUE", f"Function {name} parameter {parameter} value is {start}. It should be greater than or equal to 1."
        )
    return start


def _left(_context: Context, value: Any, count: Any = 1.0) -> str:
    return as_text(value)[: _count(count, "LEFT")]


def _right(_context: Context, value: Any, count: Any = 1.0) -> str:
    text = as_text(value)
    return text[max(0, len(text) - _count(count, "RIGHT")) :]


def _mid(_context: Context, value: Any, start: Any, count: Any) -> str:
    first = _start(start, "MID", 2) - 1
    return as_text(value)[first : first + _count(count, "MID", 3)]


def _rept(_context: Context, value: Any, count: Any) -> str:
    text, times = as_text(value), _count(count, "REPT")
    if len(text) * times > _LONGEST:
        raise formula_error("VALUE", f"Text result of REPT is longer than the limit of {_LONGEST} characters.")
    return text * times


def _concatenate(_context: Context, *values: Any) -> str:
    return concatenate(*map(as_text, values_without_errors(values)))


def _join(_context: Context, mark: Any, *values: Any) -> str:
    held: list[str] = []
    for value in values:
        if isinstance(value, Area | Array):
            if value.height > 1 and value.width > 1:
                raise formula_error("VALUE", "JOIN range must be a single row or a single column.")
            held.extend(as_text(one) for row in value.rows() for one in row)
        else:
            held.append(as_text(value))
    between = as_text(mark.at(0, 0) if isinstance(mark, Area | Array) else mark)
    return concatenate(*held, mark=between)


def _textjoin(context: Context, mark: Any, ignore: Any, *values: Any) -> str:
    held: list[str] = []
    for value in values:
        rows = value.rows() if isinstance(value, Area | Array) else [[value]]
        held.extend(as_text(one) for row in rows for one in row)
    if as_boolean(context.scalar(ignore), "TEXTJOIN", 2):
        held = [text for text in held if text]
    return concatenate(*held, mark=as_text(context.scalar(mark)))


def _split(context: Context, value: Any, marks: Any, each_sign: Any = True, drop: Any = True) -> Any:
    text, signs = as_text(value), as_text(marks)
    if not signs:
        raise formula_error("VALUE", "Function SPLIT parameter 2 value should be non-empty.")
    if not text:
        raise formula_error("VALUE", "Function SPLIT parameter 1 value should be non-empty.")
    pattern = f"[{re.escape(signs)}]" if as_boolean(each_sign, "SPLIT", 3) else re.escape(signs)
    parts = [part for part in re.split(pattern, text) if part or not as_boolean(drop, "SPLIT", 4)]
    context.budget.spend(TEXT_STEPS * len(parts))
    values: list[Any] = []
    for part in parts or [""]:
        number = typed_number(part) if part else None
        values.append(part if number is None else number)
    return Array([values])


def _substitute(_context: Context, value: Any, old: Any, new: Any, which: Any = None) -> str:
    text, sought, given = as_text(value), as_text(old), as_text(new)
    if not sought:
        return text
    if which is None:
        if len(text) + text.count(sought) * max(0, len(given) - len(sought)) > MOST_CHARACTERS:
            raise formula_error(
                "VALUE", f"Text result of SUBSTITUTE is longer than the limit of {MOST_CHARACTERS} characters."
            )
        return text.replace(sought, given)
    parts = text.split(sought)
    nth = _start(which, "SUBSTITUTE", 4)
    if nth >= len(parts):
        return text
    return sought.join(parts[:nth]) + given + sought.join(parts[nth:])


def _replace(_context: Context, value: Any, start: Any, count: Any, new: Any) -> str:
    text, first = as_text(value), _start(start, "REPLACE", 2) - 1
    return concatenate(text[:first], as_text(new), text[first + _count(count, "REPLACE", 3) :])


def _find(_context: Context, sought: Any, value: Any, start: Any = 1.0) -> float:
    wanted, text, first = as_text(sought), as_text(value), _start(start, "FIND", 3)
    at = text.find(wanted, first - 1)
    if at < 0:
        raise formula_error("VALUE", f"In FIND evaluation, cannot find '{wanted}' within '{text}'.")
    return at + 1.0


def _search(_context: Context, sought: Any, value: Any, start: Any = 1.0) -> float:
    wanted, text, first = as_text(sought), as_text(value), _start(start, "SEARCH", 3)
    sought_text = wanted.rstrip("*")
    if any(sign in sought_text for sign in WILDCARDS):
        at = wildcard_pattern(sought_text).search(text, first - 1)
    else:
        at = folded(text).find(folded(sought_text), first - 1)
    if at is None or at < 0:
        raise formula_error("VALUE", f"In SEARCH evaluation, cannot find '{wanted}' within '{text}'.")
    return at + 1.0


def _text(_context: Context, value: Any, pattern: Any) -> str:
    if isinstance(value, str):
        number = typed_number(value)
        value = value if number is None else number
    elif value is None:
        value = 0
    if isinstance(value, bool):
        return as_text(value)
    format_pattern = as_text(pattern)
    if len(format_pattern) > LONGEST_PATTERN:
        raise formula_error(
            "VALUE", f"Function TEXT parameter 2 is longer than the limit of {LONGEST_PATTERN} characters."
        )
    return format_by_pattern(value, format_pattern)


def _value(_context: Context, value: Any) -> float:
    if isinstance(value, str) and typed_number(value) is None:
        raise formula_error("VALUE", f"VALUE parameter '{value}' cannot be parsed to number.")
    return as_number(value, "VALUE")


def _hyperlink(_context: Context, url: Any, label: Any = None) -> Any:
    return as_text(url) if label is None else label


def _char(name: str) -> Callable[..., str]:
    def work(_context: Context, value: Any) -> str:
        code = as_whole(value, name)
        if not 1 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            raise formula_error("NUM", f"Function {name} parameter 1 value {code} is out of range.")
        return chr(code)

    return work


def _code(name: str) -> Callable[..., float]:
    def work(_context: Context, value: Any) -> float:
        text = as_text(value)
        if not text:
            raise formula_error("VALUE", f"Function {name} parameter 1 value should be non-empty.")
        return float(ord(text[0]))

    return work


FUNCTIONS = (
    elementwise("UPPER", _plain(str.upper), 1),
    elementwise("LOWER", _plain(str.lower), 1),
    elementwise("PROPER", _plain(lambda text: re.sub(r"[^\W\d_]+", lambda match: match[0].capitalize(), text)), 1),
    elementwise("TRIM", _plain(_trim), 1),
    elementwise("CLEAN", _plain(lambda text: "".join(sign for sign in text if sign >= " ")), 1),
    elementwise("LEN", _plain(lambda text: float(len(text))), 1),
    elementwise("LEFT", _left, 1, 2),
    elementwise("RIGHT", _right, 1, 2),
    elementwise("MID", _mid, 3),
    elementwise("REPT", _rept, 2),
    elementwise("EXACT", lambda _, left, right: as_text(left) == as_text(right), 2),
    elementwise("SUBSTITUTE", _substitute, 3, 4),
    elementwise("REPLACE", _replace, 4),
    elementwise("FIND", _find, 2, 3),
    elementwise("SEARCH", _search, 2, 3),
    elementwise("TEXT", _text, 2, steps=12),
    elementwise("VALUE", _value, 1),
    elementwise("T", lambda _, value: value if isinstance(value, str) else "", 1),
    *(elementwise(name, _char(name), 1) for name in ("CHAR", "UNICHAR")),
    *(elementwise(name, _code(name), 1) for name in ("CODE", "UNICODE")),
    elementwise("HYPERLINK", _hyperlink, 1, 2),
    elementwise("CONCAT", lambda _, left, right: concatenate(as_text(left), as_text(right)), 2),
    with_ranges("CONCATENATE", _concatenate, 1, None),
    with_ranges("JOIN", _join, 2, None),
    with_ranges("TEXTJOIN", _textjoin, 3, None),
    elementwise("SPLIT", _split, 2, 4),
)
