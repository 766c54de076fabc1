"""Clocks on the command line: their lengths when a match is created, and what `status` and `games` say of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheets_gm.adapters.cli import cli
from sheets_gm.adapters.installation import folders
from tests.installation import installation


def test_a_match_is_created_with_clocks_that_status_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installation(tmp_path):
        monkeypatch.setenv(folders.HOME, str(tmp_path))
        run = CliRunner().invoke
        done = run(cli, ["new", "wesnoth", "--name", "war", "--set", "clock=turn=2d, reaction=12h",
                         "--set", "remind=3h", "--set", "no-answer=bot"])  # fmt: skip
        assert done.exit_code == 0, done.output
        (row,) = json.loads(run(cli, ["status", "war", "--json"]).output)
        (clock,) = row["clocks"]
        assert (clock["clock"], clock["until"]) == ("turn", row["due"])
        shown = run(cli, ["status", "war"]).output
        assert f"clock turn of {clock['of']}: until {row['due']}" in shown
        assert run(cli, ["pause", "war"]).exit_code == 0
        assert f"clock turn of {clock['of']}: 48 h left" in run(cli, ["status", "war"]).output
        assert "No outage and no leap" in str(run(cli, ["put-back", "war"]).exception)
        assert "Clock “turn”" in run(cli, ["games", "wesnoth"]).output


@pytest.mark.parametrize(
    ("clock", "answer"),
    [("speech=2d", "has no clock called speech"), ("turn", "is not NAME=TIME"), ("turn=soon", "is not NAME=TIME")],
)
def test_a_clock_that_the_game_does_not_have_is_refused(
    clock: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installation(tmp_path):
        monkeypatch.setenv(folders.HOME, str(tmp_path))
        done = CliRunner().invoke(cli, ["new", "wesnoth", "--set", f"clock={clock}"])
    assert done.exit_code != 0
    assert answer in done.output


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--every", "24h"), r"turns are due every 1 day: the first on \w+ \d+ \w+ \d\d:\d\d UTC"),
        (("--at", "daily 18:00"), r"turns are due at daily 18:00, at least 12 hours for a turn: .* 18:00 UTC"),
        (("--every", "24h", "--set", "hours=8-23", "--set", "days-off=sat,sun,2026-12-24"),
         r"due every 1 day, played from 8:00 to 23:00, not on Saturdays and Sundays and on 2026-12-24: the first on"),
        (("--every", "2d", "--at", "daily 18:00", "--zone", "Asia/Tokyo"),
         r"due every 2 days at daily 18:00, at least 12 hours for a turn: .* 18:00 JST"),
        (("--at", "Sun 17:00", "--at", "Mon 5:00", "--set", "at-least=90m"),
         r"due at Sun 17:00 and Mon 05:00, at least 1 hour 30 minutes for a turn"),
    ],
)  # fmt: skip
def test_a_new_match_says_when_its_turns_are_due(
    options: tuple[str, ...], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installation(tmp_path):
        monkeypatch.setenv(folders.HOME, str(tmp_path))
        done = CliRunner().invoke(cli, ["new", "gvg", "--set", "team_size=1", *options])
    assert done.exit_code == 0, done.output
    assert re.search(line, done.output), done.output


def test_the_least_time_for_a_turn_needs_fixed_deadlines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installation(tmp_path):
        monkeypatch.setenv(folders.HOME, str(tmp_path))
        done = CliRunner().invoke(cli, ["new", "gvg", "--every", "24h", "--set", "at-least=12h"])
    assert (done.exit_code, "at-least needs fixed deadlines" in done.output) == (2, True)


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (("--every", "24h", "--set", "hours=late"), "are no playing hours: write them like 8-23"),
        (("--every", "24h", "--set", "days-off=mon,tue,wed,thu,fri,sat,sun"), "no turn would ever end"),
        (("--at", "daily 4:00", "--set", "hours=8-23"), "No turn would ever be due"),
        (("--set", "hours=8-23"), "hours needs a deadline"),
    ],
)
def test_playing_hours_without_a_turn_that_ends_in_them_are_refused(
    options: tuple[str, ...], answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installation(tmp_path):
        monkeypatch.setenv(folders.HOME, str(tmp_path))
        done = CliRunner().invoke(cli, ["new", "gvg", *options])
    assert done.exit_code != 0
    assert answer in done.output
