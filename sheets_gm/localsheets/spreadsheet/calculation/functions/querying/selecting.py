"""QUERY: selects the rows of a range by its query language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.calculation.arrays import Area, Array, Many, Row, many
from sheets_gm.localsheets.spreadsheet.calculation.budget import CHARACTERS
from sheets_gm.localsheets.spreadsheet.calculation.coercion import as_text, as_whole, compare, formula_error, rank
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import array_context
from sheets_gm.localsheets.spreadsheet.calculation.functions.criteria import PATTERN_STEPS
from sheets_gm.localsheets.spreadsheet.calculation.functions.querying.language import (
    Column,
    Constant,
    Expression,
    Operation,
    Query,
    parse_query,
    unparsable,
)
from sheets_gm.localsheets.spreadsheet.model.a1 import column_letters
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError
from sheets_gm.localsheets.spreadsheet.values.dates import Moment, moment
from sheets_gm.localsheets.spreadsheet.values.patterns import Pattern, PatternError, matching_case

Group: TypeAlias = list[Row]


@dataclass(frozen=True, slots=True)
class _Data:
    """The rows of a range, its columns by name in lower case, and their headings."""

    rows: list[Row]
    columns: Mapping[str, int]
    headings: Sequence[str]

    def at(self, column: Column) -> int:
        """Return the place of a column. Raises `FormulaError`."""
        place = self.columns.get(column.name.lower())
        if place is None:
            raise unparsable(f"NO_COLUMN: {column.name}")
        return place


def _query(context: Context, held: Any, text: Any, headers: Any = -1.0) -> Any:
    source = many(held)
    query = parse_query(as_text(context.scalar(text)))
    rows = source.rows()
    count = as_whole(context.scalar(headers), "QUERY", 3)
    data = _data(source, rows, _guessed_headers(rows) if count < 0 else min(count, len(rows)))
    context.budget.spend(4 * source.height * source.width)
    table = _Evaluation(context, data, query).table()
    if not table:
        raise formula_error("N_A", "Query completed with an empty output.")
    return Array(table)


def _guessed_headers(rows: list[Row]) -> int:
    """Return 1 if the first row consists of texts and some value below them is not a text; else 0."""
    first, rest = rows[0], rows[1:]
    if not rest or not all(value is None or isinstance(value, str) for value in first):
        return 0
    return int(any(isinstance(value, str) and _kind(row[at] for row in rest) != 1 for at, value in enumerate(first)))


def _kind(values: Iterator[Any]) -> int:
    """Return the most frequent kind of the values of a column, as a `rank`."""
    kinds = Counter(kind for kind in map(rank, values) if kind < 3)
    return kinds.most_common(1)[0][0] if kinds else 1


def _data(source: Many, rows: list[Row], headers: int) -> _Data:
    """Return the rows below the headings. A value of another kind than its column is blank, as on Google."""
    body = rows[headers:]
    kinds = [_kind(row[at] for row in body) for at in range(source.width)]
    data_rows = [[value if rank(value) == kinds[at] else None for at, value in enumerate(row)] for row in body]
    left = source.box.left if isinstance(source, Area) else None
    names = {f"col{at + 1}": at for at in range(source.width)}
    if left is not None:
        names |= {column_letters(left + at).lower(): at for at in range(source.width)}
    headings = [
        " ".join(
            as_text(row[at]) for row in rows[:headers] if row[at] is not None and not isinstance(row[at], CellError)
        )
        for at in range(source.width)
    ]
    return _Data(data_rows, names, headings)


@dataclass(frozen=True, slots=True)
class _Evaluation:
    """The evaluation of one query on some data."""

    context: Context
    data: _Data
    query: Query

    def table(self) -> list[Row]:
        """Return the heading, if there is one, and the rows."""
        query, data = self.query, self.data
        if query.selected is None:
            selected: list[Expression] = [Column(f"Col{at + 1}") for at in range(len(data.headings))]
        else:
            selected = query.selected
        rows = [row for row in data.rows if query.where is None or self.value(query.where, row, []) is True]
        if query.pivots:
            return self._pivoted(selected, rows)
        groups = self._groups(selected, rows)
        ordered = self._cut(self._ordered(groups))
        body = [[self.value(each, first, group) for each in selected] for first, group in ordered]
        heading = [self._label(each) for each in selected]
        shown: list[Row] = [[text or None for text in heading]] if any(heading) else []
        return shown + body

    def _groups(self, selected: list[Expression], rows: list[Row]) -> list[tuple[Row, Group]]:
        """Return each row by itself, or one row of each group together with the group."""
        counting = any(_counts(each) for each in (*selected, *(by for by, _ in self.query.order)))
        if not self.query.groups:
            if not counting:
                return [(row, []) for row in rows]
            self._check(selected, [])
            return [(rows[0] if rows else [None] * len(self.data.headings), rows)]
        self._check(selected, self.query.groups)
        by: dict[tuple[Any, ...], Group] = {}
        for row in rows:
            by.setdefault(tuple(self.value(each, row, []) for each in self.query.groups), []).append(row)
        return [(by[key][0], by[key]) for key in sorted(by, key=cmp_to_key(_apart))]

    def _check(self, selected: Sequence[Expression], groups: Sequence[Expression]) -> None:
        for each in selected:
            if not _counts(each) and each not in groups and not isinstance(each, Constant):
                raise unparsable(f"ADD_COL_TO_GROUP_BY_OR_AGG: {_written(each)}")

    def _ordered(self, groups: list[tuple[Row, Group]]) -> list[tuple[Row, Group]]:
        for by, up in reversed(self.query.order):
            keys = [(self.value(by, *each),) for each in groups]
            rising = cmp_to_key(_apart)
            places = sorted(range(len(groups)), key=lambda at, keys=keys: rising(keys[at]), reverse=not up)  # type: ignore[misc]
            groups = [groups[at] for at in places]
        return groups

    def _cut(self, rows: list[Any]) -> list[Any]:
        begin = self.query.offset
        return rows[begin:] if self.query.limit is None else rows[begin : begin + self.query.limit]

    def _pivoted(self, selected: list[Expression], rows: list[Row]) -> list[Row]:
        """Return a column for each value of the pivot, and for each aggregate if there are several."""
        query = self.query
        plain = [each for each in selected if not _counts(each)]
        counted = [each for each in selected if _counts(each)]
        self._check(plain, query.groups)
        across = self._keys(rows, query.pivots)
        heading: Row = [self._label(each) or None for each in plain]
        heading += [
            " ".join([",".join(map(as_text, key)), *([self._label(each)] if len(counted) > 1 else [])])
            for key in across
            for each in counted
        ]
        lines: list[Row] = []
        for down in self._keys(rows, query.groups):
            group = [row for row in rows if self._key(row, query.groups) == down]
            line = [self.value(each, group[0] if group else [None] * len(self.data.headings), group) for each in plain]
            for key in across:
                part = [row for row in group if self._key(row, query.pivots) == key]
                line += [self.value(each, part[0], part) if part else None for each in counted]
            lines.append(line)
        return [heading, *self._cut(lines)]

    def _key(self, row: Row, by: Sequence[Expression]) -> tuple[Any, ...]:
        return tuple(self.value(each, row, []) for each in by)

    def _keys(self, rows: list[Row], by: Sequence[Expression]) -> list[tuple[Any, ...]]:
        return sorted(dict.fromkeys(self._key(row, by) for row in rows), key=cmp_to_key(_apart))

    def _label(self, each: Expression) -> str:
        if each in self.query.labels:
            return self.query.labels[each]
        if isinstance(each, Column):
            return self.data.headings[self.data.at(each)]
        if isinstance(each, Operation) and each.is_aggregate:
            return f"{each.name} {self._label(each.parts[0])}".strip()
        return _written(each)

    def value(self, each: Expression, row: Row, group: Group) -> Any:
        """Return the value of an expression for a row, or for a group of rows; None is null. Raises `FormulaError`."""
        self.context.budget.spend()
        if isinstance(each, Constant):
            return each.value
        if isinstance(each, Column):
            return row[self.data.at(each)]
        if each.is_aggregate:
            return _AGGREGATES[each.name]([self.value(each.parts[0], one, []) for one in group])
        if each.name == "now":
            return self.context.functions["NOW"].work(self.context)
        parts = [self.value(part, row, group) for part in each.parts]
        length = sum(len(part) for part in parts if isinstance(part, str)) // CHARACTERS
        self.context.budget.spend(length * (PATTERN_STEPS if each.name in _PATTERNS else 1))
        return _apply(each.name, parts)


_PATTERNS = ("matches", "like")


def _counts(each: Expression) -> bool:
    return isinstance(each, Operation) and (each.is_aggregate or any(map(_counts, each.parts)))


def _written(each: Expression) -> str:
    if isinstance(each, Constant):
        return as_text(each.value)
    return each.name if isinstance(each, Column) else f"{each.name}({','.join(map(_written, each.parts))})"


def _apart(left: tuple[Any, ...], right: tuple[Any, ...]) -> int:
    """Compare two keys; null comes before everything else."""
    for one, other in zip(left, right, strict=True):
        if (one is None) != (other is None):
            return -1 if one is None else 1
        if one is not None and (apart := compare(one, other)):
            return apart
    return 0


def _numbers(values: list[Any], name: str) -> list[float]:
    held = [value for value in values if value is not None]
    if any(rank(value) != 0 for value in held):
        raise unparsable(f"AVG_SUM_ONLY_NUMERIC: {name}")
    return held


def _average(values: list[Any]) -> float | None:
    held = _numbers(values, "avg")
    return sum(held) / len(held) if held else None


def _total(values: list[Any]) -> float | None:
    held = _numbers(values, "sum")
    return float(sum(held)) if held else None


def _extreme(way: int) -> Callable[[list[Any]], Any]:
    def work(values: list[Any]) -> Any:
        held = sorted((value for value in values if value is not None), key=cmp_to_key(compare))
        return held[-1 if way > 0 else 0] if held else None

    return work


_AGGREGATES: dict[str, Callable[[list[Any]], Any]] = {
    "sum": _total,
    "avg": _average,
    "count": lambda values: float(sum(value is not None for value in values)),
    "min": _extreme(-1),
    "max": _extreme(1),
}


def _apply(name: str, parts: list[Any]) -> Any:
    if name in ("and", "or"):
        return all(part is True for part in parts) if name == "and" else any(part is True for part in parts)
    if name == "not":
        return parts[0] is not True
    if name == "null":
        return parts[0] is None
    if any(part is None for part in parts):
        return False if name in _TESTS else None
    return _TESTS[name](*parts) if name in _TESTS else _calculated(name, parts)


def _calculated(name: str, parts: list[Any]) -> Any:
    work, kind = _FUNCTIONS[name]
    if any(rank(part) != kind for part in parts):
        raise unparsable(f"INVALID_TYPE: {name}")
    return work(*parts)


def _same_kind(test: Callable[[int], bool]) -> Callable[[Any, Any], bool]:
    return lambda left, right: rank(left) == rank(right) and test(_ordered(left, right))


def _ordered(left: Any, right: Any) -> int:
    """Compare two values; texts are compared with case."""
    return int(left > right) - int(left < right)


def _pattern(text: str) -> Pattern:
    try:
        return matching_case(text)
    except PatternError as error:
        raise unparsable(f"the pattern “{text}” is not valid.") from error


def _like(text: str, wanted: str) -> bool:
    return _pattern("".join({"%": ".*", "_": "."}.get(sign) or re.escape(sign) for sign in wanted)).fits(text)


def _of_texts(test: Callable[[str, str], bool]) -> Callable[[Any, Any], bool]:
    return lambda left, right: test(as_text(left), as_text(right))


_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "=": _same_kind(lambda way: way == 0),
    "!=": lambda left, right: not (rank(left) == rank(right) and left == right),
    "<": _same_kind(lambda way: way < 0),
    "<=": _same_kind(lambda way: way <= 0),
    ">": _same_kind(lambda way: way > 0),
    ">=": _same_kind(lambda way: way >= 0),
    "contains": _of_texts(lambda text, wanted: wanted in text),
    "starts": _of_texts(str.startswith),
    "ends": _of_texts(str.endswith),
    "matches": _of_texts(lambda text, wanted: _pattern(wanted).fits(text)),
    "like": _of_texts(_like),
}


def _of_moment(take: Callable[[Moment], float]) -> Callable[[float], float]:
    def work(serial: float) -> float:
        instant = moment(serial)
        if instant is None:
            raise unparsable("INVALID_TYPE: this is no date.")
        return float(take(instant))

    return work


def _divided(left: float, right: float) -> float | None:
    return left / right if right else None


_NUMBER, _TEXT = 0, 1
_FUNCTIONS: dict[str, tuple[Callable[..., Any], int]] = {
    "+": (lambda a, b: a + b, _NUMBER),
    "-": (lambda a, b: a - b, _NUMBER),
    "*": (lambda a, b: a * b, _NUMBER),
    "/": (_divided, _NUMBER),
    "year": (_of_moment(lambda at: at.day.year), _NUMBER),
    "month": (_of_moment(lambda at: at.day.month - 1), _NUMBER),  # from 0, as Google's language has it
    "day": (_of_moment(lambda at: at.day.day), _NUMBER),
    "quarter": (_of_moment(lambda at: (at.day.month + 2) // 3), _NUMBER),
    "dayofweek": (_of_moment(lambda at: (at.day.weekday() + 1) % 7 + 1), _NUMBER),
    "hour": (_of_moment(lambda at: at.milliseconds // 3_600_000), _NUMBER),
    "minute": (_of_moment(lambda at: at.milliseconds // 60_000 % 60), _NUMBER),
    "second": (_of_moment(lambda at: at.milliseconds // 1000 % 60), _NUMBER),
    "todate": (lambda serial: float(int(serial)), _NUMBER),
    "datediff": (lambda left, right: float(int(left) - int(right)), _NUMBER),
    "upper": (str.upper, _TEXT),
    "lower": (str.lower, _TEXT),
}

FUNCTIONS = (array_context("QUERY", _query, 2, 3),)
