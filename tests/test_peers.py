"""`scripts/bench --peers`: what it asks of other engines, and the ratios that it prints. Nothing is installed here."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sheets_gm.games.finding import games
from tests import bench, ticks
from tests.peers import compare

ANSWERING = "import json, sys\nfor line in sys.stdin: print(json.dumps([{times}] * int(line)), flush=True)"


def peer(rules: float, drawing: float) -> tuple[str, ...]:
    """The command of an engine whose turns take so many seconds, as it says."""
    return (sys.executable, "-c", ANSWERING.format(times=[rules, drawing]))


def test_it_prints_how_many_of_our_turns_fit_into_one_of_each_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = {compare.DIPLOMACY: peer(0.008, 0.012), compare.BOARDGAME: peer(0.003, 0)}
    monkeypatch.setattr(compare, "install", lambda: commands)
    monkeypatch.setattr(bench, "late", lambda turns: [("late to early", f"{turns} turns")])
    monkeypatch.setattr(ticks, "each_turn_of_gvg", lambda: iter([dict.fromkeys(ticks.STAGES, 0.0005)] * 9))
    done = CliRunner().invoke(bench.main, ["--peers", "--turns", "9"])
    assert done.exit_code == 0, done.output
    shown = {name.strip(): figure for name, _, figure in (line.rpartition("  ") for line in done.output.splitlines())}
    assert shown == {
        bench.OURS: "1.00 ms",
        "sheets_gm: the same with everything drawn": "1.50 ms",
        compare.DIPLOMACY: "8.00 ms",
        "diplomacy: the same with everything drawn": "20.00 ms",
        compare.BOARDGAME: "3.00 ms",
        "rules alone: turns of ours in one of diplomacy": "8.0 (goal 8)",
        "rules alone: turns of ours in one of boardgame.io": "3.0 (goal 5)",
        "everything drawn: turns of ours in one of diplomacy": "13.3 (goal 20)",
        "everything drawn: turns of ours in one of boardgame.io": "2.0 (goal 2)",
        "sheets_gm: turn 9 to turn 30": "1.00",
        "diplomacy: turn 9 to turn 30": "1.00",
        "boardgame.io: turn 9 to turn 30": "1.00",
        "late to early": "9 turns",
    }


def test_a_turn_of_ours_is_measured_by_stage() -> None:
    turn = next(ticks.each_turn_of_gvg())
    assert set(turn) == set(ticks.STAGES)
    assert all(seconds > 0 for seconds in turn.values())


def test_the_turn_that_ends_a_match_is_measured_too() -> None:
    table = ticks.Table("gvg", {"max_turns": 2})
    assert len(list(ticks.each_stage(table))) == 2
    assert not table.session.forms


def test_a_measured_tick_plays_what_everybody_typed_and_leaves_out_the_work_of_the_sheets() -> None:
    table = ticks.Table("gvg")
    took = next(ticks.turns(table))
    assert took > 0 < sum(table.sheets.spent)
    assert set(table.session.entry.orders) == set(table.session.people.seats)


@pytest.mark.parametrize("plays", sorted(games()))
def test_a_quiet_poll_is_measured_with_what_people_typed_on_the_sheet(plays: str) -> None:
    table = ticks.under_way(plays)
    assert any(draft.revision for draft in table.session.record.drafts)
    writes = table.sheets.calls["write"]
    assert table.tick() > 0
    assert table.sheets.calls["write"] == writes


def test_help_says_what_each_line_is() -> None:
    said = CliRunner().invoke(bench.main, ["--help"]).output
    for line in ("validate", "a whole tick", "in which nobody typed", "a step of 60 armies", "Rules alone", "SVG"):
        assert line in said


def test_the_engines_play_a_few_turns_each_one_after_another() -> None:
    asked: list[tuple[str, int]] = []

    def playing(name: str) -> compare.Turns:
        def play(turns: int) -> list[compare.Times]:
            asked.append((name, turns))
            return [(1.0, 1.0)] * turns

        return play

    taken = compare.measure({"a": playing("a"), "b": playing("b")}, compare.ROUND + 5)
    assert asked == [("a", compare.ROUND), ("b", compare.ROUND), ("a", 5), ("b", 5)]
    assert [len(each) for each in taken.values()] == [compare.ROUND + 5] * 2


def test_late_turns_are_compared_with_early_ones_that_are_warm() -> None:
    slowing = [9.0] * compare.WARM + [1.0] * 1000 + [3.0] * compare.EDGE
    assert compare.late_to_early(slowing) == 3.0


def test_a_run_of_no_turns_is_refused() -> None:
    done = CliRunner().invoke(bench.main, ["--peers", "--turns", "0"])
    assert done.exit_code == 2
    assert "play at least 1 turn" in done.output


def test_an_engine_that_stops_is_an_error_with_its_command() -> None:
    with (
        compare.engine((sys.executable, "-c", "")) as play,
        pytest.raises(click.ClickException, match="without an answer"),
    ):
        play(3)


def test_the_peers_are_installed_in_the_ignored_build_folder_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, ...]] = []

    def run(*command: str) -> None:
        ran.append(command)
        made = tmp_path / ("node/node_modules" if command[0] == "npm" else "python/bin/python")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.mkdir() if command[0] == "npm" else made.touch()

    monkeypatch.setattr(compare, "_run", run)
    commands = compare.install(tmp_path)
    assert [command[-1] for command in ran] == [str(tmp_path / "python"), compare.PYTHON_PACKAGE, compare.NODE_PACKAGE]
    assert all(Path(word).exists() for command in commands.values() for word in command if "/" in word)
    before = len(ran)
    compare.install(tmp_path)
    assert len(ran) == before
    ignored = (compare.FOLDER.parents[1] / ".gitignore").read_text(encoding="utf-8").split()
    assert "build/" in ignored


def test_a_program_that_is_missing_is_named() -> None:
    with pytest.raises(click.ClickException, match="need no-such-npm"):
        compare._run("no-such-npm", "install")
