"""Regular expressions of callers: Google's syntax (RE2), matched in time that grows only linearly with the text.

Patterns have a size limit too, because RE2 expands counted repetitions and a match costs up to one step for each
instruction and each byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import re2

LONGEST = 2000
"""The most characters of a pattern."""
LARGEST = 2000
"""The most instructions of a pattern in RE2's own form: with 50,000 characters, half a second in the worst case."""
MEMORY = 2 << 20
"""Bytes that RE2 may use for one pattern."""

Match: TypeAlias = "re2._Match"


class PatternError(ValueError):
    """The text is not a regular expression, or is too large; the message says why."""


class Pattern:
    """A regular expression."""

    def __init__(self, text: str, *, match_case: bool) -> None:
        if len(text) > LONGEST:
            raise PatternError(f"it is longer than {LONGEST} characters")
        options = re2.Options()
        options.case_sensitive, options.log_errors, options.max_mem = match_case, False, MEMORY
        try:
            self._compiled = re2.compile(text, options)
        except re2.error as error:
            raise PatternError(_message(error)) from error
        if self._compiled.programsize > LARGEST:
            raise PatternError("it is too large")
        self.groups = int(self._compiled.groups)

    def search(self, text: str, start: int = 0) -> int | None:
        """Return the index of the first match from *start* on, None if there is none."""
        match = self._compiled.search(text, start)
        return None if match is None else int(match.start())

    def find(self, text: str) -> Match | None:
        """The first match."""
        return self._compiled.search(text)

    def fits(self, text: str) -> bool:
        """Whether the whole text matches."""
        return self._compiled.fullmatch(text) is not None

    def whole(self, text: str) -> Match | None:
        """The match of the whole text."""
        return self._compiled.fullmatch(text)

    def all(self, text: str) -> Iterator[Match]:
        """The matches, one after the other."""
        matches: Iterator[Match] = self._compiled.finditer(text)
        return matches


@lru_cache(maxsize=256)
def matching_case(text: str) -> Pattern:
    """Return the case-sensitive pattern *text*, from a cache. Raises `PatternError`."""
    return Pattern(text, match_case=True)


def escape(text: str) -> str:
    """Return a pattern that matches *text* literally."""
    return str(re2.escape(text))


def folded(text: str) -> str:
    """Return *text* in lower case, with the same number of characters."""
    lower = text.lower()
    return (
        lower if len(lower) == len(text) else "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)
    )


def _message(error: Exception) -> str:
    """Return RE2's message for *error*."""
    held = error.args[0] if error.args else ""
    return held.decode("utf-8", "replace") if isinstance(held, bytes) else str(held)
