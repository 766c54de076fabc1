"""The subject of the questions: a game, its template, and matches of it that random players have played."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel

from sheets_gm.games.contract import Game
from sheets_gm.games.play_out import charter_of, play_out, seats_for
from sheets_gm.kernel.defaults import never, nothing
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.match.journal import Charter
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import GM, Order, Outcome
from sheets_gm.kernel.seats import Seat, teams_of
from sheets_gm.sheet.tabs import Eyes, FormTab, Tab, ViewTab, template_for_tabs
from sheets_gm.sheet.template import TabTemplate, Template

AnyGame = Game[Any, Any]
Each = TypeVar("Each")

EVERY = 13
"""Slow questions are asked about every EVERY-th position."""


class Wrong(NamedTuple):
    """A mistake in a game: the clause about it, and the *part* of it (function, class, or field of `Game`)."""

    text: str
    part: object


class Match(NamedTuple):
    """A match that was played out."""

    seats: tuple[Seat, ...]
    charter: Charter
    steps: tuple[Step[Any], ...]
    seed: bytes


@dataclass(frozen=True, eq=False)
class Played:
    """A game with its template, and random matches of it, which are played until there are *turns* turns.

    Once the time is *over*, no more turns are played, and no more positions are examined. *luck* returns another value
    after somebody has used Python's random numbers.
    """

    game: AnyGame
    template: Template
    turns: int = 120
    over: Callable[[], bool] = never
    luck: Callable[[], object] = nothing

    @cached_property
    def settings(self) -> BaseModel:
        """The default settings."""
        return self.game.settings()

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The random matches, at least one."""
        seats = seats_for(self.game, self.settings)
        matches: list[Match] = []
        left = self.turns
        while left > 0 and not (matches and self.over()):
            seed = bytes([len(matches)]) * 32
            steps = list(takewhile(self._in_time, play_out(self.game, self.settings, seats, {}, seed, turns=left)))
            matches.append(Match(seats, charter_of(self.game, self.settings, seats, seed), tuple(steps), seed))
            left -= max(1, len(steps) - 1)
        return tuple(matches)

    def _in_time(self, step: Step[Any]) -> bool:
        # the first turn always counts: on a slow machine nobody could do anything otherwise
        return step.entry.number <= 1 or not self.over()

    def steps(self, match: Match, every: int = 1) -> Iterator[Step[Any]]:
        """Return every step of *match* whose number is a multiple of *every*, including the first one."""
        return takewhile(self._in_time, match.steps[::every])

    def states(self, every: int = 1) -> Iterator[Any]:
        """Yield the positions of all matches."""
        for match in self.matches:
            yield from (step.state for step in self.steps(match, every))

    @cached_property
    def known_forms(self) -> dict[int, tuple[Any, tuple[Form, ...]]]:
        """A cache of positions with the forms that are open in them, by the `id` of the position."""
        return {}

    def opened(self, state: Any) -> tuple[Form, ...]:
        """Return the forms that are open in a position, cached for all questions."""
        if id(state) not in self.known_forms:
            self.known_forms[id(state)] = state, self.game.open(state)
        return self.known_forms[id(state)][1]

    @cached_property
    def tabs(self) -> tuple[Tab, ...]:
        """The tabs of a match with the default settings."""
        return self.game.tabs_for(self.settings)

    @cached_property
    def form_tabs(self) -> Mapping[str, FormTab]:
        """The tabs of the game's forms, by the key of the form."""
        return {tab.form: tab for tab in self.tabs if isinstance(tab, FormTab)}

    @cached_property
    def tables(self) -> Mapping[str, TabTemplate]:
        """The tables of the template by tab."""
        return template_for_tabs(self.template, self.tabs).tabs

    def eyes(self, match: Match) -> tuple[str | None, ...]:
        """Return everybody who looks at a match: each seat, each team that owns a form, the GM, the public."""
        teams = {form.seat for step in self.steps(match) for form in self.opened(step.state) if form.who.team}
        return (*(seat.id for seat in match.seats), *sorted(teams), GM, None)

    def resolved(self, state: Any, orders: Mapping[str, tuple[Order, ...]], hidden: str = "") -> Outcome[Any]:
        """Resolve *orders* with dice that depend on the position alone. *hidden* gives different hidden dice."""
        key = digest(state)
        outcome: Outcome[Any] = self.game.resolve(state, orders, Dice(Keyed(key.encode(), (hidden + key).encode())))
        return outcome


def rows_of(forms: Sequence[Form]) -> Iterator[tuple[int, Form]]:
    """Return every row of *forms*: its number, and the form for that row."""
    return ((row, form.at(row)) for form in forms for row in range(form.rows))


def different_rows(forms: Sequence[Form]) -> Iterator[tuple[int, Form]]:
    """Return the rows of *forms* that differ from each other. If all rows of a form are alike, it is only the first."""
    return ((row, form.at(row)) for form in forms for row in range(form.rows if form.each else 1))


def in_turn(at: int, everybody: Sequence[Each]) -> Sequence[Each]:
    """Return a third of *everybody*, a different one for each position number *at*."""
    return everybody[at % 3 :: 3]


def few(every: Iterable[Each], keep: int, *of: object) -> list[Each]:
    """Return *keep* elements of *every* in order, or all of them if there are no more. The choice is always the same.

    Repeated calls pass different values *of*, so that they do not always choose the same places.
    """
    listed = list(every)
    keep = min(keep, len(listed))
    first = zlib.crc32(repr(of).encode())
    return [listed[place] for place in sorted((first + at * len(listed) // keep) % len(listed) for at in range(keep))]


def sees(tab: ViewTab, seats: Sequence[Seat], eye: str | None) -> bool:
    """Return whether *tab* shows the view of *eye*: a seat, a team, the GM, or None for the public."""
    neutral = {each.id: each.neutral for each in seats}.get(eye or "")
    return {
        Eyes.PUBLIC: eye is None,
        Eyes.GM: eye == GM,
        Eyes.OWN: neutral is False,
        Eyes.NEUTRAL: neutral is True,
        Eyes.TEAM: eye in sides_left(seats, ()),
    }[tab.eyes]


def owners(match: Match, form: Form) -> set[str]:
    """Return the possible owners of a form like *form*: the teams, or the seats and the GM."""
    return set(teams_of(match.seats)) if form.who.team else {*(seat.id for seat in match.seats), GM}
