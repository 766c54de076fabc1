"""How to play: a sentence for every choice, numbers of the settings, and sentences for every event."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.installation.templates import template
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.position.events import EVENTS
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.tabs.how_to_play import CHOICES, INSTEAD, SECTIONS, how_to_play
from sheets_gm.games.win_or_die.views import descriptions
from sheets_gm.sheet.how_to_play import PICTURE
from tests.games.win_or_die.table import position

UNITS = {"R1": "yav-U1 I5", "T1": "ann-U1 A5"}


def lines(match: Match) -> list[str]:
    return [text for text, _ in how_to_play(match, template("win_or_die").tabs["rules"].words)]


def test_every_sentence_and_heading_is_in_the_template_and_no_other() -> None:
    words = template("win_or_die").tabs["rules"].words
    wanted = {"changed_head", "changed_none"}
    for name in (name for section in SECTIONS for name in section):
        wanted |= {f"{name}_{value}" for value in CHOICES[name]} if name in CHOICES else {name}
    assert wanted | {word for word, _ in INSTEAD.values()} | {PICTURE} == set(words)


@pytest.mark.parametrize("mode", ["advanced", "core", "first"])
def test_every_name_in_a_sentence_has_its_number(mode: str) -> None:
    assert [text for text in lines(position(UNITS, settings={"mode": mode})) if "{" in text] == []


def test_the_sentences_follow_from_the_settings() -> None:
    changed = position(UNITS, settings={"fatigue_limit": 9, "zoc": "never", "tokens_per_unit": 4})
    text = "\n".join(lines(changed))
    assert "whose fatigue reaches 9" in text
    assert "There are no zones of control." in text
    assert "from lower ground only by its second Move command in a turn, or a later one" in text
    assert "A unit can hold 4 tokens at a time" in text
    assert "fatigue_limit = 9" in text
    assert "All settings have their defaults." in "\n".join(lines(position(UNITS)))


@pytest.mark.clause("WOD-50", "WOD-51", "WOD-R17")
def test_the_tokens_are_those_that_are_in_force() -> None:
    """Nobody has more in the first round than there are, nor those that are set aside later."""
    text = "\n".join(lines(position(UNITS, settings={"command_tokens": 4, "reserve_each_round": 3})))
    assert "At the start of your turn you have 1 token again, and" in text
    assert "In the first round the first player has 4, and the second 4." in text


@pytest.mark.clause("WOD-51")
def test_a_changed_setting_is_listed_with_the_number_that_is_in_force() -> None:
    text = "\n".join(lines(position(UNITS, settings={"command_tokens": 4, "first_turn_tokens": 6})))
    assert "first_turn_tokens = 6 (4 in force): " in text
    assert "command_tokens = 4: " in text


@pytest.mark.clause("WOD-41", "WOD-43")
def test_what_limits_line_ups_is_told_to_who_builds_a_legion() -> None:
    for limits, sentence in (("same", "that keeps these limits"), ("none", "whatever these limits are")):
        told = [
            mode
            for mode in ("advanced", "core")
            if sentence in "\n".join(lines(position(UNITS, settings={"mode": mode, "lineup_limits": limits})))
        ]
        assert told == ["advanced"]


def test_the_tactics_are_explained_in_the_advanced_mode() -> None:
    assert "Forced March: all allies have +1 speed." in lines(position(UNITS))
    assert "Forced March: all allies have +1 speed." not in lines(position(UNITS, settings={"mode": "core"}))


def test_every_event_has_its_sentence() -> None:
    assert {event.model_fields["kind"].default for event in EVENTS} == set(descriptions._SENTENCES)


def test_every_setting_explains_itself() -> None:
    assert all(field.description for field in Settings.model_fields.values())


@pytest.mark.parametrize("number", [0, 1])
def test_how_commands_are_given_is_said_whatever_is_set_aside(number: int) -> None:
    text = "\n".join(lines(position(UNITS, settings={"reserve_each_round": number})))
    assert "Fill in rows on Commands and tick Ready." in text
    assert ("Tokens set aside in every round" in text) == bool(number)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "If both legions are defeated at once, the player whose turn it is wins."),
        ({}, "A roll of dice decides who begins the first game. The loser of a game begins the next."),
        ({"next_first": "winner"}, "The winner of a game begins the next."),
        ({"next_first": "winner", "best_of": 1}, "A roll of dice decides who begins a game."),
        ({"battle_bases": 11}, "You can have 11 units on the battlefield."),
        ({}, "each Tactic can be activated once a game. No Tactic raises your morale above 35."),
        ({"council_token": True}, "It also takes a Command Token, on the unit that you name."),
        ({}, "Both can have the same region."),
        ({"mirror": False}, "If both pick the same region, a roll of dice decides who picks again."),
    ],
    ids=str,
)
@pytest.mark.clause("WOD-84", "WOD-R20", "WOD-R23", "WOD-R25", "WOD-R29")
def test_what_is_easily_missed_is_said(settings: dict[str, Any], sentence: str) -> None:
    assert sentence in "\n".join(lines(position(UNITS, settings=settings)))


@pytest.mark.parametrize(
    ("settings", "gone"),
    [
        ({}, "Command Token, on the unit that you name"),
        ({"copies": "one", "mirror": False}, "a roll of dice decides who picks again"),
        ({"mode": "first"}, "Both can have the same region."),
        ({"mode": "core", "council_token": True}, "Command Token, on the unit that you name"),
        ({"mode": "core", "leader_enhance": True}, "A Leader can have enhancements."),
    ],
    ids=str,
)
def test_what_a_setting_switches_off_is_gone(settings: dict[str, Any], gone: str) -> None:
    assert gone not in "\n".join(lines(position(UNITS, settings=settings)))


@pytest.mark.parametrize(
    ("fewest", "most", "shown"),
    [(6, 9, "6 to 9 other units"), (1, 1, "and 1 other unit."), (5, 5, "and 5 other units"), (1, 2, "1 or 2 other")],
)
def test_how_many_units_a_legion_has_is_said_in_words(fewest: int, most: int, shown: str) -> None:
    settings = {"fewest_units": fewest, "most_units": most}
    assert shown in "\n".join(lines(position(UNITS, settings=settings)))
