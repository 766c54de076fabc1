"""The number format that a formula gives to its cell: that of a date function, or of the cells that it reads."""

from __future__ import annotations

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area
from sheets_gm.localsheets.spreadsheet.calculation.budget import OverBudget
from sheets_gm.localsheets.spreadsheet.calculation.coercion import FormulaError
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Binary, Call, Name, Node, Reference, Unary
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet
from sheets_gm.localsheets.spreadsheet.values.number_formats import NumberFormat, is_date
from sheets_gm.localsheets.spreadsheet.values.reading import format_of

_OWN: dict[str, NumberFormat] = {
    **{name: {"type": "DATE"} for name in ("DATE", "TODAY", "EDATE", "EOMONTH", "TO_DATE")},
    "WORKDAY": {"type": "DATE"},
    "TO_PERCENT": {"type": "PERCENT", "pattern": "0.00%"},
    "TO_DOLLARS": {"type": "CURRENCY", "pattern": "$#,##0.00"},
    "NOW": {"type": "DATE_TIME"},
    "TIME": {"type": "TIME"},
}
_FIRST = frozenset(
    (
        "SUM",
        "AVERAGE",
        "MIN",
        "MAX",
        "MEDIAN",
        "MODE",
        "LARGE",
        "SMALL",
        "ABS",
        "ROUND",
        "ROUNDUP",
        "ROUNDDOWN",
        "TRUNC",
        "INT",
        "CEILING",
        "FLOOR",
        "MOD",
        "INDEX",
        "IFERROR",
        "IFNA",
        "ARRAYFORMULA",
        "UNIQUE",
        "SORT",
        "FILTER",
        "TRANSPOSE",
        "FLATTEN",
        "SUMIFS",
        "MINIFS",
        "MAXIFS",
        "AVERAGEIFS",
    )
)
"""Functions whose result takes the format of their first argument."""

_LATER = {"IF": (1, 2), "IFS": (1, 3, 5), "SUMIF": (2, 0), "AVERAGEIF": (2, 0), "CHOOSE": (1, 2), "SWITCH": (2, 3)}
"""Functions whose result takes the format of other arguments."""


def inferred_format(context: Context, node: Node) -> NumberFormat | None:
    """Return the format that *node* implies; None if it implies none or the budget is too small to find out."""
    try:
        context.budget.spend()
    except OverBudget:
        return None
    if isinstance(node, Reference | Name):
        return _of_cells(context, node)
    if isinstance(node, Unary):
        return None if node.sign == "%" else inferred_format(context, node.value)
    if isinstance(node, Binary):
        return _of_signs(context, node)
    if isinstance(node, Call):
        return _of_call(context, node)
    return None


def _of_call(context: Context, node: Call) -> NumberFormat | None:
    name, held = node.name.upper(), node.arguments
    if name in _OWN:
        return _OWN[name]
    if name in ("VLOOKUP", "HLOOKUP", "XLOOKUP", "LOOKUP"):
        return _of_found(context, node)
    for at in (0,) if name in _FIRST else _LATER.get(name, ()):
        number_format = inferred_format(context, held[at]) if at < len(held) else None
        if number_format is not None:
            return number_format
    return None


def _of_found(context: Context, node: Call) -> NumberFormat | None:
    """Return the format of the cell that a lookup finds."""
    try:
        result = context.functions[node.name.upper()].work(context, *[context.value(each) for each in node.arguments])
    except (FormulaError, OverBudget):
        return None
    return _at(result.sheet, result.box.top, result.box.left) if isinstance(result, Area) else None


def _of_cells(context: Context, node: Reference | Name) -> NumberFormat | None:
    """Return the format of the first cell."""
    try:
        area = context.value(node)
    except (FormulaError, OverBudget):
        return None
    return _at(area.sheet, area.box.top, area.box.left)


def _at(sheet: Sheet, row: int, column: int) -> NumberFormat | None:
    number_format = format_of(sheet, (row, column), sheet.cells.get((row, column), {}))
    return None if number_format and number_format.get("type") == "TEXT" else number_format


def _of_signs(context: Context, node: Binary) -> NumberFormat | None:
    if node.sign not in "+-*/":
        return None
    chain: list[Binary] = [node]
    while isinstance(chain[-1].left, Binary) and chain[-1].left.sign in "+-*/":
        chain.append(chain[-1].left)
    number_format = inferred_format(context, chain[-1].left)
    for each in reversed(chain):
        number_format = _of_two(each.sign, number_format, inferred_format(context, each.right))
    return number_format


def _of_two(sign: str, left: NumberFormat | None, right: NumberFormat | None) -> NumberFormat | None:
    if sign in "+-":
        # the difference of two dates is a plain number
        return None if sign == "-" and is_date(left) and is_date(right) else left or right
    if is_date(left) or is_date(right) or (sign == "/" and right is not None):
        return None
    return left or right


def column_formats(context: Context, node: Node, width: int) -> list[NumberFormat | None]:
    """Return the formats that an array implies for its columns."""
    source = node
    while isinstance(source, Call) and source.name.upper() in _FIRST and source.arguments:
        source = source.arguments[0]
    if isinstance(source, Reference):
        try:
            area = context.area(source)
        except (FormulaError, OverBudget):
            return [None] * width
        if area.width == width and area.height:
            return [_at(area.sheet, area.box.top, area.box.left + at) for at in range(width)]
    return [inferred_format(context, node)] * width
