"""What was said about the rows of one position: as long as a row holds the same, nobody asks about it again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

A = TypeVar("A")

MOST = 4
"""Contents of a row that are remembered: with cells that the rules refuse, and without them."""


class KnownAnswers:
    """The answers of one position, by question: what was asked about, and the answer."""

    def __init__(self) -> None:
        self._known: dict[Hashable, list[tuple[Any, Any]]] = {}

    def once(self, question: Hashable, about: object, ask: Callable[[], A]) -> A:
        """What *ask* returns, which follows from what the *question* is *about*: it is not asked the same again."""
        known = self._known.setdefault(question, [])
        for before, answer in known:
            if before == about:
                found: A = answer
                return found
        answer = ask()
        known[MOST - 1 :] = []
        known.insert(0, (about, answer))
        return answer
