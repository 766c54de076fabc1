"""Conditions of planned orders: in a played match each of them is so at some time, and at another it is not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import Any

import pytest

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.finding import games
from sheets_gm.games.play_out import play_out
from sheets_gm.kernel.conditions import BadCondition, Condition, Number, WrittenCondition, read_conditions
from tests.games.asked import AnyGame

FEWEST = 6
"""The fewest conditions that a game has."""

TRIED = 30
"""How many values of the slots are tried in one view."""

MATCHES = 20
"""The most matches in which both are looked for."""

SEATS = 4
"""How many seats are asked in one position."""


@pytest.fixture(params=sorted(games()))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each of the five games."""
    return games()[request.param]


def _values(condition: Condition, view: Any, seat: str, rng: random.Random) -> Iterator[dict[str, str | int]]:
    """Some of the values that the slots of *condition* take in *view*."""
    lists: list[Sequence[str | int]] = [
        (0, 1, 2, 3, 5, 8, 13, 20, 1000) if isinstance(slot, Number) else slot.names(view, seat)
        for slot in condition.slots.values()
    ]
    every = list(product(*lists))
    for values in rng.sample(every, min(TRIED, len(every))):
        yield dict(zip(condition.slots, values, strict=True))


def test_each_condition_is_so_at_some_time_of_a_match_and_is_not_at_another(game: AnyGame) -> None:
    settings = game.settings()
    seats = made_up(game.places(settings))
    bot = next(iter(game.people.bots.values()))
    bots = {owner: bot for seat in seats for owner in (seat.id, seat.team)}
    left = {(condition.text, so) for condition in game.checks.conditions for so in (True, False)}
    rng = random.Random(5)
    seeds = (bytes([number]) * 32 for number in range(MATCHES))
    for step in chain.from_iterable(play_out(game, settings, seats, bots, seed) for seed in seeds):
        playing = [seat.id for seat in seats if not seat.neutral]
        for seat in rng.sample(playing, min(SEATS, len(playing))):
            view = game.view(step.state, seat)
            for condition in game.checks.conditions:
                if any((condition.text, so) in left for so in (True, False)):
                    for values in _values(condition, view, seat, rng):
                        left.discard((condition.text, condition.holds(view, seat, **values)))
        if not left:
            break
    assert left == set()


def test_a_game_has_enough_conditions_and_each_is_read_as_it_is_shown(game: AnyGame) -> None:
    assert len(game.checks.conditions) >= FEWEST
    settings = game.settings()
    seats = made_up(game.places(settings))
    start = next(play_out(game, settings, seats, {}, bytes(32)))
    seat = next(each.id for each in seats if not each.neutral)
    view, names = game.view(start.state, seat), {each.id: each.player for each in seats}
    rng = random.Random(1)
    for condition in game.checks.conditions:
        for values in list(_values(condition, view, seat, rng))[:3]:
            called = {name: names.get(str(value), value) for name, value in values.items()}
            typed = condition.text.format(**called)
            asked = read_conditions(game.checks.conditions, f"unless {typed}", view, seat, names)
            assert asked == (WrittenCondition(condition, values, True),), typed


def test_what_is_offered_says_what_to_write_in_place_of_each_slot(game: AnyGame) -> None:
    settings = game.settings()
    seats = made_up(game.places(settings))
    start = next(play_out(game, settings, seats, {}, bytes(32)))
    seat = next(each.id for each in seats if not each.neutral)
    view = game.view(start.state, seat)
    for condition in game.checks.conditions:
        if condition.slots:
            with pytest.raises(BadCondition, match=r"^(Write the |“NUMBER” is no whole number)"):
                read_conditions(game.checks.conditions, condition.shown, view, seat, {})
