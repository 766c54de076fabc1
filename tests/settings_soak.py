"""Whole matches with settings away from their defaults, every position held against every law.

The settings of the matches are a covering array: every pair of values of two settings comes up in some match. What
fails is made smaller before it is shown: settings go back to their defaults as long as the match still fails.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from allpairspy import AllPairs
from pydantic import BaseModel

from sheets_gm.games.contract import Game
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import play_out, player_counts, seats_for
from sheets_gm.games.variants import values_of

MOST_VALUES = 4
"""Values of a setting that are tried when its type lists more: the least, the most, and those beside the default."""

SOAKED = ("champions", "gvg", "wesnoth", "win_or_die", "war_game")
"""The games whose tests say which values of their settings to try."""

MOST_STEPS = 1000
"""Steps after which a match is left: at random it need not end where no number of rounds is set."""

Values = Mapping[str, Sequence[Any]]


def values(game: Game[Any, Any]) -> dict[str, tuple[Any, ...]]:
    """The values to try of each setting of *game*, the default first.

    The tests of a game have a module `setting_values` whose TRIED holds the values of settings that are no lists of
    choices, and of numbers that would make a match endless.
    """
    default = game.settings()
    given: Values = importlib.import_module(f"tests.games.{game.name}.setting_values").TRIED
    unknown = set(given) - set(game.settings.model_fields)
    assert not unknown, f"{game.name} has no settings {sorted(unknown)}"
    found = {}
    for name, field in game.settings.model_fields.items():
        usual = getattr(default, name)
        others = list(given[name]) if name in given else _few(list(values_of(field)), usual)
        found[name] = (usual, *(each for each in others if each != usual))
    return found


def _few(listed: list[Any], usual: Any) -> list[Any]:
    """At most `MOST_VALUES` of the values *listed*, without the *usual* one."""
    others = [each for each in listed if each != usual]
    if len(others) < MOST_VALUES or not isinstance(usual, int):
        return others
    near = sorted(others, key=lambda each: abs(each - usual))[: MOST_VALUES - 3]
    return list(dict.fromkeys([others[0], *near, others[-1]]))


@lru_cache(maxsize=8)
def covering(name: str) -> tuple[dict[str, Any], ...]:
    """Settings of the game *name* in which every pair of values comes up that a new match may have.

    Only those away from their defaults.
    """
    tried = {key: each for key, each in values(game(name)).items() if len(each) > 1}

    def settings(row: Sequence[int]) -> dict[str, Any]:
        return {key: each[at] for (key, each), at in zip(tried.items(), row, strict=False) if at}

    places = [list(range(len(each))) for each in tried.values()]
    rows = [settings(row) for row in AllPairs(places)]
    if not all(fits(name, row) for row in rows):  # asked of every part of a row only where that is needed: it is slow
        rows = [settings(row) for row in AllPairs(places, filter_func=lambda row: fits(name, settings(row)))]
        rows += [pair for pair in _missing(rows, tried) if fits(name, pair)]
    return tuple(rows)


def _missing(rows: Sequence[Mapping[str, Any]], tried: Values) -> Iterator[dict[str, Any]]:
    """The pairs of values away from their defaults, or of one such value and a default, that no row has."""
    for one, other in combinations(tried, 2):
        met = {(repr(row.get(one, tried[one][0])), repr(row.get(other, tried[other][0]))) for row in rows}
        for value, beside in product(tried[one], tried[other]):
            if (repr(value), repr(beside)) not in met:
                pair = {one: value, other: beside}
                yield {key: each for key, each in pair.items() if each != tried[key][0]}


def fits(name: str, settings: Mapping[str, Any]) -> bool:
    """Whether a new match of the game *name* may have these *settings*, with some number of players."""
    rules = game(name)
    return bool(player_counts(rules, rules.settings.model_validate(dict(settings))))


@dataclass(frozen=True)
class Trial:
    """A match to play: its game, what the seats play (random, or the name of a bot), the seed and the settings."""

    game: str
    bot: str
    seed: int
    settings: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.game}, {self.bot}, seed {self.seed}, settings {dict(self.settings)}"


def trials(name: str, matches: int) -> Iterator[Trial]:
    """So many *matches* of a game: the rows of the covering array in turn, by random players and by each bot."""
    return (trial(name, seed) for seed in range(matches))


def trial(name: str, seed: int) -> Trial:
    """The match of a game with this *seed*."""
    players, rows = ("random", *game(name).people.bots), covering(name)
    # a row meets another player each time around, and neighbours do not all have the same
    return Trial(name, players[(seed + seed // len(rows)) % len(players)], seed, rows[seed % len(rows)])


def play(trial: Trial) -> int:
    """Play *trial*; the number of steps.

    AssertionError where no match may have its settings, a law is broken, or nobody is asked before the end.
    """
    rules = game(trial.game)
    settings: BaseModel = rules.settings.model_validate(dict(trial.settings))
    counts = player_counts(rules, settings)
    assert counts, "no match may have these settings"
    seats = seats_for(rules, settings, counts[trial.seed % len(counts)])
    bots = {} if trial.bot == "random" else {seat.id: rules.people.bots[trial.bot] for seat in seats}
    steps, state = 0, None
    for step in play_out(rules, settings, seats, bots, trial.seed.to_bytes(32, "big"), MOST_STEPS):
        steps, state = steps + 1, step.state
        for law in rules.checks.laws:
            broken = law(state)
            assert broken is None, f"entry {step.entry.number}: {broken}"
    assert rules.result(state) is not None or steps > MOST_STEPS, "it has no open form and no result"
    return steps


def trouble(trial: Trial) -> str | None:
    """What is wrong with *trial*; None if nothing breaks."""
    try:
        play(trial)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def smaller(trial: Trial, wrong: Callable[[Trial], str | None] = trouble) -> Trial:
    """*trial* with as few settings away from their defaults as still make it *wrong*."""
    for name in sorted(trial.settings):
        less = replace(trial, settings={key: each for key, each in trial.settings.items() if key != name})
        if fits(less.game, less.settings) and wrong(less) is not None:
            trial = less
    return trial


def met(played: Sequence[Trial]) -> Counter[tuple[str, str, str]]:
    """In how many matches each value of each setting came up, the defaults included."""
    found: Counter[tuple[str, str, str]] = Counter()
    for name in {trial.game for trial in played}:
        tried = values(game(name))
        for trial in played:
            if trial.game == name:
                found.update((name, key, repr(trial.settings.get(key, each[0]))) for key, each in tried.items())
    return found
