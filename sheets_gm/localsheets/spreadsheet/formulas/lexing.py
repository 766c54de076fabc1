"""The tokens of a formula with their positions, so that references can be rewritten in place."""

from __future__ import annotations

import re
from dataclasses import dataclass

CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,7}"
COLUMN = r"\$?[A-Za-z]{1,3}"
ROW = r"\$?[1-9]\d{0,7}"
TITLE = r"'(?:[^']|'')+'!|[^\W\d][\w.]*!"
AREA = rf"{CELL}:{CELL}|{CELL}:{COLUMN}|{CELL}:{ROW}|{COLUMN}:{COLUMN}|{ROW}:{ROW}|{CELL}"

_TOKEN = re.compile(
    rf"(?P<space>\s+)"
    rf"|(?P<gone>(?:{TITLE})?\#REF!)"
    rf"|(?P<reference>(?:{TITLE})?(?:{AREA})(?![\w.(!$]))"
    rf'|(?P<text>"(?:[^"]|"")*")'
    rf"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    rf"|(?P<error>\#(?:DIV/0!|VALUE!|NAME\?|NUM!|N/A|NULL!|ERROR!))"
    rf"|(?P<call>[^\W\d][\w.]*)(?=\s*\()"
    rf"|(?P<name>[^\W\d][\w.]*)"
    rf"|(?P<sign><=|>=|<>|[-+*/^&=<>%(){{}},;\\])",
)


class ParseError(ValueError):
    """The text is not a formula."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a formula: its kind, its text, and where it starts."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The position after the text."""
        return self.start + len(self.text)


def tokens(text: str, start: int = 1) -> list[Token]:
    """Return the tokens of a formula after its `=`, without spaces. Raises `ParseError`."""
    lexed = []
    at = start
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ParseError(text)
        kind = match.lastgroup or ""
        if kind != "space":
            lexed.append(Token(kind, match[kind], match.start(kind)))
        at = match.end()
    return lexed
