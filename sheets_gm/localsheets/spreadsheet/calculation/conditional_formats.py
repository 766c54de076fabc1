"""Conditional formats: which rule applies to a cell, and with which format (`conditionalFormats` of a sheet).

The first rule that holds wins. A formula in a rule is written for the first cell of the rule's range; other cells use
it as if it were copied there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.calculation import evaluation
from sheets_gm.localsheets.spreadsheet.calculation.arrays import Array, cell_value
from sheets_gm.localsheets.spreadsheet.calculation.budget import OVER_BUDGET, Budget, OverBudget
from sheets_gm.localsheets.spreadsheet.calculation.coercion import FormulaError, as_boolean, as_text, typed_number
from sheets_gm.localsheets.spreadsheet.calculation.environment import Environment
from sheets_gm.localsheets.spreadsheet.calculation.functions import FUNCTIONS
from sheets_gm.localsheets.spreadsheet.formulas.lexing import ParseError
from sheets_gm.localsheets.spreadsheet.formulas.nodes import Formula
from sheets_gm.localsheets.spreadsheet.formulas.parsing import parse
from sheets_gm.localsheets.spreadsheet.formulas.written_references import GONE, copied
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Place, Sheet, box_of
from sheets_gm.localsheets.spreadsheet.values.dates import serial_of

Format: TypeAlias = dict[str, Any]
RuleFormat: TypeAlias = Callable[[Place], Format | None]

RULE_STEPS = 1_000_000
"""The most steps of all rules of a sheet in one read."""
MOST_KNOWN = 20_000
"""Results of formulas that are kept for the next read."""
LONGEST_KNOWN = 500
"""Results that follow from longer texts are not kept."""

_known: dict[Any, tuple[Any, int]] = {}

_NUMBERS: dict[str, Callable[..., bool]] = {
    "NUMBER_GREATER": lambda value, least: value > least,
    "NUMBER_GREATER_THAN_EQ": lambda value, least: value >= least,
    "NUMBER_LESS": lambda value, most: value < most,
    "NUMBER_LESS_THAN_EQ": lambda value, most: value <= most,
    "NUMBER_EQ": lambda value, other: value == other,
    "NUMBER_NOT_EQ": lambda value, other: value != other,
    "NUMBER_BETWEEN": lambda value, least, most: least <= value <= most,
    "NUMBER_NOT_BETWEEN": lambda value, least, most: not least <= value <= most,
    "DATE_EQ": lambda value, day: int(value) == int(day),
    "DATE_BEFORE": lambda value, day: value < day,
    "DATE_AFTER": lambda value, day: int(value) > day,
}
_TEXTS: dict[str, Callable[[str, str], bool]] = {
    "TEXT_CONTAINS": lambda text, part: part in text,
    "TEXT_NOT_CONTAINS": lambda text, part: part not in text,
    "TEXT_STARTS_WITH": lambda text, part: text.startswith(part),
    "TEXT_ENDS_WITH": lambda text, part: text.endswith(part),
    "TEXT_EQ": lambda text, other: text == other,
    "TEXT_NOT_EQ": lambda text, other: text != other,
}
_OF_VALUES = frozenset({"AND", "FALSE", "FIND", "ISBLANK", "ISERROR", "ISNUMBER", "NOT", "OR", "SEARCH", "TRUE"})
"""Functions whose results follow from the values of their arguments alone, wherever and whenever they are called."""

_DAYS = {"YESTERDAY": -1, "TODAY": 0, "TOMORROW": 1, "PAST_WEEK": -7, "PAST_MONTH": -30, "PAST_YEAR": -365}


@dataclass(frozen=True, slots=True)
class _Rule:
    areas: tuple[Box, ...]
    kind: str
    values: tuple[dict[str, Any], ...]
    format: Format


@dataclass(frozen=True, slots=True)
class _Reading:
    """One read of a sheet, with the budget of the formulas in its rules."""

    sheet: Sheet
    environment: Environment
    budget: Budget


def rule_formats(document: Document, sheet: Sheet) -> RuleFormat | None:
    """Return a function that gives the format set by a sheet's rules for a cell; None if there are no such rules.

    All its calls share one budget. Once it is spent, no more rules apply.
    """
    rules = [_read(rule, sheet) for rule in sheet.meta.get("conditionalFormats", ()) if "booleanRule" in rule]
    if not rules:
        return None
    reading = _Reading(sheet, Environment(document, at=document.now()), Budget(RULE_STEPS))
    reading.environment.refresh_sheets()
    reading.environment.refresh_named_ranges()

    def rule_format(place: Place) -> Format | None:
        for rule in rules:
            try:
                reading.budget.spend(
                    len(rule.areas) + sum(len(each.get("userEnteredValue", "")) for each in rule.values)
                )
            except OverBudget:
                return None
            if any(area.holds(place) for area in rule.areas) and _holds(rule, place, reading):
                return rule.format
        return None

    return rule_format


def _read(rule: dict[str, Any], sheet: Sheet) -> _Rule:
    condition = rule["booleanRule"].get("condition", {})
    return _Rule(
        tuple(box_of(each, sheet) for each in rule["ranges"]),
        condition.get("type", ""),
        tuple(condition.get("values", ())),
        rule["booleanRule"].get("format", {}),
    )


def _holds(rule: _Rule, place: Place, reading: _Reading) -> bool:
    value = cell_value(reading.sheet, place)
    if rule.kind in ("BLANK", "NOT_BLANK"):
        return (value is None or value == "") == (rule.kind == "BLANK")
    if isinstance(value, CellError) and rule.kind != "CUSTOM_FORMULA":
        return False
    try:
        wanted = [_value(each, rule, place, reading) for each in rule.values]
        if rule.kind == "CUSTOM_FORMULA":
            return bool(wanted) and as_boolean(wanted[0])
        if rule.kind in _NUMBERS:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            return number and _NUMBERS[rule.kind](value, *map(_number, wanted))
        if rule.kind in _TEXTS:
            return value is not None and _TEXTS[rule.kind](as_text(value).casefold(), as_text(wanted[0]).casefold())
    except (FormulaError, ValueError, TypeError, IndexError):
        return False
    return False


def _number(value: Any) -> float:
    number = typed_number(value) if isinstance(value, str) else value
    if number is None:
        raise ValueError(value)
    return float(number)


def _value(given: dict[str, Any], rule: _Rule, place: Place, reading: _Reading) -> Any:
    """Return the value of a condition's operand for the cell at *place*. Raises `FormulaError`."""
    if "relativeDate" in given:
        return float(serial_of(reading.environment.now().date()) + _DAYS.get(given["relativeDate"], 0))
    text = given.get("userEnteredValue", "")
    if not text.startswith("="):
        return text
    first = rule.areas[0]
    try:
        here = copied(text, place[0] - first.top, place[1] - first.left)
        formula = parse(here)
    except ParseError:
        return False
    values = _values_read(here, formula, reading.sheet)
    result = (
        _result(formula, place, reading) if values is None else _known_result((text, values), formula, place, reading)
    )
    if isinstance(result, CellError):
        raise FormulaError(result)
    return result


def _values_read(text: str, formula: Formula, sheet: Sheet) -> tuple[tuple[type, Any], ...] | None:
    """Return the values of the cells that the formula *text* reads; None if its result depends on anything else."""
    if formula.names or len(text) > LONGEST_KNOWN or GONE in text or not formula.calls <= _OF_VALUES:
        return None
    rows, columns = sheet.size
    values = []
    for each in formula.references:
        if each.title is not None or not each.single or each.area.top >= rows or each.area.left >= columns:
            return None
        value = cell_value(sheet, (each.area.top, each.area.left))
        if (value == 0.0 and value.__class__ is float) or (value.__class__ is str and len(value) > LONGEST_KNOWN):
            return None  # 0.0 equals -0.0, which has another text
        values.append((value.__class__, value))
    return tuple(values)


def _known_result(key: Any, formula: Formula, place: Place, reading: _Reading) -> Any:
    """Return a result, from another cell or an earlier read if possible. It costs the same steps as the first time."""
    remembered = _known.get(key)
    if remembered is None:
        before = reading.budget.left
        result = _result(formula, place, reading)
        if reading.budget.left < 0:
            return result
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[key] = result, before - reading.budget.left
        return result
    result, steps = remembered
    try:
        reading.budget.spend(steps)
    except OverBudget:
        return OVER_BUDGET
    return result


def _result(formula: Formula, place: Place, reading: _Reading) -> Any:
    context = evaluation.Context(reading.sheet, *place, reading.environment, FUNCTIONS, budget=reading.budget)
    result = evaluation.evaluate(formula.root, context)
    return result.at(0, 0) if isinstance(result, Array) else result
