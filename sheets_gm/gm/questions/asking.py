"""All questions, and the function that asks them about a game from outside. It reports mistakes with their lines."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from sheets_gm.games.contract import Checks, Game, People, Showing
from sheets_gm.gm.questions import leaving, offers, paper, positions, rows, sight
from sheets_gm.gm.questions.played import AnyGame, Played, Wrong
from sheets_gm.kernel.defaults import nothing
from sheets_gm.sheet.template import Template

Question = Callable[[Played], Iterator[Wrong]]

BEFORE: tuple[Question, ...] = offers.QUESTIONS
"""The questions before any play. A game that fails one of them cannot be played."""

QUESTIONS: tuple[Question, ...] = (
    *BEFORE,
    *positions.QUESTIONS,
    *paper.QUESTIONS,
    *rows.QUESTIONS,
    *sight.QUESTIONS,
    *leaving.QUESTIONS,
)

STOPS: frozenset[Question] = frozenset(
    {
        offers.tells_orders_and_events_apart_by_their_kind,
        paper.has_a_tab_for_each_form,
        rows.gives_each_form_an_owner_and_an_order,
        sight.shows_nobody_what_a_seat_may_not_know,
        *positions.QUESTIONS,
    }
)
"""The questions whose faults would stop a match. Faults in other answers are only flaws."""

SECONDS = 10.0
"""The time in seconds for all questions about a game."""

MOST = 3
"""The most faults that one question reports."""

_PARTS = frozenset(each.__name__ for each in (Game, People, Checks, Showing))

CHANCE = frozenset({"random", "secrets", "time", "uuid", "datetime", "os"})
"""Modules with functions that return a different value each time."""


class Mistake(NamedTuple):
    """A mistake and its place ("rules.py, line 7", "" if unknown). *stops*: matches cannot be played with it."""

    text: str
    place: str
    stops: bool

    def __str__(self) -> str:
        text = self.text[:1].upper() + self.text[1:]
        return f"{self.place}: {text}" if self.place else text


class Answers(NamedTuple):
    """The result of the questions: the mistakes, and in how many positions the questions were asked."""

    found: tuple[Mistake, ...]
    positions: int


def ask(game: AnyGame, template: Template, now: Callable[[], float], luck: Callable[[], object] = nothing) -> Answers:
    """Ask all questions about *game* within `SECONDS` by the clock *now*, each for an equal share of the time."""
    begun = until = now()
    source = _Source(game)
    mistakes: dict[Mistake, None] = {}
    played = Played(game, template, over=lambda: now() > until, luck=luck)
    questions: list[Question] = [*BEFORE, _can_be_played, *QUESTIONS[len(BEFORE) :]]
    for at, question in enumerate(questions):
        remaining = begun + SECONDS - now()
        until = now() + (remaining / 4 if question is _can_be_played else remaining / (len(questions) - at))
        before = len(mistakes)
        mistakes |= dict.fromkeys(islice(source.wrong(question, played), MOST))
        if len(mistakes) > before and question in (BEFORE[-1], _can_be_played):
            return Answers(tuple(mistakes), 0)
    return Answers(tuple(mistakes), sum(len(match.steps) for match in played.matches))


def _can_be_played(played: Played) -> Iterator[Wrong]:
    """Play random matches, so that an error in playing is reported before the questions about positions."""
    assert played.matches
    yield from ()


class _Source:
    """The code of a game, with the place of each part."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._folder = _folder(game)

    def wrong(self, question: Question, played: Played) -> Iterator[Mistake]:
        """Yield the mistakes that *question* finds. An error that the game raises is one of them."""
        try:
            for wrong in question(played):
                yield Mistake(wrong.text, self._place(wrong.part), question in STOPS)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a game's code is what is asked for
            yield self._raised(error)

    def _raised(self, error: Exception) -> Mistake:
        frames = [
            each
            for each in traceback.extract_tb(error.__traceback__)
            if Path(each.filename).is_relative_to(self._folder)
        ]
        why = str(error) or (frames[-1].line if frames else "") or ""
        text = f"{type(error).__name__}: {' '.join(why.split())}"
        return Mistake(text, self._line(frames[-1].filename, frames[-1].lineno or 0) if frames else "", stops=True)

    def _place(self, part: object) -> str:
        if part == "chance":
            return self._calls_chance() or self._place("resolve")
        if isinstance(part, str):
            homes = (self._game, self._game.people, self._game.checks, self._game.showing)
            value = next(getattr(home, part) for home in homes if hasattr(home, part))
            return self._definition(value) or self._keyword(part)
        return self._definition(part)

    def _definition(self, part: Any) -> str:
        """Return the place of a function or class of the game, "" if it does not belong to the game."""
        if isinstance(part, partial):
            part = part.func
        try:
            file = inspect.getsourcefile(part)
            line = part.__code__.co_firstlineno if hasattr(part, "__code__") else inspect.getsourcelines(part)[1]
        except (TypeError, OSError):
            return ""
        return self._line(file, line) if file and Path(file).is_relative_to(self._folder) else ""

    def _keyword(self, name: str) -> str:
        """Return the place where the game sets its field *name*, or else the place where the game value is made."""
        place = ""
        for path, node in self._nodes():
            called = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and called in _PARTS:
                place = self._line(str(path), node.lineno) if called == "Game" else place
                for keyword in node.keywords:
                    if keyword.arg == name:
                        return self._line(str(path), keyword.lineno)
        return place

    def _calls_chance(self) -> str:
        """Return the first line that calls a function with unpredictable results, such as one of `random`."""
        for path, node in self._nodes():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                first = node.func.value
                if isinstance(first, ast.Name) and first.id in CHANCE:
                    return self._line(str(path), node.lineno)
        for path, node in self._nodes():
            if isinstance(node, ast.ImportFrom) and node.module in CHANCE:
                return self._line(str(path), node.lineno)
        return ""

    def _nodes(self) -> Iterator[tuple[Path, ast.AST]]:
        for path in sorted(self._folder.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                yield path, node

    def _line(self, file: str, line: int) -> str:
        return f"{self._folder.name}/{Path(file).relative_to(self._folder)}, line {line}"


def _folder(game: AnyGame) -> Path:
    """Return the folder of *game*: the one with its name around the module of its state, or the nearest one."""
    module = sys.modules.get(game.state.__module__) or importlib.import_module(game.state.__module__)
    file = Path(module.__file__ or "").resolve()
    return next((each for each in file.parents if each.name == game.name), file.parent)
