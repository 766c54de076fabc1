"""Conditions are read as people write them, and what is wrong in them is said with what to write."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.kernel.conditions import NUMBER, BadCondition, Choices, Condition, read_conditions

NAMES = {"blue1": "Ana", "blue2": "Ben and Cleo"}
VIEW = {"alive": {"blue1"}, "coins": 2}

CONDITIONS = (
    Condition(
        "{player} is alive",
        lambda view, _seat, player: player in view["alive"],
        {"player": Choices(lambda _view, _seat: ("blue1", "blue2"), people=True)},
    ),
    Condition("I have {number} coins", lambda view, _seat, number: view["coins"] >= number, {"number": NUMBER}),
    Condition(
        "{player} has {number} coins",
        lambda view, _seat, player, number: player in view["alive"] and view["coins"] >= number,
        {"player": Choices(lambda _view, _seat: ("blue1", "blue2"), people=True), "number": NUMBER},
    ),
    Condition("it is dark", lambda _view, _seat: False),
)


def holds(typed: str, view: Any = VIEW) -> bool:
    return all(asked.holds(view, "blue1") for asked in read_conditions(CONDITIONS, typed, view, "blue1", NAMES))


@pytest.mark.parametrize(
    ("typed", "so"),
    [
        ("", True),
        ("Ana is alive", True),
        ("blue1 is alive", True),
        ("if  ANA is Alive", True),
        ("unless ana is alive", False),
        ("Ben and Cleo is alive", False),
        ("I have 2 coins", True),
        ("i have 3 coins", False),
        ("Ana has 2 coins", True),
        ("Ana has 3 coins", False),
        ("Ben and Cleo has 2 coins", False),
        ("I have 1 coin", True),
        ("it is dark", False),
        ("Ana is alive and I have 2 coins", True),
        ("Ana is alive and unless it is dark", True),
        ("Ana is alive and it is dark", False),
    ],
)
def test_a_condition_is_read_as_people_write_it(typed: str, so: bool) -> None:
    assert holds(typed) is so


def test_a_game_without_conditions_says_so() -> None:
    with pytest.raises(BadCondition, match="This game has no conditions"):
        read_conditions((), "Ana is alive", VIEW, "blue1", NAMES)


@pytest.mark.parametrize(
    ("typed", "text", "instead"),
    [
        ("Anna is alive", "“Anna” is no player here", "Ana"),
        ("PLAYER is alive", "Write the player instead of PLAYER", "Ana"),
        ("I have some coins", "“some” is no whole number", ""),
        ("it is dark and Dora is alive", "“Dora” is no player here", "Ana"),
        (
            "it is dusk",
            "“it is dusk” is no condition here. Choose one from the list, such as “PLAYER is alive”",
            "it is dark",
        ),
    ],
)
def test_what_is_wrong_in_a_condition_is_said_with_what_to_write(typed: str, text: str, instead: str) -> None:
    with pytest.raises(BadCondition) as refused:
        read_conditions(CONDITIONS, typed, VIEW, "blue1", NAMES)
    assert str(refused.value) == text
    assert refused.value.instead == instead
