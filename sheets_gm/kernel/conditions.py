"""Conditions of a planned order, such as “Ana is alive” or “C5 is free”.

A game lists the sentences that it understands. Each sentence has slots for a player, a place or a number. The choices
for a slot come from the view of the player who plans, so a condition reveals nothing that this player may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from itertools import chain, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple

from sheets_gm.kernel.folding import fold, plain, whole_number

UNLESS, IF, AND = "unless ", "if ", " and "
"""The words that negate a condition, that may begin one, and that join two."""

_SLOT = re.compile(r"\{(\w+)\}")
_PLURAL = re.compile(r"(\w\w)s\b")


@dataclass(frozen=True, slots=True)
class Choices:
    """A slot that takes one of `names(view, seat)`. With *people* these are seats, and players' names count too."""

    names: Callable[[Any, str], Sequence[str]]
    people: bool = False


class Number(NamedTuple):
    """A slot that takes a whole number from 0 upwards."""


Slot = Choices | Number

NUMBER = Number()


class BadCondition(ValueError):
    """The error for a text that is not a condition. *instead* is the nearest text that is one."""

    def __init__(self, text: str, instead: str = "") -> None:
        super().__init__(text)
        self.instead = instead


@dataclass(frozen=True, eq=False)
class Condition:
    """A sentence with slots in braces: “{player} is at {tile}”.

    `holds(view, seat, **values)` says whether the sentence is true in the view of *seat*. The values of the slots are
    texts, or whole numbers for a `Number`.
    """

    text: str
    holds: Callable[..., bool]
    slots: Mapping[str, Slot] = field(default_factory=dict)

    @cached_property
    def shown(self) -> str:
        """The sentence as players see it, with its slots in capitals: “PLAYER is at TILE”."""
        return _SLOT.sub(lambda match: match[1].upper(), self.text)

    @cached_property
    def fixed(self) -> int:
        """The number of characters outside the slots."""
        return len(_SLOT.sub("", self.text))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern that matches a text with this sentence. It accepts “1 coin” as well as “1 coins”."""
        parts = _SLOT.split(self.text)
        fixed = (_PLURAL.sub(r"\1s?", re.escape(part).replace(r"\ ", r"\s+")) for part in parts[::2])
        slots = (f"(?P<{name}>\\S(?:.*\\S)?)" for name in parts[1::2])
        pieces = chain.from_iterable(zip_longest(fixed, slots, fillvalue=""))
        return re.compile("".join(pieces), re.IGNORECASE)


def condition_table(slots: Mapping[str, Slot], sentences: Mapping[str, Callable[..., bool]]) -> tuple[Condition, ...]:
    """The conditions of a game: *sentences* and when they hold. A slot takes the same in all of them."""
    return tuple(
        Condition(text, holds, {name: slots[name] for name in _SLOT.findall(text)}) for text, holds in sentences.items()
    )


class WrittenCondition(NamedTuple):
    """A condition that a player wrote, with the values of its slots. If *turned*, the sentence must not be true."""

    condition: Condition
    values: Mapping[str, str | int]
    turned: bool

    def holds(self, view: Any, seat: str) -> bool:
        """Return whether the condition is met in *view*."""
        return self.condition.holds(view, seat, **self.values) is not self.turned


def read_conditions(
    conditions: Sequence[Condition], typed: str, view: Any, seat: str, names: Mapping[str, str]
) -> tuple[WrittenCondition, ...]:
    """Return the conditions that *typed* contains, all of which must be met. Raises BadCondition.

    *view* is the view of *seat*. *names* maps each seat to its player.
    """
    text = " ".join(fold(typed).split())
    if not text:
        return ()
    try:
        return (_read(conditions, text, view, seat, names),)
    except BadCondition:
        parts = re.split(AND, text, flags=re.IGNORECASE)
        if len(parts) == 1:
            raise
    return tuple(_read(conditions, part.strip(), view, seat, names) for part in parts)


def _read(
    conditions: Sequence[Condition], text: str, view: Any, seat: str, names: Mapping[str, str]
) -> WrittenCondition:
    """Return the condition in one sentence. Raises BadCondition."""
    turned = text.casefold().startswith(UNLESS)
    rest = text[len(UNLESS if turned else IF) :].strip() if turned or text.casefold().startswith(IF) else text
    problems: list[tuple[int, BadCondition]] = []
    for condition in conditions:
        match = condition.pattern.fullmatch(rest)
        if match is None:
            continue
        try:
            values = {
                name: _value(slot, name, match[name], view, seat, names) for name, slot in condition.slots.items()
            }
        except BadCondition as problem:
            problems.append((condition.fixed, problem))
        else:
            return WrittenCondition(condition, values, turned)
    if problems:
        raise max(problems, key=itemgetter(0))[1]  # of the sentence that says most of what was typed
    shown = [each.shown for each in conditions]
    near = get_close_matches(rest, shown, n=1, cutoff=0.5)
    if not shown:
        raise BadCondition("This game has no conditions: leave it empty")
    raise BadCondition(f"“{text}” is no condition here. Choose one from the list, such as “{shown[0]}”", *near)


def _value(slot: Slot, name: str, typed: str, view: Any, seat: str, names: Mapping[str, str]) -> str | int:
    """Return the value of a slot from the text in its place. Raises BadCondition."""
    if isinstance(slot, Number):
        number = whole_number(typed)
        if number is None:
            raise BadCondition(f"“{typed}” is no whole number")
        return number
    choices = slot.names(view, seat)
    called = {plain(choice): choice for choice in choices}
    if slot.people:
        called |= {plain(names[choice]): choice for choice in choices if choice in names}
    if (wanted := plain(typed)) in called:
        return called[wanted]
    shown = [names.get(choice, choice) if slot.people else choice for choice in choices]
    near = get_close_matches(typed, shown, n=1, cutoff=0.3) or shown[:1]
    what = f"Write the {name} instead of {typed}" if typed == name.upper() else f"“{typed}” is no {name} here"
    raise BadCondition(what, *near)
