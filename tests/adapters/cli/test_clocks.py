"""Clocks on the command line: their lengths when a match is created, and what `status` and `games` say of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheets_gm.adapters import settings
from sheets_gm.adapters.cli import cli
from tests.installation import installation


def test_a_match_is_created_with_clocks_that_status_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installation(tmp_path):
        monkeypatch.setenv(settings.HOME, str(tmp_path))
        run = CliRunner().invoke
        done = run(cli, ["new", "wesnoth", "--name", "war", "--clock", "turn=2d", "--clock", "reaction=12h",
                         "--remind", "3h", "--no-answer", "bot"])  # fmt: skip
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
    [("speech=2d", "has no clock called speech"), ("turn", "is not NAME=TIME"), ("turn=soon", "is not a duration")],
)
def test_a_clock_that_the_game_does_not_have_is_refused(
    clock: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installation(tmp_path):
        monkeypatch.setenv(settings.HOME, str(tmp_path))
        done = CliRunner().invoke(cli, ["new", "wesnoth", "--clock", clock])
    assert done.exit_code != 0
    assert answer in done.output
