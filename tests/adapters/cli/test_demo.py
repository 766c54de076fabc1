"""`sheets-gm demo`: how many play is what was asked for, or is refused with what can be."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from click import BadParameter
from click.testing import CliRunner

from sheets_gm.adapters.cli import demo
from sheets_gm.adapters.cli.demo import _news, _policy, _seats, _seats_for, _settings, command
from sheets_gm.adapters.cli.game_settings import settings_of
from sheets_gm.games.finding import game as find


@pytest.mark.parametrize(
    ("name", "assigned", "players", "can"),
    [
        ("gvg", (), 40, "2, 4, 6, 8 or 10 players, equally many"),
        ("gvg", (), 1, "2, 4, 6, 8 or 10 players, equally many"),
        ("gvg", (), 3, "2, 4, 6, 8 or 10 players, equally many"),
        ("gvg", ("team_size=2",), 6, "2 or 4 players, equally many"),
        ("champions", (), 99, "2 to 16 players, equally many"),
        ("champions", (), 0, "2 to 16 players, equally many"),
        ("champions", ("start_grid=2",), 9, "2 to 4 players, equally many"),
        ("wesnoth", (), 5, "is for 2 players"),
        ("wesnoth", ("map=four_gates",), 3, "2 or 4 players, equally many"),
        ("wesnoth", ("map=six_crowns",), -1, "2 to 6 players, equally many"),
    ],
)
def test_players_that_cannot_be_had_are_refused(name: str, assigned: tuple[str, ...], players: int, can: str) -> None:
    game = find(name)
    with pytest.raises(BadParameter, match=can) as error:
        _seats(game, settings_of(game.settings, assigned), players)
    assert f"sheets-gm games {name}" in error.value.message


@pytest.mark.parametrize(
    ("name", "assigned", "players"),
    [("gvg", (), 4), ("champions", (), 9), ("wesnoth", ("map=four_gates",), 4), ("gvg", (), None)],
)
def test_as_many_play_as_were_asked_for(name: str, assigned: tuple[str, ...], players: int | None) -> None:
    game = find(name)
    assert len(_seats(game, settings_of(game.settings, assigned), players)) == (players or 10)


@pytest.mark.parametrize(("name", "asked", "plays"), [("gvg", None, 10), ("champions", None, 6), ("champions", 9, 9)])
def test_few_play_where_each_has_a_workbook(name: str, asked: int | None, plays: int) -> None:
    game = find(name)
    policy = _policy(game, sealed=False)
    assert len(_seats_for(game, game.settings(), policy, asked)) == plays


def test_a_long_game_is_shortened_but_where_somebody_asks_for_all_of_it() -> None:
    wins = [_settings(find("win_or_die"), assigned).model_dump()["best_of"] for assigned in ((), ("best_of=3",))]
    assert wins == [1, 3]
    assert _settings(find("war_game"), ("vp_target=500",)) == find("war_game").settings()
    assert _settings(find("gvg"), ()) == find("gvg").settings()


def test_it_is_refused_before_anything_starts() -> None:
    done = CliRunner().invoke(command, ["gvg", "--players", "40"])
    assert done.exit_code == 2
    assert "not 40" in done.output


@pytest.mark.parametrize("kept", [False, True])
def test_who_looks_on_is_told_how_long_the_page_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, kept: bool
) -> None:
    monkeypatch.setattr(demo, "threading", SimpleNamespace(Event=lambda: SimpleNamespace(wait=lambda: None)))
    words = ["--fast", "--players", "2", "--set", "max_turns=1", "--to", str(tmp_path)]
    words += ["--keep-open"] * kept
    output = CliRunner().invoke(command, words).output
    assert ("The page closes when the match is over; with --keep-open it stays." in output) is not kept
    assert ("The page stays open." in output) is kept


def test_one_move_is_one_move() -> None:
    assert _news(["Ana moves A1 → A2"]) == ["1 move"]
    assert _news(["Ana moves A1 → A2", "Ben moves A1 → A2"]) == ["2 moves"]
