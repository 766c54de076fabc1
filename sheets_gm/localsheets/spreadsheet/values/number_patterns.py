"""Number format patterns, parsed into sections of tokens: `#,##0.00;[red](0);"none";@`.

A pattern is never refused: as on Google, anything that is not a token stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?'
    r"|\\(?P<escaped>.?)"
    r"|_(?P<space>.?)"
    r"|\*(?P<fill>.?)"
    r"|\[(?P<bracket>[^\]]*)\]?"
    r"|(?P<exponent>[eE][+-]0+)"
    r"|(?P<half>[aA][mM]/[pP][mM]|[aA]/[pP])"
    r"|(?P<date>[yY]+|[mM]+|[dD]+|[hH]+|[sS]+)"
    r"|(?P<fraction>\.0+(?![0#?]))"
    r"|(?P<digit>[0#?])"
    r"|(?P<point>\.)"
    r"|(?P<comma>,)"
    r"|(?P<percent>%)"
    r"|(?P<text>@)"
    r"|(?P<end>;)"
    r"|(?P<literal>.)",
    re.DOTALL,
)
LONGEST_PATTERN = 250
"""The most characters of a pattern, because all of them are gone through for each number that is shown."""

_CONDITION = re.compile(r"(<=|>=|<>|=|<|>)\s*(-?\d+(?:\.\d+)?)")
_ELAPSED = re.compile(r"[hH]+|[mM]+|[sS]+")
_CURRENCY = re.compile(r"\$([^-]*)(-.*)?")
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "=": lambda a, b: a == b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<>": lambda a, b: a != b,
}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a section: its kind (`literal`, `digit`, `date`, ...) and its text."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a pattern between semicolons; *kind* is `number`, `date`, `text` or `literal`."""

    kind: str
    tokens: tuple[Token, ...]
    condition: tuple[str, float] | None = None

    def holds(self, number: float) -> bool:
        """Whether *number* meets the section's condition, such as [>=100]."""
        assert self.condition is not None
        return _COMPARE[self.condition[0]](number, self.condition[1])


def sections(pattern: str) -> tuple[Section, ...]:
    """Return the one to four sections of *pattern*, in order. Text beyond `LONGEST_PATTERN` is ignored."""
    return _sections(pattern[:LONGEST_PATTERN])


@lru_cache(maxsize=1024)
def _sections(pattern: str) -> tuple[Section, ...]:
    parts: list[list[Token]] = [[]]
    for match in _TOKEN.finditer(pattern):
        kind = match.lastgroup or "literal"
        text = match[kind]
        if kind == "end":
            parts.append([])
        else:
            parts[-1].extend(_tokens(kind, text))
    return tuple(_section(part) for part in parts)


def _tokens(kind: str, text: str) -> list[Token]:
    if kind == "space":
        return [Token("literal", " ")]
    if kind in ("quoted", "escaped", "fill"):
        return [Token("literal", text)]
    if kind == "fraction":
        return [Token("point", "."), *(Token("digit", "0") for _ in text[1:])]
    if kind != "bracket":
        return [Token(kind, text)]
    if _CONDITION.fullmatch(text):
        return [Token("condition", text)]
    if _ELAPSED.fullmatch(text):
        return [Token("elapsed", text.lower())]
    currency = _CURRENCY.fullmatch(text)
    return [Token("literal", currency[1])] if currency else []


def _section(tokens: list[Token]) -> Section:
    condition = None
    for token in tokens:
        match = _CONDITION.fullmatch(token.text) if token.kind == "condition" else None
        if match:
            condition = (match[1], float(match[2]))
    tokens = [token for token in tokens if token.kind != "condition"]
    kinds = {token.kind for token in tokens}
    if "text" in kinds:
        return Section("text", tuple(tokens), condition)
    if kinds & {"date", "elapsed", "half"}:
        return Section("date", tuple(_dated(tokens)), condition)
    if kinds & {"digit", "percent", "exponent"}:
        return Section("number", tuple(tokens), condition)
    return Section("literal", tuple(tokens), condition)


def _dated(tokens: list[Token]) -> list[Token]:
    """Classify each `m` in *tokens*: minutes after hours or before seconds, otherwise months."""
    times = [at for at, token in enumerate(tokens) if token.kind in ("date", "elapsed")]
    new_tokens = list(tokens)
    for place, at in enumerate(times):
        text = tokens[at].text.lower()
        if tokens[at].kind == "date":
            before = tokens[times[place - 1]].text.lower() if place else ""
            after = tokens[times[place + 1]].text.lower() if place + 1 < len(times) else ""
            minutes = text[0] == "m" and len(text) <= 2 and (before[:1] == "h" or after[:1] == "s")
            new_tokens[at] = Token("minute" if minutes else "date", text)
    return new_tokens
