"""A cache of answers about the rows of one position. Nobody asks again about a row with the same content."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

A = TypeVar("A")

MOST = 4
"""How many contents of a row are cached: with the cells that the rules refuse, and without them."""


class KnownAnswers:
    """The answers about one position: for each question, what it was about, and the answer."""

    def __init__(self) -> None:
        self._known: dict[Hashable, list[tuple[Any, Any]]] = {}

    def once(self, question: Hashable, about: object, ask: Callable[[], A]) -> A:
        """Return `ask()`, cached for the *question* and what it is *about*. The answer must depend only on these."""
        answers = self._known.setdefault(question, [])
        for before, answer in answers:
            if before == about:
                cached: A = answer
                return cached
        answer = ask()
        answers[MOST - 1 :] = []
        answers.insert(0, (about, answer))
        return answer
