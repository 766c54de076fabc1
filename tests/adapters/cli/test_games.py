"""`sheets-gm games`: a GM reads there what can be set, and types it as it stands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sheets_gm.adapters.cli.game_settings import settings_of
from sheets_gm.adapters.cli.games import command, settings
from sheets_gm.games import files
from sheets_gm.games.contract import Game
from sheets_gm.games.finding import games


def asked(*words: str) -> Result:
    return CliRunner().invoke(command, words)


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_what_can_be_set_is_shown_as_it_is_typed(game: Game[Any, Any]) -> None:
    done = asked(game.name)
    assert done.exit_code == 0
    settings, _, options = done.stdout.partition("How a match is run")
    assert "  grace=TIME\n" in options
    shown = re.findall(r"^  (\w+)(?:=(.*?))?(?:   .*)?$", settings, re.MULTILINE)
    assert [key for key, _ in shown] == list(game.settings.model_fields)
    typed = tuple(f"{key}={default}" for key, default in shown if default)
    assert settings_of(game.settings, typed) == game.settings()


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_program_reads_the_same_as_a_person(game: Game[Any, Any]) -> None:
    (message,) = json.loads(asked(game.name, "--json").stdout)
    assert message["title"] == game.title
    assert [each["key"] for each in message["settings"]] == list(game.settings.model_fields)
    assert all(each["meaning"] for each in message["settings"])


def test_the_values_of_a_setting_are_those_that_it_takes() -> None:
    found = {each["key"]: each for each in settings(games()["gvg"].settings)}
    assert found["turn_mode"]["choices"] == ["rolled", "two_step", "blind"]
    assert found["diagonal"]["choices"] == [True, False]
    assert found["tiebreak"]["choices"] == ["tree", "bulwarks", "bulwark_hp", "fish_hp"]
    assert found["die_sides"]["choices"] == []
    found = {each["key"]: each for each in settings(games()["champions"].settings)}
    assert (found["max_players"]["least"], found["max_players"]["most"]) == (2, 16)


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_choice_between_two_readings_has_an_example_and_names_its_clause(game: Game[Any, Any]) -> None:
    """The modes of Win or Die are three games of their rulebook, and no reading of it."""
    found = {each["key"]: " ".join(each["meaning"].split()) for each in settings(game.settings) if each["choices"][1:]}
    found = {key: meaning for key, meaning in found.items() if key not in ("mode", "tiebreak")}
    assert found
    without = [key for key, meaning in found.items() if not re.search(r"For example, .+ \([A-Z]{3}-R?\d+", meaning)]
    assert without == []


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_list_says_how_many_can_play_whatever_is_set(game: Game[Any, Any]) -> None:
    least, most = game.players
    players = f"{least} players" if least == most else f"{least} to {most} players"
    assert re.search(rf"^{game.name} .*\({players}, ", asked().stdout, re.MULTILINE)
    assert f"\n{players}; " in asked(game.name).stdout
    assert json.loads(asked("--json").stdout)[list(games()).index(game.name)]["players"] == [least, most]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_game_names_the_folder_that_its_template_is_read_from(game: Game[Any, Any]) -> None:
    (named,) = re.findall(r"^Template: (.+)$", asked(game.name).stdout, re.MULTILINE)
    assert json.loads(asked(game.name, "--json").stdout)[0]["template"] == named
    assert Path(named, "workbook.toml").read_text("utf-8") == files.read(game.name, "workbook.toml")


def test_the_list_names_every_game_and_how_to_go_on() -> None:
    shown = asked().stdout
    assert all(re.search(rf"^{name} +.*{game.title}", shown, re.MULTILINE) for name, game in games().items())
    assert "sheets-gm games GAME" in shown
