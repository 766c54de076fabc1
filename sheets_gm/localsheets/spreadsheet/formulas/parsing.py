"""A Pratt parser for formulas; each text is parsed only once.

In ascending order of precedence: comparisons, `&`, `+ -`, `* /`, `^` (left-associative), sign before a value, `%` after
it.
"""

from __future__ import annotations

from functools import lru_cache

from sheets_gm.localsheets.spreadsheet.formulas.lexing import ParseError, Token, tokens
from sheets_gm.localsheets.spreadsheet.formulas.nodes import (
    Application,
    Binary,
    Braces,
    Call,
    Formula,
    Literal,
    Name,
    Node,
    Reference,
    Unary,
)
from sheets_gm.localsheets.spreadsheet.model.a1 import BadRange, parse_box, split_title
from sheets_gm.localsheets.spreadsheet.model.calculated import SIGNS, CellError

POWERS = {
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">="), 10),
    "&": 20,
    "+": 30,
    "-": 30,
    "*": 40,
    "/": 40,
    "^": 50,
}
PREFIX = 60
DEEPEST = 120
"""How deep parentheses and calls may be nested."""

_ERRORS = {sign: CellError(kind) for kind, sign in SIGNS.items()}
_END = Token("end", "", 0)
_BLANK = Literal(None)


@lru_cache(maxsize=65536)
def parse(text: str) -> Formula:
    """Parse *text*, which starts with `=`. Raises `ParseError`."""
    return _Parser(text).formula()


def completed(text: str) -> str:
    """Return *text* with missing closing parentheses added, as Google stores it."""
    try:
        signs = [token.text for token in tokens(text) if token.kind == "sign"]
    except ParseError:
        return text
    left = signs.count("(") - signs.count(")")
    return text.rstrip() + ")" * left if left > 0 else text


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._at = 0
        self._depth = 0
        self._references: list[Reference] = []
        self._names: list[str] = []
        self._calls: set[str] = set()

    def formula(self) -> Formula:
        root = self._expression(0)
        if self._next is not _END:
            raise ParseError("more follows")
        return Formula(root, tuple(self._references), tuple(self._names), frozenset(self._calls))

    @property
    def _next(self) -> Token:
        return self._tokens[self._at] if self._at < len(self._tokens) else _END

    def _take(self) -> Token:
        token = self._next
        self._at += 1
        return token

    def _sign(self, text: str) -> bool:
        """Consume the sign *text* if it comes next."""
        if self._next.kind == "sign" and self._next.text == text:
            self._at += 1
            return True
        return False

    def _must(self, text: str) -> None:
        if not self._sign(text):
            raise ParseError(text)

    def _expression(self, power: int) -> Node:
        self._depth += 1
        if self._depth > DEEPEST:
            raise ParseError("too deep")
        left = self._value()
        while True:
            token = self._next
            if token.kind != "sign":
                break
            if token.text == "%":
                self._at += 1
                left = Unary("%", left)
                continue
            binds = POWERS.get(token.text, 0)
            if binds <= power:
                break
            self._at += 1
            left = Binary(token.text, left, self._expression(binds))
        self._depth -= 1
        return left

    def _value(self) -> Node:
        token = self._take()
        if token.kind == "sign":
            return self._signed(token.text)
        if token.kind == "number":
            return Literal(float(token.text))
        if token.kind == "text":
            return Literal(token.text[1:-1].replace('""', '"'))
        if token.kind == "error":
            return Literal(_ERRORS[token.text])
        if token.kind == "gone":
            return Literal(CellError("REF", "Reference does not exist."))
        if token.kind == "reference":
            return self._reference(token.text)
        if token.kind == "call":
            return self._call(token.text)
        if token.kind == "name":
            return self._named(token.text)
        raise ParseError(token.text)

    def _signed(self, sign: str) -> Node:
        if sign in ("-", "+"):
            return Unary(sign, self._expression(PREFIX))
        if sign == "(":
            inner = self._expression(0)
            self._must(")")
            return inner
        if sign == "{":
            return self._braces()
        raise ParseError(sign)

    def _reference(self, text: str) -> Node:
        try:
            title, rest = split_title(text)
            reference = Reference(title, parse_box(rest))
        except BadRange as error:
            raise ParseError(text) from error
        self._references.append(reference)
        return reference

    def _named(self, text: str) -> Node:
        if text.upper() in ("TRUE", "FALSE"):
            return Literal(text.upper() == "TRUE")
        self._names.append(text)
        return Name(text)

    def _call(self, name: str) -> Node:
        self._must("(")
        self._calls.add(name.upper())
        node: Node = Call(name, self._arguments(name))
        while self._sign("("):
            node = Application(node, self._arguments(name))
        return node

    def _arguments(self, name: str) -> tuple[Node, ...]:
        arguments: list[Node] = []
        if self._sign(")"):
            return ()
        while True:
            empty = self._next.kind == "sign" and self._next.text in (",", ";", ")")
            arguments.append(_BLANK if empty else self._expression(0))
            if self._sign(")"):
                return tuple(arguments)
            if not (self._sign(",") or self._sign(";")):
                raise ParseError(name)

    def _braces(self) -> Node:
        rows: list[tuple[Node, ...]] = []
        if self._sign("}"):
            return Braces(((_BLANK,),))
        row: list[Node] = []
        while True:
            row.append(self._expression(0))
            if self._sign(",") or self._sign("\\"):
                continue
            rows.append(tuple(row))
            row = []
            if self._sign("}"):
                return Braces(tuple(rows))
            self._must(";")
