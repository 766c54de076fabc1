"""The language of QUERY: what to select, from which rows, in which groups and order.

Google's documentation calls it the Query Language of the Google Visualization API. `format` and `options` are accepted
and have no effect, because a formula's result has no formats of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from sheets_gm.localsheets.spreadsheet.calculation.coercion import FormulaError, formula_error
from sheets_gm.localsheets.spreadsheet.values.user_entered import moment

AGGREGATES = ("sum", "avg", "count", "min", "max")
SCALARS = (
    *("year", "month", "day", "quarter", "dayofweek", "hour", "minute", "second"),
    *("upper", "lower", "todate", "datediff", "now"),
)
_CLAUSES = ("select", "where", "group", "pivot", "order", "skipping", "limit", "offset", "label", "format", "options")
_TOKEN = re.compile(
    r"\s*(?:(?P<text>'[^']*'|\"[^\"]*\")|(?P<number>\d+\.?\d*|\.\d+)|`(?P<quoted>[^`]+)`|(?P<word>[^\W\d]\w*)"
    r"|(?P<sign><=|>=|!=|<>|[-+*/(),=<>]))"
)
_POWERS = {"or": 1, "and": 2, "+": 5, "-": 5, "*": 6, "/": 6}
_COMPARISONS = {"=", "!=", "<>", "<", "<=", ">", ">=", "contains", "matches", "like"}


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, a text, a boolean or a date as its serial number."""

    value: float | str | bool


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the data, named by its letters or as Col1."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A sign, a comparison, a function or an aggregate, applied to *parts*."""

    name: str
    parts: tuple[Expression, ...]

    @property
    def is_aggregate(self) -> bool:
        """Whether the operation combines all rows of a group."""
        return self.name in AGGREGATES


Expression: TypeAlias = Constant | Column | Operation


@dataclass(slots=True)
class Query:
    """A parsed query; *selected* is None for all columns."""

    selected: list[Expression] | None = None
    where: Expression | None = None
    groups: list[Expression] = field(default_factory=list)
    pivots: list[Expression] = field(default_factory=list)
    order: list[tuple[Expression, bool]] = field(default_factory=list)
    limit: int | None = None
    offset: int = 0
    labels: dict[Expression, str] = field(default_factory=dict)


def unparsable(what: str) -> FormulaError:
    """Build the #VALUE! error in Google's words."""
    return formula_error("VALUE", f"Unable to parse query string for Function QUERY parameter 2: {what}")


def parse_query(text: str) -> Query:
    """Parse the text of a query. Raises `FormulaError`."""
    return _Parser(text).query()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str

    @property
    def word(self) -> str:
        return self.text.lower() if self.kind in ("word", "sign") else ""


_END = _Token("end", "")


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens: list[_Token] = []
        at, text = 0, text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise unparsable(f"PARSE_ERROR: “{text[at : at + 20].strip()}” is not understood.")
            kind = match.lastgroup or ""
            self._tokens.append(_Token(kind, match[kind]))
            at = match.end()
        self._at = 0

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at] if self._at < len(self._tokens) else _END

    def _take(self) -> _Token:
        token = self._next
        self._at += 1
        return token

    def _is(self, *words: str) -> bool:
        """Consume the words if they come next."""
        here = [token.word for token in self._tokens[self._at : self._at + len(words)]]
        if here != list(words):
            return False
        self._at += len(words)
        return True

    def _must(self, *words: str) -> None:
        if not self._is(*words):
            raise unparsable(f"PARSE_ERROR: “{' '.join(words)}” is missing before “{self._next.text}”.")

    def query(self) -> Query:
        query, begun = Query(), -1
        while self._next is not _END:
            word = self._take().word
            if word not in _CLAUSES or _CLAUSES.index(word) <= begun:
                raise unparsable(f"PARSE_ERROR: “{self._tokens[self._at - 1].text}” is not expected there.")
            begun = _CLAUSES.index(word)
            getattr(self, f"_{word}")(query)
        return query

    def _select(self, query: Query) -> None:
        if not self._is("*"):
            query.selected = self._list()

    def _where(self, query: Query) -> None:
        query.where = self._expression()

    def _group(self, query: Query) -> None:
        self._must("by")
        query.groups = self._list()

    def _pivot(self, query: Query) -> None:
        query.pivots = self._list()

    def _order(self, query: Query) -> None:
        self._must("by")
        while True:
            by = self._expression()
            rising = self._is("asc") or not self._is("desc")
            query.order.append((by, rising))
            if not self._is(","):
                return

    def _skipping(self, _made: Query) -> None:
        raise unparsable("PARSE_ERROR: “skipping” is not available here.")

    def _limit(self, query: Query) -> None:
        query.limit = self._whole()

    def _offset(self, query: Query) -> None:
        query.offset = self._whole()

    def _label(self, query: Query) -> None:
        while True:
            named = self._expression()
            query.labels[named] = self._text()
            if not self._is(","):
                return

    def _format(self, _made: Query) -> None:
        while True:
            self._expression()
            self._text()
            if not self._is(","):
                return

    def _options(self, _made: Query) -> None:
        while self._next.word in ("no_format", "no_values"):
            self._at += 1

    def _whole(self) -> int:
        token = self._take()
        if token.kind != "number" or "." in token.text:
            raise unparsable(f"PARSE_ERROR: a whole number is expected, not “{token.text}”.")
        return int(token.text)

    def _text(self) -> str:
        token = self._take()
        if token.kind != "text":
            raise unparsable(f"PARSE_ERROR: a text in quotes is expected, not “{token.text}”.")
        return token.text[1:-1]

    def _list(self) -> list[Expression]:
        expressions = [self._expression()]
        while self._is(","):
            expressions.append(self._expression())
        return expressions

    def _expression(self, power: int = 0) -> Expression:
        left = Operation("not", (self._expression(3),)) if self._is("not") else self._value()
        while True:
            word = self._next.word
            if power < 4 and (compared := self._comparison(left)) is not None:
                left = compared
                continue
            if _POWERS.get(word, 0) <= power:
                return left
            self._at += 1
            left = Operation(word, (left, self._expression(_POWERS[word])))

    def _comparison(self, left: Expression) -> Expression | None:
        if self._is("is", "not", "null"):
            return Operation("not", (Operation("null", (left,)),))
        if self._is("is", "null"):
            return Operation("null", (left,))
        for words, name in ((("starts", "with"), "starts"), (("ends", "with"), "ends")):
            if self._is(*words):
                return Operation(name, (left, self._expression(4)))
        word = self._next.word
        if word not in _COMPARISONS:
            return None
        self._at += 1
        return Operation("!=" if word == "<>" else word, (left, self._expression(4)))

    def _value(self) -> Expression:
        token = self._take()
        if token.kind == "text":
            return Constant(token.text[1:-1])
        if token.kind == "number":
            return Constant(float(token.text))
        if token.kind == "quoted":
            return Column(token.text)
        if token.word == "(":
            inner = self._expression()
            self._must(")")
            return inner
        if token.word == "-":
            return Operation("-", (Constant(0.0), self._expression(6)))
        if token.kind == "word":
            return self._worded(token)
        raise unparsable(f"PARSE_ERROR: “{token.text or 'the end'}” is not expected there.")

    def _worded(self, token: _Token) -> Expression:
        word = token.word
        if word in ("true", "false"):
            return Constant(word == "true")
        if word in ("date", "datetime", "timestamp", "timeofday") and self._next.kind == "text":
            return Constant(_serial(self._text()))
        if (word in AGGREGATES or word in SCALARS) and self._is("("):
            parts = () if self._is(")") else tuple(self._list())
            if parts:
                self._must(")")
            return Operation(word, parts)
        return Column(token.text)


def _serial(text: str) -> float:
    instant = moment(text)
    if instant is None:
        raise unparsable(f"PARSE_ERROR: “{text}” is no date or time.")
    return float(instant.value["numberValue"])
