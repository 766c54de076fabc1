"""The last drawings of tabs. A tab is drawn again only when the value that it is drawn from changes.

The last two drawings of a tab are kept, because a process that begins compares how a workbook looks with how it should
look. The drawing function gets only that value, so the cached drawing cannot be out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")


MOST_SHARED = 4
"""How many values of a shared kind are cached: those of two turns, for readers who know more or less."""


class Same:
    """A wrapper whose *value* equals only itself. For values that are slow to compare, or for which 1 equals True."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return other.__class__ is Same and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class SameCells:
    """A wrapper for rows of a tab as read. Two are equal if their cells are equal; a tick does not equal a number."""

    __slots__ = ("value",)

    def __init__(self, value: Sequence[Sequence[Any]]) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SameCells) or self.value != other.value:
            return False
        one, two = (map(type, chain.from_iterable(rows)) for rows in (self.value, other.value))
        return all(map(is_, one, two))

    def __hash__(self) -> int:
        return hash(len(self.value))


@dataclass(slots=True)
class Drawn:
    """The drawn tabs of a match's workbooks, with the values that they were drawn from: the last two of each."""

    _held: dict[tuple[str, str], tuple[Any, Any]] = field(default_factory=dict)
    _before: dict[tuple[str, str], tuple[Any, Any]] = field(default_factory=dict)
    _shared: dict[str, list[tuple[Any, Any]]] = field(default_factory=dict)

    def last(self, book: str, name: str) -> tuple[Any, Any] | None:
        """Return the value of the last `made` and its result; None if there was none."""
        return self._held.get((book, name))

    def made(self, book: str, name: str, make: Callable[..., T], *value: Any) -> T:
        """Return `make(*value)`, or one of its last two results if *value* is the same. Unwraps `Same`, `SameCells`."""
        key = (book, name)
        held = self._held.get(key)
        if held is not None:
            result: T
            if held[0] == value:
                result = held[1]
                return result
            before = self._before.get(key)
            self._before[key] = held
            if before is not None and before[0] == value:
                self._held[key] = before
                result = before[1]
                return result
        result = make(*_unwrapped(value))
        self._held[key] = value, result
        return result

    def shared(self, name: str, make: Callable[..., T], *value: Any) -> T:
        """Like `made`, for drawings that several workbooks share. It keeps as many results as one turn may need."""
        held = self._shared.setdefault(name, [])
        drawing: T
        for at, (old_value, drawing) in enumerate(held):
            if old_value == value:
                if at:
                    held.insert(0, held.pop(at))
                return drawing
        drawing = make(*_unwrapped(value))
        held.insert(0, (value, drawing))
        del held[MOST_SHARED:]
        return drawing


def _unwrapped(value: tuple[Any, ...]) -> list[Any]:
    return [each.value if isinstance(each, WRAPPERS) else each for each in value]


WRAPPERS = (Same, SameCells)
