"""How to play of every game: what its sentences say with other settings."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, Literal, get_origin

import pytest
from pydantic import BaseModel, ValidationError

from sheets_gm.adapters.installation.how_to_play import how_to_play as page
from sheets_gm.games.finding import games
from sheets_gm.games.play_out import seats_for
from sheets_gm.sheet.how_to_play import page_top
from tests.games.asked import game_called, template
from tests.games.rulebook import CLAUSES
from tests.settings_soak import values

GAMES = sorted(games())
SETTINGS = "Settings of this match"

PAGES, LINES, LETTERS = 2, 65, 100
"""The most printed pages of *How to play*, the lines of a page and the letters of a line: A4 in 10 points."""

NOUNS = (
    "action|ally|army|battle|champion|charge|coin|crystal|die|feature|game|gold|hit|item|player|point|round|set|side"
    "|space|square|step|surrender|tile|token|turn|unit"
)
UNEQUAL = re.compile(
    rf"(?<![+−\d.])\b(?:0 (?:\w+ )?(?:{NOUNS})s?|1 (?:\w+ )?(?:{NOUNS})s|(?:[2-9]|\d\d+) (?!gold)(?:{NOUNS}))\b",
    re.IGNORECASE,
)
"""A number and a noun that do not agree; none of something is “no” in a sentence."""


def how_to_play(name: str, settings: BaseModel) -> list[str]:
    """The lines of *How to play* of the game *name*, without the list of the settings that are not the defaults."""
    lines = page(game_called(name), settings, template(name))
    end = next((at for at, line in enumerate(lines) if line.startswith(SETTINGS)), len(lines))
    return lines[:end]


def possible(name: str, values: Mapping[str, Any]) -> BaseModel | None:
    """The settings of the game *name* with *values*, None where no match can begin with them."""
    rules = game_called(name)
    try:
        settings = rules.settings.model_validate(values)
    except ValidationError:
        return None
    refused = any(remark.refuses for remark in rules.why_not(settings, seats_for(rules, settings)))
    return None if refused else settings


def small_numbers(name: str) -> Iterator[tuple[str, BaseModel]]:
    """Settings of the game *name* with one number at 0, 1 or 2, or with all of a list, as far as its limits allow."""
    default = game_called(name).settings()
    for key, usual in default:
        for number in (0, 1, 2):
            value: Any = number
            if isinstance(usual, dict) and all(isinstance(each, int) for each in usual.values()):
                value = dict.fromkeys(usual, number)
            elif not isinstance(usual, int) or isinstance(usual, bool):
                continue
            if (settings := possible(name, {key: value})) is not None:
                yield f"{key}={value}", settings


@pytest.mark.parametrize("name", GAMES)
def test_numbers_and_what_they_count_agree(name: str) -> None:
    wrong: dict[str, str] = {}
    for what, settings in small_numbers(name):
        for line in how_to_play(name, settings):
            if found := UNEQUAL.search(line):
                wrong.setdefault(line, f"{what}: {found[0]}")
    assert wrong == {}


def beside(name: str) -> Any:
    """What the tests of the game *name* know of its settings."""
    return importlib.import_module(f"tests.games.{name}.setting_values")


@pytest.mark.parametrize("name", GAMES)
def test_every_setting_changes_a_sentence_or_says_why_it_changes_none(name: str) -> None:
    rules = game_called(name)
    usual = how_to_play(name, rules.settings())
    silent = set()
    for key, (_, *others) in values(rules).items():
        made = [settings for value in others if (settings := possible(name, {key: value})) is not None]
        if made and all(how_to_play(name, settings) == usual for settings in made):
            silent.add(key)
    assert silent == set(beside(name).UNTOLD)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_setting_switches_off_stands_nowhere(name: str) -> None:
    usual = "\n".join(how_to_play(name, game_called(name).settings()))
    for off, words in beside(name).GONE:
        settings = possible(name, off)
        assert settings is not None
        shown = how_to_play(name, settings)
        found = [line for line in shown for word in words if word in line]
        assert found == [], f"with {off}"
        assert all(word in usual for word in words), off


def chooses(name: str, key: str) -> bool:
    """Whether the setting *key* of the game *name* is a yes or no, or one of a few words."""
    kind = game_called(name).settings.model_fields[key].annotation
    return kind is bool or get_origin(kind) is Literal


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_that_takes_a_sentence_away_names_words_of_it(name: str) -> None:
    rules = game_called(name)
    usual = how_to_play(name, rules.settings())
    named = {(key, value) for off, _ in beside(name).GONE for key, value in off.items() if len(off) == 1}
    missing = [
        (key, value)
        for key, (_, *others) in values(rules).items()
        for value in others
        if chooses(name, key)
        and (key, value) not in named
        and (settings := possible(name, {key: value})) is not None
        and not set(usual) <= set(how_to_play(name, settings))
    ]
    assert missing == []


@pytest.mark.parametrize("name", GAMES)
def test_it_begins_with_a_first_turn_in_five_lines(name: str) -> None:
    lines = how_to_play(name, game_called(name).settings())
    at = lines.index("A first turn")
    assert lines[at - 1] == lines[at + 6] == ""
    assert all(lines[at + 1 : at + 6])


@pytest.mark.parametrize("name", GAMES)
def test_it_begins_with_a_picture_in_three_rows_of_signs_and_what_they_mean(name: str) -> None:
    title, *rows, meaning, gap, head = how_to_play(name, game_called(name).settings())[:7]
    assert (title, gap, head) == ("How to play", "", "A first turn")
    assert len(rows) == 3
    assert len({len(row) for row in rows}) == 1
    assert not any(letter.isalnum() or letter.isspace() for row in rows for letter in row)
    unexplained = {sign for row in rows for sign in row} - set(meaning) - set("🟩⬜🟨🟫🟦")
    assert unexplained == set()


def test_a_template_of_an_earlier_version_has_no_picture() -> None:
    tab = template("gvg").tabs["rules"]
    older = tab.but(words={key: text for key, text in tab.words.items() if key != "picture"})
    assert [[cell.value for cell in row] for row in page_top(older)] == [["How to play"]]


@pytest.mark.parametrize("name", GAMES)
def test_it_fits_two_printed_pages_without_the_tables_to_look_things_up_in(name: str) -> None:
    lines = how_to_play(name, game_called(name).settings())
    lines = lines[: lines.index("Items")] if "Items" in lines else lines
    printed = sum(len(wrap(line, LETTERS)) or 1 for line in lines)
    assert printed <= PAGES * LINES


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_has_its_sentence_or_a_reason_why_it_has_none(name: str) -> None:
    table = importlib.import_module(f"tests.games.{name}.told")
    clauses = CLAUSES[name]
    told = {clause for each in table.TOLD.values() for clause in each}
    assert [key for key in table.TOLD if key not in template(name).tabs["rules"].words] == []
    assert told & set(table.UNTOLD) == set()
    assert sorted(told | set(table.UNTOLD)) == sorted(int(clause.partition("-")[2]) for clause in clauses)
