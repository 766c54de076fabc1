"""The text of a TOML file with the line of each of its tables and keys, which `tomllib` does not give.

It finds lines only in valid TOML, so `tomllib` must read the text first.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Where a value is: the keys of its tables, and numbers from 0 in arrays."""

_TOKEN = re.compile(
    r'(?s)(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<skip>[ \t\r]+|#[^\n]*)"
    r"|(?P<mark>[\[\]{}=,.\n])"
    r"|(?P<bare>[^\s\[\]{}=,.#\"']+)"
)


class Problem(NamedTuple):
    """A problem in a file, with its line. The first line is 1."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}: line {self.line}: {self.message}"


class TomlText:
    """The TOML *text* of the file *name*. Raises `tomllib.TOMLDecodeError` if it is not valid."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.data: dict[str, Any] = tomllib.loads(text)

    @cached_property
    def _lines(self) -> Mapping[Path, int]:
        return lines_of(self.text)

    def line(self, path: Path) -> int:
        """Return the line of the value at *path*; if there is none, that of the table around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._lines:
                return self._lines[path[:length]]
        return 1

    def problem(self, path: Path, message: str, place: Path | None = None) -> Problem:
        """Return a problem at *path*. The message shows *place* instead, if it is given."""
        dotted = ".".join(map(str, path if place is None else place))
        return Problem(self.name, self.line(path), f"{dotted}: {message}")


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def lines_of(text: str) -> dict[Path, int]:
    """Return the line of each table, key and array element in *text*, which is valid TOML."""
    return _Scan([*_tokens(text)]).lines


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind != "skip":
            yield _Token(kind, match[0], line)
        line += match[0].count("\n")
    yield _Token("end", "", line)


class _Scan:
    """One pass over the tokens of a file."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.last: dict[Path, int] = {}  # by array of tables, the number of its last table
        table: Path = ()
        while self._skipped("\n").kind != "end":
            if self.tokens[self.at].text == "[":
                table = self._header()
            else:
                self._pair(table)

    def _skipped(self, marks: str) -> _Token:
        while self.tokens[self.at].kind == "mark" and self.tokens[self.at].text in marks:
            self.at += 1
        return self.tokens[self.at]

    def _header(self) -> Path:
        """Read `[a.b]` or `[[a.b]]`, and return the path of the table that it opens."""
        line = self.tokens[self.at].line
        in_array = self.tokens[self.at + 1].text == "["
        self.at += 1 + in_array
        keys = self._keys()
        path: Path = ()
        for left, key in zip(range(len(keys) - 1, -1, -1), keys, strict=True):
            path += (key,)
            if path in self.last and (left or not in_array):
                path += (self.last[path],)
        if in_array:
            self.last[path] = self.last.get(path, -1) + 1
            path += (self.last[path],)
        for length in range(1, len(path)):
            self.lines.setdefault(path[:length], line)
        self.lines[path] = line
        self._skipped("]")
        return path

    def _keys(self) -> Path:
        keys: list[str] = []
        while (token := self._skipped(".")).kind in ("bare", "text"):
            keys.append(token.text if token.kind == "bare" else tomllib.loads(f"key = {token.text}")["key"])
            self.at += 1
        return tuple(keys)

    def _pair(self, table: Path) -> None:
        line = self.tokens[self.at].line
        keys = self._keys()
        for length in range(1, len(keys)):
            self.lines.setdefault((*table, *keys[:length]), line)
        self.lines[(*table, *keys)] = line
        self._skipped("=")
        self._value((*table, *keys))

    def _value(self, path: Path) -> None:
        token = self.tokens[self.at]
        self.at += 1
        if token.text == "{" and token.kind == "mark":
            while self._skipped(",\n").text != "}":
                self._pair(path)
            self.at += 1
        elif token.text == "[" and token.kind == "mark":
            number = 0
            while (element := self._skipped(",\n")).text != "]":
                self.lines[(*path, number)] = element.line
                self._value((*path, number))
                number += 1
            self.at += 1
        elif token.kind == "bare":  # a number or a time can hold a point or a space
            while self.tokens[self.at].kind == "bare" or self.tokens[self.at].text == ".":
                self.at += 1
