"""Rooms whose tests rest while nothing that they follow from has changed since they passed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import passed_rooms, sampling
from tests.import_graph import ROOT, imports, modules
from tests.passed_rooms import ROOMS, Room

ROOM = Room("tests/room", ("sheets_gm/room", "uv.lock"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with a room in it, which has not passed."""
    for name in ("tests/room/test_it.py", "sheets_gm/room/module.py", "sheets_gm/other.py", "uv.lock"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "rests"),
    [
        ("tests/room/test_it.py", False),
        ("tests/room/test_new.py", False),
        ("sheets_gm/room/module.py", False),
        ("uv.lock", False),
        ("sheets_gm/other.py", True),
    ],
)
def test_a_room_that_passed_rests_until_something_that_it_follows_from_changes(
    root: Path, changed: str, rests: bool
) -> None:
    assert not ROOM.has_passed(root)
    ROOM.note_that_it_passed(root)
    assert ROOM.has_passed(root)
    (root / changed).write_text("changed", encoding="utf-8")
    assert ROOM.has_passed(root) is rests


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the one room has passed, which a test may change."""
    passed = [True]
    monkeypatch.setattr(passed_rooms, "ROOMS", (ROOM,))
    monkeypatch.setattr(Room, "has_passed", lambda _self: passed[0])
    monkeypatch.setattr(sampling, "_now", ["a tree"])
    return passed


def test_a_room_that_has_passed_rests(run: list[bool]) -> None:
    assert passed_rooms.resting(["tests"]) == ("tests/room/",)
    run[0] = False
    assert passed_rooms.resting(["tests"]) == ()


def test_whoever_names_a_room_or_asks_for_everything_gets_all_of_it(
    run: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run == [True]
    assert passed_rooms.resting(["tests/room/test_a.py::test_1"]) == ()
    monkeypatch.setattr(sampling, "_now", [sampling.ALL])
    assert passed_rooms.resting(["tests"]) == ()


@pytest.mark.parametrize(
    ("words", "noted"), [(["tests"], True), (["tests/room"], True), (["tests/room/test_a.py"], False)]
)
def test_a_room_has_passed_only_when_all_of_it_was_run(
    words: list[str], noted: bool, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passed_rooms, "ROOMS", (ROOM,))
    noting: list[str] = []
    monkeypatch.setattr(Room, "note_that_it_passed", lambda self: noting.append(self.folder))
    passed_rooms.note_what_passed(words)
    assert noting == (["tests/room"] if noted else [])


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.folder)
def test_the_tests_of_a_room_import_nothing_that_their_hash_leaves_out(room: Room) -> None:
    hashed = tuple(Path(name).with_suffix("").as_posix().replace("/", ".") for name in (room.folder, *room.follow_from))
    for path in modules(room.folder):
        ours = {each for each in imports(path) if each.startswith(("tests.", "sheets_gm."))}
        assert {each for each in ours if not each.startswith(hashed)} == set(), path


@pytest.mark.long
def test_a_run_without_a_cache_of_its_results_ends_well() -> None:
    """A plug-in that is left out takes its options with it; who plants mutants would take every one for found."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "tests/kernel/test_letters.py",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
