"""Functions that test or convert kinds of values, and the operators of formulas as named functions."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area
from sheets_gm.localsheets.spreadsheet.calculation.coercion import as_number, as_text, as_whole, formula_error
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context, Function
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import elementwise, lazy, with_ranges
from sheets_gm.localsheets.spreadsheet.calculation.operators import PREFIXES, SIGNS
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Node, Reference
from sheets_gm.localsheets.spreadsheet.values.number_formats import is_date
from sheets_gm.localsheets.spreadsheet.values.reading import format_of
from sheets_gm.localsheets.spreadsheet.values.user_entered import moment

_ADDRESS = re.compile(r"[\w.+%-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
_LINK = re.compile(r"(?:(?:https?|ftp)://)?(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}(?::\d+)?(?:[/?#]\S*)?|mailto:\S+@\S+")
_ROMAN = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")),
    *((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def _is_date(context: Context, node: Node) -> bool:
    value = context.value(node)
    if isinstance(value, Area) and value.height == value.width == 1:
        place = (value.box.top, value.box.left)
        if is_date(format_of(value.sheet, place, value.sheet.cells.get(place, {}))):
            return True
    one = context.scalar(value)
    return isinstance(one, str) and moment(one.strip()) is not None


def _is_formula(context: Context, node: Node) -> bool:
    if not isinstance(node, Reference):
        raise formula_error("N_A", "Argument must be a range.")
    box = (area := context.area(node)).box
    return "formulaValue" in area.sheet.cells.get((box.top, box.left), {}).get("userEnteredValue", {})


def _is_reference(context: Context, node: Node) -> bool:
    return isinstance(context.value(node), Area)


def _roman(_context: Context, value: Any) -> str:
    number, numeral = as_whole(value, "ROMAN"), ""
    if not 1 <= number <= 3999:
        raise formula_error("VALUE", f"Function ROMAN parameter 1 value is {number}. It should be between 1 and 3999.")
    for size, sign in _ROMAN:
        count, number = divmod(number, size)
        numeral += sign * count
    return numeral


def _arabic(_context: Context, value: Any) -> float:
    text, total = as_text(value).strip().upper(), 0
    left = text
    for size, sign in _ROMAN:
        while left.startswith(sign):
            total, left = total + size, left[len(sign) :]
    if left:
        raise formula_error("VALUE", f"Function ARABIC parameter 1 value '{text}' is not a Roman numeral.")
    return float(total)


def _number(_context: Context, value: Any) -> Any:
    return value if isinstance(value, str) else as_number(value)


_NAMES = {
    "+": "ADD", "-": "MINUS", "*": "MULTIPLY", "/": "DIVIDE",
    "=": "EQ", "<>": "NE", "<": "LT", "<=": "LTE", ">": "GT", ">=": "GTE",
}  # fmt: skip
_OF_ONE = {"-": "UMINUS", "+": "UPLUS", "%": "UNARY_PERCENT"}

_SIGNS: tuple[Function, ...] = (
    *(elementwise(name, SIGNS[sign], 2) for sign, name in _NAMES.items()),
    *(elementwise(name, PREFIXES[sign], 1) for sign, name in _OF_ONE.items()),
)

FUNCTIONS = (
    *_SIGNS,
    lazy("ISDATE", _is_date, 1),
    lazy("ISFORMULA", _is_formula, 1),
    lazy("ISREF", _is_reference, 1),
    elementwise("ISEMAIL", lambda _, value: isinstance(value, str) and bool(_ADDRESS.fullmatch(value)), 1),
    elementwise("ISURL", lambda _, value: isinstance(value, str) and bool(_LINK.fullmatch(value)), 1),
    elementwise("TO_TEXT", lambda _, value: None if value is None else as_text(value), 1),
    *(elementwise(name, _number, 1) for name in ("TO_PURE_NUMBER", "TO_PERCENT", "TO_DOLLARS")),
    elementwise("ENCODEURL", lambda _, value: quote(as_text(value), safe="-_.~"), 1),
    elementwise("ROMAN", _roman, 1),
    elementwise("ARABIC", _arabic, 1),
    with_ranges("SINGLE", lambda context, value: context.scalar(value), 1),
)
