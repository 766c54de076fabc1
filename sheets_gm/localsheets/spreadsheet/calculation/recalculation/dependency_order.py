"""The order in which formulas are evaluated: each after everything that it reads. Circular references are detected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Thing = TypeVar("Thing")


def strongly_connected_components(
    things: Iterable[Thing], reads: Callable[[Thing], Iterable[Thing]]
) -> Iterator[list[Thing]]:
    """Yield *things* in groups, each after everything that it reads. A group of several is a circle (Tarjan's
    algorithm).
    """
    number: dict[Thing, int] = {}
    lowest: dict[Thing, int] = {}
    held: list[Thing] = []
    waiting: set[Thing] = set()
    for root in things:
        if root in number:
            continue
        number[root] = lowest[root] = len(number)
        held.append(root)
        waiting.add(root)
        path = [(root, iter(reads(root)))]
        while path:
            thing, rest = path[-1]
            for other in rest:
                if other not in number:
                    number[other] = lowest[other] = len(number)
                    held.append(other)
                    waiting.add(other)
                    path.append((other, iter(reads(other))))
                    break
                if other in waiting and number[other] < lowest[thing]:
                    lowest[thing] = number[other]
            else:
                path.pop()
                if path and lowest[thing] < lowest[path[-1][0]]:
                    lowest[path[-1][0]] = lowest[thing]
                if lowest[thing] == number[thing]:
                    group = []
                    while True:
                        other = held.pop()
                        waiting.discard(other)
                        group.append(other)
                        if other is thing:
                            break
                    yield group
