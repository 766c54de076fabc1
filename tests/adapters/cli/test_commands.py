"""The command line as a person types it: what it says, what it exits with, and one clear line for what goes wrong."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheets_gm.adapters.cli import COMMANDS, FIRST
from sheets_gm.adapters.installation import settings
from sheets_gm.games.finding import games
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.localsheets.http_server import listening
from tests.adapters.place import typed
from tests.installation import installation
from tests.program import run

PROGRAM = [sys.executable, "-m", "sheets_gm.adapters.cli"]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with installation(tmp_path):
        yield tmp_path


def test_a_match_from_the_first_command_to_the_verified_export(home: Path) -> None:
    made = run(home, "new", "gvg", "--name", "friday", "--set", "max_turns=2", "--json")
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["match"] == "friday"
    assert "waiting for: Ana" in run(home, "status").stdout
    assert run(home, "sync", "--once").returncode == 0
    for turn in (1, 2):
        played = run(home, "resolve", "friday", "--json")
        assert played.returncode == 0, played.stderr
        assert json.loads(played.stdout)["steps"][0]["label"] == f"Turn {turn} of 2"
    over = run(home, "resolve", "friday")
    assert (over.returncode, "is over" in over.stderr) == (1, True)
    assert "a draw" in run(home, "status", "friday").stdout
    exported = run(home, "export", "friday", "--to", "out")
    assert exported.returncode == 0, exported.stderr
    assert sorted(path.name for path in (home / "out").iterdir()) == [
        "friday.html",
        "friday.json",
        "friday.png",
        "friday.xlsx",
    ]
    checked = run(home, "verify", "out/friday.json")
    assert (checked.returncode, "all 3 entries recompute" in checked.stdout) == (0, True)


@pytest.mark.parametrize("game", games())
def test_every_game_starts_without_options_and_with_its_secrets_kept(home: Path, game: str) -> None:
    made = typed(home, "new", game, "--name", "friday", "--gm", "gm@x", "--every", "24h")
    assert made.code == 0, made.err
    is_open = games()[game].secrecy is Secrecy.OPEN
    assert ("everybody sees everybody's orders until they are locked" in made.out) == is_open
    assert "  game master " in made.out


def test_a_program_that_stops_leaves_nothing_in_a_log_beside_its_database(home: Path) -> None:
    for words in (("new", "gvg", "--set", "team_size=1"), ("sync", "--once"), ("status",)):
        assert typed(home, *words).code == 0
        assert [path.name for path in home.glob("matches.db*")] == ["matches.db"]


def test_status_names_no_share_of_a_quota_that_there_is_not(home: Path) -> None:
    run(home, "new", "gvg", "--name", "friday", "--set", "team_size=1")
    assert run(home, "sync", "--once").returncode == 0
    assert "of all calls" not in run(home, "status", "friday").stdout
    (row,) = json.loads(run(home, "status", "friday", "--json").stdout)
    assert row["calls"]["share"] == 0.0
    assert row["calls"]["reads"] > 0


ALONE = "Only the GM is invited to the workbook of Gus"
BESIDE = "Gus cannot open the workbook of the team, and the rest of the team can type in those cells,"


@pytest.mark.parametrize(
    ("game", "players", "message", "seat"),
    [
        ("champions", "player,account\nAna,ana@x\nGus,\n", ALONE, "p2"),
        ("gvg", "player,team,account\nAna,blue,ana@x\nGus,red,\n", ALONE, "red1"),
        ("gvg", "player,team,account\nAna,blue,ana@x\nGus,blue,\nCleo,red,cleo@x\n", BESIDE, "blue2"),
    ],
)
def test_a_sealed_match_says_who_has_no_way_in_and_how_to_give_one(
    home: Path, game: str, players: str, message: str, seat: str
) -> None:
    (home / "friends.csv").write_text(players, encoding="utf-8")
    words = ("new", game, "--name", "friday", "--sealed", "--roster", "friends.csv", "--gm", "gm@x")
    made = run(home, *words)
    assert made.returncode == 0, made.stderr
    way = f"sheets-gm substitute friday {seat} 'Gus <ADDRESS>'"
    warned = [line for line in made.stdout.splitlines() if "⚠" in line and "has no account here" not in line]
    assert warned == [f"  ⚠ {message} until an account is named: {way}"]
    given = run(home, *shlex.split(way.replace("ADDRESS", "gus@x"))[1:])
    assert given.returncode == 0, given.stderr


def test_a_tampered_export_is_found_and_named(home: Path) -> None:
    run(home, "new", "gvg", "--name", "friday")
    run(home, "resolve", "friday")
    run(home, "export", "friday", "--format", "json", "--to", "out")
    path = home / "out" / "friday.json"
    held = json.loads(path.read_text(encoding="utf-8"))
    held["entries"][1]["rolls"][0]["value"] = 7 - held["entries"][1]["rolls"][0]["value"]
    path.write_text(json.dumps(held), encoding="utf-8")
    checked = run(home, "verify", "out/friday.json")
    assert checked.returncode == 5
    assert "line 4 of friday.json (entry 1) is wrong" in checked.stdout


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["new", "gvgg"], 1, "Did you mean gvg?"),
        (["new", "gvg", "--set", "max_turn=3"], 1, "Did you mean max_turns?"),
        (["new", "gvg", "--set", "team_size=9"], 1, "team_size: 9 is too large: write 5 or less"),
        (["new", "gvg", "--roster", "nobody.csv"], 1, "There is no roster"),
        (["new", "gvg", "--roster", "."], 1, "is a folder: name a CSV file"),
        (["new", "gvg", "--every", "soon"], 2, "--every: “soon” is no time"),
        (["new", "gvg", "--every", "-5h"], 2, "--every: “-5h” is no time"),
        (["new", "gvg", "--set", "extension=long"], 2, "extension: “long” is no time"),
        (["new", "gvg", "--zone", "Middle-earth"], 2, "--zone: There is no time zone"),
        (["new", "gvg", "--at", "2026-12-01 17:00"], 2, "it cannot contain “2026-12-01”"),
        (["new", "gvg", "--set", "grace=2h"], 2, "grace needs a deadline: choose every (24h)"),
        (["new", "gvg", "--set", "wait=yes"], 2, "wait needs a deadline"),
        (["new", "gvg", "--every", "1d", "--set", "grace=1h", "--set", "grace=2h"], 2, "grace is set twice"),
        (["new", "gvg", "--set", "extensions=-1"], 2, "how many extensions"),
        (["new", "gvg", "--sealed", "--set", "open-hands=yes"], 2, "use only one of them"),
        (["status", "monday"], 1, "There is no match called 'monday'"),
        (["resolve"], 1, "There is no match yet"),
        (["verify", "nothing.json"], 1, "There is no file nothing.json: sheets-gm export writes one, and says where"),
        (["verify", "."], 1, "is a folder: give a file that sheets-gm export wrote"),
        (["dance"], 2, "No such command"),
        (["staus"], 2, "Did you mean status?"),
        (["sync", "--every", "0s", "--once"], 2, "is not a duration"),
    ],
)
def test_what_goes_wrong_is_one_line_that_says_what_to_do(
    home: Path, words: list[str], code: int, message: str
) -> None:
    done = run(home, *words)
    assert done.returncode == code, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "held", [b"{}", b"[1]", b"{", b'{"head": {"format": 1}, "entries": 5}', b'{"head": 5}', b"PK\x03\x04\xff\xfe"]
)
def test_a_file_that_is_no_export_is_answered_with_which_one_is(home: Path, held: bytes) -> None:
    (home / "wrong.json").write_bytes(held)
    done = typed(home, "verify", "wrong.json")
    assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)
    assert "give a file that sheets-gm export wrote" in done.err


def test_a_roster_that_is_not_written_in_utf_8_is_refused_with_what_to_do(home: Path) -> None:
    (home / "friends.csv").write_text("player\nAndré\n", encoding="latin-1")
    done = typed(home, "new", "gvg", "--roster", "friends.csv")
    assert (done.code, "Save it as CSV in UTF-8" in done.err) == (1, True)


def test_a_column_of_a_roster_that_means_nothing_is_reported_with_those_that_do(home: Path) -> None:
    (home / "friends.csv").write_text("player,team,colour\nAna,blue,green\nBen,red,\n", encoding="utf-8")
    done = typed(home, "new", "gvg", "--roster", "friends.csv")
    assert done.code == 0, done.err
    assert (
        "friends.csv: the column “colour” is ignored. Known columns: "
        "account, captain, player, role, seat, team and zone."
    ) in done.out


def test_a_roster_names_its_bad_line(home: Path) -> None:
    (home / "friends.csv").write_text("player,team,role\nAna,blue,DPS\nBen,blue,Bard\n", encoding="utf-8")
    done = run(home, "new", "gvg", "--roster", "friends.csv")
    assert done.returncode == 1
    assert "line 3: there is no role “Bard”" in done.stderr


def test_a_roster_says_who_sits_where(home: Path) -> None:
    (home / "friends.csv").write_text(
        "player,team,role,captain,account\nAna,blue,Healer,yes,ana@table\nBen,red,,,\n", encoding="utf-8"
    )
    made = run(home, "new", "gvg", "--roster", "friends.csv")
    assert (made.returncode, "⚠ ana@table has no account here: sheets-gm account add ana@table" in made.stdout) == (
        0,
        True,
    )
    assert "waiting for: Ana and Ben" in run(home, "status").stdout


def test_a_damaged_store_is_one_line(home: Path) -> None:
    (home / "matches.db").write_bytes(b"not a database at all, whatever its name says" * 50)
    done = run(home, "status")
    assert (done.returncode, "Traceback" in done.stderr) == (3, False)
    assert "matches.db" in done.stderr


def test_damaged_settings_are_one_line(home: Path) -> None:
    (home / settings.FILE).write_text("store = ", encoding="utf-8")
    done = run(home, "status")
    assert done.returncode == 3
    assert settings.FILE in done.stderr


def test_a_service_that_is_away_ends_a_single_tick_of_many_matches_with_what_to_do(home: Path) -> None:
    for name in ("friday", "monday", "sunday"):
        run(home, "new", "gvg", "--name", name)
    first, *_ = run(home, "status").stdout.splitlines()
    assert first == "friday  live · Turn 1 of 60 · waits for 10 people · ⚠ no sync looks", (
        "a line each of several matches"
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    text = (home / settings.FILE).read_text(encoding="utf-8")
    lines = [
        f'endpoint = "http://127.0.0.1:{port}"' if line.startswith("endpoint") else line for line in text.splitlines()
    ]
    (home / settings.FILE).write_text("\n".join(lines), encoding="utf-8")
    env = {**os.environ, "SHEETS_GM_HOME": str(home)}
    done = subprocess.run(
        [*PROGRAM, "sync", "--once"], capture_output=True, text=True, env=env, check=False, timeout=120
    )
    assert done.returncode == 4
    shown = done.stderr.splitlines()
    assert f"cannot be reached at 127.0.0.1:{port}: start it: sheets-gm serve --port {port}" in shown[0]
    assert shown[1:] == ["Not polled, for the same reason: 2 more."]


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    held = listening.listen(listening.LOOPBACK, 0)
    done = run(tmp_path, "serve", "--port", str(held.getsockname()[1]), "--data", "sheets")
    held.close()
    assert done.returncode == 3
    assert "is in use" in done.stderr


def test_a_template_that_is_broken_is_one_line(tmp_path: Path) -> None:
    project = Path(__file__).resolve().parents[3]
    for folder in ("sheets_gm", "templates"):
        shutil.copytree(project / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "templates" / "gvg" / "board.txt").write_text("columns A\n1 X\n", encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "SHEETS_GM_HOME": str(tmp_path)}
    done = subprocess.run(
        [*PROGRAM, "games"], capture_output=True, text=True, env=env, cwd=tmp_path, check=False, timeout=60
    )
    assert done.returncode in (1, 3)
    assert "line 2: there is no sign “X”" in done.stderr
    assert "Value error" not in done.stderr
    assert "champions " in done.stdout, "the other games can be played"
    assert "Traceback" not in done.stderr


def test_help_is_there_at_once_and_teaches(tmp_path: Path) -> None:
    done = run(tmp_path, "--help")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) <= 24
    assert [name for name in FIRST if f"  {name} " not in done.stdout] == []
    assert COMMANDS.keys() <= set(re.findall(r"[a-z-]+", done.stdout))
    whole = run(tmp_path, "--help-all").stdout
    assert [name for name in COMMANDS if f"\n  {name} " not in whole] == []
