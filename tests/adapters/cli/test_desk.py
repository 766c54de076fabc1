"""The GM's desk on the command line: the same actions as on the sheet, and what a GM needs when something is wrong."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pydantic import create_model

from sheets_gm.adapters import wiring
from sheets_gm.adapters.cli import cli
from sheets_gm.adapters.cli.exit_codes import exit_code
from sheets_gm.adapters.installation import folders
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.games import finding
from sheets_gm.games.gvg.position.events import CoinsRespawned
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.ports.store import STALE
from sheets_gm.kernel.outcome import Event
from tests.installation import installation

Run = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with installation(tmp_path):
        yield tmp_path


@pytest.fixture
def run(home: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line, in this process; what would be one line on standard error is in the answer's output."""
    monkeypatch.setenv(folders.HOME, str(home))

    def call(*words: str, code: int = 0) -> Result:
        done = CliRunner().invoke(cli, words)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            expected = exit_code(type(done.exception))
            if expected is None:
                raise done.exception
            done.output_bytes += str(done.exception).encode()
            done.exit_code = expected
        assert done.exit_code == code, done.output
        return done

    call(
        "new",
        "gvg",
        "--name",
        "friday",
        "--set",
        "max_turns=9",
        "--every",
        "24h",
        "--set",
        "extensions=1",
        "--set",
        "appeal=2d",
    )
    return call


def answer(done: Result) -> Any:
    return json.loads(done.output)


def test_the_clock_is_stopped_moved_and_started(run: Run) -> None:
    assert "paused the match: holidays" in run("pause", "friday", "--why", "holidays").output
    assert "paused" in run("status", "friday").output
    assert "paused until" not in run("status", "friday").output
    run("resume", "friday")
    until = datetime.now(UTC) + timedelta(days=700)
    end = f"{until:%a %d %b} 12:00 UTC"
    assert f"paused the match until {end}" in run("pause", "friday", "--until", f"{until:%Y-%m-%d} 12:00").output
    assert f"paused until: {end}" in run("status", "friday").output
    assert "Write a later time" in run("pause", "friday", "--until", "2000-01-01 12:00", code=1).output
    run("resume", "friday")
    assert "extended the deadline by 12 hours" in run("extend", "friday", "12h", "--seat", "blue1").output
    assert "used its only extension" in run("extend", "friday", "1h", "--seat", "blue1", code=1).output
    assert "made the deadline 1 day 1 hour earlier" in run("extend", "friday", "-1 day 1 hour").output
    assert "Ana is excused" in run("excuse", "friday", "blue1").output


def test_a_value_is_put_right_and_a_match_is_taken_back(run: Run) -> None:
    run("resolve", "friday")
    done = answer(run("override", "friday", "teams.blue.coins", "5", "--why", "a coin was missed", "--json"))
    assert done["act"]["new"] == 5
    assert answer(run("status", "friday", "--position"))["teams"]["blue"]["coins"] == 5
    assert "Did you mean" in run("override", "friday", "team.blue", "5", "--why", "x", code=1).output
    assert "Give a reason with --why" in run("override", "friday", "teams.blue.coins", "6", code=1).output
    run("rewind", "friday", "Turn 1", "--why", "a wrong board")
    assert "Turn 1 of 9" in run("status", "friday").output


def test_the_position_is_printed_without_whole_texts_and_its_settings_come_last(run: Run) -> None:
    position = answer(run("status", "friday", "--position"))
    assert list(position)[-1] == "settings"
    assert position["settings"]["max_turns"] == 9
    assert "board" not in position["settings"]


@pytest.mark.parametrize(
    ("path", "value"), [("players.blue1.at", "C5"), ("players.0.at", "C5"), ("teams.blue.coins", "5")]
)
def test_a_path_names_an_entry_of_a_list_by_its_seat_or_its_place(run: Run, path: str, value: str) -> None:
    done = answer(run("override", "friday", path, value, "--why", "x", "--json"))
    assert str(done["act"]["new"]) == value


def test_a_path_names_an_entry_by_its_id_where_a_seat_has_many(run: Run) -> None:
    run("new", "wesnoth", "--name", "hex")
    assert answer(run("override", "hex", "units.b1.wounds", "2", "--why", "x", "--json"))["act"]["new"] == 2
    assert "r1" in run("override", "hex", "units.c9.wounds", "2", "--why", "x", code=1).output


def test_the_rolls_of_real_dice_are_typed_one_by_one_until_the_turn_is_played(run: Run) -> None:
    run("new", "gvg", "--name", "felt", "--set", "dice=manual", "--set", "team_size=1")
    assert "felt waits for no rolls now" in run("roll", "felt").output
    assert "this turn waits for rolls" in run("resolve", "felt", code=1).output
    missing = answer(run("roll", "felt", "--json"))["missing"]
    assert [each["why"] for each in missing] == ["turn 2: movement of blue1", "turn 2: movement of red1"]
    status = run("status", "felt").output
    assert "waiting for: the game master" in status
    assert "roll to type: turn 2: movement of red1" in status
    assert "A d6 shows 1 to 6, not 7" in run("roll", "felt", missing[0]["why"], "7", code=1).output
    assert "Type what the die showed" in run("roll", "felt", missing[0]["why"], code=2).output
    assert "d6  turn 2: movement of red1" in run("roll", "felt", missing[0]["why"], "4").output
    assert "Turn 1 of 60 is played" in run("roll", "felt", missing[1]["why"], "1").output
    players = answer(run("status", "felt", "--position"))["players"]
    assert [player["roll"] for player in players] == [4, 1]
    assert "friday waits for no rolls now" in run("roll", "friday", "luck", "1", code=1).output


def test_a_value_below_nothing_is_a_value_and_no_option(run: Run) -> None:
    output = run("override", "friday", "teams.blue.coins", "-3", "--why", "x", code=1).output
    assert "No such option" not in output
    done = answer(run("override", "friday", "teams.blue.coins", "2", "--why", "x", "--json"))
    assert done["act"]["new"] == 2


def test_a_player_may_be_named_instead_of_a_seat(run: Run) -> None:
    assert "Ben is excused" in run("excuse", "friday", "ben").output
    assert "extended the deadline" in run("extend", "friday", "12h", "--seat", "Ana").output
    assert "Zoe replaces Ben" in run("substitute", "friday", "Ben", "Zoe").output
    assert "There is no player or seat “Nobody”" in run("excuse", "friday", "Nobody", code=1).output


def test_a_turn_is_told_with_what_happened_and_who_is_waited_for_by_name(run: Run) -> None:
    first, *lines, last = run("resolve", "friday").output.splitlines()
    assert re.fullmatch(r"friday, entry \d+: Turn 1 of \d+ is played\.", first)
    assert lines
    assert all(line.startswith("  ") for line in lines)
    assert last == run("sync", "--once").output.strip()
    assert last.startswith("friday: waiting for ")
    assert not re.search(r"blue\d|red\d", last)


def test_what_a_sync_says_of_a_paused_match_names_the_way_on(run: Run) -> None:
    run("pause", "friday")
    assert "Go on with: sheets-gm resume friday" in run("sync", "--once").output


def test_who_is_back_may_be_said_in_place_of_a_time(run: Run) -> None:
    run("away", "friday", "Ben", "7d")
    assert "Ben is back" in run("away", "friday", "Ben", "back").output


def test_a_name_that_is_taken_is_refused_before_anybody_is_invited(run: Run) -> None:
    done = run("new", "gvg", "--name", "friday", code=1)
    assert "Inviting" not in done.output
    assert "There is already a match called friday." in done.output


def test_who_is_excused_already_is_not_excused_again(run: Run) -> None:
    run("excuse", "friday", "blue2")
    assert "Ben is already excused from this step" in run("excuse", "friday", "Ben", code=1).output
    run("resolve", "friday")
    assert "Ben is excused" in run("excuse", "friday", "blue2").output


def test_a_claim_is_reported_as_the_game_masters_and_missing_ones_by_those_there_are(run: Run) -> None:
    assert "Claim 1 by the game master: Ana moved twice" in run("claim", "friday", "Ana moved twice").output
    assert "There is no claim 7. The only claim is 1." in run("rule", "friday", "7", "no", "--why", "x", code=1).output


def test_a_roll_of_a_ruling_is_a_die(run: Run) -> None:
    run("claim", "friday", "Ben moved twice")
    output = run("rule", "friday", "1", "no", "--why", "x", "--roll", "twenty", code=2).output
    assert "“twenty” is not a die: write it like “d20 for the ambush”" in output


def test_where_no_extensions_were_given_it_says_so(run: Run) -> None:
    run("new", "gvg", "--name", "sunday", "--every", "24h")
    output = run("extend", "sunday", "1h", "--seat", "blue1", code=1).output
    assert "run without extensions" in output


def test_a_claim_is_ruled_on_and_appealed(run: Run) -> None:
    run("claim", "friday", "Ben moved twice", "--about", "0")
    ruled = run("rule", "friday", "1", "he did not", "--why", "it was one move", "--evidence", "entry 0",
                "--roll", "d6 for the table")  # fmt: skip
    assert "[the table: " in ruled.output
    assert "Claim 1" not in run("appeal", "friday", "1", "red2", "--why", "look again").output
    assert "claim 1 is appealed" in run("status", "friday").output
    assert "There is no player or seat" in run("appeal", "friday", "1", "green1", code=1).output


def test_a_seat_changes_hands_and_a_team_gives_up(run: Run, home: Path) -> None:
    assert "Zoe replaces Ben" in run("substitute", "friday", "blue2", "Zoe <zoe@table>").output
    assert "Team Red (" in run("concede", "friday", "red").output
    assert ") conceded" in run("status", "friday").output
    run("export", "friday", "--format", "json", "--to", str(home / "out"))
    assert "all 3 entries recompute" in run("verify", str(home / "out" / "friday.json")).output


def test_a_dry_run_tells_what_would_happen_and_plays_nothing(run: Run, home: Path) -> None:
    run("new", "gvg", "--name", "sunday", "--no-show", "bot")
    run("resolve", "sunday")
    run("resolve", "sunday")
    before = answer(run("status", "sunday", "--json"))
    done = run("resolve", "sunday", "--dry-run")
    assert "with other dice" in done.output
    assert len(done.output.splitlines()) > 3
    assert answer(run("status", "sunday", "--json")) == before
    assert answer(run("resolve", "sunday", "--dry-run", "--json"))["would"]
    assert len(list(open_store(home / "matches.db").entries("sunday"))) == 3
    assert "No events." in run("resolve", "friday", "--dry-run").output


def test_status_names_the_end_of_the_grace_once_the_deadline_has_passed(run: Run, home: Path) -> None:
    store = open_store(home / "matches.db")
    record = store.record("friday")
    store.save(record.but(due=time.time() - 60, policy=record.policy.but(every=86400.0, grace=7200.0)))
    assert "has passed; late moves count until " in run("status", "friday").output
    assert answer(run("status", "friday", "--json"))[0]["late"]


def test_a_match_that_was_set_aside_is_taken_up_again(run: Run, home: Path) -> None:
    store = open_store(home / "matches.db")
    now = time.time()
    store.mark("friday", now - 90)
    store.save(store.record("friday").but(status=Status.STUCK, failures=3, reason="a wrong board", due=now - 60))
    assert "set aside: a wrong board" in run("resolve", "friday", code=1).output
    assert "polled again" in run("unstick", "friday").output
    assert StepTime.of(store.record("friday")).moved >= 90  # its deadline has passed while it was aside
    assert "is not set aside" in run("unstick", "friday", code=1).output
    assert run("resolve", "friday").exit_code == 0


def test_after_an_upgrade_a_match_is_rechecked_before_it_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("resolve", "friday")
    assert "stays the same with rules gvg-3" in run("recheck").output
    new = replace(finding.game("gvg"), version="gvg-4")
    for module in (finding, wiring):
        monkeypatch.setattr(module, "game", lambda _name: new)
    assert "bound to rules gvg-3, and gvg-4 is installed" in run("resolve", "friday", code=1).output
    assert "recheck friday --adopt" in run("recheck").output
    assert "The match now uses them" in run("recheck", "--adopt").output
    assert "is played" in run("resolve", "friday").output
    assert "stays the same" in run("recheck").output


def test_rules_whose_events_have_new_fields_with_defaults_are_adopted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = finding.game("gvg")
    short = CoinsRespawned(clause="GVG-84", at=("C5",))
    longer = create_model("Longer", __base__=CoinsRespawned, more=(str, "more"))
    needed = create_model("Needed", __base__=CoinsRespawned, more=(str, ...))

    def install(version: str, event: Event) -> None:
        def resolve(state: Any, orders: Any, dice: Any) -> Any:
            return replace(sound.resolve(state, orders, dice), events=(event,))

        for module in (finding, wiring):
            monkeypatch.setattr(module, "game", lambda _name: replace(sound, version=version, resolve=resolve))

    install(sound.version, short)
    run("resolve", "friday")
    install("gvg-4", longer(clause="GVG-84", at=("C5",)))
    assert "every entry stays the same with rules gvg-4" in run("recheck").output
    for other in (
        short.but(at=("C6",)),
        needed.model_validate({"clause": "GVG-84", "at": ["C5"], "more": "x"}),
        longer(clause="GVG-84", at=()),
    ):
        install("gvg-4", other)
        assert "lead to other events" in run("recheck", code=5).output


def played(home: Path) -> list[dict[str, Any]]:
    """The entries of the match, as they are stored."""
    return [entry.model_dump() for entry in open_store(home / "matches.db").entries("friday")]


def test_rules_that_play_something_differently_are_only_adopted_on_demand(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("resolve", "friday")
    old = finding.game("gvg")

    def resolve(state: Any, orders: Any, dice: Any) -> Any:
        outcome = old.resolve(state, orders, dice)
        teams = {name: team.but(coins=team.coins + 1) for name, team in outcome.state.teams.items()}
        return replace(outcome, state=outcome.state.but(teams=teams))

    new = replace(old, version="gvg-4", resolve=resolve)
    for module in (finding, wiring):
        monkeypatch.setattr(module, "game", lambda _name: new)
    done = run("recheck", "--adopt", code=5)
    assert "entry 1 would differ with rules gvg-4: its orders and rolls lead to another state" in done.output
    assert "bound to rules gvg-3" in run("resolve", "friday", code=1).output
    before = [row["state"] for row in played(home)]
    assert "The match now uses them all the same" in run("recheck", "--adopt", "--anyway", code=5).output
    assert "is played" in run("resolve", "friday").output
    assert [row["state"] for row in played(home)][: len(before)] == before


def test_status_shows_a_match_on_which_the_rules_fail_and_all_others(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", "wesnoth", "--name", "sunday")
    sound = finding.game("gvg")

    def opens(state: Any) -> Any:
        raise KeyError("a bug")

    broken = replace(sound, open=opens)
    monkeypatch.setattr(finding, "game", lambda name: broken if name == "gvg" else finding.games()[name])
    lines = run("status").output
    assert "the rules fail on the position after entry 0: KeyError: 'a bug'" in lines
    assert "sunday" in lines
    rows = {row["match"]: row for row in answer(run("status", "--json"))}
    assert rows["friday"]["waiting"] == []
    assert rows["sunday"]["problem"] is None


def test_status_shows_a_match_that_the_store_cannot_read_and_all_others(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", "wesnoth", "--name", "sunday")
    read = DatabaseStore.record

    def record(store: DatabaseStore, match: str) -> Record:
        if match == "friday":
            raise StoreBroken("Parts of the record of friday are missing.")
        return read(store, match)

    monkeypatch.setattr(DatabaseStore, "record", record)
    lines = run("status").output
    assert "unreadable: Parts of the record of friday are missing." in lines
    assert "waiting for" in lines
    assert [row["match"] for row in answer(run("status", "--json"))] == ["friday", "sunday"]


def test_a_rewind_from_the_command_line_takes_a_match_up_again_that_was_set_aside(run: Run, home: Path) -> None:
    run("resolve", "friday")
    store = open_store(home / "matches.db")
    store.save(store.record("friday").but(status=Status.STUCK, failures=3, reason="a wrong board"))
    run("rewind", "friday", "#0", "--why", "as advised")
    assert store.record("friday").status is Status.LIVE
    assert "problem" not in run("status", "friday").output


# -- while the sync runs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("resolve", "friday"), ("extend", "friday", "2h", "--why", "holidays")])
def test_a_command_waits_for_the_sync_that_works_on_the_match(
    words: tuple[str, ...], run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(home / "matches.db")
    now = time.time()
    assert store.claim("friday", "the sync", now, STALE)
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        store.release("friday", "the sync")

    monkeypatch.setattr("sheets_gm.adapters.cli.beside_the_sync.time.sleep", sleep)
    assert "another process" not in run(*words).output
    assert len(waited) == 1


def test_rules_are_adopted_beside_a_sync_that_fails_on_the_old_ones_and_sets_the_match_aside(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = replace(finding.game("gvg"), version="gvg-4")
    for module in (finding, wiring):
        monkeypatch.setattr(module, "game", lambda _name: new)
    store = open_store(home / "matches.db")
    assert store.claim("friday", "the sync", time.time(), STALE)

    def sleep(_seconds: float) -> None:
        store.save(store.record("friday").but(status=Status.STUCK, failures=3, reason="bound to other rules"))
        store.release("friday", "the sync")

    monkeypatch.setattr("sheets_gm.adapters.cli.beside_the_sync.time.sleep", sleep)
    assert "The match now uses them" in run("recheck", "--adopt").output
    record = store.record("friday")
    assert (record.rules_version, record.status) == ("gvg-4", Status.LIVE)


def test_a_command_that_waits_for_a_sync_in_vain_says_so(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_store(home / "matches.db").claim("friday", "the sync", time.time(), STALE)
    monkeypatch.setattr("sheets_gm.adapters.cli.beside_the_sync.PATIENCE", 0.0)
    assert "another process is playing this turn" in run("resolve", "friday", code=1).output


@pytest.mark.parametrize("text", ["9999-12-31 23:59", "99999999h"])
def test_a_match_begins_some_years_from_now_at_most(text: str, run: Run) -> None:
    words = ("new", "gvg", "--name", "sunday", "--open-seats", "--set", f"start={text}", "--zone", "America/New_York")
    done = run(*words, code=1)
    assert "years" in done.output
    assert "Traceback" not in done.output
